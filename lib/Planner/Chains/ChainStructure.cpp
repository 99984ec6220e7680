//===- ChainStructure.cpp - The figures of a chain in a graph -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chains/ChainStorages.h"
#include "remat/Planner/NotApplicable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Debug.h"

#include <cassert>
#include <numeric>

#define DEBUG_TYPE "remat-chains"

using namespace llvm;
using namespace mlir::remat::planner;

namespace {
/// Makes stages from cuts: places the tasks, chooses those that a stage needs
/// for its output and its backward, and sums up bytes and times.
class ChainBuilder {
public:
  ChainBuilder(const Graph &graph, const ForwardModel &model,
               const ForwardOrder &order, ArrayRef<int32_t> cuts,
               std::vector<bool> held)
      : graph(graph), model(model), order(order), units(graph, std::move(held)),
        stageCount(cuts.size() + 1) {
    placeForward(cuts);
  }

  Expected<ChainStructure> build();

private:
  void placeForward(ArrayRef<int32_t> cuts);
  std::vector<bool> findPlaced(ArrayRef<int32_t> stage) const;
  std::vector<std::vector<int32_t>>
  assignAside(MutableArrayRef<int32_t> stage) const;
  void place(int32_t node, int32_t stage);
  void placeBackward();
  void chooseRuns(int32_t stage, bool forBackward);
  void chooseFirst(int32_t stage);
  bool isWantedOutside(ValueId value, int32_t stage, bool forBackward) const;
  void forgetNeeds(int32_t stage);
  void collectBytes();
  void fillForward(int32_t stage);
  void fillBackward(int32_t stage);
  bool isExact() const;
  bool backwardTouchesAll(int32_t stage) const;
  bool isThereThroughout(const ChainStorage &unit) const;

  const Graph &graph;
  const ForwardModel &model;
  const ForwardOrder &order;
  ChainStorages units;
  int32_t stageCount;
  /// By task: the stage of its forward or backward, from 1.
  std::vector<int32_t> stageOf;
  std::vector<bool> isForward;
  std::vector<TaskId> otherTasks;
  ChainStructure structure;
  /// By stage: bytes alive before and after its backward.
  std::vector<int64_t> through;
  // By value, for the current program.
  std::vector<bool> isNeeded;
};
} // namespace

/// Whether a node runs in some stage's forward. If the loss does not read it,
/// it does if kept or connected to such a node; else it waits for readers among
/// the other tasks.
std::vector<bool> ChainBuilder::findPlaced(ArrayRef<int32_t> stage) const {
  const int32_t count = model.nodes.size();
  std::vector<bool> isPlaced(count, false);
  for (int32_t node = 0; node != count; ++node)
    isPlaced[node] = stage[node] || model.nodes[node].kept ||
                     any_of(model.nodes[node].preds,
                            [&](int32_t pred) { return isPlaced[pred]; });
  for (int32_t node = count; node-- > 0;)
    isPlaced[node] =
        isPlaced[node] || any_of(model.nodes[node].succs,
                                 [&](int32_t succ) { return isPlaced[succ]; });
  return isPlaced;
}

/// Gives nodes that the loss does not depend on the stage of their operands or,
/// without any, the first stage if kept, else the first reader's. Returns these
/// nodes by stage.
std::vector<std::vector<int32_t>>
ChainBuilder::assignAside(MutableArrayRef<int32_t> stage) const {
  const int32_t count = model.nodes.size();
  const std::vector<bool> isPlaced = findPlaced(stage);
  std::vector<int32_t> nodes;
  for (int32_t node = 0; node != count; ++node) {
    if (stage[node] || !isPlaced[node])
      continue;
    nodes.push_back(node);
    stage[node] = model.nodes[node].kept;
    for (int32_t pred : model.nodes[node].preds)
      stage[node] = std::max(stage[node], stage[pred]);
  }
  for (int32_t node : reverse(nodes)) {
    if (stage[node])
      continue;
    stage[node] = stageCount;
    for (int32_t succ : model.nodes[node].succs)
      if (isPlaced[succ])
        stage[node] = std::min(stage[node], stage[succ]);
  }
  std::vector<std::vector<int32_t>> aside(stageCount + 1);
  for (int32_t node : nodes)
    aside[stage[node]].push_back(node);
  return aside;
}

void ChainBuilder::place(int32_t node, int32_t stage) {
  assert(stage >= 1 && stage <= stageCount && "a node without a stage");
  for (TaskId task : model.nodes[node].tasks) {
    stageOf[task] = stage;
    isForward[task] = true;
    structure.stages[stage - 1].forward.push_back({task});
  }
}

