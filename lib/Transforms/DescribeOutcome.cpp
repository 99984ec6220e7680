//===- DescribeOutcome.cpp - The report of a function ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChosenStacks.h"
#include "PlanNotes.h"
#include "SolveStep.h"
#include "remat/Analysis/LoopPairs.h"
#include "remat/Interfaces/CountedLoopOpInterface.h"
#include "remat/Planner/LoopSegments.h"
#include "remat/Report/GraphReport.h"
#include "remat/Transforms/Rematerialize.h"

using namespace mlir;
using namespace mlir::remat;
using planner::Plan;
using planner::Step;
using planner::TaskId;
using planner::ValueId;

/// The outermost name in `loc` (frameworks nest their layers), or "".
static std::string getScope(Location loc) {
  auto name = loc->findInstanceOf<NameLoc>();
  return name ? name.getName().getValue().str() : std::string();
}

/// Of a loop; else 0.
static int64_t countTurns(Operation *op) {
  std::optional<CountedLoop> loop = getCountedLoop(op);
  return loop ? loop->trips : 0;
}

static void describeTasks(const FunctionGraph &functionGraph,
                          FunctionReport &report) {
  for (auto [id, taskOps] : llvm::enumerate(functionGraph.tasks)) {
    const planner::Task &task = functionGraph.graph.tasks[id];
    const Location loc = taskOps.op->getLoc();
    report.tasks.push_back({taskOps.op->getName().getStringRef().str(),
                            getComputed(taskOps.op), formatLocation(loc),
                            getScope(loc), task.phase, task.time,
                            countTurns(taskOps.op)});
  }
}

/// Returns the report position of each storage by ValueId, from `count` on; -1
/// for other values.
static std::vector<int32_t> numberStorages(const FunctionGraph &functionGraph,
                                           int32_t count) {
  const planner::Graph &graph = functionGraph.graph;
  std::vector<int32_t> positions(graph.values.size(), -1);
  for (ValueId id = 0, end = graph.values.size(); id != end; ++id)
    if (functionGraph.values[id] && !graph.writers(id).empty() &&
        graph.values[id].bytes > 0)
      positions[id] = count++;
  return positions;
}

/// The tasks begin at position `firstTask` of the report.
static void describeStorages(func::FuncOp function,
                             const FunctionGraph &functionGraph,
                             ArrayRef<int32_t> storageOf, size_t firstTask,
                             FunctionReport &report) {
  const planner::Graph &graph = functionGraph.graph;
  const llvm::DenseMap<Value, int64_t> stacks = findStackResults(function);
  for (auto [id, position] : llvm::enumerate(storageOf)) {
    if (position < 0)
      continue;
    const Value value = functionGraph.values[id];
    ReportedStorage &storage = report.storages.emplace_back();
    storage.bytes = graph.values[id].bytes;
    llvm::raw_string_ostream(storage.type) << value.getType();
    storage.location = formatLocation(value.getLoc());
    storage.task = firstTask + graph.writers(id).front();
    storage.turns = stacks.lookup(value);
  }
}

static void describeSchedule(ArrayRef<Step> steps,
                             const planner::Simulation &simulation,
                             ArrayRef<int32_t> storageOf, size_t tasks,
                             size_t firstTask, ReportedSchedule &schedule) {
  std::vector<bool> hasRun(tasks, false);
  schedule.steps.reserve(steps.size());
  for (auto [step, live] : llvm::zip_equal(steps, simulation.liveBytes)) {
    schedule.steps.push_back(
        {static_cast<TaskId>(firstTask + step.task), live, hasRun[step.task]});
    hasRun[step.task] = true;
  }
  for (const planner::Copy &copy : simulation.copies)
    if (const int32_t storage = storageOf[copy.value]; storage >= 0)
      schedule.copies.push_back({storage, copy.firstStep, copy.lastStep});
  schedule.peakStep = simulation.peakStep;
}

