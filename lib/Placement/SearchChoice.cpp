//===- SearchChoice.cpp - What the search decides next --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SearchTree.h"

#include "remat/Support/SplitMix64.h"

#include <limits>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

/// Ranks the items: of two on the same floor, the higher comes first.
void SearchTree::rankItems(const SearchStrategy &strategy) {
  SplitMix64 random(strategy.seed);
  for (uint32_t i = 0; i < model.items.size(); ++i) {
    const SearchModel::Item &item = model.items[i];
    double rank = 0;
    switch (strategy.order) {
    case SearchStrategy::Order::Area:
      rank = item.time * double(item.size);
      break;
    case SearchStrategy::Order::Time:
      rank = item.time;
      break;
    case SearchStrategy::Order::Size:
      rank = double(item.size);
      break;
    case SearchStrategy::Order::Sections:
      rank = item.last - item.first;
      break;
    }
    ranks[i] = rank * (1 + strategy.noise * (2 * random.fraction() - 1));
  }
}

/// Whether the item can be decided: it rests on what is placed, and nothing
/// that it overlaps can lie below it unless it rests on this one.
bool SearchTree::canDecide(uint32_t item) const {
  if (isPlaced(item) || !isSupported(item))
    return false;
  for (uint32_t section : model.sectionsOf[item])
    if (sections[section].floor < bounds[item])
      return false;
  return true;
}

uint32_t SearchTree::chooseSection(const Component &component,
                                   SearchStrategy::Section by) const {
  using By = SearchStrategy::Section;
  uint32_t best = SearchModel::none;
  std::pair<double, double> least;
  for (uint32_t s = component.first; s < component.last; ++s) {
    if (numLeft[s] == 0)
      continue;
    int64_t slack = ceilings[s] - sums[s] - sections[s].floor;
    // With some slack, nothing on the floor is one more choice.
    double choices = sections[s].choices + (slack > 0);
    std::pair<double, double> measure;
    switch (by) {
    case By::Lowest:
      measure = {sections[s].floor, slack};
      break;
    case By::LowestByFailures:
      measure = {(sections[s].floor + 1) / failures[s], 0};
      break;
    case By::TightestByFailures:
      measure = {(slack + 1) / failures[s], 0};
      break;
    case By::FewestChoices:
      measure = {choices, (slack + 1) / failures[s]};
      break;
    case By::FewestByFailures:
      measure = {(choices + 1) / failures[s], 0};
      break;
    }
    if (best == SearchModel::none || measure < least) {
      best = s;
      least = measure;
    }
  }
  return best;
}

/// The rank, doubled for each side on which nothing lower is beside the item:
/// what is left there is as wide as it, and no strip remains.
double SearchTree::getRankAt(uint32_t item) const {
  const SearchModel::Item &what = model.items[item];
  int64_t end = bounds[item] + what.size;
  auto isWall = [&](uint32_t section) {
    return numLeft[section] == 0 || sections[section].floor >= end;
  };
  double rank = ranks[item];
  int walls = (what.first == 0 || isWall(what.first - 1)) +
              (what.last == sections.size() || isWall(what.last));
  return rank * (1 + walls);
}

/// Returns the item of the highest rank on the section's floor that can be
/// decided, or none; then `lowest` is another item on the floor.
uint32_t SearchTree::chooseOnFloor(uint32_t section, uint32_t &lowest) {
  uint32_t best = SearchModel::none;
  double highest = 0;
  lowest = SearchModel::none;
  for (uint32_t item : getLeft(section)) {
    ++work;
    if (bounds[item] != sections[section].floor)
      continue;
    work += model.sectionsOf[item].size();
    if (!canDecide(item)) {
      lowest = std::min(lowest, item);
      continue;
    }
    // The order of the list depends on what was undone.
    double rank = getRankAt(item);
    if (best == SearchModel::none || rank > highest ||
        (rank == highest && item < best)) {
      best = item;
      highest = rank;
    }
  }
  return best;
}

/// Returns the item that can be decided of the lowest bound, or none.
uint32_t SearchTree::chooseLowest(const Component &component) {
  uint32_t best = SearchModel::none;
  for (uint32_t item : getMembers(component)) {
    ++work;
    if ((best == SearchModel::none || bounds[item] < bounds[best]) &&
        canDecide(item))
      best = item;
  }
  return best;
}

/// Returns an item of the component that can be decided, or none.
uint32_t SearchTree::choose(uint32_t index, SearchStrategy::Section by) {
  const Component &component = components[index];
  work += component.last - component.first;
  uint32_t section = chooseSection(component, by);
  while (section != SearchModel::none) {
    uint32_t lowest;
    uint32_t item = chooseOnFloor(section, lowest);
    if (item != SearchModel::none)
      return item;
    // Something lies lower beside it.
    uint32_t lower = section;
    for (uint32_t other : model.sectionsOf[lowest])
      if (sections[other].floor < sections[lower].floor)
        lower = other;
    if (lower == section)
      break;
    section = lower;
  }
  return chooseLowest(component);
}
