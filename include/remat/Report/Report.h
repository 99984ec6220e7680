//===- Report.h - Decisions, for people and programs ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_REPORT_REPORT_H
#define REMAT_REPORT_REPORT_H

#include "remat/Placement/Placement.h"
#include "remat/Planner/Optimality.h"
#include "remat/Planner/Outcome.h"
#include "remat/Planner/Simulator.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace mlir::remat {

/// A task of the step, as the report names it.
struct ReportedTask {
  std::string op;
  /// Kinds of operations in a generic one's body ("mulf, addf"), or empty.
  std::string computes;
  /// file:line:column where there is one.
  std::string location;
  /// Layers of a framework, from the location's name
  /// ("jit(step)/layer0/dot_general"); may be empty.
  std::string scope;
  planner::Phase phase = planner::Phase::Other;
  /// Of one run, in the unit of the device's table.
  double time = 0;
  /// Of a loop that counts them; else 0.
  int64_t turns = 0;

  /// "linalg.generic (mulf, addf)".
  std::string getLabel() const {
    return computes.empty() ? op : op + " (" + computes + ")";
  }
};

/// A storage that tasks make, as the report names it.
struct ReportedStorage {
  int64_t bytes = 0;
  std::string type;
  std::string location;
  /// The task that makes it, by position; the first of several.
  planner::TaskId task = 0;
  /// Slices of a loop's stack, one a turn; else 0.
  int64_t turns = 0;
};

/// An order of the step, with the memory that it keeps.
struct ReportedSchedule {
  struct Step {
    /// By position in `FunctionReport::tasks`.
    planner::TaskId task = 0;
    /// Resident bytes included.
    int64_t liveBytes = 0;
    bool isRecomputed = false;
  };
  struct Copy {
    /// By position in `FunctionReport::storages`.
    int32_t storage = 0;
    /// Steps, both included.
    int32_t firstStep = 0;
    int32_t lastStep = 0;
  };
  std::vector<Step> steps;
  std::vector<Copy> copies;
  /// The first step of the peak; 0 if there is none.
  int32_t peakStep = 0;
};

/// One function's part of a report. Bytes include the resident ones; times are
/// in the unit of the device's table.
struct FunctionReport {
  std::string name;
  std::string target;
  std::string device;
  std::string strategy;
  planner::Status status = planner::Status::Ok;
  int64_t budget = 0;
  /// Where the budget was `knee`.
  std::optional<planner::Knee> knee;
  int64_t resident = 0;
  int64_t peakBefore = 0;
  int64_t peakAfter = 0;
  int64_t lowerBound = 0;
  /// The smallest budget for which a plan was found; reported with refusals.
  int64_t smallestPeak = 0;
  /// The smallest budget that is known to be met if it is asked for instead;
  /// reported with refusals, unless 0.
  int64_t advisedBudget = 0;
  struct Live {
    int64_t bytes = 0;
    std::string type;
    std::string location;
  };
  /// Makes up the lower bound: live storages where it binds, largest first, a
  /// workspace, resident bytes; reported with proved refusals.
  std::vector<Live> binding;
  /// Where it binds, by position in `tasks`; none at the end of the step.
  std::optional<planner::TaskId> bindingTask;
  /// In words, the most helpful first; reported with refusals.
  std::vector<std::string> advice;
  double timeBefore = 0;
  double timeForward = 0;
  double timeAfter = 0;
  /// Operations of one step; those of matrix products and convolutions.
  double flopsBefore = 0;
  double flopsAfter = 0;
  double matrixFlopsBefore = 0;
  double matrixFlopsAfter = 0;
  /// Barriers over all that is alive.
  int64_t cuts = 0;
  bool isUnchanged = false;
  /// What is proved of the plan; reported if there is one.
  planner::Optimality optimality;

  /// One block for all buffers of the function, in bytes.
  struct Arena {
    int64_t bytes = 0;
    /// No placement of these buffers is smaller.
    int64_t lowerBound = 0;
    /// Most bytes alive at once in buffers, without the resident ones.
    int64_t livePeak = 0;
    /// Bytes saved if buffers could share wherever the order of operations
    /// allows.
    int64_t safety = 0;
    /// Of the block on the host for what is parked there.
    int64_t hostBytes = 0;
    /// Plans made and placed.
    int64_t turns = 0;
    /// Which buffers may share bytes, as the flag spells it.
    std::string parallelSafe;
    bool isInPlace = false;
    /// Times count the function's operations on buffers, not the plan's steps.
    /// Empty with refusals.
    placement::Problem problem;
    placement::Placement placement;
    /// By the positions of the buffers.
    std::vector<std::string> names;
  };
  /// Of placed buffers; with refusals, the smallest arena reached. The budget
  /// limits it instead of `peakAfter`: in-place writes can make it smaller.
  std::optional<Arena> arena;

