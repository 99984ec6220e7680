//===- ApplyOutcome.cpp - From a plan to IR -------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/TieLoopInits.h"
#include "PassSetup.h"
#include "SettleLoops.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Analysis/MemoryProfile.h"
#include "remat/Analysis/Parkings.h"
#include "remat/Analysis/Phases.h"
#include "remat/Dialect/Remat/IR/ArenaPlan.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "remat/Transforms/Rematerialize.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Debug.h"

#include <utility>

#define DEBUG_TYPE "remat-rematerialize"

using namespace mlir;
using namespace mlir::remat;
using planner::Step;
using planner::TaskId;
using planner::ValueId;

namespace {
/// Copies each step's task op, with the destinations and views that it reads.
/// Reruns read their operands through a `remat.barrier`, one per group of such
/// steps, tied to the operand of the first step after them, or to the held
/// result before the group. Fused ops are copied for the first reader of each
/// instance of their operands. Between two steps, copies out begin and are
/// awaited before a cut, those back begin behind it.
class PlanApplier {
public:
  PlanApplier(const PreparedStep &step, const FunctionOutcome &outcome)
      : block(func::FuncOp(step.function).getBody().front()),
        functionGraph(step.functionGraph), plan(outcome.plan),
        options(outcome.rewrite), builder(block.getTerminator()),
        latest(functionGraph.values), madeAt(functionGraph.values.size(), -1),
        runs(functionGraph.tasks.size(), 0), moves(plan.steps.size() + 1),
        onHost(functionGraph.values.size()),
        isAway(functionGraph.values.size()) {}

  /// Returns the fusion choices for the result.
  /// O(steps · (operands + fused ops read) + cuts · steps).
  FusionChoices apply();
  /// Loops keep the phases of the plan, which has been applied. O(ops).
  void keepPhasesOfLoops(std::optional<unsigned> lossResult);

private:
  const planner::Task &getTask(size_t step) const {
    return functionGraph.graph.tasks[plan.steps[step].task];
  }
  size_t getEndOfReruns(size_t begin) const;
  size_t getEndOfGroup(size_t begin, size_t end) const;
  std::optional<ValueId> getTie(size_t begin, size_t end) const;
  void emitReruns(size_t begin, size_t end);
  void findHeldSteps();
  void hold(size_t step);
  void emitBarrier(size_t begin, size_t end, std::optional<ValueId> tie);
  void tellFromEarlier(SmallVectorImpl<Value> &operands) const;
  void emitCut(size_t step);
  void findMoves();
  std::optional<ValueId> getTieOfCopy(size_t step) const;
  Value passWithTie(Value value, size_t step);
  void emitCopiesOut(size_t step);
  void emitCopiesBack(size_t step);
  void awaitFetched(ArrayRef<ValueId> values);
  void emitStep(size_t step);
  Operation *emitOp(Operation *op, IRMapping &mapping);
  void emitPreparations(const TaskOps &taskOps, IRMapping &mapping,
                        bool behindBarrier);
  /// The current instance of `value`; remakes views and fused ops as needed.
  Value materialize(Value value, IRMapping &mapping);
  Value materializeView(OpOperand &viewed, OpResult result, IRMapping &mapping);
  Value materializeFused(OpResult result, IRMapping &mapping);

