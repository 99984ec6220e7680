//===- Explain.cpp - Why a plan keeps or remakes a value ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Explain.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVectorExtras.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::remat::planner;

std::vector<Step>
mlir::remat::planner::withoutUselessRuns(const Graph &graph,
                                         ArrayRef<Step> steps) {
  std::vector<int32_t> firstRun(graph.tasks.size(), -1);
  for (int32_t i = steps.size(); i-- > 0;)
    firstRun[steps[i].task] = i;
  // From the end: whether a later step reads the value before its next remake.
  std::vector<bool> needed(graph.values.size());
  for (auto [id, value] : enumerate(graph.values))
    needed[id] = value.isResult;
  std::vector<Step> kept;
  for (int32_t i = steps.size(); i-- > 0;) {
    ArrayRef<ValueId> outputs =
        graph.tasks[steps[i].task].outputsOf(steps[i].variant);
    auto isNeeded = [&](ValueId value) -> bool { return needed[value]; };
    if (firstRun[steps[i].task] != i && none_of(outputs, isNeeded))
      continue;
    kept.push_back(steps[i]);
    for (ValueId value : outputs)
      needed[value] = graph.values[value].accumulate;
    for (ValueId value : graph.tasks[steps[i].task].inputs)
      needed[value] = true;
  }
  std::reverse(kept.begin(), kept.end());
  return kept;
}

bool mlir::remat::planner::runsTasksAgain(const Plan &plan) {
  DenseSet<TaskId> seen;
  return any_of(plan.steps, [&](const Step &step) {
    return !seen.insert(step.task).second;
  });
}

namespace {
/// The storages of one value in a schedule, and the readers of each.
struct Uses {
  std::vector<Copy> copies;
  std::vector<std::vector<int32_t>> readers;
};

class Explainer {
public:
  Explainer(const Graph &graph, const Plan &plan, ValueId value)
      : graph(graph), plan(plan), evaluator(graph) {
    result.value = graph.root(value);
    result.bytes = graph.values[result.value].bytes;
  }

  Expected<Explanation> run();

private:
  /// The value itself, then its views, each after its source.
  SmallVector<ValueId> getFamily() const;
  Uses findUses(ArrayRef<Step> steps, const Simulation &simulation) const;
  Error explainBefore();
  void explainPlan();
  bool fill(WhatIf &whatIf);
  void tryKeeping();
  void tryDropping();
  void tryDropping(int32_t beforeStep, bool remakesOperands);
  std::optional<SmallVector<TaskId>> getRuns(int32_t beforeStep,
                                             bool remakesOperands) const;
  /// Whether a storage of `root` lives at `step` and did before it.
  bool isAlive(ValueId root, int32_t step) const;

  const Graph &graph;
  const Plan &plan;
  PlanEvaluator evaluator;
  Simulation simulation;
  /// By root: positions in the copies of `simulation`.
  DenseMap<ValueId, SmallVector<int32_t, 2>> copiesOf;
  Explanation result;
};
} // namespace

SmallVector<ValueId> Explainer::getFamily() const {
  SmallVector<std::pair<int32_t, ValueId>> byDepth;
  for (ValueId id = 0, end = graph.values.size(); id != end; ++id) {
    if (graph.root(id) != result.value)
      continue;
    int32_t depth = 0;
    for (ValueId at = id; graph.values[at].viewOf; ++depth)
      at = *graph.values[at].viewOf;
    byDepth.push_back({depth, id});
  }
  llvm::sort(byDepth);
  return map_to_vector(byDepth, [](const auto &each) { return each.second; });
}

