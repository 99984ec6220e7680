//===- HeapFitter.cpp - Plans that fit with the gaps of a heap ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Heap/HeapFitter.h"

#include "remat/Heap/HeapPeak.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "remat-heap"

using namespace mlir::remat;
using planner::Ask;
using planner::Plan;
using planner::Reorder;

namespace {
class HeapFitter {
public:
  HeapFitter(const planner::Graph &graph, planner::Session &session,
             const Ask &ask, llvm::ArrayRef<planner::ReservedStorage> reserved)
      : graph(graph), session(session), ask(ask), reserved(reserved),
        budget(*ask.budget) {}

  llvm::Expected<HeapPlan> run(const HeapPlan &first);

private:
  /// One way to ask for plans, and the budget to ask for next.
  struct Way {
    Reorder reorder;
    int64_t nominal;
    bool isOver = false;
  };

  std::pair<int, double> getRank(const Plan &plan, int64_t heapPeak) const;
  void consider(const Plan &plan, int64_t heapPeak);
  llvm::Error advance(Way &way);
  void lower(Way &way, const Plan &plan);

  static constexpr int mostRounds = 8;
  /// How much a budget is lowered in a round, in parts of it.
  static constexpr int64_t stepPart = 200;
  const planner::Graph &graph;
  planner::Session &session;
  const Ask &ask;
  llvm::ArrayRef<planner::ReservedStorage> reserved;
  const int64_t budget;
  std::optional<HeapPlan> best;
};
} // namespace

/// Less is better: plans that fit by their times, others by their heaps.
std::pair<int, double> HeapFitter::getRank(const Plan &plan,
                                           int64_t heapPeak) const {
  if (heapPeak > budget)
    return {1, static_cast<double>(heapPeak)};
  return {0, plan.time};
}

void HeapFitter::consider(const Plan &plan, int64_t heapPeak) {
  LLVM_DEBUG(llvm::dbgs() << "heap of a plan of " << plan.peak
                          << " bytes, time " << plan.time << ": " << heapPeak
                          << " bytes\n");
  if (!best || getRank(plan, heapPeak) < getRank(best->plan, best->heapPeak))
    best = HeapPlan{plan, heapPeak};
}

/// Plans for budgets that differ little have heaps that differ much.
void HeapFitter::lower(Way &way, const Plan &plan) {
  way.nominal = std::min(way.nominal, plan.peak) -
                std::max<int64_t>(budget / stepPart, 1);
  way.isOver = way.nominal <= 0;
}

llvm::Error HeapFitter::advance(Way &way) {
  Ask other = ask.withBudget(way.nominal);
  other.search.reorder = way.reorder;
  if (way.nominal < budget)
    other.reuse = planner::Reuse::Neighbors;
  llvm::Expected<planner::Outcome> answer = session.solve(other);
  if (!answer)
    return answer.takeError();
  if (!answer->hasPlan()) {
    way.isOver = true;
    return llvm::Error::success();
  }
  const int64_t heapPeak =
      getHeapPeak(graph, answer->plan.steps, reserved, answer->plan.parkings);
  consider(answer->plan, heapPeak);
  lower(way, answer->plan);
  return llvm::Error::success();
}

llvm::Expected<HeapPlan> HeapFitter::run(const HeapPlan &first) {
  consider(first.plan, first.heapPeak);
  std::vector<Way> ways = {{ask.search.reorder, budget}};
  lower(ways.front(), first.plan);
  for (Reorder reorder : {Reorder::Local, Reorder::None})
    if (reorder < ask.search.reorder)
      ways.push_back({reorder, budget});
  for (int round = 0; round != mostRounds; ++round) {
    if (best->heapPeak <= budget || ask.isInterrupted())
      break;
    for (Way &way : ways)
      // The first was asked for the budget itself.
      if (!way.isOver && (round > 0 || way.nominal == budget))
        if (llvm::Error error = advance(way))
          return std::move(error);
  }
  return *best;
}

llvm::Expected<HeapPlan>
mlir::remat::fitHeap(const planner::Graph &graph, planner::Session &session,
                     const Ask &ask, const HeapPlan &first,
                     llvm::ArrayRef<planner::ReservedStorage> reserved) {
  return HeapFitter(graph, session, ask, reserved).run(first);
}