  /// The step, by the ids of the graph that was planned.
  std::vector<ReportedTask> tasks;
  std::vector<ReportedStorage> storages;
  /// As it stands and as planned; the latter is empty with refusals.
  ReportedSchedule before;
  ReportedSchedule after;

  struct Recomputed {
    /// By position in `tasks`.
    planner::TaskId task = 0;
    /// Beside the first one.
    int64_t runs = 0;
    int64_t bytes = 0;
    double time = 0;
  };
  std::vector<Recomputed> recomputed;

  /// A storage's stay on the host. Steps are positions in `after`, times from
  /// the start of the step.
  struct Parked {
    /// By position in `storages`.
    int32_t storage = 0;
    planner::Parking parking;
    planner::ParkingCopies copies;
  };
  /// As asked; with a budget of 0, nothing of the host is reported.
  planner::HostMemory host;
  int64_t hostPeak = 0;
  std::vector<Parked> parked;

  /// A value of each turn of a loop that has, or had, a stack for the gradient.
  struct Stack {
    /// Makes the value; empty for what one turn hands to the next.
    std::string op;
    /// As in `ReportedTask`.
    std::string computes;
    std::string type;
    std::string location;
    /// As in `ReportedTask`.
    std::string scope;
    /// Where the loop is that makes the value, and that of the gradient.
    std::string loop;
    std::string backwardLoop;
    /// Of the loop.
    int64_t turns = 0;
    /// Of its stack, if the loop runs as one: one for each turn, but for the
    /// first where that has the value from before the loop.
    int64_t slices = 1;
    /// Of all slices.
    int64_t bytes = 0;
    /// Turns of the segments that the loop runs in with the plan, outermost
    /// first; empty if it runs as one.
    std::vector<int64_t> segments;
    bool isKept = false;
    /// With the plan, its stack lies on the host.
    bool isOnHost = false;
    bool wasKept = false;
    /// The op runs again in each backward turn.
    bool isMadeAgain = false;
    /// Slices that are there together with the plan, if it keeps some.
    int64_t getSlices() const {
      return segments.empty() ? slices : segments.back();
    }
    int64_t getKeptBytes() const {
      return isKept && !isOnHost ? bytes / slices * getSlices() : 0;
    }
    /// Of the op in all turns, without what it reads.
    double time = 0;
  };
  /// Where loops had a choice.
  std::vector<Stack> stacks;

  /// The resident bytes and the heap of a compiler that places buffers by a
  /// known rule: the plan's peak and the gaps between its storages.
  std::optional<int64_t> heapPeak;

  /// The arena and resident bytes; without an arena, the peak with the gaps of
  /// the heap, if known, else the plan's peak.
  int64_t getPredictedPeak() const;
  /// Whether the loops keep other stacks than before.
  bool hasOtherStacks() const;
  /// Stacks that lie on the host with the plan.
  int64_t countStacksOnHost() const;
  /// How long the step waits for copies of parked values, in the unit of its
  /// times. O(parkings).
  double getCopyWaits() const;
  /// Extra time, in percent of the whole step.
  double getOverheadStepPercent() const;
  /// Extra time, in percent of the forward ops.
  double getOverheadForwardPercent() const;
  /// One line: peaks, budget, overhead, recomputation, gap to optimal, arena.
  std::string getSummary() const;
};

/// Report of a pipeline run, for people and other programs. Thread-safe:
/// function passes add to it. Exit codes come from `RunStatus`, not from here.
class Report {
public:
  void add(FunctionReport function);
  /// Whether a function has no plan within its budget, which is worth a report.
  bool hasRefusal() const;
  /// Keeps the text of the function's plan file.
  void addPlan(llvm::StringRef function, std::string json);

  /// The report as JSON, functions by name: docs/model.md has the keys.
  void write(llvm::json::OStream &json) const;
  /// Checks before planning that `path` is '-' or a file in an existing folder,
  /// with extension .html, .json or none.
  static llvm::Error checkPath(llvm::StringRef path);
  /// Writes a page or JSON to `path` ('-': stdout), all or nothing. Errors:
  /// those of `checkPath`, a file that cannot be written.
  llvm::Error writeTo(llvm::StringRef path) const;
  /// Writes the one plan to `path`. Errors: none or several functions have one.
  llvm::Error writePlanTo(llvm::StringRef path) const;

  /// Sorted by name.
  std::vector<FunctionReport> getFunctions() const;

private:
  mutable std::mutex mutex;
  std::vector<FunctionReport> functions;
  std::vector<std::pair<std::string, std::string>> plans;
};

} // namespace mlir::remat

#endif // REMAT_REPORT_REPORT_H
