//===- PlanIO.cpp - Plans as JSON -----------------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/GraphIO.h"

#include "IO/JSONReader.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <limits>
#include <unordered_map>

using namespace llvm;
using namespace mlir::remat::planner;

/// A number of JSON holds 53 bits exactly, a hash has 64.
std::string mlir::remat::planner::formatFingerprint(uint64_t fingerprint) {
  return utohexstr(fingerprint, /*LowerCase=*/true, /*Width=*/16);
}

static Expected<Step>
readStep(const json::Value &entry, size_t index, const Graph &graph,
         const std::unordered_map<int64_t, TaskId> &taskIds,
         UnknownKeys &unknown) {
  std::string where = "step " + std::to_string(index);
  std::optional<int64_t> id = toInteger(entry);
  int64_t variant = 0;
  if (const json::Object *object = entry.getAsObject()) {
    ObjectReader reader(*object, "steps", where);
    reader.checkKeys({"op", "variant"}, unknown);
    Expected<int64_t> op = reader.requireInteger("op");
    if (!op)
      return op.takeError();
    id = *op;
    Expected<std::optional<int64_t>> stated =
        reader.getInteger("variant", 0, std::numeric_limits<int32_t>::max());
    if (!stated)
      return stated.takeError();
    variant = stated->value_or(0);
  } else if (!id) {
    return createStringError(where + " is " + abbreviate(entry) +
                             ", neither the id of an op nor an object");
  }
  auto it = taskIds.find(*id);
  if (it == taskIds.end())
    return createStringError(where + " names op " + Twine(*id) +
                             ", which the graph does not have");
  const Task &task = graph.tasks[it->second];
  if (static_cast<size_t>(variant) > task.variants.size())
    return createStringError(where + " names variant " + Twine(variant) +
                             " of " + Graph::describe(task) + ", which has " +
                             Twine(task.variants.size()));
  return Step{it->second, static_cast<int32_t>(variant)};
}

Expected<PlanFile> mlir::remat::planner::readPlan(StringRef text,
                                                  const Graph &graph,
                                                  WarningHandler warn) {
  Expected<json::Value> json = parseFile(text, "the plan file");
  if (!json)
    return json.takeError();
  Expected<ObjectReader> file =
      ObjectReader::create(*json, "plan", "the plan file");
  if (!file)
    return file.takeError();
  if (Error error = checkVersion(*file, "plan"))
    return error;
  UnknownKeys unknown;
  file->checkKeys({"version", "status", "strategy", "budget", "peak", "time",
                   "base_time", "graph_fingerprint", "steps", "tasks",
                   "lower_bound", "smallest_peak", "message", "time_bound",
                   "time_bound_reason", "gap_forward_percent",
                   "gap_step_percent", "proved_optimal"},
                  unknown);

  PlanFile plan;
  Expected<std::optional<std::string>> status = file->getString("status");
  if (!status)
    return status.takeError();
  if (status->value_or("ok") != "ok")
    return file->error("the status is '" + **status +
                       "': it holds the answer that there is no plan");
  Expected<std::optional<std::string>> strategy = file->getString("strategy");
  if (!strategy)
    return strategy.takeError();
  plan.plan.strategy = strategy->value_or("");

  Expected<std::optional<int64_t>> budget =
      file->getInteger("budget", 0, Graph::maxTotalBytes);
  if (!budget)
    return budget.takeError();
  plan.budget = *budget;
  Expected<std::optional<int64_t>> peak =
      file->getInteger("peak", 0, Graph::maxTotalBytes);
  if (!peak)
    return peak.takeError();
  plan.hasPeak = peak->has_value();
  plan.plan.peak = peak->value_or(0);
  Expected<std::optional<double>> time =
      file->getNumber("time", 0, std::numeric_limits<double>::max());
  if (!time)
    return time.takeError();
  plan.hasTime = time->has_value();
  plan.plan.time = time->value_or(0);

  Expected<std::optional<std::string>> fingerprint =
      file->getString("graph_fingerprint");
  if (!fingerprint)
    return fingerprint.takeError();
  if (*fingerprint) {
    uint64_t number = 0;
    if ((*fingerprint)->size() != 16 ||
        StringRef(**fingerprint).getAsInteger(16, number))
      return file->error("graph_fingerprint",
                         "is '" + **fingerprint +
                             "', not 16 hexadecimal digits");
    plan.fingerprint = number;
  }

  Expected<const json::Array *> steps = file->requireArray("steps");
  if (!steps)
    return steps.takeError();
  if ((*steps)->size() >= std::numeric_limits<int32_t>::max())
    return file->error("steps", "has more than 2^31 - 2 of them");
  std::unordered_map<int64_t, TaskId> taskIds;
  for (TaskId task = 0, e = graph.tasks.size(); task != e; ++task)
    taskIds.try_emplace(graph.tasks[task].id, task);
  plan.plan.steps.reserve((*steps)->size());
  for (size_t i = 0; i != (*steps)->size(); ++i) {
    Expected<Step> step = readStep((**steps)[i], i, graph, taskIds, unknown);
    if (!step)
      return step.takeError();
    plan.plan.steps.push_back(*step);
  }
  unknown.report(warn);
  return plan;
}