void ChainBuilder::placeForward(ArrayRef<int32_t> cuts) {
  assert(llvm::is_sorted(cuts) && "cuts come in ascending order");
  structure.stages.resize(stageCount);
  std::vector<int32_t> stage(model.nodes.size(), 0);
  for (int32_t at = 0, next = 0, e = order.nodes.size(); at != e; ++at) {
    stage[order.nodes[at]] = next + 1;
    if (next < static_cast<int32_t>(cuts.size()) && cuts[next] == at)
      ++next;
  }
  const std::vector<std::vector<int32_t>> aside = assignAside(stage);
  stageOf.assign(graph.tasks.size(), 0);
  isForward.assign(graph.tasks.size(), false);
  // Kept nodes without dependences exist from the start.
  auto isSource = [&](int32_t node) {
    return model.nodes[node].kept && model.nodes[node].preds.empty();
  };
  for (int32_t node : aside[1])
    if (isSource(node))
      place(node, 1);
  size_t at = 0;
  for (int32_t s = 1; s <= stageCount; ++s) {
    for (; at != order.nodes.size() && stage[order.nodes[at]] == s; ++at)
      place(order.nodes[at], s);
    for (int32_t node : aside[s])
      if (s > 1 || !isSource(node))
        place(node, s);
  }
  for (TaskId task : graph.baseOrder)
    if (!isForward[task])
      otherTasks.push_back(task);
}

/// Sets the stages of backward tasks. One that depends on the gradient runs in
/// the backward that makes its last input; one that depends only on values of
/// the stage (derivatives of activations, say) waits for its readers.
void ChainBuilder::placeBackward() {
  const size_t count = graph.tasks.size();
  // By task: the first backward in which it may run, and the highest stage that
  // makes a forward value for it: its inputs are available above.
  std::vector<int32_t> earliest(count, stageCount), depends(count, 0);
  for (TaskId task : otherTasks) {
    // A task whose forward task is stated runs in that stage.
    if (std::optional<TaskId> forward = graph.tasks[task].forward;
        forward && isForward[*forward])
      earliest[task] = stageOf[*forward];
    for (ValueId input : graph.tasks[task].inputs) {
      if (const ChainStorage *unit = units.find(input);
          unit && unit->kind == ChainStorage::Forward) {
        earliest[task] =
            std::min({earliest[task], stageCount, unit->lastForward});
        depends[task] = std::max(depends[task], unit->made);
      }
      for (TaskId writer : graph.writers(input))
        if (!isForward[writer]) {
          earliest[task] = std::min(earliest[task], earliest[writer]);
          depends[task] = std::max(depends[task], depends[writer]);
        }
    }
  }
  for (TaskId task : reverse(otherTasks)) {
    stageOf[task] = earliest[task];
    if (depends[task] > earliest[task])
      continue;
    int32_t latest = std::max(depends[task], 1);
    bool isRead = false;
    for (ValueId output : graph.tasks[task].outputs)
      for (TaskId reader : graph.readers(output)) {
        latest = std::max(latest, stageOf[reader]);
        isRead = true;
      }
    if (isRead)
      stageOf[task] = std::min(latest, earliest[task]);
  }
  for (TaskId task : otherTasks)
    structure.stages[stageOf[task] - 1].backward.push_back(task);
}

/// Whether another stage, or its own backward, reads the value: it is part of ā
/// or, if a lower stage has remade it since, of a.
bool ChainBuilder::isWantedOutside(ValueId value, int32_t stage,
                                   bool forBackward) const {
  if (graph.loss == value)
    return true;
  return any_of(graph.readers(value), [&](TaskId reader) {
    return stageOf[reader] > stage || (!isForward[reader] && forBackward);
  });
}

/// Marks the tasks and variants that the stage's output needs or, for its
/// backward, that both need.
void ChainBuilder::chooseRuns(int32_t stage, bool forBackward) {
  auto &forward = structure.stages[stage - 1].forward;
  for (StageTasks::Forward &entry : reverse(forward)) {
    const Task &task = graph.tasks[entry.task];
    SmallVector<ValueId, 4> wanted;
    for (ValueId output : task.outputs)
      if (!units.isKept(output) &&
          (isNeeded[output] || isWantedOutside(output, stage, forBackward)))
        wanted.push_back(output);
    if (wanted.empty())
      continue;
    if (forBackward) {
      entry.inAll = true;
      // A chain's F_all is whole, regardless of variants.
      if (wanted.size() < task.outputs.size())
        entry.allVariant = leastVariant(task, graph, wanted, task.time);
    } else {
      entry.inCheckpoint = true;
      entry.checkpointVariant =
          leastVariant(task, graph, wanted, task.timeOf(entry.allVariant));
    }
    for (ValueId input : task.inputs)
      isNeeded[input] = true;
  }
  forgetNeeds(stage);
}

