//===- TaskOps.cpp - Tasks and what ends them -----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Dialect/Remat/IR/Remat.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace mlir::remat;

//===----------------------------------------------------------------------===//
// Building, parsing and printing
//===----------------------------------------------------------------------===//

void ForwardOp::build(OpBuilder &builder, OperationState &state,
                      TypeRange resultTypes, StringRef label, ValueRange inputs,
                      CostAttr cost) {
  build(builder, state, resultTypes, builder.getStringAttr(label), cost,
        inputs);
}

void BackwardOp::build(OpBuilder &builder, OperationState &state,
                       TypeRange resultTypes, StringRef label,
                       ValueRange inputs, StringAttr forward, CostAttr cost) {
  build(builder, state, resultTypes, builder.getStringAttr(label), forward,
        cost, inputs);
}

namespace {
struct ParsedInputs {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  /// Empty if the inputs are not bound.
  SmallVector<OpAsmParser::Argument> arguments;
};
} // namespace

/// Parses the rest of `%a = %x : type, %b = %y : type`, behind the `%a =`.
static ParseResult parseBoundInputs(OpAsmParser &parser,
                                    OpAsmParser::UnresolvedOperand name,
                                    ParsedInputs &inputs) {
  auto parseBinding = [&]() -> ParseResult {
    OpAsmParser::Argument &argument = inputs.arguments.emplace_back();
    argument.ssaName = name;
    if (parser.parseOperand(inputs.operands.emplace_back()) ||
        parser.parseColonType(argument.type))
      return failure();
    inputs.types.push_back(argument.type);
    return success();
  };
  if (parseBinding())
    return failure();
  while (succeeded(parser.parseOptionalComma()))
    if (parser.parseOperand(name, /*allowResultNumber=*/false) ||
        parser.parseEqual() || parseBinding())
      return failure();
  return success();
}

/// Parses `(` (inputs | bound-inputs) `)`.
static ParseResult parseInputs(OpAsmParser &parser, ParsedInputs &inputs) {
  if (parser.parseLParen())
    return failure();
  if (succeeded(parser.parseOptionalRParen()))
    return success();
  OpAsmParser::UnresolvedOperand first;
  if (parser.parseOperand(first, /*allowResultNumber=*/true))
    return failure();
  if (succeeded(parser.parseOptionalEqual()))
    return failure(parseBoundInputs(parser, first, inputs) ||
                   parser.parseRParen());
  inputs.operands.push_back(first);
  while (succeeded(parser.parseOptionalComma()))
    if (parser.parseOperand(inputs.operands.emplace_back()))
      return failure();
  return failure(parser.parseColonTypeList(inputs.types) ||
                 parser.parseRParen());
}

/// Parses the part after the labels: `(` (inputs | bound-inputs) `)` (`->`
/// types)? (`cost` cost)? (`attributes` dict)? body?, with inputs as in a call
/// (`%x, %y : type, type`), or bound inputs that name the arguments of the body
/// (`%a = %x : type, %b = %y : type`). Only the latter has a body.
static ParseResult parseTaskSignature(OpAsmParser &parser,
                                      OperationState &state,
                                      StringAttr costName) {
  ParsedInputs inputs;
  SMLoc inputsLoc = parser.getCurrentLocation();
  if (parseInputs(parser, inputs) ||
      parser.resolveOperands(inputs.operands, inputs.types, inputsLoc,
                             state.operands) ||
      parser.parseOptionalArrowTypeList(state.types))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("cost"))) {
    CostAttr cost;
    if (parser.parseCustomAttributeWithFallback(cost))
      return failure();
    state.addAttribute(costName, cost);
  }
  if (parser.parseOptionalAttrDictWithKeyword(state.attributes))
    return failure();
  Region *body = state.addRegion();
  if (!inputs.arguments.empty())
    return parser.parseRegion(*body, inputs.arguments);
  if (inputs.operands.empty()) {
    OptionalParseResult parsed = parser.parseOptionalRegion(*body);
    return parsed.has_value() ? *parsed : success();
  }
  if (succeeded(parser.parseOptionalLBrace()))
    return parser.emitError(inputsLoc)
           << "a task with a body names the body's arguments: '(%argument = "
              "%input : type, ...)'";
  return success();
}

ParseResult ForwardOp::parse(OpAsmParser &parser, OperationState &state) {
  StringAttr label;
  return failure(
      parser.parseSymbolName(label, getLabelAttrName(state.name),
                             state.attributes) ||
      parseTaskSignature(parser, state, getCostAttrName(state.name)));
}

