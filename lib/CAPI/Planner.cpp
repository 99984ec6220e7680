//===- Planner.cpp - Plans for graphs without IR, from C ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat-c/Planner.h"

#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Wrap.h"
#include "remat/Planner/BudgetResolution.h"
#include "remat/Planner/ChainIO.h"
#include "remat/Planner/Flags.h"
#include "remat/Planner/GraphIO.h"

using namespace mlir::remat;
using namespace mlir::remat::planner;
using llvm::StringRef;

namespace {
/// What is behind a RematPlanOptions.
struct PlanOptions {
  std::string budget = "min";
  std::string strategy = "auto";
  Objective objective = Objective::Time;
  int effort = 1;
  uint64_t workLimit = 0;
  Reorder reorder = Reorder::Full;
  double timeLimit = 0;
  RematProgressCallback progress = nullptr;
  void *progressData = nullptr;
  RematWarningCallback warning = nullptr;
  void *warningData = nullptr;
  std::atomic<bool> interrupted = false;
};

/// What is behind a RematPlan.
struct PlanResult {
  RematPlanStatus status = RematPlanStatusOk;
  std::string message;
  std::string json;
  int64_t budget = 0;
  int64_t peak = 0;
  int64_t lowerBound = 0;
  int64_t smallestPeak = 0;
  double time = 0;
  double baseTime = 0;
  bool provedOptimal = false;
  bool wasStopped = false;
};
} // namespace

DEFINE_C_API_PTR_METHODS(RematPlanOptions, PlanOptions)
DEFINE_C_API_PTR_METHODS(RematPlan, PlanResult)

static_assert(std::atomic<bool>::is_always_lock_free, "signal handlers set it");
static_assert(int(RematObjectiveTime) == int(Objective::Time) &&
              int(RematObjectiveMemory) == int(Objective::Memory));
static_assert(int(RematReorderNone) == int(Reorder::None) &&
              int(RematReorderLocal) == int(Reorder::Local) &&
              int(RematReorderFull) == int(Reorder::Full));

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

RematPlanOptions rematPlanOptionsCreate(void) { return wrap(new PlanOptions); }

void rematPlanOptionsDestroy(RematPlanOptions options) {
  delete unwrap(options);
}

void rematPlanOptionsSetBudget(RematPlanOptions options, MlirStringRef budget) {
  unwrap(options)->budget = unwrap(budget).str();
}

void rematPlanOptionsSetStrategy(RematPlanOptions options,
                                 MlirStringRef strategy) {
  unwrap(options)->strategy = unwrap(strategy).str();
}

void rematPlanOptionsSetObjective(RematPlanOptions options,
                                  RematObjective objective) {
  unwrap(options)->objective = static_cast<Objective>(objective);
}

void rematPlanOptionsSetEffort(RematPlanOptions options, int effort) {
  unwrap(options)->effort = effort;
}

void rematPlanOptionsSetWorkLimit(RematPlanOptions options, uint64_t steps) {
  unwrap(options)->workLimit = steps;
}

void rematPlanOptionsSetReorder(RematPlanOptions options,
                                RematReorder reorder) {
  unwrap(options)->reorder = static_cast<Reorder>(reorder);
}

void rematPlanOptionsSetTimeLimit(RematPlanOptions options, double seconds) {
  unwrap(options)->timeLimit = seconds;
}

void rematPlanOptionsSetProgressCallback(RematPlanOptions options,
                                         RematProgressCallback callback,
                                         void *userData) {
  unwrap(options)->progress = callback;
  unwrap(options)->progressData = userData;
}

void rematPlanOptionsSetWarningCallback(RematPlanOptions options,
                                        RematWarningCallback callback,
                                        void *userData) {
  unwrap(options)->warning = callback;
  unwrap(options)->warningData = userData;
}

void rematPlanOptionsInterrupt(RematPlanOptions options) {
  unwrap(options)->interrupted = true;
}

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

/// What the caller asks of `graph`, but for the budget.
static Problem getProblem(const Graph &graph, const PlanOptions &options,
                          PlanResult &result) {
  Problem problem(graph);
  problem.objective = options.objective;
  problem.search = getSearchOptions(options.effort, options.workLimit,
                                    options.reorder, options.timeLimit);
  problem.search.interrupt = &options.interrupted;
  problem.search.wasStopped = &result.wasStopped;
  if (options.progress)
    problem.search.progress = [&options](const SearchProgress &progress) {
      const RematSearchProgress given = {progress.peak, progress.time,
                                         progress.fits, progress.done};
      options.progress(&given, options.progressData);
    };
  return problem;
}

static llvm::Expected<Graph> readInput(StringRef json,
                                       const PlanOptions &options) {
  auto warn = [&options](const llvm::Twine &message) {
    if (options.warning)
      options.warning(wrap(StringRef(message.str())), options.warningData);
  };
  if (!isChainFile(json))
    return readGraph(json, warn);
  llvm::Expected<Chain> chain = readChain(json, warn);
  if (!chain)
    return chain.takeError();
  return chainToGraph(*chain);
}

