//===- FusedGraphBuilder.cpp - A function whose ops get fused -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For a compiler that fuses: ops computed inside of their readers are no tasks;
// a task reads the stored values behind them.
//
//===----------------------------------------------------------------------===//

#include "FusedBlock.h"
#include "GraphBuilderBase.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Analysis/Parkings.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;
using planner::ValueId;

namespace {
struct Reads {
  /// In the order of first mention.
  llvm::SetVector<Value> sources;
  /// Computed by the task on the way.
  llvm::SetVector<Operation *> computed;
};

class FusedGraphBuilder final : public GraphBuilderBase {
public:
  using GraphBuilderBase::GraphBuilderBase;

  /// Decides fusion and sharding.
  LogicalResult decide();

private:
  LogicalResult addResidents() override;
  bool isTask(Operation *op) override { return !fused().contains(op); }
  LogicalResult addTask(Operation *op, planner::Task &task,
                        TaskOps &taskOps) override;
  LogicalResult markResults() override;
  void overwriteOperands();
  void reserveResults();
  void shareResultStorages();
  void countWhenMade(unsigned position, int64_t bytes);
  PhaseAssignment getPhases() override;

  FusedOps &fused() { return result.fusionChoices.fusedOps; }
  int64_t getStorageBytes(Value value) const {
    return options.target->getStorageBytes(getDeviceType(value)).value_or(0);
  }
  /// None for constants and outer values.
  std::optional<ValueId> lookup(Value value) const {
    auto found = result.valueIds.find(value);
    return found == result.valueIds.end() ? std::nullopt
                                          : std::optional(found->second);
  }
  LogicalResult addOutput(planner::Task &task, OpResult output);
  void collectReads(Value value, Reads &reads);
  /// The value whose storage `result` overwrites: the one it is merged with, or
  /// a loop's init that only the loop reads.
  std::optional<ValueId> getCarriedStorage(OpResult result);
  /// The value whose storage a loop's result starts in, or null.
  Value getCarriedInit(OpResult result);
  /// The first value that lies in the storage of `value`, where loops carry it.
  Value getFirstInStorage(Value value);

  /// The positions of results that lie in arguments.
  llvm::SmallDenseSet<int64_t> donatedResults;
  /// What the results are made of.
  llvm::SetVector<Value> returnedValues;
  /// The owners of the results' storages, with the results' positions.
  llvm::MapVector<Value, SmallVector<unsigned, 1>> returned;
};
} // namespace

/// The only op that reads from the barrier, or null.
static Operation *getOnlyReader(Operation *barrier) {
  Operation *only = nullptr;
  for (Operation *user : barrier->getUsers()) {
    // The zeros that the op overwrites are made behind the barrier.
    bool makesZeros =
        hlo::getOpKind(user) == hlo::OpKind::Broadcast && user->hasOneUse();
    Operation *reader = makesZeros ? *user->user_begin() : user;
    if (only && only != reader)
      return nullptr;
    only = reader;
  }
  return only;
}

bool mlir::remat::isTie(Operation *op) {
  while (isa<BarrierOp>(op) && op->getNumResults() > 1) {
    Operation *reader = getOnlyReader(op);
    if (!reader || reader->hasTrait<OpTrait::IsTerminator>())
      return false;
    if (!isa<BarrierOp>(reader))
      return true;
    // Another barrier does not wait for all that it passes on.
    op = reader;
  }
  return false;
}

void FusedGraphBuilder::collectReads(Value value, Reads &reads) {
  SmallVector<Value> worklist = {value};
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    Operation *op = next.getDefiningOp();
    if (!op || !fused().contains(op)) {
      reads.sources.insert(next);
      continue;
    }
    OpOperand *viewed = getViewedOperand(cast<OpResult>(next));
    if (viewed && !isTie(op)) {
      worklist.push_back(viewed->get());
      continue;
    }
    if (!reads.computed.insert(op))
      continue;
    for (Value operand : llvm::reverse(op->getOperands()))
      worklist.push_back(operand);
  }
}

