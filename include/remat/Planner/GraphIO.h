//===- GraphIO.h - Graphs and plans as JSON ---------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/graph-format.md is the schema of both files.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_GRAPHIO_H
#define REMAT_PLANNER_GRAPHIO_H

#include "remat/Planner/Outcome.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"

namespace mlir::remat::planner {

using WarningHandler = llvm::function_ref<void(const llvm::Twine &)>;

/// Reads a graph file and finalizes the graph. Unknown keys go to `warn`.
/// Errors name the key and the value, op or line at fault. O(size).
llvm::Expected<Graph> readGraph(llvm::StringRef json, WarningHandler warn);

/// Writes `graph` so that `readGraph` reads an equal one.
void writeGraph(const Graph &graph, llvm::json::OStream &json);

/// A plan file, its op ids resolved in the graph.
struct PlanFile {
  Plan plan;
  std::optional<int64_t> budget;
  std::optional<uint64_t> fingerprint;
  /// Whether the file states them; `plan.peak` and `plan.time` are 0 if not.
  bool hasPeak = false;
  bool hasTime = false;
};

/// Reads a plan file. Errors: malformed JSON, a version that is not 1, an op id
/// that the graph lacks. Unknown keys go to `warn`.
llvm::Expected<PlanFile> readPlan(llvm::StringRef json, const Graph &graph,
                                  WarningHandler warn);

/// Writes a plan file; `writeMore` adds attributes before the steps.
void writePlan(const Graph &graph, const Plan &plan,
               std::optional<int64_t> budget, llvm::json::OStream &json,
               llvm::function_ref<void()> writeMore = {});

/// Writes time_bound (null if infinite), time_bound_reason, gap_forward_percent
/// (null if the forward tasks take no time), gap_step_percent, proved_optimal.
void writeOptimality(const Optimality &optimality, llvm::json::OStream &json);

/// Writes a plan file with both bounds, as remat-plan does.
void writeProvedPlan(const Graph &graph, const Plan &plan, int64_t budget,
                     const PeakBound &bound, const Optimality &optimality,
                     llvm::json::OStream &json);

/// A fingerprint as plan files spell it: 16 hexadecimal digits.
std::string formatFingerprint(uint64_t fingerprint);

/// Writes the plan file of a refusal: with smallest_peak, without steps.
void writeRefusal(const Graph &graph, const Outcome &refusal,
                  llvm::StringRef strategy, llvm::json::OStream &json);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_GRAPHIO_H
