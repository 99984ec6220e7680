//===- Parkings.cpp - The parkings of a function --------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/Parkings.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/HostPlacement.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::remat;
using planner::Parking;
using planner::ValueId;

namespace {
/// Reads the parkings of one block, in program order.
class ParkingFinder {
public:
  ParkingFinder(func::FuncOp function, const FunctionGraph &functionGraph)
      : block(function.getBody().front()), functionGraph(functionGraph),
        parkable(planner::getParkable(functionGraph.graph)) {}

  FailureOr<std::vector<Parking>> find();

private:
  /// Where the bytes of a storage are.
  struct Storage {
    /// Readers on the device use this value: its maker's result or that of the
    /// last fetch.
    Value onDevice;
    /// The step that made it, or fetches it.
    int32_t since = 0;
    /// Of the copy out that no fetch has ended yet.
    std::optional<int32_t> sendStep;
    std::optional<int32_t> awaitedStep;
    /// The last copy out; null if there is none.
    ParkOp park;
  };

  LogicalResult park(ParkOp park);
  void await(AwaitOp await);
  LogicalResult fetch(FetchOp fetch);
  /// The last step with a reader of `value` on the device, or -1; the number of
  /// tasks for a result. Copies out read, if they `count`, at the step before.
  int32_t findLastReader(Value value, bool copiesOutCount) const;

  Block &block;
  const FunctionGraph &functionGraph;
  const std::vector<bool> parkable;
  llvm::MapVector<ValueId, Storage> storages;
  /// Tasks before the op.
  int32_t position = 0;
  /// Of all ops of the block.
  llvm::DenseMap<Operation *, int32_t> positions;
  llvm::DenseSet<Operation *> tasks;
  std::vector<Parking> parkings;
};
} // namespace

int32_t ParkingFinder::findLastReader(Value value, bool copiesOutCount) const {
  int32_t last = -1;
  llvm::DenseSet<Value> visited;
  SmallVector<Value> worklist = {value};
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!visited.insert(next).second)
      continue;
    for (OpOperand &use : next.getUses()) {
      Operation *user = block.findAncestorOpInBlock(*use.getOwner());
      if (!user)
        continue;
      if (isa<ParkOp>(user)) {
        if (copiesOutCount)
          last = std::max(last, positions.lookup(user) - 1);
        continue;
      }
      if (user == &block.back() || tasks.contains(user)) {
        last = std::max(last, positions.lookup(user));
        continue;
      }
      // Computed where its results are read. A barrier passes on what it is
      // given.
      if (isa<BarrierOp>(user) && !isTie(user)) {
        if (use.getOperandNumber() < user->getNumResults())
          worklist.push_back(user->getResult(use.getOperandNumber()));
        continue;
      }
      llvm::append_range(worklist, user->getResults());
    }
  }
  return last;
}

LogicalResult ParkingFinder::park(ParkOp park) {
  const std::optional<ValueId> id = functionGraph.lookup(park.getSource());
  if (!id || !parkable[*id])
    return park.emitOpError(
        "parks a value that has no storage of its own to give up: an argument, "
        "a constant, a result of the step in a storage that is there from the "
        "start, or one that others share");
  Storage &storage = storages[*id];
  if (storage.sendStep)
    return park.emitOpError("parks a value that is on its way to the host "
                            "already; fetch it before");
  if (!storage.onDevice) {
    storage.onDevice = functionGraph.values[*id];
    storage.since = functionGraph.graph.writers(*id).front();
  }
  storage.sendStep = position - 1;
  storage.awaitedStep.reset();
  storage.park = park;
  return success();
}

void ParkingFinder::await(AwaitOp await) {
  Operation *copy = getCopyOf(await.getSource());
  if (!isa_and_present<ParkOp>(copy))
    return;
  auto found = storages.find(
      functionGraph.lookup(cast<ParkOp>(copy).getSource()).value_or(-1));
  if (found != storages.end() && found->second.park == copy &&
      !found->second.awaitedStep)
    found->second.awaitedStep = position - 1;
}