/// A lookup in a table whose rows lie on several devices, which sum them.
static bool isSplitLookup(Operation *op, const DeviceShares &shares) {
  return hlo::getOpKind(op) == hlo::OpKind::Gather &&
         shares.getExchangeBytes(op) > 0;
}

/// A reduction over dimensions that are split: its parts are summed over
/// devices before they are read.
static bool isSplitReduction(Operation *op, const DeviceShares &shares) {
  if (hlo::getOpKind(op) != hlo::OpKind::Reduce || op->getNumOperands() == 0)
    return false;
  auto whole = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  auto part = dyn_cast<RankedTensorType>(shares.getType(op->getOperand(0)));
  auto dimensions = op->getAttrOfType<DenseI64ArrayAttr>("dimensions");
  if (!whole || !part || !dimensions || part.getRank() != whole.getRank())
    return false;
  return llvm::any_of(dimensions.asArrayRef(), [&](int64_t dim) {
    return dim >= 0 && dim < whole.getRank() &&
           part.getDimSize(dim) != whole.getDimSize(dim);
  });
}

LogicalResult FusedGraphBuilder::decide() {
  if (options.fusionChoices) {
    result.fusionChoices = *options.fusionChoices;
    return success();
  }
  if (!function.getBody().hasOneBlock())
    return success();
  fused() = options.target->findFusedOps(function.getBody().front());
  FailureOr<DeviceShares> shares =
      computeDeviceShares(function, fused(), *options.target,
                          options.symbolScope ? options.symbolScope : function);
  if (failed(shares))
    return failure();
  // Sums over devices are stored.
  for (Operation &op : function.getBody().front())
    if (isSplitLookup(&op, *shares) || isSplitReduction(&op, *shares))
      fused().erase(&op);
  if (!options.keepsGathered)
    shares->gatherForEachReader();
  result.fusionChoices.shares = std::move(*shares);
  return success();
}

LogicalResult FusedGraphBuilder::addResidents() {
  Block &block = function.getBody().front();
  int64_t &resident = result.graph.residentBytes;
  if (llvm::AddOverflow(resident,
                        result.fusionChoices.shares.getGatheredArgumentBytes(),
                        resident))
    return function.emitOpError("gathers more than 2^63 bytes of its sharded "
                                "arguments on each device");
  OperandRange results = block.getTerminator()->getOperands();
  for (auto [position, value] : llvm::enumerate(results)) {
    Reads reads;
    collectReads(value, reads);
    for (Value source : reads.sources) {
      returnedValues.insert(source);
      returned[getFirstInStorage(source)].push_back(position);
    }
    if (failed(addResident(value.getLoc(), "result #" + Twine(position),
                           getDeviceType(value))))
      return failure();
  }
  // A donated argument is the storage of its result.
  for (auto [index, argument] : llvm::enumerate(function.getArguments())) {
    auto aliased =
        function.getArgAttrOfType<IntegerAttr>(index, "tf.aliasing_output");
    if (!aliased)
      continue;
    int64_t position = aliased.getInt();
    if (position < 0 || position >= function.getNumResults())
      return function.emitOpError()
             << "has " << function.getNumResults() << " results, but argument #"
             << index << " is to alias result #" << position
             << " (tf.aliasing_output); count results from 0";
    if (!donatedResults.insert(position).second)
      return function.emitOpError()
             << "has argument #" << index << " alias result #" << position
             << " (tf.aliasing_output), which another argument aliases "
                "already; donate one of them";
    // Both are residents, so their bytes are known.
    resident -=
        std::min(getStorageBytes(argument), getStorageBytes(results[position]));
  }
  return success();
}