ParseResult BackwardOp::parse(OpAsmParser &parser, OperationState &state) {
  StringAttr label, forward;
  return failure(
      parser.parseSymbolName(label, getLabelAttrName(state.name),
                             state.attributes) ||
      (succeeded(parser.parseOptionalKeyword("of")) &&
       parser.parseSymbolName(forward, getForwardAttrName(state.name),
                              state.attributes)) ||
      parseTaskSignature(parser, state, getCostAttrName(state.name)));
}

template <typename TaskOp>
static void printTaskSignature(TaskOp task, OpAsmPrinter &printer,
                               ArrayRef<StringRef> elided) {
  printer << "(";
  if (task.hasBody()) {
    llvm::interleaveComma(
        llvm::zip_equal(task.getBody().getArguments(), task.getInputs()),
        printer, [&](auto pair) {
          auto [argument, input] = pair;
          printer << argument << " = " << input << " : " << input.getType();
        });
  } else if (!task.getInputs().empty()) {
    printer << task.getInputs() << " : " << task.getInputs().getTypes();
  }
  printer << ")";
  printer.printOptionalArrowTypeList(task.getResultTypes());
  if (CostAttr cost = task.getCostAttr()) {
    printer << " cost ";
    printer.printStrippedAttrOrType(cost);
  }
  printer.printOptionalAttrDictWithKeyword(task->getAttrs(), elided);
  if (task.hasBody()) {
    printer << " ";
    printer.printRegion(task.getBody(), /*printEntryBlockArgs=*/false);
  }
}

void ForwardOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printSymbolName(getLabel());
  printTaskSignature(*this, printer, {getLabelAttrName(), getCostAttrName()});
}

void BackwardOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printSymbolName(getLabel());
  if (std::optional<StringRef> forward = getForward()) {
    printer << " of ";
    printer.printSymbolName(*forward);
  }
  printTaskSignature(
      *this, printer,
      {getLabelAttrName(), getForwardAttrName(), getCostAttrName()});
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Checks C5 for every backward task of the block if `task` is its first task:
/// a search from each backward task would be quadratic. Ops further down may
/// not be verified yet.
static LogicalResult verifyPairsOnce(Operation *task) {
  Block *block = task->getBlock();
  if (!block)
    return success();
  for (Operation *op = task->getPrevNode(); op; op = op->getPrevNode())
    if (isa<ForwardOp, BackwardOp>(op))
      return success();
  llvm::DenseSet<StringAttr> labels;
  for (Operation &op : llvm::make_range(task->getIterator(), block->end())) {
    if (auto forward = dyn_cast<ForwardOp>(op))
      labels.insert(forward.getLabelAttr());
    auto backward = dyn_cast<BackwardOp>(op);
    if (!backward || !backward.getForwardAttr() ||
        labels.contains(backward.getForwardAttr()))
      continue;
    return backward.emitOpError("C5: differentiates '@")
           << backward.getForwardAttr().getValue()
           << "', but no remat.forward of that label stands before it in the "
              "same block";
  }
  return success();
}

template <typename TaskOp> static LogicalResult verifyTask(TaskOp task) {
  if (task.getLabel().empty())
    return task.emitOpError("C1: the label is empty");
  // C4 goes first: a nested task would report more.
  if (Operation *outer = task->getParentOp())
    if (isa<ForwardOp, BackwardOp>(outer) ||
        outer->template getParentOfType<ForwardOp>() ||
        outer->template getParentOfType<BackwardOp>())
      return task.emitOpError("C4: lies within another task");
  if (task.hasBody()) {
    if (!task.getBody().hasOneBlock())
      return task.emitOpError("C2: the body is one block, but has ")
             << task.getBody().getBlocks().size();
    Block &body = task.getBody().front();
    if (body.empty() || !isa<YieldOp>(body.back()))
      return task.emitOpError("C2: the body ends with remat.yield");
    if (body.getNumArguments() != task.getInputs().size())
      return task.emitOpError("C3: the body has ")
             << body.getNumArguments() << " arguments, but there are "
             << task.getInputs().size() << " operands";
    for (auto [index, argument, input] :
         llvm::enumerate(body.getArgumentTypes(), task.getInputs().getTypes()))
      if (argument != input)
        return task.emitOpError("C3: argument ")
               << index << " of the body is " << argument << ", but operand "
               << index << " is " << input;
  }
  return verifyPairsOnce(task);
}

LogicalResult YieldOp::verify() {
  Operation *task = (*this)->getParentOp();
  if (getNumOperands() != task->getNumResults())
    return emitOpError("C1: yields ")
           << getNumOperands() << " values, but the task has "
           << task->getNumResults() << " results";
  for (auto [index, yielded, result] :
       llvm::enumerate(getOperandTypes(), task->getResultTypes()))
    if (yielded != result)
      return emitOpError("C1: yields ")
             << yielded << " as result " << index << ", which is " << result;
  return success();
}