void ChainBuilder::forgetNeeds(int32_t stage) {
  for (const StageTasks::Forward &entry : structure.stages[stage - 1].forward)
    for (ValueId input : graph.tasks[entry.task].inputs)
      isNeeded[input] = false;
}

/// Runs once-only tasks and their needs in the stage's first run.
void ChainBuilder::chooseFirst(int32_t stage) {
  for (StageTasks::Forward &entry :
       reverse(structure.stages[stage - 1].forward)) {
    const Task &task = graph.tasks[entry.task];
    entry.isOnce = !entry.inAll || task.runsOnce();
    if (entry.isOnce)
      entry.inAll = entry.inCheckpoint = false;
    entry.feedsOnce = any_of(task.outputs, [&](ValueId output) {
      return isNeeded[output] || units.isKept(output);
    });
    if (entry.isOnce || entry.feedsOnce)
      for (ValueId input : task.inputs)
        isNeeded[input] = true;
  }
  forgetNeeds(stage);
}

/// Sums a, ā and δ over ranges of stages.
void ChainBuilder::collectBytes() {
  const std::vector<int64_t> zeros(stageCount + 2, 0);
  std::vector<int64_t> activation = zeros, saved = zeros, gradient = zeros;
  std::vector<int64_t> passing = zeros;
  through = zeros;
  auto add = [](std::vector<int64_t> &sums, int32_t from, int32_t to,
                int64_t bytes) {
    if (from >= to)
      return;
    sums[from] += bytes;
    sums[to] -= bytes;
  };
  for (const ChainStorage &unit : units.all()) {
    const int32_t lowest = unit.lowestUse;
    if (unit.kind == ChainStorage::Forward) {
      add(activation, unit.made, std::min(unit.lastForward, stageCount + 1),
          unit.bytes);
      // Where it crosses, a^l already includes it.
      if (lowest <= unit.made && unit.lastForward <= unit.made)
        add(saved, unit.made, unit.made + 1, unit.bytes);
    }
    add(gradient, lowest, std::min(unit.made, stageCount + 1), unit.bytes);
    add(passing, lowest + 1, std::min(unit.made, stageCount + 1), unit.bytes);
    // A backward finds and leaves storages that are kept, in flight over it, or
    // of its own stage.
    if (unit.kind == ChainStorage::Kept)
      add(through, lowest, stageCount + 1, unit.bytes);
    else
      add(through, lowest + 1, unit.made + (unit.kind == ChainStorage::Forward),
          unit.bytes);
  }
  for (auto *sums : {&activation, &saved, &gradient, &passing, &through})
    std::partial_sum(sums->begin(), sums->end(), sums->begin());
  structure.chain.inputGradientBytes = gradient[0];
  for (int32_t l = 1; l <= stageCount; ++l) {
    ChainStage &stage = structure.chain.stages.emplace_back();
    stage.activationBytes = activation[l];
    stage.savedBytes = activation[l] + saved[l];
    stage.gradientBytes = gradient[l];
    stage.passingBytes = passing[l];
  }
}

void ChainBuilder::fillForward(int32_t l) {
  const StageTasks &tasks = structure.stages[l - 1];
  ChainStage &stage = structure.chain.stages[l - 1];
  for (const StageTasks::Forward &entry : tasks.forward) {
    const Task &task = graph.tasks[entry.task];
    if (entry.inAll)
      stage.forwardTime += task.timeOf(entry.allVariant);
    if (entry.inCheckpoint)
      stage.checkpointTime += task.timeOf(entry.checkpointVariant);
    // Once-only tasks pay for this.
    if (entry.isOnce ||
        (entry.feedsOnce && !(entry.inCheckpoint && task.variants.empty())))
      stage.backwardTime += task.time;
  }
  auto most = [&](bool forBackward) {
    int64_t bytes = 0;
    for (bool isFirst : {false, true})
      bytes = std::max(bytes, units.mostInForward(
                                  stepsOfForward(tasks, forBackward, isFirst),
                                  l, forBackward));
    return bytes;
  };
  stage.forwardWorkspace = most(/*forBackward=*/true) - stage.savedBytes;
  stage.checkpointWorkspace =
      most(/*forBackward=*/false) - stage.activationBytes;
}

