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
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::remat;

/// `:` and the types of the inputs, which are those of the results; nothing
/// if there are none.
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
/// The inputs of a task as they are parsed.
struct ParsedInputs {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  /// Of the body; empty if the inputs are not bound.
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

/// Parses what follows the labels:
///   `(` (inputs | bound-inputs) `)` (`->` types)? (`cost` cost)?
///   (`attributes` dict)? body?
/// where inputs are as in a call (`%x, %y : type, type`) and bound inputs name
/// the body's arguments (`%a = %x : type, %b = %y : type`). Only the second
/// form has a body.
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
  if (parser.parseSymbolName(label))
    return failure();
  state.addAttribute(getLabelAttrName(state.name), label);
  return parseTaskSignature(parser, state, getCostAttrName(state.name));
}

ParseResult BackwardOp::parse(OpAsmParser &parser, OperationState &state) {
  StringAttr label;
  if (parser.parseSymbolName(label))
    return failure();
  state.addAttribute(getLabelAttrName(state.name), label);
  if (succeeded(parser.parseOptionalKeyword("of"))) {
    StringAttr forward;
    if (parser.parseSymbolName(forward))
      return failure();
    state.addAttribute(getForwardAttrName(state.name), forward);
  }
  return parseTaskSignature(parser, state, getCostAttrName(state.name));
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

// Results are called after the label; the printer makes it a valid name.
void ForwardOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  if (getNumResults() != 0)
    setName(getResult(0), getLabel());
}

void BackwardOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  if (getNumResults() != 0)
    setName(getResult(0), getLabel());
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// C5 for every backward task of the block of `task`, if `task` is the first
/// task there: one walk a block, where a search from each backward task would
/// be quadratic. Ops further down may not be verified yet.
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
  // C1.
  if (task.getLabel().empty())
    return task.emitOpError("C1: the label is empty");
  // C4, before what a nested task would report besides.
  if (Operation *outer = task->getParentOp())
    if (isa<ForwardOp, BackwardOp>(outer) ||
        outer->template getParentOfType<ForwardOp>() ||
        outer->template getParentOfType<BackwardOp>())
      return task.emitOpError("C4: lies within another task");
  if (task.hasBody()) {
    // C2.
    if (!task.getBody().hasOneBlock())
      return task.emitOpError("C2: the body is one block, but has ")
             << task.getBody().getBlocks().size();
    Block &body = task.getBody().front();
    if (body.empty() || !isa<YieldOp>(body.back()))
      return task.emitOpError("C2: the body ends with remat.yield");
    // C3.
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

LogicalResult ForwardOp::verify() { return verifyTask(*this); }
LogicalResult BackwardOp::verify() { return verifyTask(*this); }

LogicalResult YieldOp::verify() {
  // C1.
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

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

YieldOp ForwardOp::getYield() {
  return cast<YieldOp>(getBody().front().getTerminator());
}
YieldOp BackwardOp::getYield() {
  return cast<YieldOp>(getBody().front().getTerminator());
}

/// The body's cost, if there is one; what a task without a body reads and
/// writes is all that is known of it. A given workspace replaces the body's.
template <typename TaskOp> static OpCost computeTaskCost(TaskOp task) {
  OpCost cost;
  if (task.hasBody()) {
    cost = mlir::remat::detail::getDefaultCost(task);
  } else {
    for (Type type : task.getInputs().getTypes())
      cost.bytesRead =
          saturatingAdd(cost.bytesRead, getTypeBytes(type).value_or(0));
    for (Type type : task.getResultTypes())
      cost.bytesWritten =
          saturatingAdd(cost.bytesWritten, getTypeBytes(type).value_or(0));
  }
  if (CostAttr given = task.getCostAttr())
    if (std::optional<int64_t> workspace = given.getWorkspace())
      cost.workspaceBytes = *workspace;
  return cost;
}

OpCost ForwardOp::getTaskCost() { return computeTaskCost(*this); }
OpCost BackwardOp::getTaskCost() { return computeTaskCost(*this); }

std::optional<TaskPhase> ForwardOp::getTaskPhase() {
  return TaskPhase::Forward;
}
std::optional<TaskPhase> BackwardOp::getTaskPhase() {
  return TaskPhase::Backward;
}

//===----------------------------------------------------------------------===//
// Canonicalization
//===----------------------------------------------------------------------===//

namespace {
/// Drops operands that the body does not use or gets twice, and results that
/// nobody uses or that are yielded twice.
template <typename TaskOp> struct ShrinkTask : public OpRewritePattern<TaskOp> {
  using OpRewritePattern<TaskOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(TaskOp task,
                                PatternRewriter &rewriter) const override {
    if (!task.hasBody())
      return failure();
    Block &body = task.getBody().front();
    bool changed = mergeTwins(task, body, rewriter);

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

private:
  /// Makes the uses of a second equal operand or result uses of the first.
  static bool mergeTwins(TaskOp task, Block &body, PatternRewriter &rewriter) {
    bool changed = false;
    auto redirect = [&](Value twin, Value first) {
      if (twin.use_empty())
        return;
      rewriter.replaceAllUsesWith(twin, first);
      changed = true;
    };
    llvm::DenseMap<Value, Value> firsts;
    for (auto [input, argument] :
         llvm::zip_equal(task.getInputs(), body.getArguments()))
      if (auto [it, isFirst] = firsts.try_emplace(input, argument); !isFirst)
        redirect(argument, it->second);
    firsts.clear();
    for (auto [yielded, result] :
         llvm::zip_equal(task.getYield().getOperands(), task.getResults()))
      if (auto [it, isFirst] = firsts.try_emplace(yielded, result); !isFirst)
        redirect(result, it->second);
    return changed;
  }

  static bool dropUnusedResults(TaskOp task, PatternRewriter &rewriter) {
    llvm::BitVector unused(task.getNumResults());
    SmallVector<Type> keptTypes;
    for (OpResult result : task->getResults()) {
      unused[result.getResultNumber()] = result.use_empty();
      if (!result.use_empty())
        keptTypes.push_back(result.getType());
    }
    // A task whose results are all unused is dead if it is pure, and runs for
    // its effects if not.
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
};
} // namespace

void ForwardOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<ShrinkTask<ForwardOp>>(context);
}

void BackwardOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                             MLIRContext *context) {
  patterns.add<ShrinkTask<BackwardOp>>(context);
}
