//===- InteriorProbe.cpp - Needs of loops, branches and calls -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InteriorProbe.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Analysis/BufferProfile.h"
#include "remat/Analysis/GraphBuilder.h"
#include "remat/Analysis/SilencedDiagnostics.h"
#include "remat/Bufferize/BufferizeModule.h"
#include "remat/Bufferize/FreeOwnedBuffers.h"
#include "remat/Bufferize/IsolateDestinations.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "remat-interior-probe"

using namespace mlir;
using namespace mlir::remat;

bool mlir::remat::isKeptWhole(Operation *op) {
  return isa<func::CallOp, LoopLikeOpInterface, RegionBranchOpInterface>(op);
}

/// Symbols that `root` names, and those named by them.
static llvm::SetVector<Operation *> getSymbols(Operation *root) {
  llvm::SetVector<Operation *> symbols;
  auto add = [&](Operation *user) {
    user->walk([&](Operation *op) {
      for (NamedAttribute attribute : op->getAttrs())
        if (auto name = dyn_cast<SymbolRefAttr>(attribute.getValue()))
          if (Operation *symbol =
                  SymbolTable::lookupNearestSymbolFrom(root, name))
            if (isa<func::FuncOp, memref::GlobalOp>(symbol))
              symbols.insert(symbol);
    });
  };
  add(root);
  // Grows during the loop.
  for (size_t index = 0; index != symbols.size(); ++index)
    add(symbols[index]);
  return symbols;
}

/// Values that `op` reads from outside, operands first.
static llvm::SetVector<Value> getReadValues(Operation *op) {
  llvm::SetVector<Value> read(op->operand_begin(), op->operand_end());
  visitUsedValuesDefinedAbove(op->getRegions(), [&](OpOperand *captured) {
    read.insert(captured->get());
  });
  return read;
}

static Value copyToNewStorage(OpBuilder &builder, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  Value storage = tensor::EmptyOp::create(
      builder, value.getLoc(), type.getShape(), type.getElementType());
  return linalg::CopyOp::create(builder, value.getLoc(), value, storage)
      .getResult(0);
}

/// A module with a function that gets what `op` reads, runs it and returns its
/// results. As a plan prepares them, a loop gets its inits in storages of their
/// own, and constants are known.
static OwningOpRef<ModuleOp> isolate(Operation *op) {
  OwningOpRef<ModuleOp> module(ModuleOp::create(op->getLoc()));
  OpBuilder builder(module->getBodyRegion());
  for (Operation *symbol : getSymbols(op))
    builder.clone(*symbol);
  llvm::SetVector<Value> read = getReadValues(op);
  auto isConstant = [](Value value) {
    Operation *definition = value.getDefiningOp();
    return definition && isResident(definition);
  };
  SmallVector<Value> arguments;
  llvm::copy_if(read, std::back_inserter(arguments),
                [&](Value value) { return !isConstant(value); });
  auto function = func::FuncOp::create(
      builder, op->getLoc(), "remat.probe",
      builder.getFunctionType(TypeRange(ValueRange(arguments)),
                              op->getResultTypes()));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  mapping.map(ValueRange(arguments), body->getArguments());
  for (Value value : read)
    if (isConstant(value))
      builder.clone(*value.getDefiningOp(), mapping);
  Operation *copy = builder.clone(*op, mapping);
  builder.setInsertionPoint(copy);
  if (auto loop = dyn_cast<LoopLikeOpInterface>(copy))
    for (OpOperand &init : loop.getInitsMutable())
      if (isa<RankedTensorType>(init.get().getType()))
        init.set(copyToNewStorage(builder, init.get()));
  builder.setInsertionPointToEnd(body);
  func::ReturnOp::create(builder, op->getLoc(), copy->getResults());
  return module;
}

static std::optional<int64_t> addBytes(TypeRange types, const Target &target) {
  int64_t sum = 0;
  for (Type type : types) {
    std::optional<int64_t> bytes = target.getStorageBytes(type);
    if (!bytes || llvm::AddOverflow(sum, *bytes, sum))
      return std::nullopt;
  }
  return sum;
}

