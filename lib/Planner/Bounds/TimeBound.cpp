//===- TimeBound.cpp - What no plan within a budget can go below ----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bounds/ChainBound.h"
#include "Bounds/FirstRunBound.h"
#include "remat/Planner/Bounds.h"
#include "remat/Support/Budget.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <limits>

#define DEBUG_TYPE "remat-bounds"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

/// Work limits: rank first runs, ask about them, and close the gap between the
/// relaxation and whole sets.
static constexpr uint64_t rankingWork = 20'000'000;
static constexpr uint64_t askingWork = 5'000'000;
static constexpr uint64_t provingWork = 5'000'000;

static std::string text(double number) {
  std::string result;
  raw_string_ostream(result) << format("%.10g", number);
  return result;
}

namespace {
/// Chooses the first runs to ask about: all of small steps, the most promising
/// of large ones.
class TimeBoundFinder {
public:
  TimeBoundFinder(const Graph &graph, int64_t budget)
      : graph(graph), budget(budget), model(graph), finder(model, budget) {}
  TimeBound find();

private:
  /// First runs, most promising first. Of many, samples some spread over the
  /// step, then some around the best.
  std::vector<FirstRun> rank();
  void ask(TaskId task, uint64_t workLimit);
  std::string explain(const FirstRun &first, int64_t cost) const;

  const Graph &graph;
  const int64_t budget;
  const RemakeModel model;
  FirstRunBound finder;
  TimeBound best;
};
} // namespace

std::string TimeBoundFinder::explain(const FirstRun &first,
                                     int64_t cost) const {
  std::string reason = "when " + Graph::describe(graph.tasks[first.task]) +
                       " first runs, " + formatBytes(first.forcedBytes) +
                       " must be alive";
  if (cost == FirstRunBound::impossible && first.forcedBytes > budget)
    return reason + ", which is over the budget of " + formatBytes(budget);
  const std::string room = formatBytes(budget - first.forcedBytes);
  if (finder.isDueToOthers())
    reason += "; " + room +
              " beside them do not hold all that is needed later and all that "
              "unrelated ops have made or still have to read";
  else
    reason += "; of the " + formatBytes(first.neededBytes) +
              " that were made before and are needed later, " + room +
              " fit beside them within the budget";
  if (cost == FirstRunBound::impossible)
    return reason + ", which is too little to make the others again";
  return reason + ", and making the others again takes at least " +
         text(model.timeOf(cost));
}

std::vector<FirstRun> TimeBoundFinder::rank() {
  std::vector<FirstRun> firsts;
  const size_t count = graph.baseOrder.size();
  std::vector<bool> isAsked(count, false);
  auto examine = [&](size_t position) {
    if (isAsked[position] || finder.work() > rankingWork)
      return;
    isAsked[position] = true;
    FirstRun first = finder.examine(graph.baseOrder[position]);
    if (first.forcedBytes > budget || first.promise > 0)
      firsts.push_back(first);
  };
  auto byPromise = [](const FirstRun &a, const FirstRun &b) {
    return a.promise != b.promise ? a.promise > b.promise : a.task < b.task;
  };

  size_t size = count + graph.values.size();
  for (const Task &task : graph.tasks)
    size += task.inputs.size() + task.outputs.size();
  // Half of the work for spread first runs, half for those around the best.
  size_t stride = 1;
  while (size / 2 > rankingWork / std::max<size_t>(1, 2 * count / stride))
    stride *= 2;
  std::vector<size_t> positionOf(count);
  for (size_t i = 0; i != count; ++i)
    positionOf[graph.baseOrder[i]] = i;
  for (size_t i = 0; i < count; i += stride)
    examine(i);
  while (stride > 1) {
    stride /= 2;
    llvm::sort(firsts, byPromise);
    size_t top = std::min<size_t>(firsts.size(), 8);
    for (size_t i = 0; i != top; ++i) {
      size_t position = positionOf[firsts[i].task];
      if (position >= stride)
        examine(position - stride);
      if (position + stride < count)
        examine(position + stride);
    }
  }
  llvm::sort(firsts, byPromise);
  return firsts;
}

void TimeBoundFinder::ask(TaskId task, uint64_t workLimit) {
  FirstRun first = finder.examine(task);
  // The best bound so far, as a cost of remakes here.
  double known = (best.time - first.leastTime) / model.timeUnit;
  // That of a chain can be more than all remakes.
  int64_t atLeast = static_cast<int64_t>(std::clamp(
      known * (1 - 1e-12), 0.0, static_cast<double>(model.costLimit)));
  int64_t cost = finder.bound(atLeast, workLimit);
  if (cost == FirstRunBound::impossible) {
    best.time = std::numeric_limits<double>::infinity();
    best.reason = explain(first, cost);
    return;
  }
  double time = first.leastTime + model.timeOf(cost);
  // Round rounded sums down.
  if (!model.isExact)
    time *= 1 - 1e-12;
  if (cost > 0 && time > best.time) {
    best.time = time;
    best.reason = explain(first, cost);
    LLVM_DEBUG(dbgs() << "at least " << time << ": " << best.reason << "\n");
  }
}

TimeBound TimeBoundFinder::find() {
  best.time = model.leastTime;
  best.reason = "every op runs at least once";
  if (ChainBound chain = boundChain(graph, budget); chain.extraTime > 0) {
    // Sums and products are rounded.
    const double time = (model.leastTime + chain.extraTime) * (1 - 1e-12);
    if (time > best.time) {
      best.time = time;
      best.reason = std::move(chain.reason);
    }
    LLVM_DEBUG(dbgs() << "at least " << best.time << ": " << best.reason
                      << "\n");
  }
  std::vector<FirstRun> firsts = rank();
  const uint64_t start = finder.work();
  LLVM_DEBUG(dbgs() << firsts.size() << " of " << graph.tasks.size()
                    << " first runs promise a bound above " << best.time
                    << "\n");
  for (const FirstRun &first : firsts) {
    if (finder.work() - start > askingWork)
      break;
    ask(first.task, 0);
    if (best.time == std::numeric_limits<double>::infinity())
      return best;
  }
  const uint64_t limit = finder.work() + provingWork;
  for (const FirstRun &first : firsts) {
    if (finder.work() > limit)
      break;
    ask(first.task, limit);
  }
  return best;
}

TimeBound mlir::remat::planner::lowerBoundTime(const Problem &problem) {
  const Graph &graph = problem.graph;
  if (!problem.budget)
    return {RemakeModel(graph).leastTime, "every op runs at least once"};
  const PeakBound peak = lowerBoundPeak(graph, problem.host.budget);
  if (*problem.budget < peak.bytes)
    return {
        std::numeric_limits<double>::infinity(),
        formatBytes(peak.bytes) + " must be alive " +
            (peak.task
                 ? "when " + Graph::describe(graph.tasks[*peak.task]) + " runs"
                 : "at the end") +
            ", which is over the budget of " + formatBytes(*problem.budget)};
  if (!problem.host.isAvailable())
    return TimeBoundFinder(graph, *problem.budget).find();
  // The base order needs no more.
  const int64_t budget =
      std::min<int64_t>(*problem.budget, 4 * Graph::maxTotalBytes);
  TimeBound bound = TimeBoundFinder(graph, budget + problem.host.budget).find();
  if (bound.time > RemakeModel(graph).leastTime)
    bound.reason += "; the budget is that of device and host together";
  return bound;
}
