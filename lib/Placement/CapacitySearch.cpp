//===- CapacitySearch.cpp - Exact search within a capacity ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CapacitySearch.h"

#include "Model.h"
#include "SearchTree.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

/// Whether the model's lists have fewer than 2^24 entries. Each pair of
/// overlapping buffers counts once for each start of an overlap.
static bool hasFewEntries(const Problem &problem) {
  uint64_t count = 0, live = 0;
  bool hasGrown = false;
  for (const LifeEvent &event : getLifeEvents(problem)) {
    if (event.isStart || hasGrown)
      count += 2 * live;
    live += event.isStart ? 1 : -1;
    hasGrown = event.isStart;
    if (count >= uint64_t(1) << 24)
      return false;
  }
  return true;
}

bool placement::canSearch(const Problem &problem) {
  // Fits into 63 bits in a checked problem.
  int64_t sum = 0;
  for (const Buffer &buffer : problem.buffers)
    sum += buffer.sizeInBytes + buffer.alignment;
  return problem.conflicts.empty() && sum < int64_t(1) << 61 &&
         hasFewEntries(problem);
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, 1, ... (Luby et al. 1993), `index` from 1:
/// optimal run lengths without prior knowledge.
static uint64_t getLuby(uint64_t index) {
  for (;;) {
    if (isPowerOf2_64(index + 1))
      return (index + 1) / 2;
    index -= llvm::bit_floor(index + 1) - 1;
  }
}

namespace {
using Section = SearchStrategy::Section;
using Order = SearchStrategy::Order;

/// Strategies that take turns, each run with its own random order and limit.
struct Portfolio {
  ArrayRef<std::pair<Section, Order>> strategies;
  /// Of all runs; 0 for Luby's sequence.
  uint64_t unitsOfRun;
  uint64_t turn = 0;
  uint64_t work = 0;

  uint64_t getUnits() const {
    return unitsOfRun != 0 ? unitsOfRun : getLuby(turn + 1);
  }
  SearchStrategy getStrategy(uint64_t seed) const {
    auto [section, order] = strategies[turn % strategies.size()];
    return {section, order, turn < strategies.size() ? 0 : 0.2,
            (seed << 32) + turn};
  }
};
} // namespace

/// The fastest strategy and random order differ between problems. With few
/// choices per decision, failures guide best.
static constexpr std::pair<Section, Order> guided[] = {
    {Section::FewestChoices, Order::Time},
    {Section::FewestByFailures, Order::Size},
    {Section::Lowest, Order::Size},
    {Section::FewestChoices, Order::Sections},
    {Section::TightestByFailures, Order::Sections},
    {Section::FewestChoices, Order::Size},
    {Section::FewestByFailures, Order::Time},
    {Section::Lowest, Order::Time},
    {Section::FewestChoices, Order::Area},
    {Section::LowestByFailures, Order::Size},
    {Section::FewestByFailures, Order::Sections},
};

/// In training steps (long lives, slack nearly everywhere, hundreds of buffers)
/// filling from below in many random orders beats any guide.
static constexpr std::pair<Section, Order> fromBelow[] = {
    {Section::Lowest, Order::Size},
    {Section::Lowest, Order::Sections},
    {Section::Lowest, Order::Area},
    {Section::Lowest, Order::Time},
};

SearchOutcome placement::searchWithin(const Problem &problem, int64_t capacity,
                                      uint64_t workLimit, uint64_t seed) {
  SearchOutcome outcome;
  SearchModel model = buildSearchModel(problem, std::max<int64_t>(capacity, 0));
  Placement placement{std::vector<int64_t>(problem.buffers.size()), 0};
  if (model.items.empty()) {
    outcome.placement = placement;
    return outcome;
  }
  SearchTree tree(model);
  // A run of length 1 takes about a hundred decisions.
  uint64_t unit =
      64 * (model.itemsOf.values.size() + model.overlapsOf.values.size());
  Portfolio portfolios[] = {{guided, 0}, {fromBelow, 8}};
  SearchTree::Result result = SearchTree::Result::LimitReached;
  while (result == SearchTree::Result::LimitReached &&
         tree.getWork() < workLimit) {
    // Each gets half of the work.
    Portfolio &next = portfolios[0].work <= portfolios[1].work ? portfolios[0]
                                                               : portfolios[1];
    const uint64_t before = tree.getWork();
    result = tree.run(next.getStrategy(seed),
                      std::min(unit * next.getUnits(), workLimit - before));
    next.work += tree.getWork() - before;
    ++next.turn;
  }
  outcome.work = tree.getWork();
  outcome.isInfeasible = result == SearchTree::Result::Exhausted;
  if (result != SearchTree::Result::Found)
    return outcome;
  for (auto [item, position] : zip_equal(model.items, tree.getOffsets())) {
    const int64_t offset = position * model.unit;
    placement.offsets[item.buffer] = offset;
    placement.sizeInBytes =
        std::max(placement.sizeInBytes,
                 offset + problem.buffers[item.buffer].sizeInBytes);
  }
  outcome.placement = std::move(placement);
  return outcome;
}
