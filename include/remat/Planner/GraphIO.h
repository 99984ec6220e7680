//===- GraphIO.h - Graphs and plans as JSON ---------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Schema of both files: docs/graph-format.md.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_GRAPHIO_H
#define REMAT_PLANNER_GRAPHIO_H

#include "remat/Planner/Outcome.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"

namespace mlir::remat::planner {

using WarningHandler = llvm::function_ref<void(const llvm::Twine &)>;

/// Finalizes the graph. Unknown keys go to `warn`. Errors name the key and the
/// value, op or line at fault. O(size).
llvm::Expected<Graph> readGraph(llvm::StringRef json, WarningHandler warn);

/// `readGraph` reads an equal graph.
void writeGraph(const Graph &graph, llvm::json::OStream &json);

/// A plan file, its op ids resolved in the graph.
struct PlanFile {
  Plan plan;
  std::optional<int64_t> budget;
  /// What the plan may use of the host.
  HostMemory host;
  std::optional<uint64_t> fingerprint;
  /// Else `plan.peak`, `plan.hostPeak` and `plan.time` are 0.
  bool hasPeak = false;
  bool hasHostPeak = false;
  bool hasTime = false;
};

/// Errors: malformed JSON, a version other than 1, an unknown op id. Unknown
/// keys go to `warn`.
llvm::Expected<PlanFile> readPlan(llvm::StringRef json, const Graph &graph,
                                  WarningHandler warn);

/// `writeMore` adds attributes before the steps. A plan that parks needs a
/// host.
void writePlan(const Graph &graph, const Plan &plan,
               std::optional<int64_t> budget, llvm::json::OStream &json,
               llvm::function_ref<void()> writeMore = {},
               const HostMemory &host = {});

/// Writes time_bound (null if infinite), time_bound_reason, gap_forward_percent
/// (null if the forward tasks take no time), gap_step_percent, proved_optimal,
/// kept_whole if they are of plans that keep tasks whole.
void writeOptimality(const Optimality &optimality, llvm::json::OStream &json);

/// Writes peak_percent, time_percent (of the step as it stands), searches and
/// margin_percent (null if searches were cut).
void writeKnee(const Knee &knee, llvm::json::OStream &json);
/// "the knee, at 43.21% of the peak and 103.10% of the time (14 searches, 0.46%
/// may be left to gain)"; if searches were cut, that this is not bounded.
std::string describeKnee(const Knee &knee);

/// With both bounds, as remat-plan does; with the knee if that was the budget.
void writeProvedPlan(const Graph &graph, const Plan &plan, int64_t budget,
                     const PeakBound &bound, const Optimality &optimality,
                     llvm::json::OStream &json,
                     const std::optional<Knee> &knee = std::nullopt,
                     const HostMemory &host = {});

/// 16 hexadecimal digits, as in plan files.
std::string formatFingerprint(uint64_t fingerprint);

/// With smallest_peak, without steps.
void writeRefusal(const Graph &graph, const Outcome &refusal,
                  llvm::StringRef strategy, llvm::json::OStream &json);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_GRAPHIO_H
