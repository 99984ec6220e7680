//===- FusedBlock.cpp - A block whose ops get fused -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusedBlock.h"
#include "mlir/IR/BuiltinTypes.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::remat;

/// The operand of a fused transpose behind `op`, if `op` is a transpose that
/// undoes it. XLA removes both.
static Value getUndoneTranspose(Operation *op, const FusedOps &fused) {
  auto getPermutation = [](Operation *transpose) {
    auto type = dyn_cast<RankedTensorType>(transpose->getResult(0).getType());
    return type ? hlo::getIntegers(transpose, "permutation", type.getRank(), -1)
                : std::nullopt;
  };
  if (hlo::getOpKind(op) != hlo::OpKind::Transpose)
    return Value();
  Operation *inner = op->getOperand(0).getDefiningOp();
  if (!inner || hlo::getOpKind(inner) != hlo::OpKind::Transpose ||
      !fused.contains(inner))
    return Value();
  auto outerOrder = getPermutation(op), innerOrder = getPermutation(inner);
  if (!outerOrder || !innerOrder)
    return Value();
  for (auto [position, from] : llvm::enumerate(*outerOrder))
    if (from < 0 || from >= static_cast<int64_t>(innerOrder->size()) ||
        (*innerOrder)[from] != static_cast<int64_t>(position))
      return Value();
  return inner->getOperand(0);
}

/// What `value` is a view of, through fused views and transposes that undo each
/// other.
static Value skipViews(Value value, const FusedOps &fused) {
  while (Operation *producer = value.getDefiningOp()) {
    if (!fused.contains(producer))
      break;
    if (OpOperand *viewed = getViewedOperand(cast<OpResult>(value)))
      value = viewed->get();
    else if (Value undone = getUndoneTranspose(producer, fused))
      value = undone;
    else
      break;
  }
  return value;
}

static bool isElementwise(Operation *op) {
  return hlo::getOpKind(op) == hlo::OpKind::Elementwise &&
         op->getNumResults() == 1;
}

/// Whether elements of one lie where those of the other do.
static bool haveSameLayout(Type left, Type right) {
  return getNumElementsOrOne(left) == getNumElementsOrOne(right) &&
         getTypeBytes(left) == getTypeBytes(right);
}

/// The stored values that the kernel of `op` reads element by element alone, in
/// the place where it writes.
static SmallVector<Value, 2> getElementwiseSources(Operation *op,
                                                   const FusedOps &fused) {
  SmallVector<Value, 2> sources;
  if (!isElementwise(op))
    return sources;
  llvm::SetVector<Operation *> computed;
  computed.insert(op);
  llvm::SetVector<Value> inPlace;
  llvm::DenseSet<Value> elsewhere;
  // Grows during the loop.
  for (size_t index = 0; index != computed.size(); ++index) {
    Operation *each = computed[index];
    const bool isInPlace = isElementwise(each);
    for (Value operand : each->getOperands()) {
      operand = skipViews(operand, fused);
      Operation *producer = operand.getDefiningOp();
      // Only elementwise kernels write in place.
      if (producer && fused.contains(producer) &&
          hlo::getOpKind(producer) == hlo::OpKind::Convolution)
        return {};
      if (producer && fused.contains(producer))
        computed.insert(producer);
      else if (isInPlace)
        inPlace.insert(operand);
      else
        elsewhere.insert(operand);
    }
  }
  for (Value source : inPlace)
    if (!elsewhere.contains(source) &&
        haveSameLayout(source.getType(), op->getResult(0).getType()))
      sources.push_back(source);
  return sources;
}

bool mlir::remat::isCarriedUnchanged(OpResult output) {
  Operation *op = output.getOwner();
  if (hlo::getOpKind(op) != hlo::OpKind::Loop || op->getNumRegions() != 2 ||
      !op->getRegion(1).hasOneBlock() || !output.use_empty())
    return false;
  Block &body = op->getRegion(1).front();
  unsigned position = output.getResultNumber();
  return position < body.getNumArguments() &&
         position < body.back().getNumOperands() &&
         body.back().getOperand(position) == body.getArgument(position);
}

FusedBlock::FusedBlock(Block &block, const Target &target)
    : fused(target.findFusedOps(block)) {
  for (Operation &op : block)
    positions.try_emplace(&op, positions.size());
}

int64_t FusedBlock::getLastRead(Value value) const {
  int64_t last = -1;
  SmallVector<Value> worklist = {value};
  llvm::SmallPtrSet<Operation *, 8> seen;
  while (!worklist.empty())
    for (Operation *user : worklist.pop_back_val().getUsers()) {
      // A reader in a region counts at its ancestor in the block.
      while (user && !positions.contains(user))
        user = user->getParentOp();
      if (!user || !seen.insert(user).second)
        continue;
      if (fused.contains(user))
        llvm::append_range(worklist, user->getResults());
      else
        last = std::max(last, positions.lookup(user));
    }
  return last;
}

/// The operand that `result` of such an op is made of, in place.
static Value getUpdated(OpResult result) {
  Operation *op = result.getOwner();
  switch (hlo::getOpKind(op)) {
  case hlo::OpKind::Loop:
    return op->getNumOperands() == op->getNumResults()
               ? op->getOperand(result.getResultNumber())
               : Value();
  case hlo::OpKind::Scatter:
  case hlo::OpKind::DynamicUpdateSlice:
    return op->getNumResults() == 1 ? op->getOperand(0) : Value();
  default:
    return Value();
  }
}

SmallVector<Value, 2> mlir::remat::getOverwritable(OpResult result,
                                                   const FusedOps &fused) {
  Value updated = getUpdated(result);
  if (!updated)
    return getElementwiseSources(result.getOwner(), fused);
  return {skipViews(updated, fused)};
}
