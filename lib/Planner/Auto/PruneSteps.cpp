//===- PruneSteps.cpp - Removes runs from plans ---------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Auto/PruneSteps.h"

#include "remat/Planner/Simulator.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <optional>
#include <utility>

using namespace llvm;
using namespace mlir::remat::planner;

/// Whole remakes of what one reader needs are about that long.
static constexpr size_t kLongestStretch = 32;

namespace {

class StepPruning {
public:
  StepPruning(const Graph &graph, std::vector<Step> steps, int64_t limit,
              uint64_t &workLeft)
      : evaluator(graph), steps(std::move(steps)), limit(limit),
        workLeft(workLeft), runs(graph.tasks.size(), 0) {
    for (const Step &step : this->steps)
      ++runs[step.task];
  }

  /// Tries all stretches of that length. Returns whether it removed any.
  bool removeStretches(size_t length) {
    const size_t before = steps.size();
    for (size_t end = steps.size(); end >= length && workLeft;)
      end -= remove(end - length, length) ? length : 1;
    return steps.size() != before;
  }

  bool hasWork() const { return workLeft; }
  std::vector<Step> take() { return std::move(steps); }

private:
  /// Removes a stretch if the plan remains one.
  bool remove(size_t begin, size_t length) {
    auto stretch = ArrayRef(steps).slice(begin, length);
    for (const Step &step : stretch)
      --runs[step.task];
    const bool runElsewhere =
        all_of(stretch, [&](const Step &step) { return runs[step.task] > 0; });
    if (runElsewhere && fitsWithout(begin, length)) {
      steps.erase(steps.begin() + begin, steps.begin() + begin + length);
      return true;
    }
    for (const Step &step : stretch)
      ++runs[step.task];
    return false;
  }

  bool fitsWithout(size_t begin, size_t length) {
    trial.assign(steps.begin(), steps.begin() + begin);
    trial.append(steps.begin() + begin + length, steps.end());
    workLeft -= std::min<uint64_t>(workLeft, trial.size());
    const std::optional<ScheduleFigures> figures = evaluator.evaluate(trial);
    return figures && figures->peak <= limit;
  }

  PlanEvaluator evaluator;
  std::vector<Step> steps;
  SmallVector<Step> trial;
  const int64_t limit;
  uint64_t &workLeft;
  /// By task.
  std::vector<int32_t> runs;
};

} // namespace

std::vector<Step> mlir::remat::planner::pruneSteps(const Graph &graph,
                                                   std::vector<Step> steps,
                                                   int64_t limit,
                                                   uint64_t &workLeft) {
  StepPruning pruning(graph, std::move(steps), limit, workLeft);
  for (size_t length = kLongestStretch; length > 1; length /= 2)
    pruning.removeStretches(length);
  // What fits after other removals may not have fitted before.
  while (pruning.removeStretches(1) && pruning.hasWork()) {
  }
  return pruning.take();
}
