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

/// The strategies take turns: which one finds a placement soon differs from
/// problem to problem, and so does the random order that does.
static SearchStrategy getStrategy(uint64_t turn) {
  using Section = SearchStrategy::Section;
  using Order = SearchStrategy::Order;
  static constexpr std::pair<Section, Order> strategies[] = {
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
  SearchStrategy strategy;
  std::tie(strategy.section, strategy.order) =
      strategies[turn % std::size(strategies)];
  strategy.seed = turn;
  strategy.noise = turn < std::size(strategies) ? 0 : 0.2;
  return strategy;
}

SearchOutcome placement::searchWithin(const Problem &problem, int64_t capacity,
                                      uint64_t workLimit) {
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
  SearchTree::Result result = SearchTree::Result::LimitReached;
  for (uint64_t turn = 0;
       result == SearchTree::Result::LimitReached && tree.getWork() < workLimit;
       ++turn) {
    uint64_t limit = unit * getLuby(turn + 1);
    result = tree.run(getStrategy(turn),
                      std::min(limit, workLimit - tree.getWork()));
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