  Block &block;
  const FunctionGraph &functionGraph;
  const planner::Plan &plan;
  const ApplyOptions &options;
  OpBuilder builder;
  /// By ValueId: the instance that readers get now.
  std::vector<Value> latest;
  /// By ValueId: the step that made it, or -1 if there from the start.
  std::vector<int64_t> madeAt;
  /// By TaskId.
  std::vector<int64_t> runs;
  /// Elementwise steps that, where they are reruns, must not be computed in
  /// their readers.
  llvm::DenseSet<size_t> heldSteps;
  /// The barriers of reruns, by their first operand.
  llvm::DenseMap<Value, SmallVector<BarrierOp, 1>> barriers;
  BarrierOp lastCut;
  /// What copies do between two steps.
  struct Moves {
    SmallVector<ValueId, 1> sent, released, fetched;
    /// Of the fetched values, those that the host holds for a later fetch.
    SmallVector<ValueId, 1> held;
    bool isEmpty() const {
      return sent.empty() && released.empty() && fetched.empty();
    }
  };
  /// By the step that follows.
  std::vector<Moves> moves;
  /// By ValueId: its bytes on the host while a fetch needs them, else null.
  std::vector<Value> onHost;
  /// By ValueId: on the host alone.
  std::vector<bool> isAway;
  /// Whose copies out have not been awaited.
  llvm::DenseSet<ValueId> beingSent;
  /// Whose copies back have not been awaited.
  llvm::SetVector<ValueId> beingFetched;
  /// Within a group of reruns: the outputs of its barrier.
  llvm::DenseMap<ValueId, Value> shielded;
  /// A view, and the instance that its last copy views: readers of one instance
  /// share the copy.
  llvm::DenseMap<Value, std::pair<Value, Value>> views;
  /// A fused op's last copy; its operands tell if it is current.
  llvm::DenseMap<Operation *, Operation *> fusedCopies;
  llvm::DenseSet<Operation *> emitted;
  /// With the phases that they were planned in.
  SmallVector<std::pair<Operation *, TaskPhase>> loops;
  /// A device's parts of the copies.
  DeviceShares shares;
};
} // namespace

Value PlanApplier::materialize(Value value, IRMapping &mapping) {
  if (Value mapped = mapping.lookupOrNull(value))
    return mapped;
  if (auto found = functionGraph.valueIds.find(value);
      found != functionGraph.valueIds.end()) {
    Value instance = shielded.lookup(found->second);
    return instance ? instance : latest[found->second];
  }
  auto result = dyn_cast<OpResult>(value);
  if (!result || result.getOwner()->getBlock() != &block ||
      isResident(result.getOwner()))
    return value;
  if (OpOperand *viewed = getViewedOperand(result))
    return materializeView(*viewed, result, mapping);
  // Anything else is a constant, and stays.
  return functionGraph.fusionChoices.fusedOps.contains(result.getOwner())
             ? materializeFused(result, mapping)
             : value;
}

/// Whether result i of `op` is operand i, for all i.
static bool isBarrier(Operation *op) {
  return isa<BarrierOp>(op) || hlo::getOpKind(op) == hlo::OpKind::Barrier;
}

Value PlanApplier::materializeView(OpOperand &viewed, OpResult result,
                                   IRMapping &mapping) {
  // A tie's readers wait for all that it passes. Without fusion it is a barrier
  // like others, and the graph has them read one value only.
  if (isTie(result.getOwner()) &&
      functionGraph.fusionChoices.fusedOps.contains(result.getOwner()))
    return materializeFused(result, mapping);
  Value source = materialize(viewed.get(), mapping);
  auto &[viewedInstance, copy] = views[result];
  if (viewedInstance == source)
    return copy;
  Value made;
  if (isBarrier(result.getOwner())) {
    // An earlier barrier: a copy needs only this value.
    made = BarrierOp::create(builder, result.getLoc(), ValueRange(source))
               .getResult(0);
  } else {
    IRMapping viewMapping;
    for (OpOperand &operand : result.getOwner()->getOpOperands())
      viewMapping.map(operand.get(), &operand == &viewed
                                         ? source
                                         : materialize(operand.get(), mapping));
    made = builder.clone(*result.getOwner(), viewMapping)
               ->getResult(result.getResultNumber());
  }
  // The recursion may have moved `views[result]`.
  views[result] = {source, made};
  return made;
}

Value PlanApplier::materializeFused(OpResult result, IRMapping &mapping) {
  Operation *op = result.getOwner();
  IRMapping operands;
  bool isCurrent = true;
  Operation *copy = fusedCopies.lookup(op);
  for (OpOperand &operand : op->getOpOperands()) {
    Value instance = materialize(operand.get(), mapping);
    operands.map(operand.get(), instance);
    isCurrent &=
        copy && copy->getOperand(operand.getOperandNumber()) == instance;
  }
  if (!copy || !isCurrent) {
    copy = builder.clone(*op, operands);
    fusedCopies[op] = copy;
    shares.copy(op, copy, functionGraph.fusionChoices.shares);
  }
  // One reader may reach an op in many ways; copy it once.
  mapping.map(op->getResults(), copy->getResults());
  return copy->getResult(result.getResultNumber());
}