void ChainBuilder::fillBackward(int32_t l) {
  const StageTasks &tasks = structure.stages[l - 1];
  Chain &chain = structure.chain;
  ChainStage &stage = chain.stages[l - 1];
  for (TaskId task : tasks.backward)
    stage.backwardTime += graph.tasks[task].time;
  stage.backwardWorkspace =
      through[l] + units.mostInBackward(tasks.backward, l) -
      (chain.gradient(l) + chain.newGradient(l) + stage.savedBytes);
}

/// Whether the backward, a single task, uses all bytes of the model.
bool ChainBuilder::backwardTouchesAll(int32_t l) const {
  const Task &task = graph.tasks[structure.stages[l - 1].backward.front()];
  const Chain &chain = structure.chain;
  int64_t inFlight = 0, saved = 0, input = 0;
  for (ValueId value : task.inputs) {
    const ChainStorage *unit = units.find(value);
    if (!unit || graph.root(value) != value)
      continue;
    if (unit->kind == ChainStorage::Forward)
      (unit->made == l ? saved : input) += unit->bytes;
    else if (unit->kind != ChainStorage::Kept && unit->lowestUse == l)
      inFlight += unit->bytes;
  }
  return saved == chain.stages[l - 1].savedBytes &&
         input == (l > 1 ? chain.activation(l - 1) : 0) &&
         inFlight + through[l] == chain.gradient(l);
}

/// Whether kept storages exist from the first task to their backward use.
bool ChainBuilder::isThereThroughout(const ChainStorage &unit) const {
  return none_of(graph.readers(unit.root),
                 [&](TaskId task) { return isForward[task]; }) &&
         any_of(structure.stages.front().forward,
                [&](const StageTasks::Forward &entry) {
                  return entry.isOnce &&
                         is_contained(graph.writers(unit.root), entry.task);
                });
}

bool ChainBuilder::isExact() const {
  // The model has no pins.
  if (any_of(graph.tasks,
             [](const Task &task) { return task.policy == Policy::Recompute; }))
    return false;
  for (int32_t l = 1; l <= stageCount; ++l) {
    const StageTasks &tasks = structure.stages[l - 1];
    size_t again = 0;
    for (const StageTasks::Forward &entry : tasks.forward) {
      if (entry.inAll && !entry.feedsOnce) {
        ++again;
        continue;
      }
      // Once-only tasks must exist from the start.
      const Task &task = graph.tasks[entry.task];
      if (l > 1 || again || task.workspace || task.time != 0 ||
          !task.inputs.empty())
        return false;
    }
    if (again != 1 || tasks.backward.size() != 1 || !backwardTouchesAll(l))
      return false;
  }
  // A value counts once per stage that it crosses.
  for (const ChainStorage &unit : units.all())
    if (unit.kind == ChainStorage::BackwardView ||
        (unit.kind == ChainStorage::Forward &&
         (unit.lowestUse != unit.made || unit.lastForward > unit.made + 1)) ||
        (unit.kind == ChainStorage::Kept && !isThereThroughout(unit)))
      return false;
  return true;
}

Expected<ChainStructure> ChainBuilder::build() {
  structure.chain.name = graph.name;
  structure.chain.residentBytes = graph.residentBytes;
  std::vector<TaskId> tasks;
  for (const StageTasks &stage : structure.stages)
    for (const StageTasks::Forward &entry : stage.forward)
      tasks.push_back(entry.task);
  units.addForward(tasks, stageOf, stageCount);
  placeBackward();
  units.addBackward(otherTasks, stageOf);
  collectBytes();
  isNeeded.assign(graph.values.size(), false);
  for (int32_t l = 1; l <= stageCount; ++l) {
    chooseRuns(l, /*forBackward=*/true);
    chooseRuns(l, /*forBackward=*/false);
    chooseFirst(l);
    fillForward(l);
    fillBackward(l);
  }
  if (Error error = structure.chain.check())
    return make_error<NotApplicableError>("the step is too large for stages: " +
                                          toString(std::move(error)));
  structure.isExact = isExact();
  LLVM_DEBUG(dbgs() << "found " << stageCount << " stages, "
                    << (structure.isExact ? "exact" : "an upper bound")
                    << '\n');
  return std::move(structure);
}

Expected<ChainStructure> mlir::remat::planner::buildChain(
    const Graph &graph, const ForwardModel &model, const ForwardOrder &order,
    ArrayRef<int32_t> cuts, std::vector<bool> held) {
  return ChainBuilder(graph, model, order, cuts, std::move(held)).build();
}