static void describeRuns(const FunctionGraph &functionGraph, const Plan &plan,
                         FunctionReport &report) {
  std::vector<int64_t> runs(functionGraph.tasks.size(), 0);
  for (const Step &step : plan.steps)
    ++runs[step.task];
  for (const TaskOps &taskOps : functionGraph.tasks) {
    report.flopsAfter += taskOps.cost.flops;
    report.matrixFlopsAfter += taskOps.matrixFlops;
  }
  for (auto [id, task] : llvm::enumerate(functionGraph.graph.tasks)) {
    if (runs[id] <= 1)
      continue;
    FunctionReport::Recomputed &recomputed = report.recomputed.emplace_back();
    recomputed.task = id;
    recomputed.runs = runs[id] - 1;
    recomputed.time = recomputed.runs * task.time;
    for (ValueId output : task.outputs)
      recomputed.bytes += functionGraph.graph.values[output].bytes;
    const TaskOps &taskOps = functionGraph.tasks[id];
    report.flopsAfter += recomputed.runs * taskOps.cost.flops;
    report.matrixFlopsAfter += recomputed.runs * taskOps.matrixFlops;
  }
}

static std::vector<FunctionReport::Live>
describeLive(const FunctionGraph &functionGraph, ArrayRef<ValueId> live) {
  std::vector<FunctionReport::Live> described;
  for (ValueId id : sortBySize(functionGraph, live)) {
    FunctionReport::Live &each = described.emplace_back();
    each.bytes = functionGraph.graph.values[id].bytes;
    llvm::raw_string_ostream(each.type) << functionGraph.values[id].getType();
    each.location = formatLocation(functionGraph.values[id].getLoc());
  }
  return described;
}

static void describeRefusal(const PreparedStep &step,
                            const RematerializeOptions &options,
                            const FunctionOutcome &outcome,
                            FunctionReport &report) {
  report.smallestPeak = outcome.smallestPeak;
  if (outcome.status == planner::Status::Infeasible) {
    report.binding = describeLive(step.functionGraph, outcome.bound.live);
    describeBoundBesideStorages(step.functionGraph.graph, outcome.bound,
                                report);
  }
  report.advisedBudget = planner::getAdvisedBudget(outcome.advice).value_or(0);
  report.advice = describeAdvice(step.functionGraph, outcome.advice,
                                 options.spelling.value_or(OptionSpelling()));
}

static void describePlan(const FunctionGraph &functionGraph,
                         const FunctionOutcome &outcome,
                         ArrayRef<int32_t> storageOf, FunctionReport &report) {
  const Plan &plan = outcome.plan;
  report.strategy = plan.strategy;
  report.peakAfter = plan.peak;
  report.heapPeak = outcome.heapPeak;
  report.timeAfter = plan.time;
  report.optimality = outcome.optimality;
  report.cuts = outcome.rewrite.cuts.size();
  report.isUnchanged = outcome.isUnchanged;
  describeRuns(functionGraph, plan, report);
  const planner::ParkedSimulation simulation =
      llvm::cantFail(planner::simulate(functionGraph.graph, plan.steps,
                                       plan.parkings, outcome.host.link),
                     "a valid plan can be simulated");
  describeSchedule(plan.steps, simulation, storageOf,
                   functionGraph.tasks.size(), /*firstTask=*/0, report.after);
  report.hostPeak = plan.hostPeak;
  if (outcome.stacks)
    report.hostPeak += outcome.stacks->hostBytes;
  for (auto [parking, copies] :
       llvm::zip_equal(plan.parkings, simulation.parkingCopies))
    report.parked.push_back({storageOf[parking.value], parking, copies});
}