Operation *PlanApplier::emitOp(Operation *op, IRMapping &mapping) {
  for (Value operand : op->getOperands())
    mapping.map(operand, materialize(operand, mapping));
  visitUsedValuesDefinedAbove(op->getRegions(), [&](OpOperand *captured) {
    mapping.map(captured->get(), materialize(captured->get(), mapping));
  });
  Operation *copy = builder.clone(*op, mapping);
  emitted.insert(copy);
  shares.copy(op, copy, functionGraph.fusionChoices.shares);
  return copy;
}

void PlanApplier::emitPreparations(const TaskOps &taskOps, IRMapping &mapping,
                                   bool behindBarrier) {
  for (Operation *preparation : taskOps.preparations) {
    bool makesStorage = preparation->getNumOperands() == 0;
    emitOp(preparation, mapping);
    if (!behindBarrier || !makesStorage)
      continue;
    Value storage = mapping.lookup(preparation->getResult(0));
    mapping.map(
        preparation->getResult(0),
        BarrierOp::create(builder, preparation->getLoc(), ValueRange(storage))
            .getResult(0));
  }
}

void PlanApplier::emitStep(size_t step) {
  TaskId id = plan.steps[step].task;
  const TaskOps &taskOps = functionGraph.tasks[id];
  const planner::Task &task = getTask(step);
  // The destination tells a rerun without inputs from its original.
  bool readsStorage = llvm::any_of(task.inputs, [&](ValueId input) {
    return functionGraph.values[input] != nullptr;
  });
  awaitFetched(task.inputs);
  IRMapping mapping;
  emitPreparations(taskOps, mapping,
                   /*behindBarrier=*/runs[id] > 0 && !readsStorage);
  Operation *copy = emitOp(taskOps.op, mapping);
  if (isa<LoopLikeOpInterface>(copy))
    loops.push_back({copy, static_cast<TaskPhase>(task.phase)});
  ++runs[id];
  for (ValueId output : task.outputs) {
    madeAt[output] = step;
    shielded.erase(output);
    if (Value original = functionGraph.values[output])
      latest[output] = mapping.lookup(original);
  }
}

size_t PlanApplier::getEndOfReruns(size_t begin) const {
  size_t end = begin;
  while (end != plan.steps.size() && runs[plan.steps[end].task] > 0)
    ++end;
  return end;
}

/// A rerun has other readers than the first run had, and a compiler may compute
/// it in these. What it reads then lives as long as its results would: instead
/// of them, or beside them where one of several readers needs them stored.
/// Finds the steps where that is more than planned. O(steps and their values).
void PlanApplier::findHeldSteps() {
  const planner::Graph &graph = functionGraph.graph;
  // By ValueId: the later steps that read the same instance.
  std::vector<int64_t> readers(graph.values.size(), 0);
  for (size_t step = plan.steps.size(); step-- != 0;) {
    const planner::Task &task = getTask(step);
    int64_t made = 0, readLast = 0, mostReaders = 0;
    for (ValueId output : task.outputs) {
      made = saturatingAdd(made, graph.values[output].bytes);
      mostReaders =
          std::max(mostReaders, std::exchange(readers[output], int64_t(0)));
    }
    for (ValueId input : task.inputs)
      if (readers[input]++ == 0 && !graph.values[input].isResult &&
          isa_and_present<OpResult>(functionGraph.values[input]))
        readLast = saturatingAdd(readLast, graph.values[input].bytes);
    // A convolution may make a sum itself.
    if (mostReaders > 0 && readLast > (mostReaders > 1 ? 0 : made) &&
        !options.copyingTasks.contains(plan.steps[step].task) &&
        hlo::getOpKind(functionGraph.tasks[plan.steps[step].task].op) ==
            hlo::OpKind::Elementwise)
      heldSteps.insert(step);
  }
}