LogicalResult ParkingFinder::fetch(FetchOp fetch) {
  Operation *copy = getCopyOf(fetch.getSource());
  const std::optional<ValueId> id =
      isa_and_present<ParkOp>(copy)
          ? functionGraph.lookup(cast<ParkOp>(copy).getSource())
          : std::nullopt;
  auto found = storages.find(id.value_or(-1));
  if (found == storages.end() || !found->second.park)
    return fetch.emitOpError("fetches a value that is not on the host yet");
  Storage &storage = found->second;
  Parking parking;
  parking.value = *id;
  parking.sendStep = storage.sendStep;
  parking.fetchStep = position;
  const int32_t lastReader =
      findLastReader(storage.onDevice, /*copiesOutCount=*/true);
  const int32_t least = std::max(
      {lastReader, storage.since, storage.sendStep.value_or(storage.since)});
  parking.releaseStep = storage.awaitedStep.value_or(least);
  if (least > parking.releaseStep || parking.releaseStep >= parking.fetchStep)
    return fetch.emitOpError("fetches a value that is read on the device while "
                             "it is away; let its readers read what was "
                             "fetched");
  parkings.push_back(parking);
  storage = {fetch.getResult(), position, std::nullopt, std::nullopt,
             storage.park};
  const bool isRead = findLastReader(fetch.getResult(),
                                     /*copiesOutCount=*/false) >= position;
  return isRead ? success()
                : fetch.emitOpError("fetches a value that no later op reads; "
                                    "erase it (--canonicalize)");
}

FailureOr<std::vector<Parking>> ParkingFinder::find() {
  for (const TaskOps &each : functionGraph.tasks)
    tasks.insert(each.op);
  for (Operation &op : block) {
    positions[&op] = position;
    position += tasks.contains(&op);
  }
  for (Operation &op : block) {
    position = positions[&op];
    LogicalResult taken = success();
    if (auto found = dyn_cast<ParkOp>(op))
      taken = park(found);
    else if (auto found = dyn_cast<AwaitOp>(op))
      await(found);
    else if (auto found = dyn_cast<FetchOp>(op))
      taken = fetch(found);
    if (failed(taken))
      return failure();
  }
  for (auto &[id, storage] : storages)
    if (storage.sendStep)
      return storage.park.emitOpError(
          "parks a value that no remat.fetch copies back; erase it "
          "(--canonicalize)");
  return parkings;
}

FailureOr<std::vector<Parking>>
mlir::remat::findParkings(func::FuncOp function,
                          const FunctionGraph &functionGraph) {
  if (!parksValues(function))
    return std::vector<Parking>();
  WalkResult walked = function.walk([&](Operation *op) {
    if (!isa<ParkOp, FetchOp>(op) || op->getParentOp() == function)
      return WalkResult::advance();
    op->emitOpError("is nested in another operation; values are parked only in "
                    "the function's own block");
    return WalkResult::interrupt();
  });
  if (walked.wasInterrupted())
    return failure();
  return ParkingFinder(function, functionGraph).find();
}

/// Whether an earlier loop's result, or an argument, owns the storage of
/// `value`.
static bool isOfLoopBefore(Value value) {
  Operation *maker = getStorageRoot(value).getDefiningOp();
  return !maker || hlo::getOpKind(maker) == hlo::OpKind::Loop;
}

int64_t mlir::remat::getPlacedHostBytes(func::FuncOp function,
                                        const Target &target) {
  const llvm::DenseSet<Value> onHost = hlo::findHostValues(function);
  int64_t sum = 0;
  if (onHost.empty())
    return sum;
  auto add = [&](Value value) {
    addSaturating(sum, target.getStorageBytes(value.getType()).value_or(0));
  };
  function.walk([&](Operation *op) {
    const hlo::OpKind kind = hlo::getOpKind(op);
    for (OpResult result : op->getResults()) {
      if (!onHost.contains(result))
        continue;
      const unsigned number = result.getResultNumber();
      const bool isStack = kind == hlo::OpKind::Loop &&
                           number < op->getNumOperands() &&
                           !isOfLoopBefore(op->getOperand(number));
      const bool isOutside =
          hlo::copiesToHost(op) && op->getParentOp() == function;
      if (isStack || isOutside)
        add(result);
    }
  });
  return sum;
}

bool mlir::remat::parksValues(func::FuncOp function) {
  return function
      .walk([](Operation *op) {
        return isa<ParkOp, FetchOp>(op) ? WalkResult::interrupt()
                                        : WalkResult::advance();
      })
      .wasInterrupted();
}
