//===- Simulator.cpp - The one memory model -------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Simulator.h"

#include "llvm/ADT/STLExtras.h"

#include <iterator>
#include <utility>

using namespace llvm;
using namespace mlir::remat::planner;

/// Marks values without a copy: not made yet, or there from the start.
static constexpr int32_t notThere = -1;
static constexpr int32_t alwaysThere = -2;

PlanEvaluator::PlanEvaluator(const Graph &graph) : graph(graph) {
  const size_t valueCount = graph.values.size();
  initialCopies.assign(valueCount, notThere);
  bytes.resize(valueCount);
  writersNeeded.assign(valueCount, 0);
  for (size_t i = 0; i != valueCount; ++i) {
    const Value &value = graph.values[i];
    ValueId root = graph.root(i);
    size_t writers = graph.writers(i).size();
    bytes[i] = graph.values[root].bytes;
    if (writers == 0)
      initialCopies[i] = alwaysThere;
    else if (value.isResult)
      results.push_back(i);
    if (value.accumulate)
      writersNeeded[i] = writers;
  }

  viewDepth.assign(valueCount, 0);
  SmallVector<ValueId, 8> chain;
  for (size_t i = 0; i != valueCount; ++i) {
    for (ValueId at = i; graph.values[at].viewOf && viewDepth[at] == 0;
         at = *graph.values[at].viewOf)
      chain.push_back(at);
    while (!chain.empty()) {
      ValueId value = chain.pop_back_val();
      viewDepth[value] = viewDepth[*graph.values[value].viewOf] + 1;
    }
  }

  inputBegin.reserve(graph.tasks.size() + 1);
  optionBegin.reserve(graph.tasks.size() + 1);
  for (const Task &task : graph.tasks) {
    inputBegin.push_back(inputs.size());
    for (ValueId value : task.inputs)
      // Values from the start neither fail nor occupy anything.
      if (initialCopies[value] == notThere)
        inputs.push_back(value);
    optionBegin.push_back(options.size());
    for (size_t variant = 0; variant <= task.variants.size(); ++variant)
      addOption(task.outputsOf(variant), task.timeOf(variant),
                task.workspaceOf(variant));
  }
  inputBegin.push_back(inputs.size());
  optionBegin.push_back(options.size());
}

void PlanEvaluator::addOption(ArrayRef<ValueId> made, double time,
                              int64_t workspace) {
  Option option;
  option.time = time;
  option.workspace = workspace;
  option.storagesBegin = outputs.size();
  for (ValueId value : made)
    if (!graph.values[value].viewOf)
      outputs.push_back(value);
  option.storagesEnd = outputs.size();
  // Views follow their sources, to find those copies.
  SmallVector<ValueId, 4> views;
  for (ValueId value : made)
    if (graph.values[value].viewOf)
      views.push_back(value);
  llvm::stable_sort(
      views, [&](ValueId a, ValueId b) { return viewDepth[a] < viewDepth[b]; });
  append_range(outputs, views);
  option.viewsEnd = outputs.size();
  options.push_back(option);
}

PlanEvaluator::Fault PlanEvaluator::walk(ArrayRef<Step> steps) {
  current = initialCopies;
  written.assign(writersNeeded.size(), 0);
  copies.clear();
  const int32_t taskCount = static_cast<int32_t>(optionBegin.size()) - 1;
  for (int32_t i = 0, e = steps.size(); i != e; ++i) {
    const Step step = steps[i];
    if (step.task < 0 || step.task >= taskCount || step.variant < 0 ||
        step.variant >= optionBegin[step.task + 1] - optionBegin[step.task])
      return {FaultKind::NoSuchStep, i, 0};
    for (int32_t k = inputBegin[step.task], end = inputBegin[step.task + 1];
         k != end; ++k) {
      ValueId value = inputs[k];
      int32_t copy = current[value];
      if (copy == notThere)
        return {FaultKind::NotThere, i, value};
      if (written[value] < writersNeeded[value])
        return {FaultKind::Incomplete, i, value};
      // A view of a value that exists from the start.
      if (copy != alwaysThere)
        copies[copy].lastStep = i;
    }
    const Option &option = options[optionBegin[step.task] + step.variant];
    for (int32_t k = option.storagesBegin; k != option.storagesEnd; ++k) {
      ValueId value = outputs[k];
      if (writersNeeded[value] && written[value]++) {
        copies[current[value]].lastStep = i;
        continue;
      }
      current[value] = copies.size();
      copies.push_back({value, bytes[value], i, i});
    }
    for (int32_t k = option.storagesEnd; k != option.viewsEnd; ++k)
      current[outputs[k]] = current[*graph.values[outputs[k]].viewOf];
  }
  for (ValueId value : results)
    if (current[value] >= 0)
      copies[current[value]].lastStep = steps.size() - 1;
  return {};
}