std::optional<ValueId> FusedGraphBuilder::getCarriedStorage(OpResult output) {
  Operation *op = output.getOwner();
  if (Value merged = options.target->getMergedOperand(op)) {
    // The last reader overwrites it.
    auto startsThere = [&](Operation &later) {
      return options.target->getMergedOperand(&later) == merged;
    };
    bool isLast = llvm::none_of(
        llvm::make_range(std::next(op->getIterator()), op->getBlock()->end()),
        startsThere);
    return isLast ? lookup(merged) : std::nullopt;
  }
  Value init = getCarriedInit(output);
  return !init || returned.contains(init) ? std::nullopt : lookup(init);
}

Value FusedGraphBuilder::getCarriedInit(OpResult result) {
  Operation *op = result.getOwner();
  if (hlo::getOpKind(op) != hlo::OpKind::Loop ||
      op->getNumOperands() != op->getNumResults())
    return Value();
  Value init = op->getOperand(result.getResultNumber());
  if (init.getType() != result.getType())
    return Value();
  while (Operation *producer = init.getDefiningOp()) {
    if (!init.hasOneUse())
      return Value();
    OpOperand *viewed = getViewedOperand(cast<OpResult>(init));
    if (!viewed || !fused().contains(producer))
      break;
    init = viewed->get();
  }
  return isa<BlockArgument>(init) ? Value() : init;
}

Value FusedGraphBuilder::getFirstInStorage(Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    Value init = getCarriedInit(result);
    if (!init || fused().contains(init.getDefiningOp()))
      break;
    value = init;
  }
  return value;
}

LogicalResult FusedGraphBuilder::addOutput(planner::Task &task,
                                           OpResult output) {
  FailureOr<ValueId> id = addValue(output, planner::ValueKind::Activation);
  if (failed(id))
    return failure();
  planner::Value &value = result.graph.values[*id];
  task.outputs.push_back(*id);
  if (Value first = getFirstInStorage(output); returned.contains(first)) {
    // Resident already. A rerun would make a second storage.
    value.bytes = 0;
    task.mayRunAgain = false;
    if (first != output)
      value.viewOf = lookup(getCarriedInit(output));
  } else if (isCarriedUnchanged(output)) {
    value.bytes = 0;
  } else if (std::optional<ValueId> carried = getCarriedStorage(output)) {
    // A rerun would find its operand overwritten.
    value.viewOf = carried;
    task.mayRunAgain = false;
  }
  return success();
}

LogicalResult FusedGraphBuilder::addTask(Operation *op, planner::Task &task,
                                         TaskOps &taskOps) {
  Reads reads;
  for (Value operand : op->getOperands())
    collectReads(operand, reads);
  visitUsedValuesDefinedAbove(op->getRegions(), [&](OpOperand *captured) {
    collectReads(captured->get(), reads);
  });
  if (Value merged = options.target->getMergedOperand(op))
    reads.sources.insert(merged);
  llvm::SetVector<ValueId> inputs;
  for (Value source : reads.sources)
    if (std::optional<ValueId> id = lookup(source))
      inputs.insert(*id);
  // Without inputs no barrier can tell a clone from its original.
  task.mayRunAgain = !inputs.empty() && mayRunAgain(op) &&
                     llvm::all_of(reads.computed, mayRunAgain);
  const DeviceShares &shares = result.fusionChoices.shares;
  if (isSplitLookup(op, shares))
    task.mayRunAgain = false;
  for (OpResult output : op->getResults())
    if (failed(addOutput(task, output)))
      return failure();
  setInputs(task, std::move(inputs), hasSideEffects(op));
  const int64_t parts = shares.getParts(op);
  taskOps.cost = getOpCost(op);
  taskOps.cost.flops /= parts;
  taskOps.cost.bytesWritten /= parts;
  taskOps.matrixFlops = hlo::getMatrixFlops(op) / parts;
  for (Operation *computed : reads.computed) {
    taskOps.cost.flops += getOpCost(computed).flops / shares.getParts(computed);
    if (hlo::getOpKind(computed) == hlo::OpKind::Convolution)
      taskOps.matrixFlops +=
          hlo::getMatrixFlops(computed) / shares.getParts(computed);
  }
  taskOps.cost.bytesRead = 0;
  for (Value source : reads.sources)
    addSaturating(taskOps.cost.bytesRead,
                  getTypeBytes(getDeviceType(source)).value_or(0));
  int64_t workspace =
      saturatingAdd(taskOps.cost.workspaceBytes,
                    getDeviceWorkspace(op, *options.target, shares));
  taskOps.gathersArguments = shares.gathersArguments(op);
  for (Operation *computed : reads.computed) {
    addSaturating(workspace, shares.getExchangeBytes(computed));
    taskOps.gathersArguments |= shares.gathersArguments(computed);
  }
  return finishTask(op, workspace);
}

