//===- SavedPlan.cpp - Plans of functions as files ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Transforms/SavedPlan.h"
#include "remat/Planner/GraphIO.h"
#include "remat/Planner/LoopSegments.h"
#include "remat/Planner/Simulator.h"
#include "remat/Support/JSONReader.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::remat;
using planner::Plan;

/// For human comparison, and for a file: names in a module need not be UTF-8.
static std::string describeTask(const FunctionGraph &functionGraph,
                                planner::TaskId id) {
  std::string text = getProfileSignature(functionGraph.tasks[id].op);
  llvm::raw_string_ostream os(text);
  const planner::Task &task = functionGraph.graph.tasks[id];
  os << ", " << planner::stringifyPhase(task.phase) << ", inputs";
  for (planner::ValueId input : task.inputs)
    os << ' ' << input;
  os << ", time " << task.time;
  return llvm::json::fixUTF8(text);
}

std::string
mlir::remat::writeSavedPlan(const FunctionGraph &functionGraph,
                            const Plan &plan, int64_t budget,
                            const planner::Optimality &optimality,
                            const std::optional<planner::StackChoice> &stacks,
                            const planner::HostMemory &host) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, /*IndentSize=*/1);
  auto writeMore = [&] {
    planner::writeOptimality(optimality, json);
    json.attributeArray("tasks", [&] {
      for (size_t id = 0; id != functionGraph.tasks.size(); ++id)
        json.value(describeTask(functionGraph, id));
    });
    if (!stacks)
      return;
    json.attributeObject("stacks", [&] {
      json.attribute("values", static_cast<int64_t>(stacks->isKept.size()));
      json.attributeArray("kept", [&] {
        for (auto [id, isKept] : llvm::enumerate(stacks->isKept))
          if (isKept)
            json.value(static_cast<int64_t>(id));
      });
      if (!stacks->isOnHost.empty())
        json.attributeArray("on_host", [&] {
          for (auto [id, isOnHost] : llvm::enumerate(stacks->isOnHost))
            if (isOnHost)
              json.value(static_cast<int64_t>(id));
        });
      if (!stacks->segments.empty())
        json.attributeArray("segments", [&] {
          for (const planner::SegmentLengths &lengths : stacks->segments)
            json.value(llvm::json::Array(lengths));
        });
    });
  };
  planner::writePlan(functionGraph.graph, plan, budget, json, writeMore, host);
  os << '\n';
  return text;
}

/// Where the function differs from the saved plan's.
static std::string findDifference(const ObjectReader &file,
                                  const FunctionGraph &functionGraph) {
  const llvm::json::Array *tasks = file.readArray("tasks");
  if (!tasks)
    return "the plan file does not say for which tasks it was made";
  const size_t count = functionGraph.tasks.size();
  for (size_t id = 0; id != std::min(tasks->size(), count); ++id) {
    std::string here = describeTask(functionGraph, id);
    std::optional<StringRef> there = (*tasks)[id].getAsString();
    if (there != StringRef(here))
      return llvm::formatv(
          "the first difference is at {0}: the plan was made for '{1}', the "
          "function has '{2}'",
          formatLocation(functionGraph.tasks[id].op->getLoc()),
          there.value_or("?"), here);
  }
  if (tasks->size() != count)
    return llvm::formatv(
        "the plan was made for {0} tasks, the function has {1}", tasks->size(),
        count);
  return "the tasks are the same, but their policies, sizes or results differ";
}

bool mlir::remat::isSavedPlanOf(llvm::StringRef json,
                                const planner::Graph &graph) {
  llvm::Expected<llvm::json::Value> root = parseFile(json, "the plan file");
  if (!root) {
    llvm::consumeError(root.takeError());
    return false;
  }
  const llvm::json::Object *file = root->getAsObject();
  return file &&
         file->getString("graph_fingerprint") ==
             llvm::StringRef(planner::formatFingerprint(graph.fingerprint()));
}

bool mlir::remat::hasSavedStacks(llvm::StringRef json) {
  llvm::Expected<llvm::json::Value> root = parseFile(json, "the plan file");
  if (!root) {
    llvm::consumeError(root.takeError());
    return false;
  }
  const llvm::json::Object *file = root->getAsObject();
  return file && file->get("stacks");
}

llvm::Expected<SavedPlan>
mlir::remat::readSavedPlan(llvm::StringRef json,
                           const FunctionGraph &functionGraph,
                           llvm::function_ref<void(const llvm::Twine &)> warn) {
  llvm::Expected<llvm::json::Value> root = parseFile(json, "the plan file");
  if (!root)
    return root.takeError();
  ReadLog log;
  ObjectReader file(*root, "the plan file", log);
  // Before anything that another version may mean differently.
  file.checkVersion();
  std::optional<std::string> saved;
  file.read("graph_fingerprint", saved);
  if (llvm::Error error = log.getError())
    return error;
  const std::string here =
      planner::formatFingerprint(functionGraph.graph.fingerprint());
  if (file.readArray("steps") && !saved)
    return llvm::createStringError(
        "it has no 'graph_fingerprint', so that it may belong to another "
        "function; save it again with plan-out");
  if (saved && *saved != here)
    return llvm::createStringError(
        "it was made for another function (fingerprint " + *saved + ", here " +
        here + "): " + findDifference(file, functionGraph));
  llvm::Expected<planner::PlanFile> plan =
      planner::readPlan(json, functionGraph.graph, warn);
  if (!plan)
    return plan.takeError();
  if (!plan->plan.parkings.empty() && !plan->host.isAvailable())
    return llvm::createStringError(
        "it parks values on the host, but has no 'host_budget'");
  llvm::Expected<planner::ParkedSimulation> simulation =
      planner::simulate(functionGraph.graph, plan->plan.steps,
                        plan->plan.parkings, plan->host.link);
  if (!simulation)
    return simulation.takeError();
  plan->plan.peak = simulation->peak;
  plan->plan.hostPeak = simulation->hostPeak;
  plan->plan.time = simulation->time;
  if (plan->plan.strategy.empty())
    plan->plan.strategy = "saved";
  int64_t budget = plan->budget.value_or(simulation->peak);
  return SavedPlan{std::move(plan->plan), budget, plan->host};
}

