//===- PlanLength.cpp - Plans that are too long for most uses -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/PlanLength.h"

#include "Session/Trials.h"

#include "remat/Support/Figures.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::remat;
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
  bool isLong() const { return getWorse() > kLong; }

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
     << " times its time";
  return text;
}

/// "; --budget=4096: 2.3 times its time", of the first larger budget whose plan
/// is not long.
static std::string findShorter(const Graph &graph, const Ask &ask,
                               const Plan &plan,
                               const OptionSpelling &spelling) {
  Expected<Plan> base = Session(graph).getBase();
  if (!base) {
    consumeError(base.takeError());
    return "";
  }
  Trials trials(ask);
  // Parts of the way to the step as it stands, which is not long.
  for (const int64_t part : {64, 16, 4, 1}) {
    const int64_t bytes = plan.peak + (base->peak - plan.peak) / part;
    if (bytes <= plan.peak)
      continue;
    const std::optional<Outcome> outcome =
        trials.run(graph, ask.withBudget(bytes));
    if (!outcome)
      return "";
    if (!outcome->hasPlan() || Length(graph, outcome->plan).isLong())
      continue;
    std::string text;
    raw_string_ostream(text)
        << "; " << spelling.spell("budget", Twine(bytes)) << ": "
        << format("%.1f", Length(graph, outcome->plan).time)
        << " times its time";
    return text;
  }
  return "";
}

std::string mlir::remat::planner::describeLongPlan(
    const Graph &graph, const Ask &ask, const Plan &plan,
    const std::optional<OptionSpelling> &spelling) {
  if (!Length(graph, plan).isLong())
    return "";
  return describe(graph, plan, "the plan") +
         (spelling ? findShorter(graph, ask, plan, *spelling) : "");
}

namespace {
/// A plan of a sweep that is long.
struct LongPlan {
  const StrategySweep *sweep = nullptr;
  const Plan *plan = nullptr;
  int64_t budget = 0;
};
} // namespace

static LongPlan findWorst(const Graph &graph, const SweepResult &result) {
  LongPlan worst;
  double most = kLong;
  for (const StrategySweep &sweep : result.strategies)
    for (auto [budget, found] : zip(result.budgets, sweep.plans)) {
      if (!found)
        continue;
      const double length = Length(graph, found->plan).getWorse();
      if (!(length > most))
        continue;
      most = length;
      worst = {&sweep, &found->plan, budget};
    }
  return worst;
}

std::string mlir::remat::planner::describeLongPlans(const Graph &graph,
                                                    const SweepResult &result) {
  const LongPlan worst = findWorst(graph, result);
  if (!worst.plan)
    return "";
  std::string name = "the plan ";
  if (result.strategies.size() > 1)
    name += "of '" + worst.sweep->strategy + "' ";
  std::string text =
      describe(graph, *worst.plan,
               name + "for the budget of " + formatSize(worst.budget));
  // The smallest budget behind the last long plan.
  std::optional<int64_t> shorter;
  double time = 0;
  for (auto [budget, found] : zip(result.budgets, worst.sweep->plans)) {
    if (!found)
      continue;
    const Length length(graph, found->plan);
    if (length.isLong()) {
      shorter = std::nullopt;
    } else if (!shorter) {
      shorter = budget;
      time = length.time;
    }
  }
  if (shorter)
    raw_string_ostream(text)
        << "; that for " << formatSize(*shorter) << " takes "
        << format("%.1f", time) << " times its time";
  return text;
}