/// Whether `value` or `op` is a scatter.
static bool isOfScatter(Operation *op, Value value) {
  Operation *maker = value.getDefiningOp();
  return hlo::getOpKind(op) == hlo::OpKind::Scatter ||
         (maker && hlo::getOpKind(maker) == hlo::OpKind::Scatter);
}

/// (F9) What scatters start from and what is added to them, where neither task
/// runs in the forward part: a rerun would find its operand overwritten. Of
/// other tasks, plans gain more by reruns. A scatter with other readers is not
/// overwritten: its storage is that of the zeros before it, and XLA shares none
/// of two values with a third.
void FusedGraphBuilder::overwriteOperands() {
  planner::Graph &graph = result.graph;
  std::vector<int32_t> readers(graph.values.size(), 0);
  std::vector<planner::Task *> writers(graph.values.size(), nullptr);
  for (planner::Task &task : graph.tasks) {
    for (ValueId input : task.inputs)
      ++readers[input];
    for (ValueId output : task.outputs)
      writers[output] = &task;
  }
  for (auto [task, taskOps] : llvm::zip_equal(graph.tasks, result.tasks)) {
    if (task.phase == planner::Phase::Forward || task.outputs.size() != 1 ||
        taskOps.op->getNumResults() != 1)
      continue;
    planner::Value &made = graph.values[task.outputs.front()];
    if (made.bytes == 0 || made.viewOf || made.isResult)
      continue;
    for (Value operand : getOverwritable(taskOps.op->getResult(0), fused())) {
      std::optional<ValueId> id = lookup(operand);
      if (!id || !llvm::is_contained(task.inputs, *id) || readers[*id] != 1 ||
          !writers[*id] || !isOfScatter(taskOps.op, operand) ||
          writers[*id]->phase == planner::Phase::Forward ||
          graph.values[*id].isResult || graph.values[*id].bytes != made.bytes)
        continue;
      made.viewOf = *id;
      task.mayRunAgain = false;
      writers[*id]->mayRunAgain = false;
      break;
    }
  }
}

void FusedGraphBuilder::reserveResults() {
  auto isDonated = [&](unsigned position) {
    return donatedResults.contains(position);
  };
  for (const auto &[value, positions] : returned) {
    std::optional<ValueId> id = lookup(value);
    auto output = dyn_cast<OpResult>(value);
    if (!id || !output || llvm::any_of(positions, isDonated))
      continue;
    planner::ReservedStorage storage;
    storage.value = *id;
    storage.bytes = getStorageBytes(value);
    for (Value operand : getOverwritable(output, fused()))
      if (std::optional<ValueId> overwritten = lookup(operand))
        storage.overwritable.push_back(*overwritten);
    result.reserved.push_back(std::move(storage));
  }
}

LogicalResult FusedGraphBuilder::markResults() {
  for (Value value : returnedValues)
    if (std::optional<ValueId> id = lookup(value))
      result.graph.values[*id].isResult = true;
  overwriteOperands();
  reserveResults();
  // Results have their storages from the start to the end. A device's part has
  // no place of its own on the host.
  const bool isSharded = result.fusionChoices.shares.isSharded();
  for (planner::Value &value : result.graph.values)
    value.mayPark &= !isSharded && !value.isResult;
  if (options.fusionChoices)
    for (auto [position, bytes] : options.fusionChoices->lateResults)
      countWhenMade(position, bytes);
  // A step that parks was planned without sharing (prepareStep).
  else if (options.sharesResults && !parksValues(function))
    shareResultStorages();
  return success();
}