Uses Explainer::findUses(ArrayRef<Step> steps,
                         const Simulation &simulation) const {
  Uses uses;
  for (const Copy &copy : simulation.copies)
    if (copy.value == result.value)
      uses.copies.push_back(copy);
  uses.readers.resize(uses.copies.size());
  // By member of the family: the copy that it denotes.
  SmallVector<ValueId> family = getFamily();
  DenseMap<ValueId, int32_t> current;
  int32_t made = 0;
  for (int32_t i = 0, end = steps.size(); i != end; ++i) {
    int32_t lastCopy = -1;
    for (ValueId input : graph.tasks[steps[i].task].inputs)
      if (auto found = current.find(input); found != current.end())
        if (found->second != lastCopy) {
          lastCopy = found->second;
          std::vector<int32_t> &readers = uses.readers[lastCopy];
          if (readers.empty() || readers.back() != i)
            readers.push_back(i);
        }
    ArrayRef<ValueId> outputs =
        graph.tasks[steps[i].task].outputsOf(steps[i].variant);
    for (ValueId member : family) {
      if (!is_contained(outputs, member))
        continue;
      if (member == result.value) {
        // Its other writers add to the one copy.
        if (!graph.values[member].accumulate || made == 0)
          current[member] = made++;
      } else if (auto found = current.find(*graph.values[member].viewOf);
                 found != current.end()) {
        current[member] = int32_t(found->second);
      }
    }
  }
  return uses;
}

Error Explainer::explainBefore() {
  std::vector<Step> steps = baseSteps(graph);
  Expected<Simulation> base = evaluator.simulate(steps);
  if (!base)
    return base.takeError();
  Uses uses = findUses(steps, *base);
  ValueLife &life = result.before;
  for (auto [copy, readers] : zip_equal(uses.copies, uses.readers)) {
    life.made = life.lastRead = copy.firstStep;
    if (!readers.empty())
      life.lastRead = readers.back();
    life.isRead = !readers.empty();
    result.isAtPeakBefore |= copy.isAliveAt(base->peakStep);
    for (int32_t reader : readers)
      result.crossesBoundary |=
          graph.tasks[result.task].phase == Phase::Forward &&
          graph.tasks[steps[reader].task].phase == Phase::Backward;
  }
  return Error::success();
}

void Explainer::explainPlan() {
  Uses uses = findUses(plan.steps, simulation);
  result.copies = std::move(uses.copies);
  result.readers = std::move(uses.readers);
  for (int32_t i = 0, end = plan.steps.size(); i != end; ++i)
    if (plan.steps[i].task == result.task)
      result.runs.push_back(i);
  std::vector<int64_t> live = simulation.liveBytes;
  for (const Copy &copy : result.copies) {
    if (copy.isAliveAt(simulation.peakStep))
      result.bytesAtPeak += copy.bytes;
    for (int32_t i = copy.firstStep; i <= copy.lastStep; ++i)
      live[i] -= copy.bytes;
  }
  result.peakWithout = live.empty() ? simulation.peak : *max_element(live);
}

/// Fills in the figures of the steps. Returns whether they are a valid plan.
bool Explainer::fill(WhatIf &whatIf) {
  std::optional<ScheduleFigures> found = evaluator.evaluate(whatIf.steps);
  if (!found)
    return false;
  static_cast<ScheduleFigures &>(whatIf) = *found;
  return !errorToBool(verify(Problem(graph), makePlan(whatIf.steps, *found)));
}

void Explainer::tryKeeping() {
  if (result.copies.size() < 2)
    return;
  WhatIf whatIf;
  bool isMade = false;
  for (const Step &step : plan.steps) {
    const bool makes = is_contained(
        graph.tasks[step.task].outputsOf(step.variant), result.value);
    if (!makes || !isMade)
      whatIf.steps.push_back(step);
    isMade |= makes;
  }
  whatIf.steps = withoutUselessRuns(graph, whatIf.steps);
  if (fill(whatIf))
    result.keep = std::move(whatIf);
}

bool Explainer::isAlive(ValueId root, int32_t step) const {
  // Values that exist from the start have no copies.
  if (graph.writers(root).empty())
    return true;
  auto found = copiesOf.find(root);
  return found != copiesOf.end() && any_of(found->second, [&](int32_t index) {
           const Copy &copy = simulation.copies[index];
           return copy.firstStep < step && copy.isAliveAt(step);
         });
}

