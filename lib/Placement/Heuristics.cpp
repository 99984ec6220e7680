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
#include "Skyline.h"
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
    tryTies();
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
  void placeInTimeOrder(std::vector<uint32_t> order);
  void tryTies();
  void tryOrders();
  void tryOrder(Orders::Order order, StringRef name, bool isForSkyline);
  const Problem &problem;
  const HeuristicLimits limits;
  Model model;
  FirstFit firstFit;
  HeuristicResult best;
};
} // namespace

/// MLIR's planner, with buffers that start at once in the given order.
void HeuristicSearch::placeInTimeOrder(std::vector<uint32_t> order) {
  llvm::stable_sort(order, [&](uint32_t a, uint32_t b) {
    return problem.buffers[a].timeStart < problem.buffers[b].timeStart;
  });
  Placement placement = placeBestFitInOrder(problem, order);
  keep(std::move(placement.offsets), placement.sizeInBytes, "best-fit");
}

/// The same with them as they are, the other way round, and by size: upstream
/// does not say which order it takes.
void HeuristicSearch::placeInTimeOrder() {
  // It knows of no conflicts.
  if (model.hasConflicts())
    return;
  const uint32_t count = model.getNumBuffers();
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  placeInTimeOrder(order);
  std::iota(order.rbegin(), order.rend(), 0);
  placeInTimeOrder(order);
  std::iota(order.begin(), order.end(), 0);
  llvm::stable_sort(order, [&](uint32_t a, uint32_t b) {
    return model.getSize(a) > model.getSize(b);
  });
  placeInTimeOrder(order);
}

/// The same in random orders of buffers that start at once.
void HeuristicSearch::tryTies() {
  if (model.hasConflicts())
    return;
  const uint32_t count = model.getNumBuffers();
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  SplitMix64 random(0);
  for (uint32_t turns = std::min(20u, 20000 / count); turns > 0; --turns) {
    if (isDone())
      return;
    for (uint32_t i = count; i > 1; --i)
      std::swap(order[i - 1], order[random.below(i)]);
    placeInTimeOrder(order);
  }
}

void HeuristicSearch::tryOrders() {
  const Orders orders(model);
  // Those of the skyline are cheap however many buffers there are.
  const size_t count = Orders::getCount();
  for (bool isSkyline : {true, false})
    for (size_t i = 0; i < count; ++i) {
      if (!best.algorithm.empty() && isDone())
        return;
      if (Orders::isForSkyline(i) == isSkyline)
        tryOrder(orders.get(i), Orders::getName(i), isSkyline);
    }
}

void HeuristicSearch::tryOrder(Orders::Order order, StringRef name,
                               bool isForSkyline) {
  if (isForSkyline) {
    SkylinePlacement placed = placeOnSkyline(model, order);
    order = std::move(placed.order);
    if (!model.hasConflicts())
      keep(std::move(placed.offsets), placed.size, name);
  }
  for (Fit fit : {Fit::First, Fit::Best}) {
    const uint64_t pairs =
        uint64_t(model.getNumBuffers()) * model.getNumBuffers() / 2;
    // On a skyline, the smallest hole is the lowest. Else best fit looks at all
    // buffers for each.
    if (fit == Fit::Best && (isForSkyline || pairs > limits.workLimit / 20))
      continue;
    int64_t limit = best.placement.sizeInBytes - 1;
    if (best.algorithm.empty())
      limit = std::numeric_limits<int64_t>::max() - 1;
    else if (isDone())
      return;
    else
      firstFit.setWorkLimit(std::min(
          limits.workLimit, firstFit.getWork() + limits.workLimit / 4 + 1));
    std::vector<int64_t> offsets;
    const int64_t size = firstFit.place(order, offsets, fit, limit);
    if (size <= limit)
      keep(std::move(offsets), size,
           (fit == Fit::First ? "first-fit:" : "best-fit:") + name);
  }
}

HeuristicResult placement::placeByHeuristics(const Problem &problem,
                                             const HeuristicLimits &limits) {
  return HeuristicSearch(problem, limits).run();
}
