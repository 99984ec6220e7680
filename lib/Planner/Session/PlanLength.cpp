//===- PlanLength.cpp - Plans that are too long for most uses -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/PlanLength.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::remat::planner;

/// Plans may be so many times as long as the step without a warning.
static constexpr double kLong = 10;

namespace {
/// In steps.
struct Length {
  Length(const Graph &graph, const Plan &plan)
      : runs(double(plan.steps.size()) / double(graph.tasks.size())),
        time(graph.baseTime() > 0 ? plan.time / graph.baseTime() : 1) {}

  double getWorse() const { return std::max(runs, time); }

  double runs;
  double time;
};
} // namespace

static std::string describe(const Graph &graph, const Plan &plan,
                            const Twine &name) {
  const Length length(graph, plan);
  std::string text;
  raw_string_ostream os(text);
  os << name << " runs " << plan.steps.size() << " tasks where the step has "
     << graph.tasks.size() << ", " << format("%.1f", length.runs)
     << " times as many, and takes " << format("%.1f", length.time)
     << " times its time; a larger budget can make it shorter";
  return text;
}

std::string mlir::remat::planner::describeLongPlan(const Graph &graph,
                                                   const Plan &plan) {
  if (!(Length(graph, plan).getWorse() > kLong))
    return "";
  return describe(graph, plan, "the plan");
}

std::string mlir::remat::planner::describeLongPlans(const Graph &graph,
                                                    const SweepResult &result) {
  double most = kLong;
  const Plan *worst = nullptr;
  std::string name;
  for (const StrategySweep &sweep : result.strategies)
    for (auto [budget, found] : zip(result.budgets, sweep.plans)) {
      if (!found)
        continue;
      const double length = Length(graph, found->plan).getWorse();
      if (!(length > most))
        continue;
      most = length;
      worst = &found->plan;
      name = "the plan ";
      if (result.strategies.size() > 1)
        name += "of '" + sweep.strategy + "' ";
      name += "for the budget of " + std::to_string(budget) + " bytes";
    }
  return worst ? describe(graph, *worst, name) : "";
}