/// The task that makes the value, after remakes of inputs that are gone before
/// `beforeStep`, as far as they may rerun. None if that is too much.
std::optional<SmallVector<TaskId>>
Explainer::getRuns(int32_t beforeStep, bool remakesOperands) const {
  constexpr size_t most = 32;
  SmallVector<TaskId> runs;
  SmallDenseSet<TaskId> seen{result.task};
  /// Each with its number of visited inputs: a post-order walk.
  SmallVector<std::pair<TaskId, size_t>> path{{result.task, 0}};
  while (!path.empty()) {
    auto &[task, next] = path.back();
    const auto &inputs = graph.tasks[task].inputs;
    if (!remakesOperands || next == inputs.size()) {
      runs.push_back(task);
      path.pop_back();
      continue;
    }
    const ValueId input = inputs[next++];
    if (isAlive(graph.root(input), beforeStep) ||
        graph.writers(input).size() != 1)
      continue;
    const TaskId writer = graph.writers(input).front();
    if (graph.tasks[writer].runsOnce() || !seen.insert(writer).second)
      continue;
    if (seen.size() > most)
      return std::nullopt;
    path.push_back({writer, 0});
  }
  return runs;
}

void Explainer::tryDropping(int32_t beforeStep, bool remakesOperands) {
  std::optional<SmallVector<TaskId>> runs =
      getRuns(beforeStep, remakesOperands);
  if (!runs)
    return;
  DropWhatIf whatIf;
  whatIf.beforeStep = beforeStep;
  whatIf.runs = runs->size();
  whatIf.steps.assign(plan.steps.begin(), plan.steps.begin() + beforeStep);
  SmallDenseSet<ValueId> remade;
  SetVector<ValueId> held;
  for (TaskId task : *runs) {
    whatIf.steps.push_back({task, 0});
    for (ValueId input : graph.tasks[task].inputs)
      if (ValueId root = graph.root(input);
          !remade.contains(root) && !isAlive(root, beforeStep))
        held.insert(root);
    for (ValueId output : graph.tasks[task].outputs)
      remade.insert(output);
  }
  whatIf.steps.insert(whatIf.steps.end(), plan.steps.begin() + beforeStep,
                      plan.steps.end());
  whatIf.heldOperands.assign(held.begin(), held.end());
  llvm::sort(whatIf.heldOperands);
  if (!fill(whatIf))
    return;
  auto isBetter = [](const WhatIf &a, const WhatIf &b) {
    return std::make_pair(a.peak, a.time) < std::make_pair(b.peak, b.time);
  };
  if (!result.drop || isBetter(whatIf, *result.drop))
    result.drop = std::move(whatIf);
}

void Explainer::tryDropping() {
  if (graph.tasks[result.task].runsOnce())
    return;
  /// Steps without it, and the reader after them.
  std::vector<std::pair<int32_t, int32_t>> gaps;
  for (auto [copy, readers] : zip_equal(result.copies, result.readers)) {
    int32_t last = copy.firstStep;
    for (int32_t reader : readers) {
      if (reader - last > 1)
        gaps.push_back({last + 1 - reader, reader});
      last = reader;
    }
  }
  llvm::sort(gaps);
  constexpr size_t most = 16;
  for (auto [length, reader] : ArrayRef(gaps).take_front(most))
    for (bool remakesOperands : {false, true})
      tryDropping(reader, remakesOperands);
}

Expected<Explanation> Explainer::run() {
  if (graph.writers(result.value).empty())
    return createStringError(Graph::describe(graph.values[result.value]) +
                             " is there from the start; no task makes it");
  result.task = graph.writers(result.value).front();
  if (Error error = explainBefore())
    return std::move(error);
  Expected<Simulation> simulated = evaluator.simulate(plan.steps);
  if (!simulated)
    return simulated.takeError();
  simulation = std::move(*simulated);
  for (auto [index, copy] : enumerate(simulation.copies))
    copiesOf[copy.value].push_back(index);
  explainPlan();
  tryKeeping();
  tryDropping();
  return std::move(result);
}

Expected<Explanation> mlir::remat::planner::explain(const Graph &graph,
                                                    const Plan &plan,
                                                    ValueId value) {
  return Explainer(graph, plan, value).run();
}
