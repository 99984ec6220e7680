//===- ExactSearch.cpp - The best of all valid plans ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/ExactSearch.h"

#include "Exact/ExactEngine.h"

#include "remat/Planner/Simulator.h"

#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "remat-exact"

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::exact;

namespace {

using Outcome = ExactAnswer::Outcome;

class Search {
public:
  Search(const ExactModel &model, uint64_t workLimit, const Problem &problem)
      : model(model), evaluator(model.graph), control(problem),
        workLimit(std::min(workLimit, maxWork)) {}

  void smallestPeak();
  void leastTime(int64_t budget);

  ExactAnswer answer;

private:
  static constexpr uint64_t maxWork = uint64_t(1) << 22;

  /// Runs the engine with at most that much more work.
  EngineResult run(ExactEngine &engine, uint64_t limit);
  /// Makes the engine's plan the answer.
  void keep(const ExactEngine &engine);

  const ExactModel &model;
  PlanEvaluator evaluator;
  SearchControl control;
  uint64_t workLimit;
};

} // namespace

EngineResult Search::run(ExactEngine &engine, uint64_t limit) {
  EngineResult result =
      engine.run(std::min(limit, workLimit - answer.work), control);
  answer.work += engine.work();
  LLVM_DEBUG(dbgs() << "  " << engine.work() << " states: "
                    << (result == EngineResult::Found  ? "found a plan\n"
                        : result == EngineResult::None ? "no plan\n"
                                                       : "gave up\n"));
  if (result == EngineResult::Limit)
    answer.reason = control.shouldStop()
                        ? "it was stopped"
                        : "the limit of " + std::to_string(workLimit) +
                              " states was reached";
  return result;
}

void Search::keep(const ExactEngine &engine) {
  answer.steps = engine.steps();
  std::optional<ScheduleFigures> result = evaluator.evaluate(answer.steps);
  assert(result && "the engine makes plans that run");
  answer.peak = result->peak;
  answer.time = result->time;
}

void Search::leastTime(int64_t budget) {
  LLVM_DEBUG(dbgs() << "least time within " << budget << " bytes\n");
  ExactEngine engine(model, budget, /*anyPlan=*/false);
  EngineResult result = run(engine, workLimit);
  answer.timeBound = engine.timeBound();
  LLVM_DEBUG(dbgs() << "  no plan takes less than " << answer.timeBound
                    << "\n");
  if (result == EngineResult::Found) {
    keep(engine);
    answer.outcome = Outcome::Optimal;
  } else if (result == EngineResult::None) {
    answer.outcome = Outcome::Infeasible;
    answer.peakBound = engine.nextBudget();
    answer.timeBound = std::numeric_limits<double>::infinity();
  }
}

void Search::smallestPeak() {
  // Bisects between the proven bound and the smallest peak found. The first
  // pass gives each budget little work and treats unsettled ones as too small,
  // to find a small peak even where none is proved smallest.
  int64_t lower = model.floor(), upper = std::numeric_limits<int64_t>::max();
  int64_t budget = Graph::maxTotalBytes * 2;
  for (bool isThorough : {false, true}) {
    int64_t unsettled = lower;
    while (unsettled < upper && answer.work < workLimit &&
           !control.shouldStop()) {
      if (!isThorough && upper - unsettled < upper / 256)
        break;
      LLVM_DEBUG(dbgs() << "any plan within " << budget << " bytes\n");
      ExactEngine engine(model, budget, /*anyPlan=*/true);
      EngineResult result =
          run(engine,
              isThorough || answer.steps.empty() ? workLimit : workLimit / 16);
      if (result == EngineResult::Found) {
        keep(engine);
        upper = answer.peak;
      } else if (result == EngineResult::Limit) {
        unsettled = budget + 1;
      } else {
        unsettled = lower = engine.nextBudget();
        // Even without a limit: pins leave no plan.
        if (answer.steps.empty()) {
          answer.outcome = Outcome::Infeasible;
          answer.peakBound = lower;
          return;
        }
      }
      budget = unsettled + (upper - unsettled) / 2;
      answer.peakBound = lower;
    }
    budget = lower + (upper - lower) / 2;
  }
  if (lower < upper) {
    if (control.shouldStop())
      answer.reason = "it was stopped";
    return;
  }
  leastTime(upper);
  answer.peakBound = upper;
  if (answer.outcome != Outcome::Optimal)
    answer.timeBound = 0;
}

ExactAnswer mlir::remat::planner::searchExactly(const Problem &problem,
                                                uint64_t workLimit) {
  ExactModel model(problem.graph);
  ExactAnswer answer;
  if (!model.error.empty()) {
    answer.reason = model.error;
    return answer;
  }
  LLVM_DEBUG(dbgs() << "exact search: " << model.tasks.size() << " tasks, "
                    << model.followed.size() << " followed, "
                    << model.values.size() << " loose values, "
                    << model.fixed.size() << " fixed\n");
  Search search(model, workLimit, problem);
  if (problem.budget)
    search.leastTime(*problem.budget);
  else
    search.smallestPeak();
  return std::move(search.answer);
}
