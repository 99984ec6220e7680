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
#include "remat/Planner/Session.h"
#include "remat/Planner/Strategies.h"
#include "remat/Report/GraphReport.h"

#include <atomic>

using namespace mlir::remat;
using namespace mlir::remat::planner;
using llvm::StringRef;

namespace {
struct PlanOptions {
  PlanOptions() { request.budget = "min"; }

  PlanRequest request;
  RematProgressCallback progress = nullptr;
  void *progressData = nullptr;
  RematWarningCallback warning = nullptr;
  void *warningData = nullptr;
  std::string reportPath;
  std::atomic<bool> interrupted = false;
};

struct PlanResult {
  RematPlanStatus status = RematPlanStatusOk;
  std::string message;
  std::string json;
  /// Of a plan or a refusal.
  Outcome found;
  double baseTime = 0;
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

RematPlanOptions rematPlanOptionsCreate(void) { return wrap(new PlanOptions); }

void rematPlanOptionsDestroy(RematPlanOptions options) {
  delete unwrap(options);
}

namespace {
/// How C passes a value of type `T`.
template <typename T> struct CType { using Type = T; };
template <> struct CType<std::string> { using Type = MlirStringRef; };
template <> struct CType<Objective> { using Type = RematObjective; };
template <> struct CType<Reorder> { using Type = RematReorder; };
} // namespace

template <typename T> static T fromC(T value) { return value; }
static StringRef fromC(MlirStringRef text) { return unwrap(text); }

#define REMAT_GOAL_OPTION(TYPE, MEMBER, NAME, DEFAULT, FLAGS, SETTER, ...)     \
  void rematPlanOptionsSet##SETTER(RematPlanOptions options,                   \
                                   CType<TYPE>::Type value) {                  \
    unwrap(options)->request.MEMBER = TYPE(fromC(value));                      \
  }
#define REMAT_SEARCH_OPTION REMAT_GOAL_OPTION
#include "remat/Support/Options.inc"

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

void rematPlanOptionsSetReportPath(RematPlanOptions options,
                                   MlirStringRef path) {
  unwrap(options)->reportPath = unwrap(path).str();
}

void rematPlanOptionsInterrupt(RematPlanOptions options) {
  unwrap(options)->interrupted = true;
}

namespace {
/// Calls back; ends a search on request.
class CallbackObserver final : public SearchObserver {
public:
  explicit CallbackObserver(const PlanOptions &options) : options(options) {}

  bool isInterrupted() const override { return options.interrupted; }
  void report(const SearchProgress &progress) override {
    if (!options.progress)
      return;
    const RematSearchProgress given = {progress.peak, progress.time,
                                       progress.fits, progress.done};
    options.progress(&given, options.progressData);
  }

private:
  const PlanOptions &options;
};
} // namespace

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

/// Checks the values that `Ask::check` cannot see.
static llvm::Error checkRequest(const PlanRequest &request) {
  if (request.objective != Objective::Time &&
      request.objective != Objective::Memory)
    return llvm::createStringError("unknown objective " +
                                   llvm::Twine(int(request.objective)));
  if (int(request.reorder) < int(Reorder::None) ||
      int(request.reorder) > int(Reorder::Full))
    return llvm::createStringError("unknown kind of reordering " +
                                   llvm::Twine(int(request.reorder)));
  return llvm::Error::success();
}

/// The plan file, or that of a refusal.
static std::string writeFile(const Graph &graph, const Outcome &found,
                             StringRef strategy) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, /*IndentSize=*/2);
  if (found.hasPlan())
    writeProvedPlan(graph, found.plan, found.budget, found.bound,
                    found.optimality, json, found.knee);
  else
    writeRefusal(graph, found, strategy, json);
  os << "\n";
  return text;
}

/// Writes the report that the options ask for.
static llvm::Error writeReport(const Graph &graph, const Outcome &found,
                               const PlanOptions &options) {
  llvm::Expected<FunctionReport> report = describeGraph(graph, graph.name);
  if (!report)
    return report.takeError();
  if (!found.hasPlan())
    describeGraphRefusal(graph, found, options.request.strategy, {}, *report);
  else if (llvm::Error error = describeGraphPlan(graph, found, *report))
    return error;
  Report file;
  file.add(std::move(*report));
  return file.writeTo(options.reportPath);
}

static llvm::Error plan(StringRef json, const PlanOptions &options,
                        PlanResult &result) {
  // Checks the request before reading a large file.
  llvm::Expected<Budget> budget = parseBudget(options.request.budget);
  if (!budget)
    return budget.takeError();
  if (llvm::Error error = checkRequest(options.request))
    return error;
  if (!options.reportPath.empty())
    if (llvm::Error error = Report::checkPath(options.reportPath))
      return error;
  CallbackObserver observer(options);
  Ask ask = options.request.getAsk();
  ask.observer = &observer;
  if (llvm::Error error = ask.check())
    return error;
  llvm::Expected<Graph> graph = readInput(json, options);
  if (!graph)
    return graph.takeError();
  result.baseTime = graph->baseTime();
  Session session(*graph);
  llvm::Expected<Outcome> found = solveForBudget(session, ask, *budget);
  if (!found)
    return found.takeError();
  result.wasStopped = found->isCut;
  result.message = found->message;
  if (found->status == Status::NotApplicable) {
    result.status = RematPlanStatusNotApplicable;
    result.message = "the strategy '" + options.request.strategy +
                     "' does not apply: " + result.message;
    return llvm::Error::success();
  }
  if (found->isRefusal())
    result.status = found->status == Status::Infeasible
                        ? RematPlanStatusInfeasible
                        : RematPlanStatusNotFound;
  if (!options.reportPath.empty())
    if (llvm::Error error = writeReport(*graph, *found, options))
      return error;
  result.json = writeFile(*graph, *found, options.request.strategy);
  result.found = std::move(*found);
  return llvm::Error::success();
}

RematPlan rematPlanGraph(MlirStringRef graph, RematPlanOptions options) {
  auto *result = new PlanResult;
  llvm::handleAllErrors(plan(unwrap(graph), *unwrap(options), *result),
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

int64_t rematPlanGetBudget(RematPlan plan) {
  return unwrap(plan)->found.budget;
}

int64_t rematPlanGetPeak(RematPlan plan) {
  return unwrap(plan)->found.plan.peak;
}

double rematPlanGetTime(RematPlan plan) {
  return unwrap(plan)->found.plan.time;
}

double rematPlanGetBaseTime(RematPlan plan) { return unwrap(plan)->baseTime; }

int64_t rematPlanGetLowerBound(RematPlan plan) {
  return unwrap(plan)->found.bound.bytes;
}

int64_t rematPlanGetSmallestPeak(RematPlan plan) {
  return unwrap(plan)->found.smallestPeak;
}

bool rematPlanIsProvedOptimal(RematPlan plan) {
  return unwrap(plan)->found.optimality.proved;
}

bool rematPlanIsOfWholeTasks(RematPlan plan) {
  return unwrap(plan)->found.optimality.isOfWholeTasks;
}

bool rematPlanWasStopped(RematPlan plan) { return unwrap(plan)->wasStopped; }

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