/// Counts `bytes` of the result at `position` from its definition on.
void FusedGraphBuilder::countWhenMade(unsigned position, int64_t bytes) {
  Value operand = function.getBody().front().back().getOperand(position);
  Reads reads;
  collectReads(operand, reads);
  result.graph.residentBytes -= bytes;
  for (Value source : reads.sources)
    if (std::optional<ValueId> id = lookup(getFirstInStorage(source))) {
      result.graph.values[*id].bytes = std::min(bytes, getStorageBytes(source));
      for (planner::ReservedStorage &storage : result.reserved)
        if (storage.value == *id)
          storage.bytes = std::max<int64_t>(storage.bytes - bytes, 0);
    }
}

namespace {
/// A storage over the steps of the original order.
struct Lifetime {
  ValueId value = 0;
  int64_t bytes = 0;
  int32_t first = 0;
  int32_t last = 0;
};
} // namespace

/// The lifetimes of task values in program order; results live to the end.
static std::vector<Lifetime> getLifetimes(const planner::Graph &graph,
                                          ArrayRef<int64_t> bytes) {
  std::vector<Lifetime> lifetimes(graph.values.size());
  auto rootOf = [&](ValueId id) {
    while (graph.values[id].viewOf)
      id = *graph.values[id].viewOf;
    return id;
  };
  const int32_t end = graph.tasks.size();
  for (const planner::Task &task : graph.tasks) {
    int32_t step = task.id;
    for (ValueId id : task.inputs)
      lifetimes[rootOf(id)].last = step;
    for (ValueId id : task.outputs) {
      Lifetime &lifetime = lifetimes[rootOf(id)];
      lifetime.last = graph.values[id].isResult ? end : step;
      if (rootOf(id) != id)
        continue;
      lifetime.value = id;
      lifetime.bytes = bytes[id];
      lifetime.first = step;
    }
  }
  llvm::erase_if(lifetimes,
                 [](const Lifetime &each) { return each.bytes == 0; });
  return lifetimes;
}

/// The bytes of the values that a turn of `loop` stores beside what the loop
/// carries, in ascending order.
static std::vector<int64_t> getSizesInTurns(Operation *loop,
                                            const Target &target) {
  std::vector<int64_t> sizes;
  for (Region &region : loop->getRegions())
    for (Block &block : region) {
      const FusedOps fused = target.findFusedOps(block);
      for (Operation &op : block.without_terminator()) {
        if (fused.contains(&op))
          continue;
        for (Value made : op.getResults())
          if (llvm::none_of(made.getUsers(), [&](Operation *user) {
                return user == block.getTerminator();
              }))
            sizes.push_back(target.getStorageBytes(made.getType()).value_or(0));
      }
    }
  llvm::sort(sizes);
  return sizes;
}

