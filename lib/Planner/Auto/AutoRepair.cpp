//===- AutoRepair.cpp - How auto brings starts to the budget --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By cuts from the order of each start, then eagerly and lazily as far as the
// work allows. Without the cuts, overheads rise by 1.0 points on traces and 0.3
// on nets; without the others, the U-Net at 40% has no plan but one of six
// times its time. Segments of one length in place of five cost 0.2 points on
// nets. Repairs that end at three times the extra time of a known plan, in
// place of six, cost 0.2 points on two traces (densenet121 and the unrolled GAN
// at 20%) and gain 0.1 on an encoder-decoder of 10,000 ops; without an end,
// DTR's LSTM at 30% gains 0.2 more.
//
//===----------------------------------------------------------------------===//

#include "Auto/AutoSearch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/Format.h"

#include <limits>
#include <utility>

#define DEBUG_TYPE "remat-auto"

using namespace llvm;
using namespace mlir::remat::planner;

bool AutoSearch::hasKnownOrder(size_t start) const {
  auto isSameTask = [](const StepModel::Op &a, const StepModel::Op &b) {
    return a.task == b.task;
  };
  return any_of(ArrayRef(starts).take_front(start), [&](const Start &other) {
    return llvm::equal(other.model->ops, starts[start].model->ops, isSameTask);
  });
}

EventSearch::RepairLimits
AutoSearch::limitRepair(uint64_t maxWork,
                        const std::optional<EventSearch> &known) const {
  EventSearch::RepairLimits limits;
  limits.maxWork = maxWork;
  if (known)
    limits.maxTime = farSlower * known->getSchedule().extraTime();
  const Plan *best = selection.peek();
  if (best && fits(best->peak))
    limits.maxTime =
        std::min(limits.maxTime, farSlower * (best->time - graph.baseTime()));
  return limits;
}

std::optional<EventSearch>
AutoSearch::bringToBudget(size_t index, uint64_t maxWork,
                          std::optional<EventSearch> &nearest) {
  const Start &start = starts[index];
  std::optional<EventSearch> best;
  for (bool isLazy : {false, true}) {
    if (isLazy && EventSearch::isAlwaysLazy(*start.model) &&
        start.runs.events.empty())
      break;
    if (best)
      maxWork = std::min(maxWork, workOfRepair());
    if (maxWork == 0)
      break;
    // A plan's order may be worth more than its reruns.
    Start::Part part = isLazy ? Start::Order : Start::All;
    EventSearch search = searchFrom(start, *problem.budget, index + 1, part);
    EventSearch::RepairLimits limits = limitRepair(maxWork, best);
    // Pruning removes most of those that the start has.
    limits.maxTime += search.getSchedule().extraTime();
    const bool fits = search.repair(isLazy, limits);
    const bool isStuck = search.work() < maxWork &&
                         search.getSchedule().extraTime() < limits.maxTime &&
                         !control.shouldStop();
    maxWork -= std::min(maxWork, search.work());
    repairWork += search.work();
    if (!fits) {
      if (isStuck && (!nearest || isSmaller(search, *nearest)))
        nearest.emplace(std::move(search));
      continue;
    }
    search.prune();
    if (!best || isFaster(search, *best))
      best.emplace(std::move(search));
  }
  return best;
}

std::optional<EventSearch> AutoSearch::bringToBudgetByCuts(size_t index) {
  const Start &start = starts[index];
  if (start.model->hasDropped || hasKnownOrder(index))
    return std::nullopt;
  std::optional<EventSearch> best;
  uint64_t workLeft = (cutSearches.empty() ? 4 : 1) * workOfRepair();
  for (int64_t part : {256, 64, 16, 4, 1}) {
    const int64_t most = part == 1 ? std::numeric_limits<int64_t>::max()
                                   : *problem.budget / part;
    EventSearch search =
        searchFrom(start, *problem.budget, index + 1, Start::Order);
    const EventSearch::CutRepair repair = search.repairByCuts(
        most, limitRepair(std::min(workLeft, 2 * workOfRepair()), best));
    workLeft -= std::min(workLeft, search.work());
    if (repair.fits) {
      search.prune();
      LLVM_DEBUG(dbgs() << "    segments of 1/" << part << " of the budget: "
                        << format("%g", search.getSchedule().extraTime())
                        << " more time\n");
      if (!best || isFaster(search, *best))
        best.emplace(std::move(search));
    }
    // Longer ones do not occur.
    if (repair.longestSegment <= most)
      break;
  }
  return best;
}

void AutoSearch::searchByCuts() {
  if (cutWork != workOfRepair()) {
    cutWork = workOfRepair();
    cutSearches.clear();
    cutStarts = 0;
  }
  for (; cutStarts != starts.size(); ++cutStarts)
    if (std::optional<EventSearch> search = bringToBudgetByCuts(cutStarts)) {
      offer(*search);
      cutSearches.push_back(std::move(*search));
    }
}

std::vector<EventSearch> AutoSearch::bringAllToBudget(uint64_t work) {
  const int64_t budget = *problem.budget;
  searchByCuts();
  std::vector<EventSearch> searches = cutSearches;
  std::optional<EventSearch> nearest;
  // Where there are good plans, others of such repairs seldom win.
  uint64_t workLeft = work / 2;
  uint64_t neededWork = (hasFittingStart ? 2 : 16) * workOfRepair();
  for (size_t i = 0; i != starts.size(); ++i) {
    const bool isNeeded = searches.empty() && !hasDecentPlan;
    const uint64_t before = repairWork;
    if (std::optional<EventSearch> search = bringToBudget(
            i, isNeeded ? neededWork : std::min(workLeft, workOfRepair()),
            nearest))
      searches.push_back(std::move(*search));
    const uint64_t done = repairWork - before;
    workLeft -= std::min(workLeft, done);
    neededWork -= std::min(neededWork, done);
  }
  // A search that ended just above the budget beats one that is within it but
  // far slower.
  if (!nearest || EventSearch::isAlwaysLazy(*starts.front().model) ||
      any_of(searches, [&](const EventSearch &search) {
        return search.getSchedule().extraTime() <
               2 * nearest->getSchedule().extraTime();
      }))
    return searches;
  nearest->setLimit(nearest->getSchedule().peak());
  nearest->descend(std::max<uint64_t>(work / 8, 3'000 * graph.tasks.size()),
                   budget);
  if (nearest->getSchedule().peak() <= budget) {
    nearest->setLimit(budget);
    nearest->prune();
    searches.push_back(std::move(*nearest));
  }
  return searches;
}
