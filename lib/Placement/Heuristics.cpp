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

HeuristicResult placement::placeByHeuristics(const Problem &problem,
                                             const HeuristicLimits &limits) {
  return HeuristicSearch(problem, limits).run();
}
