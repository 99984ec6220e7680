//===- BodyTimes.cpp - How long the ops of a loop take --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/BodyTimes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/HostPlacement.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::remat;

/// The turns of a loop, if they are known.
static std::optional<int64_t> getTurns(Operation *op) {
  if (std::optional<int64_t> trips = hlo::getTripCount(op))
    return trips;
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  std::optional<llvm::APInt> trips =
      loop ? loop.getStaticTripCount() : std::nullopt;
  if (!trips || !trips->isIntN(63))
    return std::nullopt;
  return trips->getZExtValue();
}

static bool isTimed(Operation *op, const CostModel &costs) {
  CostAttr given = getCostOverride(op);
  return (given && given.getTime()) ||
         (costs.profile && costs.profile->lookup(op));
}

static bool isDynamicSlice(Operation *op) {
  return hlo::getOpKind(op) == hlo::OpKind::DynamicSlice;
}

/// The bytes of the stored values that `op` reads, through fused ops. Slices of
/// stacks cost no more than the values would that are made again in their
/// place.
static int64_t getStoredReads(Operation *op, const FusedOps &fused) {
  // What is updated in place is not read.
  const hlo::OpKind kind = hlo::getOpKind(op);
  const bool isUpdate =
      kind == hlo::OpKind::DynamicUpdateSlice || kind == hlo::OpKind::Scatter;
  llvm::SetVector<Value> reads;
  for (Value operand : op->getOperands().drop_front(isUpdate ? 1 : 0))
    reads.insert(operand);
  int64_t bytes = 0;
  // Grows during the loop.
  for (size_t index = 0; index != reads.size(); ++index) {
    Operation *producer = reads[index].getDefiningOp();
    if (producer && isDynamicSlice(producer))
      continue;
    const hlo::OpKind made = producer ? hlo::getOpKind(producer) : kind;
    const bool readsPart =
        producer && (made == hlo::OpKind::Slice || made == hlo::OpKind::Gather);
    if (!producer || !fused.contains(producer) || readsPart)
      bytes = saturatingAdd(bytes, sumBytes(reads[index].getType()));
    else
      reads.insert(producer->operand_begin(), producer->operand_end());
  }
  return bytes;
}

/// Whether `op` writes a slice into what its loop carries.
static bool writesCarriedSlice(Operation *op) {
  Value into;
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    into = insert.getDest();
  else if (hlo::getOpKind(op) == hlo::OpKind::DynamicUpdateSlice &&
           op->getNumOperands() > 0)
    into = op->getOperand(0);
  return isa_and_nonnull<BlockArgument>(into) && into.hasOneUse();
}

/// Copies between device and host run beside the rest.
static bool isHostCopy(Operation *op) {
  return hlo::copiesToHost(op) || hlo::copiesFromHost(op);
}

double BodyTimes::get(Operation *op) const {
  if (isHostCopy(op) && !isTimed(op, costs))
    return 0;
  // Most often, the kernel that makes a slice writes it to its stack, and those
  // that need it read it there.
  if (!isTimed(op, costs) && (writesCarriedSlice(op) || isDynamicSlice(op)))
    return 0;
  OpCost cost = getOpCost(op);
  if (target.fusesOps() && !isTimed(op, costs)) {
    // What a kernel computes beside its stores costs no kernel of its own.
    if (fused.contains(op))
      return costs.device->getTime(cost.flops, 0) - costs.device->getTime(0, 0);
    if (op->getNumRegions() == 0)
      cost.bytesRead = getStoredReads(op, fused);
  }
  if (cost.flops == 0 && cost.bytesRead == 0 && cost.bytesWritten == 0)
    return 0;
  return getRunTime(op, cost, target, costs);
}

/// One turn: its ops, or its copies to the host or back if these take longer.
static double getTurnTime(Block &block, const Target &target,
                          const CostModel &costs) {
  const BodyTimes times(block, target, costs);
  const planner::HostLink link = costs.getHostLink();
  double time = 0, out = 0, back = 0;
  for (Operation &op : block.without_terminator()) {
    time += times.get(&op);
    if (hlo::copiesToHost(&op))
      out += link.getTime(sumBytes(op.getResultTypes()));
    else if (hlo::copiesFromHost(&op))
      back += link.getTime(sumBytes(op.getResultTypes()));
  }
  return std::max({time, out, back});
}

double mlir::remat::getRunTime(Operation *op, const OpCost &cost,
                               const Target &target, const CostModel &costs) {
  // The wait for a step's own copies is unknown.
  if (isHostCopy(op) && !isTimed(op, costs))
    return 0;
  std::optional<int64_t> turns = getTurns(op);
  if (!turns || isTimed(op, costs))
    return costs.getTime(op, cost);
  double time = 0;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      time += getTurnTime(block, target, costs);
  return time * static_cast<double>(*turns);
}