/// No task runs twice in a group: CSE would merge two runs that read the same
/// barrier. A group ends with a held result, which the next one waits for, and
/// where copies begin or end.
size_t PlanApplier::getEndOfGroup(size_t begin, size_t end) const {
  llvm::DenseSet<TaskId> tasks;
  size_t step = begin;
  while (step != end && tasks.insert(plan.steps[step].task).second)
    if (heldSteps.contains(step++) || !moves[step].isEmpty())
      break;
  return step;
}

/// The operand of the first step after these reruns that is made last. A tie to
/// an early one is useless, but free.
std::optional<ValueId> PlanApplier::getTie(size_t begin, size_t end) const {
  if (end == plan.steps.size())
    return std::nullopt;
  llvm::DenseSet<ValueId> made;
  for (size_t step = begin; step != end; ++step)
    made.insert_range(getTask(step).outputs);
  std::optional<ValueId> tie;
  for (ValueId input : getTask(end).inputs)
    if (functionGraph.values[input] && madeAt[input] >= 0 && !isAway[input] &&
        !made.contains(input) && (!tie || madeAt[input] > madeAt[*tie]))
      tie = input;
  return tie;
}

/// Compilers merge barriers with equal operands: passes the first operand
/// through the earlier one.
void PlanApplier::tellFromEarlier(SmallVectorImpl<Value> &operands) const {
  auto isEqual = [&](BarrierOp barrier) {
    return llvm::equal(barrier.getInputs(), operands);
  };
  for (auto found = barriers.find(operands.front()); found != barriers.end();
       found = barriers.find(operands.front())) {
    auto equal = llvm::find_if(found->second, isEqual);
    if (equal == found->second.end())
      return;
    operands.front() = BarrierOp(*equal).getResult(0);
  }
}

void PlanApplier::emitBarrier(size_t begin, size_t end,
                              std::optional<ValueId> tie) {
  llvm::SetVector<ValueId> inputs;
  llvm::DenseSet<ValueId> made;
  for (size_t step = begin; step != end; ++step) {
    for (ValueId input : getTask(step).inputs)
      if (functionGraph.values[input] && !made.contains(input))
        inputs.insert(input);
    made.insert_range(getTask(step).outputs);
  }
  if (inputs.empty())
    return;
  SmallVector<Value, 1> after;
  bool passesTie = tie && options.passesTies && !inputs.contains(*tie);
  if (tie && !options.passesTies)
    after.push_back(latest[*tie]);
  SmallVector<Value> operands;
  for (ValueId input : inputs)
    operands.push_back(latest[input]);
  if (passesTie)
    operands.push_back(latest[*tie]);
  if (options.passesTies)
    tellFromEarlier(operands);
  Location loc = functionGraph.tasks[plan.steps[begin].task].op->getLoc();
  auto barrier = BarrierOp::create(builder, loc, operands, after);
  if (options.passesTies)
    barriers[operands.front()].push_back(barrier);
  for (auto [position, input] : llvm::enumerate(inputs))
    shielded[input] = barrier.getResult(position);
  if (options.passesTies && tie)
    latest[*tie] = passesTie ? barrier.getResults().back() : shielded[*tie];
}

