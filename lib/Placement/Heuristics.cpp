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

/// Moves what is at `from` to `to`, before it.
static void moveTo(Orders::Order &order, uint32_t from, uint32_t to) {
  std::rotate(order.begin() + to, order.begin() + from,
              order.begin() + from + 1);
}

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

/// MLIR's planner, with buffers that start at once in the order given, in the
/// reverse one, by size, and in random orders: it does not say which it takes.
void HeuristicSearch::placeInTimeOrder() {
  // It knows of no conflicts.
  if (model.hasConflicts())
    return;
  const uint32_t count = model.getNumBuffers();
  std::vector<uint32_t> order(count);
  auto place = [&] {
    llvm::stable_sort(order, [&](uint32_t a, uint32_t b) {
      return problem.buffers[a].timeStart < problem.buffers[b].timeStart;
    });
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
  SplitMix64 random(0);
  for (uint32_t turns = std::min(20u, 20000 / count); turns > 0; --turns) {
    if (isDone())
      return;
    for (uint32_t i = count; i > 1; --i)
      std::swap(order[i - 1], order[random.below(i)]);
    place();
  }
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
/// the arena no larger. Where that leads nowhere for long, several buffers of
/// the best placement are moved, whatever comes of it, and it goes on from
/// there.
void HeuristicSearch::improve() {
  SplitMix64 random(0);
  const uint32_t count = model.getNumBuffers();
  if (count < 2)
    return;
  std::vector<int64_t> offsets, current = best.placement.offsets;
  Orders::Order order = Orders::byOffset(current);
  int64_t size = best.placement.sizeInBytes;
  const uint64_t patience = 30 + count;
  uint64_t lastGain = 0;
  // More turns than these find little; small problems are for the exact search.
  const uint64_t turns = 200 + 15 * uint64_t(count);
  for (uint64_t turn = 0; turn < turns && !isDone(); ++turn) {
    const bool isKick = turn - lastGain >= patience;
    if (isKick) {
      current = best.placement.offsets;
      size = best.placement.sizeInBytes;
      order = Orders::byOffset(current);
    }
    Orders::Order moved = order;
    int64_t limit = isKick ? std::numeric_limits<int64_t>::max() - 1 : size;
    for (unsigned moves = isKick ? 2 + random.below(4) : 1; moves > 0; --moves)
      if (const uint32_t from = chooseForMove(order, current, size, random))
        moveTo(moved, from, random.below(from));
    const int64_t found = firstFit.place(moved, offsets, Fit::First, limit);
    if (found > limit)
      continue;
    if (found < size || isKick)
      lastGain = turn;
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
