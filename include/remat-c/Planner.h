//===- Planner.h - Plans for graphs without IR, from C ------------*- C -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/* A graph or chain file in, a plan file out, as remat-plan does;
 * docs/graph-format.md is the schema. No context is needed. Given strings are
 * copied; returned ones live as long as the object that returned them. */

#ifndef REMAT_C_PLANNER_H
#define REMAT_C_PLANNER_H

#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DEFINE_REMAT_C_STRUCT(name)                                            \
  struct name {                                                                \
    void *ptr;                                                                 \
  };                                                                           \
  typedef struct name name

/* Made and destroyed by the caller. */
DEFINE_REMAT_C_STRUCT(RematPlanOptions);
/* Destroyed by the caller. */
DEFINE_REMAT_C_STRUCT(RematPlan);

#undef DEFINE_REMAT_C_STRUCT

typedef enum RematPlanStatus {
  /// There is a plan.
  RematPlanStatusOk = 0,
  /// The graph, its JSON or an option is wrong: see the message.
  RematPlanStatusInvalid = 1,
  /// The budget is below a proven lower bound.
  RematPlanStatusInfeasible = 2,
  /// Above the bound, but no plan was found.
  RematPlanStatusNotFound = 3,
  /// The strategy cannot treat this graph: see the message.
  RematPlanStatusNotApplicable = 4
} RematPlanStatus;

/// Preference of the lower-set strategies.
typedef enum RematObjective {
  RematObjectiveTime = 0,
  RematObjectiveMemory = 1
} RematObjective;

/// Orders of the step that `auto` may try beside the given one.
typedef enum RematReorder {
  RematReorderNone = 0,
  RematReorderLocal = 1,
  RematReorderFull = 2
} RematReorder;

/// State of a search.
typedef struct RematSearchProgress {
  /// Of the best plan, in bytes; 0 if there is none yet.
  int64_t peak;
  /// Of the best plan, in the unit of the graph's times.
  double time;
  /// The best plan is within the budget.
  bool fits;
  /// Work done, from 0 to 1 of the limit.
  double done;
} RematSearchProgress;

typedef void (*RematProgressCallback)(const RematSearchProgress *progress,
                                      void *userData);
typedef void (*RematWarningCallback)(MlirStringRef message, void *userData);

/*===----------------------------------------------------------------------===*/
/* Options */
/*===----------------------------------------------------------------------===*/

/// The defaults of remat-plan: the smallest peak (`min`), strategy `auto`,
/// effort 1. Values are checked when a graph is planned.
MLIR_CAPI_EXPORTED RematPlanOptions rematPlanOptionsCreate(void);
MLIR_CAPI_EXPORTED void rematPlanOptionsDestroy(RematPlanOptions options);

/* One setter for each option of the goal and the search. */
#include "remat-c/PlanOptions.h.inc"

/// Called from time to time, on the thread that plans.
MLIR_CAPI_EXPORTED void rematPlanOptionsSetProgressCallback(
    RematPlanOptions options, RematProgressCallback callback, void *userData);
/// Called for harmless faults of a file, such as unknown keys.
MLIR_CAPI_EXPORTED void rematPlanOptionsSetWarningCallback(
    RematPlanOptions options, RematWarningCallback callback, void *userData);
/// The report of each plan or refusal is written to this file, by its
/// extension: .html is a page for people, .json or none JSON. An empty path
/// writes none. A file that cannot be written makes the status `Invalid`.
MLIR_CAPI_EXPORTED void rematPlanOptionsSetReportPath(RematPlanOptions options,
                                                      MlirStringRef path);
/// Ends the searches of these options, later ones too, with their best plan so
/// far. From any thread, a signal handler or the progress callback.
MLIR_CAPI_EXPORTED void rematPlanOptionsInterrupt(RematPlanOptions options);

/*===----------------------------------------------------------------------===*/
/* Planning */
/*===----------------------------------------------------------------------===*/

/// Takes JSON text. Never null.
MLIR_CAPI_EXPORTED RematPlan rematPlanGraph(MlirStringRef graph,
                                            RematPlanOptions options);
MLIR_CAPI_EXPORTED void rematPlanDestroy(RematPlan plan);

MLIR_CAPI_EXPORTED RematPlanStatus rematPlanGetStatus(RematPlan plan);
/// Reason and remedies of a refusal; empty if there is a plan.
MLIR_CAPI_EXPORTED MlirStringRef rematPlanGetMessage(RematPlan plan);
/// The plan file, byte for byte that of remat-plan: without steps for a refusal
/// (infeasible, not found), empty for other failures.
MLIR_CAPI_EXPORTED MlirStringRef rematPlanGetJSON(RematPlan plan);

/* Figures, 0 where the outcome has none: bytes include resident ones, times
 * are in the unit of the graph. */

/// In bytes; of a plan or a refusal.
MLIR_CAPI_EXPORTED int64_t rematPlanGetBudget(RematPlan plan);
/// Of a plan.
MLIR_CAPI_EXPORTED int64_t rematPlanGetPeak(RematPlan plan);
/// Of a plan.
MLIR_CAPI_EXPORTED double rematPlanGetTime(RematPlan plan);
/// With every task run once.
MLIR_CAPI_EXPORTED double rematPlanGetBaseTime(RematPlan plan);
/// No plan's peak is below; of a plan or a refusal.
MLIR_CAPI_EXPORTED int64_t rematPlanGetLowerBound(RematPlan plan);
/// The smallest budget for which a plan was found; of a refusal.
MLIR_CAPI_EXPORTED int64_t rematPlanGetSmallestPeak(RematPlan plan);
/// No plan within the budget is faster; of a plan.
MLIR_CAPI_EXPORTED bool rematPlanIsProvedOptimal(RematPlan plan);
/// What is proved is of plans that keep loops, branches and calls whole: the
/// graph has tasks that are `planned_whole`; of a plan.
MLIR_CAPI_EXPORTED bool rematPlanIsOfWholeTasks(RematPlan plan);
/// By an interrupt or the time limit.
MLIR_CAPI_EXPORTED bool rematPlanWasStopped(RematPlan plan);

/*===----------------------------------------------------------------------===*/
/* Strategies */
/*===----------------------------------------------------------------------===*/

MLIR_CAPI_EXPORTED intptr_t rematGetNumStrategies(void);
/// By position from 0; empty beyond the last one.
MLIR_CAPI_EXPORTED MlirStringRef rematStrategyGetName(intptr_t position);
MLIR_CAPI_EXPORTED MlirStringRef rematStrategyGetSummary(intptr_t position);

#ifdef __cplusplus
}
#endif

#endif /* REMAT_C_PLANNER_H */
