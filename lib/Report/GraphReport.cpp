//===- GraphReport.cpp - The report of a graph file's plan ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Report/GraphReport.h"
#include "remat/Planner/Simulator.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::remat;
using namespace mlir::remat::planner;

/// Locates an element in the file.
static std::string locate(llvm::StringRef kind, int64_t id,
                          llvm::StringRef name) {
  return name.empty() ? (kind + " " + llvm::Twine(id)).str() : name.str();
}

static bool isStorage(const Graph &graph, ValueId id) {
  return !graph.values[id].viewOf && !graph.writers(id).empty() &&
         graph.values[id].bytes > 0;
}

/// By ValueId: the position of each storage of the report, or -1.
static std::vector<int32_t> numberStorages(const Graph &graph) {
  std::vector<int32_t> positions(graph.values.size(), -1);
  int32_t count = 0;
  for (ValueId id = 0, end = graph.values.size(); id != end; ++id)
    if (isStorage(graph, id))
      positions[id] = count++;
  return positions;
}

static void describeSchedule(const Graph &graph, llvm::ArrayRef<Step> steps,
                             const Simulation &simulation,
                             ReportedSchedule &schedule) {
  const std::vector<int32_t> storageOf = numberStorages(graph);
  std::vector<bool> hasRun(graph.tasks.size(), false);
  for (auto [step, live] : llvm::zip_equal(steps, simulation.liveBytes)) {
    schedule.steps.push_back({step.task, live, hasRun[step.task]});
    hasRun[step.task] = true;
  }
  for (const Copy &copy : simulation.copies)
    if (const int32_t storage = storageOf[copy.value]; storage >= 0)
      schedule.copies.push_back({storage, copy.firstStep, copy.lastStep});
  schedule.peakStep = simulation.peakStep;
}

llvm::Expected<FunctionReport>
mlir::remat::describeGraph(const Graph &graph, llvm::StringRef name) {
  FunctionReport report;
  report.name = name.str();
  report.target = "graph file";
  report.device = "unit";
  report.resident = graph.residentBytes;
  report.timeBefore = graph.baseTime();
  report.timeForward = graph.forwardTime();
  report.lowerBound = lowerBoundPeakOfRuns(graph).bytes;
  for (const Task &task : graph.tasks)
    report.tasks.push_back({task.type.empty() ? "op" : task.type, "",
                            locate("op", task.id, task.name), "", task.phase,
                            task.time});
  for (auto [id, value] : llvm::enumerate(graph.values))
    if (isStorage(graph, id))
      report.storages.push_back(
          {value.bytes, locate("value", value.id, value.name),
           locate("value", value.id, value.name), graph.writers(id).front()});
  const std::vector<Step> steps = baseSteps(graph);
  llvm::Expected<Simulation> simulation = simulate(graph, steps);
  if (!simulation)
    return simulation.takeError();
  describeSchedule(graph, steps, *simulation, report.before);
  report.peakBefore = report.resident;
  for (const ReportedSchedule::Step &step : report.before.steps)
    report.peakBefore = std::max(report.peakBefore, step.liveBytes);
  return std::move(report);
}

/// The time of a step, which may run part of its task.
static double getTime(const Graph &graph, const Step &step) {
  const Task &task = graph.tasks[step.task];
  return step.variant ? task.variants[step.variant - 1].time : task.time;
}

static void describeRuns(const Graph &graph, llvm::ArrayRef<Step> steps,
                         FunctionReport &report) {
  std::vector<FunctionReport::Recomputed> runs(graph.tasks.size());
  std::vector<bool> hasRun(graph.tasks.size(), false);
  for (const Step &step : steps) {
    if (hasRun[step.task]) {
      ++runs[step.task].runs;
      runs[step.task].time += getTime(graph, step);
    }
    hasRun[step.task] = true;
  }
  for (auto [id, each] : llvm::enumerate(runs)) {
    if (each.runs == 0)
      continue;
    each.task = id;
    for (ValueId output : graph.tasks[id].outputs)
      each.bytes += graph.values[output].bytes;
    report.recomputed.push_back(each);
  }
}

llvm::Error mlir::remat::describeGraphPlan(const Graph &graph,
                                           const Outcome &found,
                                           FunctionReport &report) {
  report.budget = found.budget;
  report.strategy = found.plan.strategy;
  report.peakAfter = found.plan.peak;
  report.timeAfter = found.plan.time;
  report.optimality = found.optimality;
  report.knee = found.knee;
  report.isUnchanged =
      found.plan.steps == baseSteps(graph) && found.plan.parkings.empty();
  describeRuns(graph, found.plan.steps, report);
  llvm::Expected<ParkedSimulation> simulation =
      simulate(graph, found.plan.steps, found.plan.parkings, found.host.link);
  if (!simulation)
    return simulation.takeError();
  describeSchedule(graph, found.plan.steps, *simulation, report.after);
  report.host = found.host;
  report.hostPeak = found.plan.hostPeak;
  const std::vector<int32_t> storageOf = numberStorages(graph);
  for (auto [parking, copies] :
       llvm::zip_equal(found.plan.parkings, simulation->parkingCopies))
    report.parked.push_back({storageOf[parking.value], parking, copies});
  return llvm::Error::success();
}

void mlir::remat::describeGraphRefusal(const Graph &graph,
                                       const Outcome &refusal,
                                       llvm::StringRef strategy,
                                       llvm::ArrayRef<std::string> advice,
                                       FunctionReport &report) {
  report.status = refusal.status;
  report.strategy = strategy.str();
  report.budget = refusal.budget;
  report.smallestPeak = refusal.smallestPeak;
  report.advice.assign(advice.begin(), advice.end());
  if (refusal.status != Status::Infeasible)
    return;
  for (ValueId id : refusal.bound.live) {
    const Value &value = graph.values[id];
    const std::string name = locate("value", value.id, value.name);
    report.binding.push_back({value.bytes, name, name});
  }
  describeBoundBesideStorages(graph, refusal.bound, report);
}

void mlir::remat::describeBoundBesideStorages(const Graph &graph,
                                              const PeakBound &bound,
                                              FunctionReport &report) {
  report.bindingTask = bound.task;
  if (const int64_t workspace = bound.getWorkspace(graph))
    report.binding.push_back({workspace, "workspace", ""});
  if (graph.residentBytes)
    report.binding.push_back(
        {graph.residentBytes, "resident: arguments and constants", ""});
}
