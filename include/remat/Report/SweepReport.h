//===- SweepReport.h - Overhead against budget ------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_REPORT_SWEEPREPORT_H
#define REMAT_REPORT_SWEEPREPORT_H

#include "remat/Planner/Sweep.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <mutex>
#include <string>
#include <vector>

namespace mlir::remat {

/// The cost of less memory for one function, by strategy.
struct SweptFunction {
  struct Point {
    /// Resident bytes included; of the smallest peak, that peak.
    int64_t budget = 0;
    int64_t peak = 0;
    /// In the unit of the device.
    double time = 0;
    /// Extra time in percent of the whole step and of its forward ops.
    double overheadStepPercent = 0;
    double overheadForwardPercent = 0;
    /// Ops that run again, and their extra runs together.
    int64_t recomputedOps = 0;
    int64_t recomputedRuns = 0;
    /// No plan within the budget is faster.
    bool proved = false;
    /// `SweptFunction::isOfWholeTasks`.
    bool isOfWholeTasks = false;
    /// Time above the bound.
    double gapStepPercent = 0;
    /// Else the sweep stopped before; this is the best plan until then.
    bool isSearched = true;
  };
  struct Curve {
    std::string strategy;
    /// Why the strategy does not apply; it has no points then.
    std::string reason;
    /// The plan with the smallest peak, without proofs.
    Point smallest;
    /// By budget; none below the smallest peak.
    std::vector<std::optional<Point>> points;
    /// The knee of the points, by position; none without points.
    std::optional<size_t> knee;
  };
  struct Budget {
    int64_t bytes = 0;
    /// No plan of any strategy is faster, and why; infinite without a plan.
    double timeBound = 0;
    double boundOverheadStepPercent = 0;
    std::string boundReason;
  };

  std::string name;
  /// Empty where a graph came without them.
  std::string target;
  std::string device;
  int64_t resident = 0;
  /// Of the step as it stands.
  int64_t peakBefore = 0;
  /// No plan's peak is below.
  int64_t lowerBound = 0;
  double timeBefore = 0;
  double timeForward = 0;
  /// Bounds and proofs are of plans that keep loops, branches and calls whole.
  bool isOfWholeTasks = false;
  /// Ascending.
  std::vector<Budget> budgets;
  std::vector<Curve> curves;

  bool wasStopped = false;
};

SweptFunction describeSweep(llvm::StringRef name, const planner::Graph &graph,
                            const planner::SweepResult &result);

/// Collects a module's sweeps from passes, for one file. docs/sweep.md has the
/// columns and keys.
class SweepReport {
public:
  void add(SweptFunction function);
  bool empty() const;

  /// A table for each function: budgets down, strategies across.
  void writeText(llvm::raw_ostream &os) const;
  /// A row for each function, strategy and budget under a line of names.
  void writeCSV(llvm::raw_ostream &os) const;
  void writeJSON(llvm::json::OStream &json) const;
  /// Charts and tables as one page that loads nothing.
  void writeHTML(llvm::raw_ostream &os) const;

  /// Writes by extension (.html, .csv, .json or .txt), all or nothing; '-' is
  /// text to standard output. Errors: those of `checkPath`, of the system.
  llvm::Error writeTo(llvm::StringRef path) const;
  /// Rejects other extensions, before the sweep.
  static llvm::Error checkPath(llvm::StringRef path);

private:
  std::vector<SweptFunction> getFunctions() const;

  mutable std::mutex mutex;
  /// By name.
  std::vector<SweptFunction> functions;
};

} // namespace mlir::remat

#endif // REMAT_REPORT_SWEEPREPORT_H
