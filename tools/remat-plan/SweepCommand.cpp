//===- SweepCommand.cpp - remat-plan sweep --------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Flags.h"

#include "remat/Planner/GraphIO.h"
#include "remat/Report/SweepReport.h"
#include "remat/Support/Figures.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

static Error writePlans(const Graph &graph, const SweepResult &result) {
  if (std::error_code code = sys::fs::create_directories(flags::planFolder))
    return createStringError("cannot make the folder '" + flags::planFolder +
                             "': " + code.message());
  for (auto each : enumerate(result.strategies.front().plans)) {
    const std::optional<SweptPlan> &found = each.value();
    if (!found)
      continue;
    SmallString<128> path(flags::planFolder);
    sys::path::append(path, Twine(each.index()) + ".json");
    if (Error error = writeJSON(path, [&](json::OStream &json) {
          writeProvedPlan(graph, found->plan, result.budgets[each.index()],
                          result.peakBound, found->optimality, json);
        }))
      return error;
  }
  return Error::success();
}

/// One budget of a sweep, without its steps.
static void writePoint(const Graph &graph, const SweepResult &result,
                       StringRef strategy, int64_t budget,
                       const SweptPlan &found, json::OStream &json) {
  const double extra = found.plan.time - graph.baseTime();
  json.object([&] {
    if (result.strategies.size() > 1)
      json.attribute("strategy", strategy);
    json.attribute("budget", budget);
    json.attribute("peak", found.plan.peak);
    json.attribute("time", found.plan.time);
    json.attribute("base_time", graph.baseTime());
    json.attribute("overhead_forward_percent",
                   getPercent(extra, graph.forwardTime()));
    json.attribute("overhead_step_percent",
                   getPercent(extra, graph.baseTime()));
    json.attributeObject("lower_bound", [&] {
      json.attribute("bytes", result.peakBound.bytes);
    });
    writeOptimality(found.optimality, json);
    if (!found.isSearched)
      json.attribute("searched", false);
  });
}

Error writeSweep(const Graph &graph, const SweepResult &result) {
  const std::string &reportPath = flags::reportPath;
  if (!flags::planFolder.empty())
    if (Error error = writePlans(graph, result))
      return error;
  if (!reportPath.empty()) {
    SweepReport report;
    report.add(
        describeSweep(sys::path::filename(flags::graphPath), graph, result));
    if (Error error = report.writeTo(reportPath))
      return error;
    // Standard output is for one of the two.
    if (reportPath == "-" && flags::outputPath == "-")
      return Error::success();
  }
  return writeJSON(flags::outputPath, [&](json::OStream &json) {
    json.array([&] {
      for (const StrategySweep &sweep : result.strategies)
        for (auto [budget, found] : zip(result.budgets, sweep.plans))
          if (found)
            writePoint(graph, result, sweep.strategy, budget, *found, json);
    });
  });
}