/// Emits one barrier over all values made before `step` and read at or after
/// it, over finished results, and over arguments that the compiler copies
/// before the next cut: a copy is then made behind this one, and is not shared
/// with readers across it.
void PlanApplier::emitCut(size_t step) {
  // Two in a row are one; the first would be taken for a tie of the second.
  if (lastCut && llvm::all_of(lastCut.getResults(),
                              [](Value value) { return value.use_empty(); }))
    return;
  llvm::SetVector<ValueId> live;
  llvm::DenseSet<ValueId> settled;
  for (size_t later = step; later != plan.steps.size(); ++later) {
    for (ValueId input : getTask(later).inputs)
      if (settled.insert(input).second)
        live.insert(input);
    settled.insert_range(getTask(later).outputs);
  }
  for (auto [id, value] : llvm::enumerate(functionGraph.graph.values))
    if (value.isResult && !settled.contains(id))
      live.insert(id);
  live.remove_if([&](ValueId id) {
    return !functionGraph.values[id] || madeAt[id] < 0 || isAway[id];
  });
  auto isThere = [](Value copy) { return copy != nullptr; };
  if (live.empty() && llvm::none_of(onHost, isThere))
    return;
  for (size_t later = step; later != plan.steps.size(); ++later) {
    if (later != step && options.cuts.contains(later))
      break;
    if (options.copyingTasks.contains(plan.steps[later].task))
      for (ValueId input : getTask(later).inputs)
        if (isa_and_present<BlockArgument>(functionGraph.values[input]))
          live.insert(input);
  }
  SmallVector<Value *> passed;
  for (ValueId id : live)
    passed.push_back(&latest[id]);
  for (Value &copy : onHost)
    if (isThere(copy))
      passed.push_back(&copy);
  SmallVector<Value> operands;
  for (Value *value : passed)
    operands.push_back(*value);
  Operation *next = functionGraph.tasks[plan.steps[step].task].op;
  lastCut = BarrierOp::create(builder, next->getLoc(), operands);
  for (auto [value, result] : llvm::zip_equal(passed, lastCut.getResults()))
    *value = result;
}

/// Sorts the plan's parkings by where their copies begin and end.
/// O(parkings · log parkings).
void PlanApplier::findMoves() {
  SmallVector<const planner::Parking *> ordered;
  for (const planner::Parking &parking : plan.parkings)
    ordered.push_back(&parking);
  llvm::sort(ordered, [](const auto *a, const auto *b) {
    return std::pair(a->value, a->fetchStep) <
           std::pair(b->value, b->fetchStep);
  });
  const planner::Parking *later = nullptr;
  for (const planner::Parking *parking : llvm::reverse(ordered)) {
    if (parking->sendStep)
      moves[*parking->sendStep + 1].sent.push_back(parking->value);
    moves[parking->releaseStep + 1].released.push_back(parking->value);
    moves[parking->fetchStep].fetched.push_back(parking->value);
    if (later && later->value == parking->value && !later->sendStep)
      moves[parking->fetchStep].held.push_back(parking->value);
    later = parking;
  }
}

/// The last value made that is there now and that `step`, or one of the next
/// steps, reads as it is.
std::optional<ValueId> PlanApplier::getTieOfCopy(size_t step) const {
  constexpr size_t mostSteps = 16;
  const size_t end = std::min(step + mostSteps, plan.steps.size());
  // Made again or sent away before its reader.
  llvm::DenseSet<ValueId> replaced;
  for (; step != end; ++step) {
    std::optional<ValueId> tie;
    for (ValueId input : getTask(step).inputs)
      if (functionGraph.values[input] && madeAt[input] >= 0 && !isAway[input] &&
          !replaced.contains(input) && (!tie || madeAt[input] > madeAt[*tie]))
        tie = input;
    if (tie)
      return tie;
    replaced.insert_range(getTask(step).outputs);
    replaced.insert_range(moves[step + 1].released);
  }
  return std::nullopt;
}

/// Passes `value` and what `step` reads through a barrier: neither is there
/// before the other.
Value PlanApplier::passWithTie(Value value, size_t step) {
  // A compiler that keeps the order has them where they stand.
  if (!options.passesTies)
    return value;
  const std::optional<ValueId> tie = getTieOfCopy(step);
  if (!tie)
    return value;
  auto barrier = BarrierOp::create(builder, value.getLoc(),
                                   ValueRange{value, latest[*tie]});
  latest[*tie] = barrier.getResult(1);
  return barrier.getResult(0);
}

/// Begins the copies out before `step`, and awaits those after which bytes of
/// the device are free.
void PlanApplier::emitCopiesOut(size_t step) {
  for (ValueId id : moves[step].sent) {
    onHost[id] =
        ParkOp::create(builder, latest[id].getLoc(), latest[id]).getResult();
    beingSent.insert(id);
  }
  for (ValueId id : moves[step].released)
    isAway[id] = true;
  for (ValueId id : moves[step].released)
    // The host may hold it from an earlier stay.
    if (beingSent.erase(id))
      onHost[id] = passWithTie(
          AwaitOp::create(builder, onHost[id].getLoc(), onHost[id]).getResult(),
          step);
}

