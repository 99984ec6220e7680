//===- PlanIO.cpp - Plans as JSON -----------------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/GraphIO.h"

#include "remat/Support/JSONReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cassert>
#include <cmath>
#include <limits>
#include <unordered_map>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

/// A number of JSON holds 53 bits exactly, a hash has 64.
std::string mlir::remat::planner::formatFingerprint(uint64_t fingerprint) {
  return utohexstr(fingerprint, /*LowerCase=*/true, /*Width=*/16);
}

static Step readStep(const json::Value &entry, size_t index, const Graph &graph,
                     const std::unordered_map<int64_t, TaskId> &taskIds,
                     ReadLog &log) {
  const std::string where = "step " + std::to_string(index);
  int64_t id = 0, variant = 0;
  if (entry.getAsObject()) {
    ObjectReader reader(entry, where, log);
    reader.checkKeys("steps", {"op", "variant"});
    reader.require("op", id);
    reader.read("variant", variant, 0, std::numeric_limits<int32_t>::max());
  } else if (std::optional<int64_t> integer = toInteger(entry)) {
    id = *integer;
  } else {
    log.fail(where + " is " + abbreviate(entry) +
             ", neither the id of an op nor an object");
  }
  auto it = taskIds.find(id);
  if (it == taskIds.end()) {
    log.fail(where + " names op " + Twine(id) +
             ", which the graph does not have");
    return {};
  }
  const Task &task = graph.tasks[it->second];
  if (static_cast<size_t>(variant) > task.variants.size())
    log.fail(where + " names variant " + Twine(variant) + " of " +
             Graph::describe(task) + ", which has " +
             Twine(task.variants.size()));
  return {it->second, static_cast<int32_t>(variant)};
}

/// Reads what the plan may use of the host.
static void readHost(const ObjectReader &file, PlanFile &plan) {
  HostMemory &host = plan.host;
  file.read("host_budget", host.budget, 0, HostMemory::maxBudget);
  plan.hasHostPeak =
      file.read("host_peak", plan.plan.hostPeak, 0, HostMemory::maxBudget);
  const bool hasBandwidth =
      file.read("link_bandwidth", host.link.bandwidth, HostLink::minBandwidth,
                HostLink::maxBandwidth);
  file.read("link_latency", host.link.latency, 0, HostLink::maxLatency);
  if (host.isAvailable() && !hasBandwidth)
    file.fail("link_bandwidth", "is missing: the plan has a host budget");
}

static Parking readParking(const json::Value &entry, size_t index,
                           const Graph &graph,
                           const std::unordered_map<int64_t, ValueId> &valueIds,
                           ReadLog &log) {
  const std::string where = "parking " + std::to_string(index);
  ObjectReader reader(entry, where, log);
  reader.checkKeys("parkings", {"value", "send", "release", "fetch"});
  int64_t id = 0, send = 0, release = 0, fetch = 0;
  constexpr int64_t last = std::numeric_limits<int32_t>::max();
  reader.require("value", id);
  const bool isSent = reader.read("send", send, 0, last);
  reader.require("release", release, 0, last);
  reader.require("fetch", fetch, 0, last);
  auto it = valueIds.find(id);
  if (it == valueIds.end()) {
    log.fail(where + " names value " + Twine(id) +
             ", which the graph does not have");
    return {};
  }
  Parking parking;
  parking.value = it->second;
  if (isSent)
    parking.sendStep = static_cast<int32_t>(send);
  parking.releaseStep = static_cast<int32_t>(release);
  parking.fetchStep = static_cast<int32_t>(fetch);
  return parking;
}

Expected<PlanFile> mlir::remat::planner::readPlan(StringRef text,
                                                  const Graph &graph,
                                                  WarningHandler warn) {
  Expected<json::Value> json = parseFile(text, "the plan file");
  if (!json)
    return json.takeError();
  ReadLog log;
  ObjectReader file(*json, "the plan file", log);
  file.checkVersion();
  file.checkKeys("plan", {"version",
                          "status",
                          "strategy",
                          "budget",
                          "peak",
                          "time",
                          "base_time",
                          "graph_fingerprint",
                          "steps",
                          "host_budget",
                          "host_peak",
                          "link_bandwidth",
                          "link_latency",
                          "parkings",
                          "tasks",
                          "stacks",
                          "lower_bound",
                          "smallest_peak",
                          "message",
                          "time_bound",
                          "time_bound_reason",
                          "gap_forward_percent",
                          "gap_step_percent",
                          "proved_optimal",
                          "kept_whole",
                          "knee"});
  std::string status = "ok";
  file.read("status", status);
  if (status != "ok")
    file.fail("the status is '" + status +
              "': it holds the answer that there is no plan");
  PlanFile plan;
  file.read("strategy", plan.plan.strategy);
  file.read("budget", plan.budget, 0, Graph::maxTotalBytes);
  plan.hasPeak = file.read("peak", plan.plan.peak, 0, Graph::maxTotalBytes);
  plan.hasTime =
      file.read("time", plan.plan.time, 0, std::numeric_limits<double>::max());
  readHost(file, plan);
  std::string digits;
  if (file.read("graph_fingerprint", digits)) {
    uint64_t number = 0;
    if (digits.size() != 16 || StringRef(digits).getAsInteger(16, number))
      file.fail("graph_fingerprint",
                "is '" + digits + "', not 16 hexadecimal digits");
    plan.fingerprint = number;
  }
  const json::Array &steps = file.requireArray("steps");
  if (steps.size() >= std::numeric_limits<int32_t>::max())
    file.fail("steps", "has more than 2^31 - 2 of them");
  if (Error error = log.getError())
    return std::move(error);
  std::unordered_map<int64_t, TaskId> taskIds;
  for (TaskId task = 0, e = graph.tasks.size(); task != e; ++task)
    taskIds.try_emplace(graph.tasks[task].id, task);
  plan.plan.steps.reserve(steps.size());
  for (const auto &[i, entry] : enumerate(steps))
    plan.plan.steps.push_back(readStep(entry, i, graph, taskIds, log));
  if (const json::Array *parkings = file.readArray("parkings")) {
    std::unordered_map<int64_t, ValueId> valueIds;
    for (ValueId value = 0, e = graph.values.size(); value != e; ++value)
      valueIds.try_emplace(graph.values[value].id, value);
    for (const auto &[i, entry] : enumerate(*parkings))
      plan.plan.parkings.push_back(readParking(entry, i, graph, valueIds, log));
  }
  if (Error error = log.getError())
    return std::move(error);
  log.reportUnknownKeys(warn);
  return plan;
}