/// The body's cost; without a body, the bytes of operands and results. An
/// explicit workspace replaces the body's.
template <typename TaskOp> static OpCost computeTaskCost(TaskOp task) {
  OpCost cost;
  if (task.hasBody()) {
    cost = mlir::remat::detail::getDefaultCost(task);
  } else {
    for (Type type : task.getInputs().getTypes())
      addSaturating(cost.bytesRead, getTypeBytes(type).value_or(0));
    for (Type type : task.getResultTypes())
      addSaturating(cost.bytesWritten, getTypeBytes(type).value_or(0));
  }
  if (CostAttr given = task.getCostAttr(); given && given.getWorkspace())
    cost.workspaceBytes = *given.getWorkspace();
  return cost;
}

//===----------------------------------------------------------------------===//
// Canonicalization
//===----------------------------------------------------------------------===//

/// Replaces uses of a second equal operand or result by the first.
template <typename TaskOp>
static bool mergeTwins(TaskOp task, PatternRewriter &rewriter) {
  bool changed = false;
  auto mergeAll = [&](ValueRange keys, ValueRange twins) {
    llvm::DenseMap<Value, Value> firsts;
    for (auto [key, twin] : llvm::zip_equal(keys, twins)) {
      Value first = firsts.try_emplace(key, twin).first->second;
      if (first == twin || twin.use_empty())
        continue;
      rewriter.replaceAllUsesWith(twin, first);
      changed = true;
    }
  };
  mergeAll(task.getInputs(), task.getBody().getArguments());
  mergeAll(task.getYield().getOperands(), task.getResults());
  return changed;
}

template <typename TaskOp>
static bool dropUnusedResults(TaskOp task, PatternRewriter &rewriter) {
  llvm::BitVector unused(task.getNumResults());
  SmallVector<Type> keptTypes;
  for (OpResult result : task->getResults()) {
    unused[result.getResultNumber()] = result.use_empty();
    if (!result.use_empty())
      keptTypes.push_back(result.getType());
  }
  // An unused task is dead if pure, and else runs for its effects.
  if (unused.none())
    return false;
  OperationState state(task.getLoc(), task->getName());
  state.addOperands(task.getInputs());
  state.addTypes(keptTypes);
  state.addAttributes(task->getAttrs());
  state.addRegion();
  Operation *shrunk = rewriter.create(state);
  rewriter.inlineRegionBefore(task.getBody(), shrunk->getRegion(0),
                              shrunk->getRegion(0).end());
  Operation *yield = shrunk->getRegion(0).front().getTerminator();
  rewriter.modifyOpInPlace(yield, [&] { yield->eraseOperands(unused); });
  SmallVector<Value> replacements(task.getNumResults());
  unsigned next = 0;
  for (unsigned index = 0, end = task.getNumResults(); index < end; ++index)
    if (!unused[index])
      replacements[index] = shrunk->getResult(next++);
  rewriter.replaceOp(task, replacements);
  return true;
}

/// Drops operands that the body does not use or gets twice, and results that
/// are unused or yielded twice.
template <typename TaskOp>
static LogicalResult shrinkTask(TaskOp task, PatternRewriter &rewriter) {
  if (!task.hasBody())
    return failure();
  Block &body = task.getBody().front();
  bool changed = mergeTwins(task, rewriter);
  llvm::BitVector unusedInputs(task.getInputs().size());
  for (BlockArgument argument : body.getArguments())
    unusedInputs[argument.getArgNumber()] = argument.use_empty();
  if (unusedInputs.any()) {
    rewriter.modifyOpInPlace(task, [&] {
      task->eraseOperands(unusedInputs);
      body.eraseArguments(unusedInputs);
    });
    changed = true;
  }
  return success(dropUnusedResults(task, rewriter) || changed);
}

//===----------------------------------------------------------------------===//
// Definitions of TableGen, which call the functions above
//===----------------------------------------------------------------------===//

/// `:` and the types of the inputs (and results), or nothing if there are none.
static ParseResult parseBarrierTypes(OpAsmParser &parser,
                                     SmallVectorImpl<Type> &inputs,
                                     SmallVectorImpl<Type> &results) {
  if (parser.parseOptionalColonTypeList(inputs))
    return failure();
  results.assign(inputs.begin(), inputs.end());
  return success();
}

static void printBarrierTypes(OpAsmPrinter &printer, BarrierOp,
                              TypeRange inputs, TypeRange) {
  if (!inputs.empty())
    printer << ": " << inputs;
}

#define GET_OP_CLASSES
#include "remat/Dialect/Remat/IR/RematOps.cpp.inc"