void mlir::remat::planner::writePlan(const Graph &graph, const Plan &plan,
                                     std::optional<int64_t> budget,
                                     json::OStream &json,
                                     function_ref<void()> writeMore) {
  json.object([&] {
    json.attribute("version", 1);
    json.attribute("status", stringifyStatus(Status::Ok));
    json.attribute("strategy", plan.strategy);
    json.attribute("budget", budget ? json::Value(*budget) : nullptr);
    json.attribute("peak", plan.peak);
    json.attribute("time", plan.time);
    json.attribute("base_time", graph.baseTime());
    json.attribute("graph_fingerprint", formatFingerprint(graph.fingerprint()));
    if (writeMore)
      writeMore();
    json.attributeArray("steps", [&] {
      for (const Step &step : plan.steps) {
        int64_t id = graph.tasks[step.task].id;
        if (step.variant)
          json.value(json::Object{{"op", id}, {"variant", step.variant}});
        else
          json.value(id);
      }
    });
  });
}

void mlir::remat::planner::writeOptimality(const Optimality &optimality,
                                           json::OStream &json) {
  const TimeBound &bound = optimality.bound;
  json.attribute("time_bound", std::isfinite(bound.time)
                                   ? json::Value(bound.time)
                                   : json::Value(nullptr));
  json.attribute("time_bound_reason", json::fixUTF8(bound.reason));
  json.attribute("gap_forward_percent",
                 optimality.gapForwardPercent
                     ? json::Value(*optimality.gapForwardPercent)
                     : json::Value(nullptr));
  json.attribute("gap_step_percent", optimality.gapStepPercent);
  json.attribute("proved_optimal", optimality.proved);
}

void mlir::remat::planner::writePeakBound(const Graph &graph,
                                          const PeakBound &bound,
                                          json::OStream &json) {
  json.attributeObject("lower_bound", [&] {
    json.attribute("bytes", bound.bytes);
    if (bound.task)
      json.attribute("op", graph.tasks[*bound.task].id);
    json.attributeArray("live", [&] {
      for (ValueId value : bound.live)
        json.value(graph.values[value].id);
    });
  });
}

void mlir::remat::planner::writeProvedPlan(const Graph &graph, const Plan &plan,
                                           int64_t budget,
                                           const PeakBound &bound,
                                           const Optimality &optimality,
                                           json::OStream &json) {
  writePlan(graph, plan, budget, json, [&] {
    writePeakBound(graph, bound, json);
    writeOptimality(optimality, json);
  });
}

void mlir::remat::planner::writeRefusal(const Graph &graph,
                                        const Outcome &refusal,
                                        StringRef strategy,
                                        json::OStream &json) {
  json.object([&] {
    json.attribute("version", 1);
    json.attribute("status", stringifyStatus(refusal.status));
    json.attribute("strategy", strategy);
    json.attribute("budget", refusal.budget);
    json.attribute("base_time", graph.baseTime());
    json.attribute("graph_fingerprint", formatFingerprint(graph.fingerprint()));
    writePeakBound(graph, refusal.bound, json);
    json.attribute("smallest_peak", refusal.smallestPeak);
    json.attribute("message", refusal.message);
  });
}
