//===- CapacitySearch.cpp - Exact search within a capacity ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CapacitySearch.h"

#include "SearchTree.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

static constexpr uint64_t maxEntries = uint64_t(1) << 24;
static constexpr int64_t maxSum = int64_t(1) << 61;

bool placement::canSearch(const Problem &problem) {
  if (!problem.conflicts.empty())
    return false;
  int64_t sum = 0;
  for (const Buffer &buffer : problem.buffers) {
    // Neither can overflow: both are below 2^63 (a checked problem).
    if (buffer.sizeInBytes >= maxSum || buffer.alignment >= maxSum)
      return false;
    sum += buffer.sizeInBytes + buffer.alignment;
    if (sum >= maxSum)
      return false;
  }
  return countModelEntries(problem, maxEntries) < maxEntries;
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, 1, ... (Luby et al. 1993): the best
/// lengths of runs when nothing is known of how long they should be. `index`
/// from 1.
static uint64_t getLuby(uint64_t index) {
  for (;;) {
    if (isPowerOf2_64(index + 1))
      return (index + 1) / 2;
    index -= llvm::bit_floor(index + 1) - 1;
  }
}

namespace {
/// Runs of strategies that take turns, each with its random order and within a
/// limit of work.
struct Portfolio {
  using Section = SearchStrategy::Section;
  using Order = SearchStrategy::Order;

  ArrayRef<std::pair<Section, Order>> strategies;
  uint64_t seed;
  /// All runs have so many units of work; 0 for as many as Luby's sequence
  /// says.
  uint64_t unitsOfRun;
  uint64_t turn = 0;
  uint64_t work = 0;

  uint64_t getUnits() const {
    return unitsOfRun != 0 ? unitsOfRun : getLuby(turn + 1);
  }
  SearchStrategy getStrategy() const {
    SearchStrategy strategy;
    std::tie(strategy.section, strategy.order) =
        strategies[turn % strategies.size()];
    strategy.seed = (seed << 32) + turn;
    strategy.noise = turn < strategies.size() ? 0 : 0.2;
    return strategy;
  }
};
} // namespace

/// Which strategy finds a placement soon differs from problem to problem, and
/// so does the random order that does. Where each decision has few choices,
/// what failed is the best guide.
static constexpr std::pair<Portfolio::Section, Portfolio::Order> guided[] = {
    {Portfolio::Section::FewestChoices, Portfolio::Order::Time},
    {Portfolio::Section::FewestByFailures, Portfolio::Order::Size},
    {Portfolio::Section::Lowest, Portfolio::Order::Size},
    {Portfolio::Section::FewestChoices, Portfolio::Order::Sections},
    {Portfolio::Section::TightestByFailures, Portfolio::Order::Sections},
    {Portfolio::Section::FewestChoices, Portfolio::Order::Size},
    {Portfolio::Section::FewestByFailures, Portfolio::Order::Time},
    {Portfolio::Section::Lowest, Portfolio::Order::Time},
    {Portfolio::Section::FewestChoices, Portfolio::Order::Area},
    {Portfolio::Section::LowestByFailures, Portfolio::Order::Size},
    {Portfolio::Section::FewestByFailures, Portfolio::Order::Sections},
};

/// Training steps have long lives, slack nearly everywhere, and hundreds of
/// buffers: there, filling from below in many random orders finds more than
/// any guide.
static constexpr std::pair<Portfolio::Section, Portfolio::Order> fromBelow[] = {
    {Portfolio::Section::Lowest, Portfolio::Order::Size},
    {Portfolio::Section::Lowest, Portfolio::Order::Sections},
    {Portfolio::Section::Lowest, Portfolio::Order::Area},
    {Portfolio::Section::Lowest, Portfolio::Order::Time},
};

SearchOutcome placement::searchWithin(const Problem &problem, int64_t capacity,
                                      uint64_t workLimit, uint64_t seed) {
  SearchOutcome outcome;
  SearchModel model = buildSearchModel(problem, std::max<int64_t>(capacity, 0));
  Placement placement;
  placement.offsets.resize(problem.buffers.size());
  if (model.items.empty()) {
    outcome.placement = placement;
    return outcome;
  }
  SearchTree tree(model);
  // A run of length 1 takes about a hundred decisions.
  uint64_t unit =
      64 * (model.itemsOf.values.size() + model.overlapsOf.values.size());
  Portfolio portfolios[] = {{guided, seed, 0}, {fromBelow, seed, 8}};
  SearchTree::Result result = SearchTree::Result::LimitReached;
  while (result == SearchTree::Result::LimitReached &&
         tree.getWork() < workLimit) {
    // Each gets half of the work.
    Portfolio &next = portfolios[0].work <= portfolios[1].work ? portfolios[0]
                                                               : portfolios[1];
    const uint64_t before = tree.getWork();
    const uint64_t limit = unit * next.getUnits();
    result = tree.run(next.getStrategy(), std::min(limit, workLimit - before));
    next.work += tree.getWork() - before;
    ++next.turn;
  }
  outcome.work = tree.getWork();
  outcome.isInfeasible = result == SearchTree::Result::Exhausted;
  if (result != SearchTree::Result::Found)
    return outcome;
  for (auto [item, offset] : llvm::zip(model.items, tree.getOffsets())) {
    placement.offsets[item.buffer] = offset * model.unit;
    placement.sizeInBytes = std::max(
        placement.sizeInBytes,
        offset * model.unit + problem.buffers[item.buffer].sizeInBytes);
  }
  outcome.placement = std::move(placement);
  return outcome;
}