/// The step as it stands, `given`. Where its loops were given other stacks, its
/// tasks and storages come after those of the plan.
static void describeGiven(const PreparedStep &given, FunctionReport &report) {
  const FunctionGraph &functionGraph = given.functionGraph;
  const size_t firstTask = report.tasks.size();
  const std::vector<int32_t> storageOf =
      numberStorages(functionGraph, report.storages.size());
  describeTasks(functionGraph, report);
  describeStorages(given.function, functionGraph, storageOf, firstTask, report);
  describeSchedule(planner::baseSteps(functionGraph.graph), given.before,
                   storageOf, functionGraph.tasks.size(), firstTask,
                   report.before);
}

static void describeStacks(const ChosenStacks &stacks, FunctionReport &report) {
  const FunctionForms &forms = *stacks.forms->ofFunction;
  const planner::LoopTurns &turns = forms.getTurns();
  for (auto [id, stacked] : llvm::enumerate(forms.getValues())) {
    const bool isKept = stacks.getChoice().isKept[id];
    const bool wasKept = forms.getGiven().isKept[id];
    if (!isKept && !wasKept)
      continue;
    FunctionReport::Stack &stack = report.stacks.emplace_back();
    if (Operation *maker = stacked.value.getDefiningOp()) {
      stack.op = maker->getName().getStringRef();
      stack.computes = getComputed(maker);
    }
    llvm::raw_string_ostream(stack.type) << stacked.value.getType();
    stack.location = formatLocation(stacked.value.getLoc());
    stack.scope = getScope(stacked.value.getLoc());
    stack.loop = formatLocation(stacked.forward->getLoc());
    stack.backwardLoop = formatLocation(stacked.backward->getLoc());
    stack.turns = stacked.turns;
    stack.slices = stacked.slices;
    stack.bytes = turns.values[id].stackBytes;
    stack.isKept = isKept;
    stack.isOnHost = stacks.getChoice().isOnHostAt(id);
    stack.wasKept = wasKept;
    stack.segments = planner::getSegmentsOf(turns, stacks.getChoice(), id);
    if (std::optional<planner::TurnTaskId> maker = turns.values[id].maker) {
      stack.isMadeAgain = stacks.getChoice().isRemade[*maker];
      stack.time = turns.tasks[*maker].time;
    }
  }
}

FunctionReport mlir::remat::describeOutcome(const PreparedStep &step,
                                            const RematerializeOptions &options,
                                            const FunctionOutcome &outcome) {
  const FunctionGraph &functionGraph = step.functionGraph;
  const planner::Graph &graph = functionGraph.graph;
  const bool hasOtherStacks = step.stacks && !step.stacks->isAsGiven();
  const PreparedStep &given = hasOtherStacks ? step.stacks->getGiven() : step;
  func::FuncOp function = step.function;
  FunctionReport report;
  report.name = function.getName().str();
  report.target = options.graph.target->getName().str();
  report.device = options.graph.costModel.device->name.str();
  report.strategy = options.strategy;
  report.status = outcome.status;
  report.budget = outcome.budget;
  report.host = outcome.host;
  report.knee = outcome.knee;
  report.resident = graph.residentBytes;
  report.peakBefore = given.peakAsItStands;
  report.lowerBound = getPeakBound(step, outcome.host).bytes;
  report.timeBefore = given.before.time;
  report.timeForward = given.functionGraph.graph.forwardTime();
  for (const TaskOps &taskOps : given.functionGraph.tasks) {
    report.flopsBefore += taskOps.cost.flops;
    report.matrixFlopsBefore += taskOps.matrixFlops;
  }
  if (!hasOtherStacks)
    describeGiven(given, report);
  const std::vector<int32_t> storageOf = numberStorages(functionGraph, 0);
  if (hasOtherStacks) {
    describeTasks(functionGraph, report);
    describeStorages(function, functionGraph, storageOf, /*firstTask=*/0,
                     report);
    describeGiven(given, report);
  }
  if (step.stacks)
    describeStacks(*step.stacks, report);
  if (outcome.isRefusal())
    describeRefusal(step, options, outcome, report);
  else
    describePlan(functionGraph, outcome, storageOf, report);
  return report;
}
