//===- SweepCommand.cpp - remat-plan sweep --------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SweepCommand.h"

#include "remat/Planner/GraphIO.h"
#include "remat/Report/SweepReport.h"
#include "remat/Support/Figures.h"
#include "remat/Support/OutputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

/// Writes JSON to a file, all of it or nothing.
static Error writeFile(StringRef path,
                       function_ref<void(json::OStream &)> write) {
  std::string text;
  raw_string_ostream os(text);
  json::OStream json(os, /*IndentSize=*/2);
  write(json);
  os << "\n";
  return writeOutputFile(path, text);
}

static Error writePlans(const SweepCommand &command) {
  const SweepResult &result = command.result;
  if (std::error_code code = sys::fs::create_directories(command.planFolder))
    return createStringError("cannot make the folder '" + command.planFolder +
                             "': " + code.message());
  for (auto [i, found] : enumerate(result.strategies.front().plans)) {
    if (!found)
      continue;
    SmallString<128> path(command.planFolder);
    sys::path::append(path, Twine(i) + ".json");
    if (Error error = writeFile(path, [&](json::OStream &json) {
          writeProvedPlan(command.graph, found->plan, result.budgets[i],
                          result.peakBound, found->optimality, json);
        }))
      return error;
  }
  return Error::success();
}

/// One budget of a sweep, without its steps.
static void writePoint(const SweepCommand &command, StringRef strategy,
                       int64_t budget, const SweptPlan &found,
                       json::OStream &json) {
  const Graph &graph = command.graph;
  const double extra = found.plan.time - graph.baseTime();
  json.object([&] {
    if (command.result.strategies.size() > 1)
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
      json.attribute("bytes", command.result.peakBound.bytes);
    });
    writeOptimality(found.optimality, json);
    if (!found.isSearched)
      json.attribute("searched", false);
  });
}

Error write(const SweepCommand &command) {
  if (!command.planFolder.empty())
    if (Error error = writePlans(command))
      return error;
  if (!command.reportPath.empty()) {
    SweepReport report;
    report.add(describeSweep(command.name, command.graph, command.result));
    if (Error error = report.writeTo(command.reportPath))
      return error;
    // Standard output is for one of the two.
    if (command.reportPath == "-" && command.outputPath == "-")
      return Error::success();
  }
  return writeFile(command.outputPath, [&](json::OStream &json) {
    json.array([&] {
      for (const StrategySweep &sweep : command.result.strategies)
        for (auto [budget, found] : zip(command.result.budgets, sweep.plans))
          if (found)
            writePoint(command, sweep.strategy, budget, *found, json);
    });
  });
}