/// Writes host_budget, link_bandwidth, link_latency.
static void writeHost(const HostMemory &host, json::OStream &json) {
  json.attribute("host_budget", host.budget);
  json.attribute("link_bandwidth", host.link.bandwidth);
  json.attribute("link_latency", host.link.latency);
}

/// Writes what `writeHost` does, host_peak and parkings.
static void writeParkings(const Graph &graph, const Plan &plan,
                          const HostMemory &host, json::OStream &json) {
  writeHost(host, json);
  json.attribute("host_peak", plan.hostPeak);
  json.attributeArray("parkings", [&] {
    for (const Parking &parking : plan.parkings)
      json.object([&] {
        json.attribute("value", graph.values[parking.value].id);
        if (parking.sendStep)
          json.attribute("send", *parking.sendStep);
        json.attribute("release", parking.releaseStep);
        json.attribute("fetch", parking.fetchStep);
      });
  });
}

void mlir::remat::planner::writePlan(const Graph &graph, const Plan &plan,
                                     std::optional<int64_t> budget,
                                     json::OStream &json,
                                     function_ref<void()> writeMore,
                                     const HostMemory &host) {
  json.object([&] {
    json.attribute("version", kFileVersion);
    json.attribute("status", stringifyStatus(Status::Ok));
    json.attribute("strategy", plan.strategy);
    json.attribute("budget", budget ? json::Value(*budget) : nullptr);
    json.attribute("peak", plan.peak);
    json.attribute("time", plan.time);
    json.attribute("base_time", graph.baseTime());
    json.attribute("graph_fingerprint", formatFingerprint(graph.fingerprint()));
    if (writeMore)
      writeMore();
    assert((plan.parkings.empty() || host.isAvailable()) &&
           "nothing is parked without a host");
    if (host.isAvailable())
      writeParkings(graph, plan, host, json);
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
  if (optimality.isOfWholeTasks)
    json.attribute("kept_whole", true);
}

/// Writes the attribute lower_bound: bytes, op, and the values live there.
static void writePeakBound(const Graph &graph, const PeakBound &bound,
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

void mlir::remat::planner::writeKnee(const Knee &knee, json::OStream &json) {
  json.attribute("peak_percent", knee.peakPercent);
  json.attribute("time_percent", knee.timePercent);
  json.attribute("searches", knee.searches);
  json.attribute("margin_percent",
                 knee.margin ? json::Value(*knee.margin) : nullptr);
}

std::string mlir::remat::planner::describeKnee(const Knee &knee) {
  const std::string left =
      knee.margin ? formatv("{0:F2}% may be left to gain", *knee.margin).str()
                  : "cut short: what may be left to gain is not bounded";
  return formatv("the knee, at {0:F2}% of the peak and {1:F2}% of the time "
                 "({2} search{3}, {4})",
                 knee.peakPercent, knee.timePercent, knee.searches,
                 knee.searches == 1 ? "" : "es", left);
}

void mlir::remat::planner::writeProvedPlan(
    const Graph &graph, const Plan &plan, int64_t budget,
    const PeakBound &bound, const Optimality &optimality, json::OStream &json,
    const std::optional<Knee> &knee, const HostMemory &host) {
  auto writeProofs = [&] {
    if (knee)
      json.attributeObject("knee", [&] { writeKnee(*knee, json); });
    writePeakBound(graph, bound, json);
    writeOptimality(optimality, json);
  };
  writePlan(graph, plan, budget, json, writeProofs, host);
}

void mlir::remat::planner::writeRefusal(const Graph &graph,
                                        const Outcome &refusal,
                                        StringRef strategy,
                                        json::OStream &json) {
  json.object([&] {
    json.attribute("version", kFileVersion);
    json.attribute("status", stringifyStatus(refusal.status));
    json.attribute("strategy", strategy);
    json.attribute("budget", refusal.budget);
    json.attribute("base_time", graph.baseTime());
    json.attribute("graph_fingerprint", formatFingerprint(graph.fingerprint()));
    writePeakBound(graph, refusal.bound, json);
    json.attribute("smallest_peak", refusal.smallestPeak);
    if (refusal.host.isAvailable())
      writeHost(refusal.host, json);
    json.attribute("message", refusal.message);
  });
}