/// What of the options cannot be told from `Problem::check`.
static llvm::Error checkOptions(const PlanOptions &options) {
  if (options.objective != Objective::Time &&
      options.objective != Objective::Memory)
    return llvm::createStringError("unknown objective " +
                                   llvm::Twine(int(options.objective)));
  if (int(options.reorder) < int(Reorder::None) ||
      int(options.reorder) > int(Reorder::Full))
    return llvm::createStringError("unknown kind of reordering " +
                                   llvm::Twine(int(options.reorder)));
  if (lookupStrategy(options.strategy))
    return llvm::Error::success();
  std::string names;
  for (const Strategy &strategy : strategies())
    names += (names.empty() ? "" : ", ") + strategy.name.str();
  return llvm::createStringError("unknown strategy '" + options.strategy +
                                 "'; there are " + names);
}

static std::string
toText(llvm::function_ref<void(llvm::json::OStream &)> write) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, /*IndentSize=*/2);
  write(json);
  os << "\n";
  return text;
}

static void fillPlan(const Graph &graph, Problem problem, Budget budget,
                     const BudgetedPlan &found, PlanResult &result) {
  if (budget.kind != Budget::Kind::Min)
    problem.budget = found.budget;
  const Optimality optimality = assess(problem, found.plan);
  const PeakBound bound = lowerBoundPeak(graph);
  result.budget = found.budget;
  result.peak = found.plan.peak;
  result.time = found.plan.time;
  result.lowerBound = bound.bytes;
  result.provedOptimal = optimality.proved;
  result.json = toText([&](llvm::json::OStream &json) {
    writeProvedPlan(graph, found.plan, found.budget, bound, optimality, json);
  });
}

static llvm::Error plan(StringRef json, const PlanOptions &options,
                        PlanResult &result) {
  // What is asked is checked before a large file is read.
  llvm::Expected<Budget> budget = parseBudget(options.budget);
  if (!budget)
    return budget.takeError();
  if (llvm::Error error = checkOptions(options))
    return error;
  const Graph none;
  if (llvm::Error error = getProblem(none, options, result).check())
    return error;

  llvm::Expected<Graph> graph = readInput(json, options);
  if (!graph)
    return graph.takeError();
  result.baseTime = graph->baseTime();
  Problem problem = getProblem(*graph, options, result);
  llvm::Expected<BudgetedPlan> found =
      solveForBudget(problem, *budget, options.strategy);
  if (found) {
    fillPlan(*graph, problem, *budget, *found, result);
    return llvm::Error::success();
  }
  return llvm::handleErrors(
      found.takeError(), [&](const RefusalError &refusal) {
        result.status = refusal.status == Status::Infeasible
                            ? RematPlanStatusInfeasible
                            : RematPlanStatusNotFound;
        result.message = refusal.message;
        result.budget = refusal.budget;
        result.lowerBound = refusal.bound.bytes;
        result.smallestPeak = refusal.smallestPeak;
        result.json = toText([&](llvm::json::OStream &json) {
          writeRefusal(*graph, refusal, options.strategy, json);
        });
      });
}

RematPlan rematPlanGraph(MlirStringRef graph, RematPlanOptions options) {
  auto *result = new PlanResult;
  llvm::handleAllErrors(
      plan(unwrap(graph), *unwrap(options), *result),
      [&](const NotApplicableError &error) {
        result->status = RematPlanStatusNotApplicable;
        result->message = "the strategy '" + unwrap(options)->strategy +
                          "' does not apply: " + error.reason;
      },
      [&](const llvm::ErrorInfoBase &error) {
        result->status = RematPlanStatusInvalid;
        result->message = error.message();
      });
  return wrap(result);
}

void rematPlanDestroy(RematPlan plan) { delete unwrap(plan); }

RematPlanStatus rematPlanGetStatus(RematPlan plan) {
  return unwrap(plan)->status;
}

MlirStringRef rematPlanGetMessage(RematPlan plan) {
  return wrap(StringRef(unwrap(plan)->message));
}

MlirStringRef rematPlanGetJSON(RematPlan plan) {
  return wrap(StringRef(unwrap(plan)->json));
}

int64_t rematPlanGetBudget(RematPlan plan) { return unwrap(plan)->budget; }

int64_t rematPlanGetPeak(RematPlan plan) { return unwrap(plan)->peak; }

double rematPlanGetTime(RematPlan plan) { return unwrap(plan)->time; }

double rematPlanGetBaseTime(RematPlan plan) { return unwrap(plan)->baseTime; }

int64_t rematPlanGetLowerBound(RematPlan plan) {
  return unwrap(plan)->lowerBound;
}

int64_t rematPlanGetSmallestPeak(RematPlan plan) {
  return unwrap(plan)->smallestPeak;
}

bool rematPlanIsProvedOptimal(RematPlan plan) {
  return unwrap(plan)->provedOptimal;
}

bool rematPlanWasStopped(RematPlan plan) { return unwrap(plan)->wasStopped; }

//===----------------------------------------------------------------------===//
// Strategies
//===----------------------------------------------------------------------===//

static const Strategy *getStrategy(intptr_t position) {
  llvm::ArrayRef<Strategy> all = strategies();
  return position >= 0 && position < intptr_t(all.size()) ? &all[position]
                                                          : nullptr;
}

intptr_t rematGetNumStrategies(void) { return strategies().size(); }

MlirStringRef rematStrategyGetName(intptr_t position) {
  const Strategy *strategy = getStrategy(position);
  return wrap(strategy ? strategy->name : StringRef());
}

MlirStringRef rematStrategyGetSummary(intptr_t position) {
  const Strategy *strategy = getStrategy(position);
  return wrap(strategy ? strategy->summary : StringRef());
}