static LogicalResult emitShared(Operation *op, const SharedBuffer &shared) {
  InFlightDiagnostic diag = op->emitOpError(
      "holds a buffer whose life depends on how the step runs, so that no "
      "budget can be promised; hand on tensors that are made where they are "
      "handed on, or inline the call");
  diag.attachNote(shared.op->getLoc())
      << "this '" << shared.op->getName() << "' " << shared.reason;
  return diag;
}

FailureOr<std::optional<int64_t>> InteriorProbe::measureCopy(Operation *op) {
  // For passes these are dependent dialects.
  op->getContext()
      ->loadDialect<bufferization::BufferizationDialect, func::FuncDialect,
                    linalg::LinalgDialect, memref::MemRefDialect,
                    scf::SCFDialect, tensor::TensorDialect>();
  OwningOpRef<ModuleOp> module = isolate(op);
  {
    // It is no fault of the step if upstream has no model of an op.
    SilencedDiagnostics silenced(op->getContext());
    // Callees are not isolated yet, and in `op` passes may have shared
    // destinations again. In a plan, dead code counts.
    auto step = op->getParentOfType<func::FuncOp>();
    const bool isPlanned = step && step->hasAttr(kBudgetAttrName);
    for (auto function : module->getOps<func::FuncOp>())
      if (failed(isolateDestinations(
              function,
              function->hasAttr(kBudgetAttrName) ||
                  (isPlanned && function.getName() == "remat.probe"))))
        return std::optional<int64_t>();
    if (failed(bufferizeModule(*module))) {
      LLVM_DEBUG(llvm::dbgs() << "cannot bufferize " << *op << "\n");
      return std::optional<int64_t>();
    }
  }
  for (auto function : module->getOps<func::FuncOp>())
    if (SharedBuffer shared = freeOwnedBuffers(function))
      return emitShared(op, shared);
  FailureOr<int64_t> allocated = computeAllocatedPeak(
      module->lookupSymbol<func::FuncOp>("remat.probe"), target);
  if (failed(allocated))
    return failure();
  std::optional<int64_t> results = addBytes(op->getResultTypes(), target);
  if (!results)
    return std::optional<int64_t>();
  LLVM_DEBUG(llvm::dbgs() << "'" << op->getName() << "' allocates "
                          << *allocated << " bytes, results " << *results
                          << "\n");
  return std::optional<int64_t>(std::max<int64_t>(*allocated - *results, 0));
}

namespace {
/// Pairs the values of two ops that may be alike, one to one.
class ValuePairs {
public:
  /// Values from outside are alike by their type, constants by what they are.
  LogicalResult check(Value left, Value right) {
    if (rightOf.contains(left) || leftOf.contains(right))
      return success(rightOf.lookup(left) == right &&
                     leftOf.lookup(right) == left);
    Attribute leftConstant, rightConstant;
    (void)matchPattern(left, m_Constant(&leftConstant));
    (void)matchPattern(right, m_Constant(&rightConstant));
    if (left.getType() != right.getType() || leftConstant != rightConstant)
      return failure();
    mark(left, right);
    return success();
  }
  void mark(Value left, Value right) {
    rightOf[left] = right;
    leftOf[right] = left;
  }

private:
  llvm::DenseMap<Value, Value> rightOf, leftOf;
};
} // namespace

/// Whether copies of both are lowered alike.
static bool areAlike(Operation *left, Operation *right) {
  ValuePairs pairs;
  return OperationEquivalence::isEquivalentTo(
      left, right,
      [&](Value left, Value right) { return pairs.check(left, right); },
      [&](Value left, Value right) { pairs.mark(left, right); },
      OperationEquivalence::IgnoreLocations);
}

FailureOr<std::optional<int64_t>> InteriorProbe::measure(Operation *op) {
  const unsigned hash = OperationEquivalence::computeHash(
      op, OperationEquivalence::ignoreHashValue,
      OperationEquivalence::ignoreHashValue,
      OperationEquivalence::IgnoreLocations);
  SmallVector<Measured, 1> &candidates = measured[hash];
  for (const Measured &known : candidates)
    if (areAlike(known.op, op))
      return known.bytes;
  FailureOr<std::optional<int64_t>> bytes = measureCopy(op);
  if (succeeded(bytes))
    candidates.push_back({op, *bytes});
  return bytes;
}
