//===- HostCopies.cpp - Copies to the host and back -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Apply/HostCopies.h"
#include "remat/Dialect/Remat/IR/Remat.h"

using namespace mlir;
using namespace mlir::remat;
using planner::ValueId;

HostCopies::HostCopies(PlanRewrite &rewrite, Instances &instances)
    : rewrite(rewrite), instances(instances), moves(findMoves(rewrite.plan)),
      onHost(rewrite.functionGraph.values.size()) {}

/// Of `values`, those that take bytes of the device; what the step itself has
/// on the host takes none.
SmallVector<ValueId> HostCopies::getOnDevice(ArrayRef<ValueId> values) const {
  return llvm::to_vector(llvm::make_filter_range(values, [&](ValueId value) {
    return rewrite.functionGraph.graph.values[value].bytes != 0;
  }));
}

/// The last value made that is there now and that `step`, or one of the next
/// steps, reads as it is.
std::optional<ValueId> HostCopies::findTie(size_t step) const {
  // Bounds the work for each copy.
  constexpr size_t mostSteps = 16;
  const size_t end = std::min(step + mostSteps, rewrite.plan.steps.size());
  // Made again or sent away before its reader.
  llvm::DenseSet<ValueId> replaced;
  for (; step != end; ++step) {
    const planner::Task &task = rewrite.getTask(step);
    if (std::optional<ValueId> tie =
            instances.findLastMade(getOnDevice(task.inputs), replaced))
      return tie;
    replaced.insert_range(task.outputs);
    replaced.insert_range(moves[step + 1].released);
  }
  return std::nullopt;
}

/// Of all values that are there now, and that `step` or a later one reads as
/// they are or that are returned, the one made last.
std::optional<ValueId> HostCopies::findLatest(size_t step) const {
  std::optional<ValueId> latest;
  llvm::DenseSet<ValueId> replaced;
  auto add = [&](ArrayRef<ValueId> values) {
    const std::optional<ValueId> found =
        instances.findLastMade(getOnDevice(values), replaced);
    if (found &&
        (!latest || instances.getStep(*found) > instances.getStep(*latest)))
      latest = found;
  };
  const int64_t previous = static_cast<int64_t>(step) - 2;
  for (; step != rewrite.plan.steps.size(); ++step) {
    const planner::Task &task = rewrite.getTask(step);
    add(task.inputs);
    // No later one is there.
    if (latest && instances.getStep(*latest) == previous)
      return latest;
    replaced.insert_range(task.outputs);
    replaced.insert_range(moves[step + 1].released);
  }
  SmallVector<ValueId> returned;
  for (Value value : rewrite.block.getTerminator()->getOperands())
    if (auto found = rewrite.functionGraph.valueIds.find(value);
        found != rewrite.functionGraph.valueIds.end())
      returned.push_back(found->second);
  add(returned);
  return latest;
}

Value HostCopies::passWithTie(Value value, std::optional<ValueId> tie) {
  if (!tie)
    return value;
  auto barrier = BarrierOp::create(rewrite.builder, value.getLoc(),
                                   ValueRange{value, instances.get(*tie)});
  instances.replace(*tie, barrier.getResult(1));
  return barrier.getResult(0);
}

Value HostCopies::passWithTie(Value value, size_t step) {
  // A compiler that keeps the order has them where they stand.
  return rewrite.options.passesTies ? passWithTie(value, findTie(step)) : value;
}

void HostCopies::delayCopyFromHost(Operation *copy, size_t step) {
  if (!rewrite.options.passesTies)
    return;
  OpBuilder::InsertionGuard guard(rewrite.builder);
  rewrite.builder.setInsertionPoint(copy);
  copy->setOperand(0, passWithTie(copy->getOperand(0), findLatest(step + 1)));
}

void HostCopies::emitOut(size_t step) {
  for (ValueId id : moves[step].sent) {
    const Value instance = instances.get(id);
    onHost[id] = ParkOp::create(rewrite.builder, instance.getLoc(), instance)
                     .getResult();
    beingSent.insert(id);
  }
  for (ValueId id : moves[step].released)
    instances.setAway(id, true);
  for (ValueId id : moves[step].released)
    // The host may hold it from an earlier stay.
    if (beingSent.erase(id))
      onHost[id] = passWithTie(
          AwaitOp::create(rewrite.builder, onHost[id].getLoc(), onHost[id])
              .getResult(),
          step);
}

void HostCopies::emitBack(size_t step) {
  for (ValueId id : moves[step].fetched) {
    onHost[id] = passWithTie(onHost[id], step);
    instances.replace(
        id, FetchOp::create(rewrite.builder, onHost[id].getLoc(), onHost[id])
                .getResult());
    if (!llvm::is_contained(moves[step].held, id))
      onHost[id] = Value();
  }
  for (ValueId id : moves[step].fetched)
    instances.setAway(id, false);
  if (rewrite.options.awaitsFetches)
    beingFetched.insert_range(moves[step].fetched);
}

void HostCopies::awaitFetched(ArrayRef<ValueId> values) {
  for (ValueId id : values)
    if (beingFetched.remove(id))
      instances.pass(id, [&](Value instance) -> Value {
        return AwaitOp::create(rewrite.builder, instance.getLoc(), instance)
            .getResult();
      });
}

void HostCopies::awaitAllFetched() {
  awaitFetched(llvm::to_vector(beingFetched));
}

SmallVector<ValueId> HostCopies::getValuesOnHost() const {
  SmallVector<ValueId> values;
  for (auto [id, instance] : llvm::enumerate(onHost))
    if (instance)
      values.push_back(id);
  return values;
}