/// Begins the copies back before `step`.
void PlanApplier::emitCopiesBack(size_t step) {
  for (ValueId id : moves[step].fetched) {
    onHost[id] = passWithTie(onHost[id], step);
    latest[id] =
        FetchOp::create(builder, onHost[id].getLoc(), onHost[id]).getResult();
    if (!llvm::is_contained(moves[step].held, id))
      onHost[id] = Value();
  }
  for (ValueId id : moves[step].fetched)
    isAway[id] = false;
  if (options.awaitsFetches)
    beingFetched.insert_range(moves[step].fetched);
}

/// Awaits the copies back of `values`.
void PlanApplier::awaitFetched(ArrayRef<ValueId> values) {
  auto await = [&](Value &instance) {
    instance =
        AwaitOp::create(builder, instance.getLoc(), instance).getResult();
  };
  for (ValueId id : values) {
    if (!beingFetched.remove(id))
      continue;
    await(latest[id]);
    // Of the group's barrier.
    if (auto found = shielded.find(id); found != shielded.end())
      await(found->second);
  }
}

/// Passes the step's results through a barrier, which stores them. Otherwise
/// all that a chain of sums reads is alive until the last of them is made.
void PlanApplier::hold(size_t step) {
  for (ValueId output : getTask(step).outputs)
    if (functionGraph.values[output])
      latest[output] =
          BarrierOp::create(builder, latest[output].getLoc(), latest[output])
              .getResult(0);
}

void PlanApplier::emitReruns(size_t begin, size_t end) {
  std::optional<ValueId> tie = getTie(begin, end);
  while (begin != end) {
    const size_t endOfGroup = getEndOfGroup(begin, end);
    emitBarrier(begin, endOfGroup, tie);
    for (; begin != endOfGroup; ++begin)
      emitStep(begin);
    shielded.clear();
    if (heldSteps.contains(begin - 1)) {
      hold(begin - 1);
      // It depends on this group's barrier, and so on the barrier's tie.
      if (const ValueId held = getTask(begin - 1).outputs.front();
          functionGraph.values[held])
        tie = held;
    }
    if (begin == end)
      continue;
    emitCopiesOut(begin);
    emitCopiesBack(begin);
    if (tie && isAway[*tie])
      tie = getTie(begin, end);
  }
}

/// The loss may depend on other ops than before: on those that ran again, not
/// on the first runs. A loop's form follows from its phase.
void PlanApplier::keepPhasesOfLoops(std::optional<unsigned> lossResult) {
  const PhaseAssignment phases =
      computePhases(cast<func::FuncOp>(block.getParentOp()), lossResult);
  for (auto [loop, phase] : loops)
    if (phases.lookup(loop) != phase)
      loop->setDiscardableAttr(kPhaseAttrName,
                               PhaseAttr::get(loop->getContext(), phase));
}

FusionChoices PlanApplier::apply() {
  SmallVector<Operation *> originals;
  for (Operation &op : block.without_terminator())
    if (!isResident(&op))
      originals.push_back(&op);
  if (options.holdsElementwise)
    findHeldSteps();
  findMoves();
  for (size_t step = 0; step != plan.steps.size();) {
    emitCopiesOut(step);
    // A cut goes before the reruns.
    if (options.cuts.contains(step))
      emitCut(step);
    emitCopiesBack(step);
    const size_t end = getEndOfReruns(step);
    if (end == step)
      emitStep(step);
    else
      emitReruns(step, end);
    step = std::max(step + 1, end);
  }
  emitCopiesOut(plan.steps.size());
  emitCopiesBack(plan.steps.size());
  awaitFetched(llvm::to_vector(beingFetched));
  IRMapping none;
  for (OpOperand &operand : block.getTerminator()->getOpOperands())
    operand.set(materialize(operand.get(), none));
  for (Operation *op : llvm::reverse(originals)) {
    op->dropAllUses();
    op->erase();
  }
  FusionChoices choices;
  // Includes barriers, even if nothing was fused before.
  for (Operation &op : block.without_terminator())
    if (!emitted.contains(&op))
      choices.fusedOps.insert(&op);
  choices.lateResults = functionGraph.fusionChoices.lateResults;
  shares.copyArguments(block.getArguments(),
                       functionGraph.fusionChoices.shares);
  choices.shares = std::move(shares);
  return choices;
}

