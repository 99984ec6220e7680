//===- Heuristics.cpp - The best of several orders ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Heuristics.h"

#include "FirstFit.h"
#include "Orders.h"
#include "TimeOrder.h"
#include "remat/Support/SplitMix64.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

namespace {
class HeuristicSearch {
public:
  HeuristicSearch(const Problem &problem, const HeuristicLimits &limits)
      : problem(problem), limits(limits), model(problem), firstFit(model) {}

  HeuristicResult run() {
    placeInTimeOrder();
    tryOrders();
    improve();
    return std::move(best);
  }

private:
  bool isDone() const {
    return best.placement.sizeInBytes <= limits.target ||
           firstFit.getWork() > limits.workLimit;
  }
  void keep(std::vector<int64_t> offsets, int64_t size, const Twine &name) {
    if (!best.algorithm.empty() && size >= best.placement.sizeInBytes)
      return;
    best.placement = {std::move(offsets), size};
    best.algorithm = name.str();
  }

  void placeInTimeOrder();
  void tryOrders();
  void improve();
  uint32_t chooseForMove(ArrayRef<uint32_t> order, ArrayRef<int64_t> offsets,
                         int64_t size, SplitMix64 &random) const;

  const Problem &problem;
  const HeuristicLimits limits;
  Model model;
  FirstFit firstFit;
  HeuristicResult best;
};
} // namespace

/// MLIR's planner, with buffers that start at once in three orders.
void HeuristicSearch::placeInTimeOrder() {
  // It knows of no conflicts.
  if (model.hasConflicts())
    return;
  auto startOf = [&](uint32_t buffer) {
    return problem.buffers[buffer].timeStart;
  };
  std::vector<uint32_t> order(model.getNumBuffers());
  auto place = [&] {
    llvm::stable_sort(
        order, [&](uint32_t a, uint32_t b) { return startOf(a) < startOf(b); });
    Placement placement = placeBestFitInOrder(problem, order);
    keep(std::move(placement.offsets), placement.sizeInBytes, "best-fit");
  };
  std::iota(order.begin(), order.end(), 0);
  place();
  std::iota(order.rbegin(), order.rend(), 0);
  place();
  std::iota(order.begin(), order.end(), 0);
  llvm::stable_sort(order, [&](uint32_t a, uint32_t b) {
    return model.getSize(a) > model.getSize(b);
  });
  place();
}

void HeuristicSearch::tryOrders() {
  const Orders orders(model);
  std::vector<int64_t> offsets;
  for (size_t i = 0; i < Orders::getCount() && (i == 0 || !isDone()); ++i) {
    const Orders::Order order = orders.get(i);
    for (Fit fit : {Fit::First, Fit::Best}) {
      // Best fit looks at all buffers for each.
      if (fit == Fit::Best &&
          uint64_t(model.getNumBuffers()) * model.getNumBuffers() / 2 >
              limits.workLimit / 20)
        continue;
      int64_t limit = best.placement.sizeInBytes - 1;
      if (best.algorithm.empty())
        limit = std::numeric_limits<int64_t>::max() - 1;
      else
        firstFit.setWorkLimit(limits.workLimit);
      const int64_t size = firstFit.place(order, offsets, fit, limit);
      if (size <= limit)
        keep(offsets, size,
             Twine(fit == Fit::First ? "first-fit:" : "best-fit:") +
                 Orders::getName(i));
      if (isDone())
        break;
    }
  }
}

/// Places a buffer earlier than before, mostly one of those that end highest,
/// and all others in the order of the offsets they had; as often as that makes
/// the arena no larger.
void HeuristicSearch::improve() {
  SplitMix64 random(0);
  Orders::Order order = Orders::byOffset(best.placement.offsets);
  std::vector<int64_t> offsets, current = best.placement.offsets;
  int64_t size = best.placement.sizeInBytes;
  // More turns than these find little; small problems are for the exact search.
  const uint64_t turns = 500 + 20 * uint64_t(model.getNumBuffers());
  for (uint64_t turn = 0; turn < turns && !isDone(); ++turn) {
    const uint32_t from = chooseForMove(order, current, size, random);
    if (from == 0)
      continue;
    const uint32_t to = random.below(from);
    Orders::Order moved = order;
    std::rotate(moved.begin() + to, moved.begin() + from,
                moved.begin() + from + 1);
    const int64_t found = firstFit.place(moved, offsets, Fit::First, size);
    if (found > size)
      continue;
    if (found < best.placement.sizeInBytes)
      keep(offsets, found, "local-search");
    size = found;
    current = offsets;
    order = Orders::byOffset(current);
  }
}

/// Returns the position in `order` of one of the buffers that end at `size`, or
/// of any, in one of four cases.
uint32_t HeuristicSearch::chooseForMove(ArrayRef<uint32_t> order,
                                        ArrayRef<int64_t> offsets, int64_t size,
                                        SplitMix64 &random) const {
  if (random.chance(0.25))
    return random.below(order.size());
  SmallVector<uint32_t> tops;
  for (auto [position, buffer] : enumerate(order))
    if (offsets[buffer] + model.getSize(buffer) == size)
      tops.push_back(position);
  return tops[random.below(tops.size())];
}

HeuristicResult placement::placeByHeuristics(const Problem &problem,
                                             const HeuristicLimits &limits) {
  return HeuristicSearch(problem, limits).run();
}
