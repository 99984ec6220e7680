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

/// What less memory costs one function, by strategy.
struct SweptFunction {
  struct Point {
    /// In bytes, resident bytes included; of the smallest peak, that peak.
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
    /// The time above the bound in percent of the whole step.
    double gapStepPercent = 0;
    /// Else the sweep was stopped before, and this is the best plan until then.
    bool isSearched = true;
  };
  struct Curve {
    std::string strategy;
    /// Why the strategy does not apply; it has no points then.
    std::string reason;
    /// The plan with the smallest peak. What is proved of it is not stated.
    Point smallest;
    /// By budget; none below the smallest peak.
    std::vector<std::optional<Point>> points;
  };
  struct Budget {
    int64_t bytes = 0;
    /// No plan of any strategy is faster, and why; infinite if there is no
    /// plan.
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
  /// Ascending.
  std::vector<Budget> budgets;
  std::vector<Curve> curves;

  /// The time limit or an interrupt ended some of the searches.
  bool wasStopped = false;
};

/// Puts what a sweep of `graph` found into words and figures.
SweptFunction describeSweep(llvm::StringRef name, const planner::Graph &graph,
                            const planner::SweepResult &result);

/// The sweeps of a module: passes add to it, and it is written as one file.
/// docs/sweep.md has the columns and the keys.
class SweepReport {
public:
  void add(SweptFunction function);
  bool empty() const;

  /// A table for each function, for people: a row for each budget and a column
  /// for each strategy.
  void writeText(llvm::raw_ostream &os) const;
  /// A row for each function, strategy and budget under a line of names.
  void writeCSV(llvm::raw_ostream &os) const;
  void writeJSON(llvm::json::OStream &json) const;
  /// The charts and the tables, linked, as a page that loads nothing.
  void writeHTML(llvm::raw_ostream &os) const;

  /// Writes what the extension of `path` asks for (.html, .csv, .json or
  /// .txt), all or nothing; the text to standard output if it is '-'. Errors:
  /// those of `checkPath`, and what the system says.
  llvm::Error writeTo(llvm::StringRef path) const;
  /// An error for a path of another extension; for before the sweep.
  static llvm::Error checkPath(llvm::StringRef path);

private:
  std::vector<SweptFunction> getFunctions() const;

  mutable std::mutex mutex;
  /// By name.
  std::vector<SweptFunction> functions;
};

} // namespace mlir::remat

#endif // REMAT_REPORT_SWEEPREPORT_H