/// Checks that the rewritten function needs the planned bytes.
static LogicalResult checkResult(func::FuncOp function,
                                 const GraphBuilderOptions &options,
                                 const FunctionOutcome &outcome,
                                 int64_t placedOnHost) {
  FailureOr<MemoryProfile> after = computeMemoryProfile(function, options);
  if (failed(after))
    return failure();
  const int64_t peak = after->simulation.peak;
  const int64_t onHost = saturatingAdd(outcome.plan.hostPeak, placedOnHost);
  if (after->hostPeak != onHost)
    return function.emitOpError()
           << "needs " << after->hostPeak
           << " bytes of the host after the rewrite, but " << onHost
           << " bytes were planned; this is a defect of the rewrite, please "
              "report it";
  LLVM_DEBUG(llvm::dbgs() << "'" << function.getName() << "' needs " << peak
                          << " bytes after the rewrite\n");
  // What a loop starts from may have no other reader left.
  const bool mayNeedLess = hasLoops(function);
  if (peak <= outcome.budget &&
      (peak == outcome.plan.peak || (mayNeedLess && peak < outcome.plan.peak)))
    return success();
  return function.emitOpError()
         << "needs " << peak << " bytes after the rewrite, but "
         << outcome.plan.peak << " bytes were planned for a budget of "
         << outcome.budget
         << " bytes; this is a defect of the rewrite, please report it";
}

LogicalResult mlir::remat::applyOutcome(const PreparedStep &step,
                                        const RematerializeOptions &options,
                                        const FunctionOutcome &outcome) {
  func::FuncOp function = step.function;
  if (!outcome.hasPlan())
    return function.emitOpError("is given an outcome without a plan to apply; "
                                "look at its status first");
  const bool isMoved = options.graph.target->movesOps();
  if (outcome.keepsOrder) {
    // Other stacks have other zeros.
    if (isMoved && !outcome.isUnchanged)
      tieLoopInits(function);
    return success();
  }
  // Stacks that were chosen, and what the function places there itself.
  const int64_t placedOnHost =
      getPlacedHostBytes(function, *options.graph.target);
  const int64_t chosenOnHost =
      outcome.stacks ? outcome.stacks->hostBytes : int64_t(0);
  PlanApplier applier(step, outcome);
  FusionChoices choices = applier.apply();
  applier.keepPhasesOfLoops(options.graph.lossResult);
  if (!isMoved)
    holdLoopInvariants(function);
  // Of an earlier plan.
  function->removeAttr(kArenaPlanAttrName);
  function->setAttr(kBudgetAttrName,
                    Builder(function).getI64IntegerAttr(outcome.budget));
  function->removeAttr(kHostBudgetAttrName);
  if (outcome.host.isAvailable())
    function->setAttr(kHostBudgetAttrName,
                      Builder(function).getI64IntegerAttr(saturatingAdd(
                          outcome.host.budget, placedOnHost - chosenOnHost)));
  function->removeAttr(kLinkBandwidthAttrName);
  if (!outcome.plan.parkings.empty() &&
      options.graph.costModel.device->hasRealTimes())
    function->setAttr(kLinkBandwidthAttrName,
                      Builder(function).getF64FloatAttr(
                          outcome.host.link.bandwidth *
                          options.graph.costModel.device->unitsPerSecond));
  setTargetOf(function, *options.graph.target);
  GraphBuilderOptions graph = options.graph;
  graph.fusionChoices = &choices;
  if (failed(checkResult(function, graph, outcome, placedOnHost)))
    return failure();
  // Last: the ops of the ties are in no choice that was made for the plan.
  if (isMoved)
    tieLoopInits(function);
  return success();
}