/// The segments of a saved choice, by loop.
static llvm::Expected<std::vector<planner::SegmentLengths>>
readSegments(const llvm::json::Array &loops, const planner::LoopTurns &turns) {
  if (loops.size() != turns.loops.size())
    return llvm::createStringError(
        "its 'stacks' have segments of " + std::to_string(loops.size()) +
        (loops.size() == 1 ? " loop" : " loops") + ", the function has " +
        std::to_string(turns.loops.size()));
  std::vector<planner::SegmentLengths> segments(loops.size());
  for (auto [id, loop] : llvm::enumerate(turns.loops)) {
    const llvm::json::Array *lengths = loops[id].getAsArray();
    int64_t longer = loop.turns;
    for (const llvm::json::Value &each :
         lengths ? *lengths : llvm::json::Array{nullptr}) {
      const std::optional<int64_t> length = each.getAsInteger();
      if (!length || *length < 1 || *length >= longer ||
          segments[id].size() == planner::mostSegmentLevels)
        return llvm::createStringError(
            "its 'stacks' have segments for loop " + std::to_string(id) +
            ", of " + std::to_string(loop.turns) +
            " turns, that are not at most " +
            std::to_string(planner::mostSegmentLevels) +
            " lengths of 1 turn or more, each less than the one before");
      segments[id].push_back(*length);
      longer = *length;
    }
  }
  return segments;
}

/// Which stacks lie on the host.
static llvm::Error readStacksOnHost(const llvm::json::Object &stacks,
                                    const planner::LoopTurns &turns,
                                    planner::StackChoice &choice) {
  const llvm::json::Array *onHost = stacks.getArray("on_host");
  if (!onHost || onHost->empty())
    return llvm::Error::success();
  for (const llvm::json::Value &each : *onHost) {
    const std::optional<int64_t> id = each.getAsInteger();
    const int64_t here = turns.values.size();
    if (!id || *id < 0 || *id >= here || !choice.isKept[*id] ||
        choice.isOnHostAt(*id))
      return llvm::createStringError(
          "its 'stacks' have a value in 'on_host' that is not one of 'kept', "
          "or twice");
    planner::moveToHost(turns, *id, choice);
  }
  return llvm::Error::success();
}

llvm::Expected<std::optional<planner::StackChoice>>
mlir::remat::readSavedStacks(llvm::StringRef json,
                             const planner::LoopTurns &turns,
                             const planner::StackChoice &given) {
  llvm::Expected<llvm::json::Value> root = parseFile(json, "the plan file");
  if (!root)
    return root.takeError();
  const llvm::json::Object *file = root->getAsObject();
  const llvm::json::Value *value = file ? file->get("stacks") : nullptr;
  if (!value)
    return std::nullopt;
  const llvm::json::Object *stacks = value->getAsObject();
  if (!stacks)
    return llvm::createStringError(
        "its 'stacks' are no object; save it again with plan-out");
  const std::optional<int64_t> values = stacks->getInteger("values");
  const int64_t here = turns.values.size();
  if (values != here)
    return llvm::createStringError(
        "its 'stacks' are for loops with " +
        (values ? std::to_string(*values) : std::string("unknown")) +
        " values of turns, those here have " + std::to_string(here) +
        "; it was made for another function");
  std::vector<bool> isKept(turns.values.size());
  const llvm::json::Array *kept = stacks->getArray("kept");
  if (!kept)
    return llvm::createStringError(
        "its 'stacks' have no array 'kept' of values");
  for (const llvm::json::Value &each : *kept) {
    const std::optional<int64_t> id = each.getAsInteger();
    if (!id)
      return llvm::createStringError(
          "its 'stacks' have a value in 'kept' that is no number");
    // What is kept as given may be pinned otherwise.
    if (*id < 0 || *id >= here ||
        !(turns.values[*id].mayBeKept || given.isKept[*id]))
      return llvm::createStringError(
          "its 'stacks' keep value " + std::to_string(*id) +
          " of the loops' turns, which cannot be kept here");
    if (isKept[*id])
      return llvm::createStringError("its 'stacks' keep value " +
                                     std::to_string(*id) + " twice");
    isKept[*id] = true;
  }
  std::optional<planner::StackChoice> choice =
      isKept == given.isKept ? given : planner::completeChoice(turns, isKept);
  if (!choice)
    return llvm::createStringError(
        "its 'stacks' leave out a value of the loops' turns that cannot be "
        "made again");
  const llvm::json::Value *saved = stacks->get("segments");
  if (llvm::Error error = readStacksOnHost(*stacks, turns, *choice))
    return std::move(error);
  if (!saved)
    return choice;
  if (!choice->isOnHost.empty())
    return llvm::createStringError(
        "its 'stacks' are on the host and of segments, which cannot be both");
  const llvm::json::Array *loops = saved->getAsArray();
  if (!loops)
    return llvm::createStringError(
        "its 'stacks' have 'segments' that are no array of loops");
  llvm::Expected<std::vector<planner::SegmentLengths>> segments =
      readSegments(*loops, turns);
  if (!segments)
    return segments.takeError();
  choice = planner::runInSegments(turns, *choice, *segments);
  if (!choice)
    return llvm::createStringError(
        "its 'stacks' have segments for a loop that cannot run in segments "
        "here");
  return choice;
}