ScheduleFigures PlanEvaluator::measure(ArrayRef<Step> steps) {
  live.assign(steps.size() + 1, 0);
  for (const Copy &copy : copies) {
    live[copy.firstStep] += copy.bytes;
    live[copy.lastStep + 1] -= copy.bytes;
  }
  live.pop_back();
  ScheduleFigures result;
  result.peak = graph.residentBytes;
  int64_t alive = graph.residentBytes;
  bool first = true;
  for (size_t i = 0, e = steps.size(); i != e; ++i) {
    const Option &option =
        options[optionBegin[steps[i].task] + steps[i].variant];
    alive += live[i];
    live[i] = alive + option.workspace;
    result.time += option.time;
    if (first || live[i] > result.peak) {
      result.peak = live[i];
      result.peakStep = i;
      first = false;
    }
  }
  return result;
}

std::optional<ScheduleFigures> PlanEvaluator::evaluate(ArrayRef<Step> steps) {
  if (walk(steps).kind != FaultKind::None)
    return std::nullopt;
  return measure(steps);
}

Error PlanEvaluator::explain(const Fault &fault, ArrayRef<Step> steps) const {
  std::string where = "step " + std::to_string(fault.step) + ": ";
  const Step step = steps[fault.step];
  if (fault.kind == FaultKind::NoSuchStep) {
    if (step.task < 0 || static_cast<size_t>(step.task) >= graph.tasks.size())
      return createStringError(where + "runs no op of the graph");
    return createStringError(where + Graph::describe(graph.tasks[step.task]) +
                             " has no variant " + Twine(step.variant));
  }
  std::string reads = where + Graph::describe(graph.tasks[step.task]) +
                      " reads " + Graph::describe(graph.values[fault.value]);
  if (fault.kind == FaultKind::NotThere)
    return createStringError(reads + ", which is not there");
  return createStringError(reads + " before all of its writers have run");
}

Expected<Simulation> PlanEvaluator::simulate(ArrayRef<Step> steps) {
  if (Fault fault = walk(steps); fault.kind != FaultKind::None)
    return explain(fault, steps);
  const ScheduleFigures result = measure(steps);
  return Simulation{result, live, copies};
}

std::vector<Copy> Simulation::liveAt(int32_t step) const {
  std::vector<Copy> alive;
  copy_if(copies, std::back_inserter(alive),
          [&](const Copy &copy) { return copy.isAliveAt(step); });
  llvm::stable_sort(alive, [](const Copy &a, const Copy &b) {
    return std::make_pair(-a.bytes, a.value) <
           std::make_pair(-b.bytes, b.value);
  });
  return alive;
}

Expected<Simulation> mlir::remat::planner::simulate(const Graph &graph,
                                                    ArrayRef<Step> steps) {
  return PlanEvaluator(graph).simulate(steps);
}

Plan mlir::remat::planner::makePlan(ArrayRef<Step> steps,
                                    const ScheduleFigures &figures) {
  Plan plan;
  plan.steps = steps.vec();
  plan.peak = figures.peak;
  plan.time = figures.time;
  return plan;
}

Plan mlir::remat::planner::makePlan(ArrayRef<Step> steps,
                                    std::vector<Parking> parkings,
                                    const ParkedSimulation &simulation) {
  Plan plan = makePlan(steps, simulation);
  plan.parkings = std::move(parkings);
  plan.hostPeak = simulation.hostPeak;
  return plan;
}

std::vector<double> mlir::remat::planner::getDurations(const Graph &graph,
                                                       ArrayRef<Step> steps) {
  std::vector<double> durations;
  durations.reserve(steps.size());
  for (const Step &step : steps)
    durations.push_back(graph.tasks[step.task].timeOf(step.variant));
  return durations;
}

int64_t mlir::remat::planner::getBytesAtEnd(const Graph &graph,
                                            const Simulation &simulation) {
  std::vector<bool> isOfResult(graph.values.size(), false);
  for (auto [id, value] : enumerate(graph.values))
    if (value.isResult)
      isOfResult[graph.root(id)] = true;
  const int32_t last = static_cast<int32_t>(simulation.liveBytes.size()) - 1;
  int64_t bytes = graph.residentBytes;
  for (const Copy &copy : simulation.copies)
    if (isOfResult[copy.value] && copy.lastStep == last)
      bytes += copy.bytes;
  return bytes;
}

std::vector<Step> mlir::remat::planner::baseSteps(const Graph &graph) {
  std::vector<Step> steps;
  steps.reserve(graph.baseOrder.size());
  for (TaskId task : graph.baseOrder)
    steps.push_back({task, 0});
  return steps;
}