/// (F8) XLA may place a temporary in the storage of a later result if it fits
/// whole. The choice depends on the plan; the graph only counts each result
/// from the start or from its definition, such that the original order gets
/// XLA's size.
void FusedGraphBuilder::shareResultStorages() {
  planner::Graph &graph = result.graph;
  std::vector<int64_t> bytes;
  for (const planner::Value &value : graph.values)
    bytes.push_back(value.bytes);
  for (const auto &[value, positions] : returned)
    if (std::optional<ValueId> id = lookup(value); id && value.getDefiningOp())
      bytes[*id] = getStorageBytes(value);

  std::vector<Lifetime> rooms;
  std::vector<Lifetime> temporaries;
  for (const Lifetime &each : getLifetimes(graph, bytes))
    (returned.contains(result.values[each.value]) ? rooms : temporaries)
        .push_back(each);
  auto isLarger = [](const Lifetime &a, const Lifetime &b) {
    return a.bytes > b.bytes;
  };
  llvm::stable_sort(rooms, isLarger);
  llvm::stable_sort(temporaries, isLarger);

  const size_t steps = graph.tasks.size();
  std::vector<std::vector<int64_t>> ofTurns(steps);
  for (auto [step, task] : llvm::enumerate(result.tasks))
    if (hlo::getOpKind(task.op) == hlo::OpKind::Loop)
      ofTurns[step] = getSizesInTurns(task.op, *options.target);
  // Larger buffers are placed first, those of the turns of a loop among them.
  auto isCrowdedOut = [&](const Lifetime &guest, const Lifetime &room) {
    for (int32_t step = guest.first; step <= guest.last; ++step) {
      ArrayRef<int64_t> sizes = ofTurns[step];
      const auto *larger = llvm::upper_bound(sizes, guest.bytes);
      if (larger != sizes.end() && *larger <= room.bytes)
        return true;
    }
    return false;
  };
  std::vector<int64_t> change(steps + 2, 0);
  std::vector<int64_t> changeWhenShared(steps + 2, 0);
  std::vector<std::vector<Lifetime>> guests(rooms.size());
  for (const Lifetime &guest : temporaries) {
    change[guest.first] += guest.bytes;
    change[guest.last + 1] -= guest.bytes;
    auto fits = [&](size_t room) {
      return rooms[room].first > guest.last &&
             !isCrowdedOut(guest, rooms[room]) &&
             llvm::none_of(guests[room], [&](const Lifetime &other) {
               return guest.first <= other.last && other.first <= guest.last;
             });
    };
    // Best fit. Small guests are not worth it.
    constexpr int64_t smallest = 4096;
    size_t room = 0;
    if (guest.bytes > smallest)
      room = llvm::partition_point(rooms,
                                   [&](const Lifetime &room) {
                                     return room.bytes >= guest.bytes;
                                   }) -
             rooms.begin();
    while (room > 0 && !fits(room - 1))
      --room;
    if (room > 0) {
      guests[room - 1].push_back(guest);
      continue;
    }
    changeWhenShared[guest.first] += guest.bytes;
    changeWhenShared[guest.last + 1] -= guest.bytes;
  }

  auto getPeak = [&](ArrayRef<int64_t> changes) {
    int64_t live = 0;
    std::pair<int64_t, int32_t> peak = {0, 0};
    for (size_t step = 0; step != steps; ++step) {
      live += changes[step];
      int64_t need = saturatingAdd(live, graph.tasks[step].workspace);
      if (need > peak.first)
        peak = {need, step};
    }
    return peak;
  };
  auto [peak, peakStep] = getPeak(change);
  int64_t saved = peak - getPeak(changeWhenShared).first;
  for (const Lifetime &room : rooms) {
    if (saved <= 0)
      break;
    if (room.first <= peakStep)
      continue;
    ArrayRef<unsigned> positions =
        returned.find(result.values[room.value])->second;
    // A value returned twice has two storages, but its task writes only one.
    if (positions.size() != 1)
      continue;
    const int64_t bytes = std::min(saved, room.bytes);
    saved -= bytes;
    countWhenMade(positions.front(), bytes);
    result.fusionChoices.lateResults.push_back({positions.front(), bytes});
  }
}

/// JAX returns the loss first; other results may be float scalars too.
PhaseAssignment FusedGraphBuilder::getPhases() {
  PhaseAssignment phases = GraphBuilderBase::getPhases();
  if (phases.loss || function.getNumResults() == 0)
    return phases;
  auto first = dyn_cast<RankedTensorType>(function.getResultTypes().front());
  if (first && first.getRank() == 0 && isa<FloatType>(first.getElementType()))
    return computePhases(function, 0);
  return phases;
}

FailureOr<FunctionGraph>
mlir::remat::buildFusedFunctionGraph(func::FuncOp function,
                                     const GraphBuilderOptions &options) {
  FusedGraphBuilder builder(function, options);
  if (failed(builder.decide()))
    return failure();
  return builder.build();
}
