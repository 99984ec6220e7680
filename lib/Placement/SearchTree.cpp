//===- SearchTree.cpp - Place here, or higher? ----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SearchTree.h"

#include "remat/Support/SplitMix64.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <cassert>
#include <limits>
#include <numeric>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

static constexpr uint32_t none = SearchModel::none;

SearchTree::SearchTree(const SearchModel &model)
    : model(model), ranks(model.items.size()),
      positions(model.sectionsOf.values.size()),
      crossings(model.itemsOf.size()), failures(model.itemsOf.size(), 1.0) {
  for (const SearchModel::Item &item : model.items)
    sizes.push_back(item.size);
}

void SearchTree::reset() {
  size_t numItems = model.items.size(), numSections = model.itemsOf.size();
  offsets.assign(numItems, -1);
  bounds.assign(numItems, 0);
  supports.assign(numItems, 0);
  sections.assign(numSections, Section());
  sums.assign(numSections, 0);
  ceilings.assign(numSections, model.capacity);
  left = model.itemsOf.values;
  numLeft.assign(numSections, 0);
  crossings.assign(numSections, 0);
  isTouched.assign(numSections, false);
  std::vector<uint32_t> next(model.sectionsOf.begins);
  for (uint32_t s = 0; s < numSections; ++s)
    for (uint32_t item : model.itemsOf[s]) {
      positions[next[item]++] = numLeft[s]++;
      sums[s] += model.items[item].size;
    }
  for (const SearchModel::Item &item : model.items)
    for (uint32_t s = item.first; s + 1 < item.last; ++s)
      ++crossings[s];
  touched.clear();
  components.clear();
  members.resize(numItems);
  std::iota(members.begin(), members.end(), 0);
  decisions.clear();
  changedValues.clear();
  changedSections.clear();
  placedItems.clear();
  work += model.itemsOf.values.size();
}

/// Propagates from the capacity alone.
bool SearchTree::start(uint32_t &current) {
  uint32_t numSections = model.itemsOf.size();
  for (uint32_t s = 0; s < numSections; ++s) {
    if (sums[s] > ceilings[s])
      return false;
    touchSection(s);
  }
  for (uint32_t i = 0; i < model.items.size(); ++i) {
    const SearchModel::Item &item = model.items[i];
    if (item.latest < 0 || (item.twinAfter != none && item.twinBefore == none &&
                            !raise(item.twinAfter, item.size)))
      return false;
  }
  components.push_back(
      {0, numSections, none, none, 0, uint32_t(members.size())});
  return split(0, none, current) && propagateNew(current, none);
}

/// Undoes the decision and all that followed it.
void SearchTree::goBackTo(const Decision &decision) {
  assert(decision.numPlaced <= placedItems.size() &&
         decision.numValues <= changedValues.size() &&
         decision.numSections <= changedSections.size() &&
         decision.numComponents <= components.size() &&
         decision.numMembers <= members.size() &&
         "trails only grow after a decision");
  for (; placedItems.size() > decision.numPlaced; placedItems.pop_back())
    restore(placedItems.back());
  for (; changedValues.size() > decision.numValues; changedValues.pop_back())
    *changedValues.back().first = changedValues.back().second;
  for (; changedSections.size() > decision.numSections;
       changedSections.pop_back())
    sections[changedSections.back().first] = changedSections.back().second;
  components.resize(decision.numComponents);
  members.resize(decision.numMembers);
  for (uint32_t section : touched)
    isTouched[section] = false;
  touched.clear();
}

/// All that the search of a component depends on.
StateKey SearchTree::getKey(const Component &component) {
  StateKey key;
  for (uint32_t item : getMembers(component))
    if (!isPlaced(item))
      key.add(2 * uint64_t(item) + isSupported(item), bounds[item]);
  key.add(2 * model.items.size(), ceilings[component.first]);
  work += component.membersEnd - component.membersBegin;
  return key;
}

/// Decides that the item lies at its lower bound.
bool SearchTree::decide(uint32_t item, uint32_t component, StateKey key,
                        uint32_t &current) {
  decisions.push_back({item, component, false, key, changedValues.size(),
                       changedSections.size(), placedItems.size(),
                       components.size(), members.size()});
  uint32_t after = components[component].next;
  if (!place(item) || !propagate(component) ||
      !split(component, decisions.size() - 1, current))
    return false;
  return current == component || propagateNew(current, after);
}

/// Decides that the item lies higher: it rests on another one left.
bool SearchTree::postpone(const Decision &decision) {
  int64_t bound = std::numeric_limits<int64_t>::max();
  for (uint32_t section : model.sectionsOf[decision.item])
    bound = std::min(bound, sections[section].getEndWithout(decision.item));
  if (bound == std::numeric_limits<int64_t>::max()) {
    failedSection = model.items[decision.item].first;
    return false;
  }
  return raise(decision.item, bound) && propagate(decision.component);
}

/// The component cannot be placed: reverses the last decision that led to it.
/// Returns the component to go on with, if any.
std::optional<uint32_t> SearchTree::backtrack(uint32_t component) {
  failures[failedSection] += 1;
  for (;;) {
    if (decisions.empty() || decisions.back().component != component) {
      // Earlier components in the search order are not to blame.
      uint32_t parent = components[component].parent;
      if (parent == none)
        return std::nullopt;
      goBackTo(decisions[parent]);
      decisions.resize(parent + 1);
      component = decisions.back().component;
    }
    Decision &decision = decisions.back();
    goBackTo(decision);
    if (!decision.isPostponed) {
      decision.isPostponed = true;
      if (postpone(decision))
        return component;
      failures[failedSection] += 1;
      goBackTo(decision);
    }
    failedStates.insert(decision.key);
    decisions.pop_back();
  }
}

SearchTree::Result SearchTree::run(const SearchStrategy &strategy,
                                   uint64_t workLimit) {
  uint64_t end = work + workLimit;
  reset();
  rankItems(strategy);
  // States that were given up stay failed in all later runs.
  auto getExhausted = [&] {
    return isComplete ? Result::Exhausted : Result::LimitReached;
  };
  uint32_t current = none;
  if (!start(current))
    return getExhausted();
  while (current != none) {
    if (work > end)
      return Result::LimitReached;
    StateKey key = getKey(components[current]);
    uint32_t component = current;
    bool agrees = !failedStates.contains(key);
    if (agrees) {
      uint32_t item = choose(component, strategy.section);
      agrees = item != none && decide(item, component, key, current);
    }
    if (agrees)
      continue;
    std::optional<uint32_t> next = backtrack(component);
    if (!next)
      return getExhausted();
    current = *next;
  }
  return Result::Found;
}

/// Places items that can move on top of the others at the ceiling.
bool SearchTree::putOnTop(const Component &component, ArrayRef<uint32_t> left,
                          bool &hasMoved) {
  uint32_t firstEnd = std::numeric_limits<uint32_t>::max(), lastStart = 0;
  int64_t highestSupport = 0;
  bool hasGaps = false;
  for (uint32_t item : left) {
    const SearchModel::Item &what = model.items[item];
    firstEnd = std::min(firstEnd, what.last);
    lastStart = std::max(lastStart, what.first);
    highestSupport = std::max(highestSupport, supports[item]);
    hasGaps |= what.hasGaps;
  }
  // An item in the gaps of another need not overlap it.
  if (hasGaps) {
    firstEnd = component.first + 1;
    lastStart = component.last - 1;
  }
  // Whether the item can move on top of all that is left: it overlaps them all,
  // so those above it can move down by its size, below anything they could
  // strike.
  auto canGoOnTop = [&](const SearchModel::Item &what, int64_t bound) {
    int64_t offset = ceilings[component.first] - what.size;
    return !what.hasGaps && what.first < firstEnd && what.last > lastStart &&
           highestSupport <= bound && offset <= what.latest &&
           (!model.isAligned ||
            (offset % what.alignment == 0 && all_of(left, [&](uint32_t other) {
               return what.size % model.items[other].alignment == 0;
             })));
  };
  // The last of twins goes first: it is the highest.
  for (uint32_t item : reverse(left)) {
    const SearchModel::Item &what = model.items[item];
    if (!canGoOnTop(what, bounds[item]))
      continue;
    int64_t offset = ceilings[component.first] - what.size;
    if (bounds[item] > offset) {
      failedSection = what.first;
      return false;
    }
    offsets[item] = offset;
    remove(item);
    for (uint32_t s = component.first; s < component.last; ++s) {
      remember(ceilings[s]);
      ceilings[s] = offset;
      touchSection(s);
    }
    hasMoved = true;
  }
  if (!hasMoved)
    return true;
  for (uint32_t item : left) {
    const SearchModel::Item &what = model.items[item];
    if (!isPlaced(item) &&
        bounds[item] + what.size > ceilings[component.first]) {
      failedSection = what.first;
      return false;
    }
  }
  return true;
}

/// Splits a component where no item left crosses from one section to the next.
/// Sets `next` to the smallest part, or to the component's successor if nothing
/// is left.
bool SearchTree::split(uint32_t component, uint32_t parent, uint32_t &next) {
  SmallVector<uint32_t> open = {component}, done;
  SmallVector<uint32_t> left;
  bool hasSplit = false;
  while (!open.empty()) {
    uint32_t index = open.pop_back_val();
    Component whole = components[index];
    left.clear();
    for (uint32_t item : getMembers(whole))
      if (!isPlaced(item))
        left.push_back(item);
    work += whole.membersEnd - whole.membersBegin + whole.last - whole.first;
    bool hasMoved = false;
    if (!left.empty() && !putOnTop(whole, left, hasMoved))
      return false;
    bool hasCut = false;
    for (uint32_t s = whole.first; s + 1 < whole.last; ++s)
      hasCut |= crossings[s] == 0;
    if (!hasMoved && !hasCut && !left.empty()) {
      done.push_back(index);
      continue;
    }
    hasSplit = true;
    for (uint32_t first = whole.first, s = first; s < whole.last; ++s) {
      if (s + 1 < whole.last && crossings[s] != 0)
        continue;
      uint32_t begin = members.size();
      for (uint32_t item : left)
        if (!isPlaced(item) && model.items[item].first >= first &&
            model.items[item].last <= s + 1)
          members.push_back(item);
      if (members.size() > begin) {
        open.push_back(components.size());
        components.push_back(
            {first, s + 1, parent, none, begin, uint32_t(members.size())});
      }
      work += left.size();
      first = s + 1;
    }
  }
  if (!hasSplit) {
    next = component;
    return true;
  }
  // Fail early.
  llvm::stable_sort(done, [&](uint32_t a, uint32_t b) {
    return getMembers(components[a]).size() < getMembers(components[b]).size();
  });
  next = components[component].next;
  for (uint32_t part : reverse(done)) {
    components[part].next = next;
    next = part;
  }
  return true;
}

/// Ranks the items: of two on the same floor, the higher comes first.
void SearchTree::rankItems(const SearchStrategy &strategy) {
  using Order = SearchStrategy::Order;
  auto measure = [&](const SearchModel::Item &item) -> double {
    switch (strategy.order) {
    case Order::Area:
      return item.time * double(item.size);
    case Order::Time:
      return item.time;
    case Order::Size:
      return item.size;
    case Order::Sections:
      return item.last - item.first;
    }
    llvm_unreachable("all orders are covered");
  };
  SplitMix64 random(strategy.seed);
  for (auto [rank, item] : zip_equal(ranks, model.items))
    rank = measure(item) * (1 + strategy.noise * (2 * random.fraction() - 1));
}

/// Whether the item can be decided: it rests on a placed one, and no
/// overlapping item can lie below it without resting on it.
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
  auto measure = [&](uint32_t s) -> std::pair<double, double> {
    int64_t floor = sections[s].floor, slack = ceilings[s] - sums[s] - floor;
    // With some slack, leaving the floor empty is one more choice.
    double choices = sections[s].choices + (slack > 0);
    switch (by) {
    case By::Lowest:
      return {floor, slack};
    case By::LowestByFailures:
      return {(floor + 1) / failures[s], 0};
    case By::TightestByFailures:
      return {(slack + 1) / failures[s], 0};
    case By::FewestChoices:
      return {choices, (slack + 1) / failures[s]};
    case By::FewestByFailures:
      return {(choices + 1) / failures[s], 0};
    }
    llvm_unreachable("all measures are covered");
  };
  uint32_t best = none;
  std::pair<double, double> least;
  for (uint32_t s = component.first; s < component.last; ++s) {
    if (numLeft[s] == 0)
      continue;
    std::pair<double, double> measured = measure(s);
    if (best == none || measured < least) {
      best = s;
      least = measured;
    }
  }
  return best;
}

/// The rank, doubled for each side without a lower neighbor: the space left
/// there is as wide as the item, and no strip remains.
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

/// Returns the highest-ranked item on the section's floor that can be decided,
/// or none and another item on the floor in `lowest`.
uint32_t SearchTree::chooseOnFloor(uint32_t section, uint32_t &lowest) {
  uint32_t best = none;
  double highest = 0;
  lowest = none;
  for (uint32_t item : getLeft(section)) {
    ++work;
    if (bounds[item] != sections[section].floor)
      continue;
    work += model.sectionsOf[item].size();
    if (!canDecide(item)) {
      lowest = std::min(lowest, item);
      continue;
    }
    // Break ties by item: the list's order depends on undone decisions.
    double rank = getRankAt(item);
    if (best == none || rank > highest || (rank == highest && item < best)) {
      best = item;
      highest = rank;
    }
  }
  return best;
}

/// Returns the decidable item of the lowest bound, or none.
uint32_t SearchTree::chooseLowest(const Component &component) {
  uint32_t best = none;
  for (uint32_t item : getMembers(component)) {
    ++work;
    if ((best == none || bounds[item] < bounds[best]) && canDecide(item))
      best = item;
  }
  return best;
}

/// Returns a decidable item of the component, or none.
uint32_t SearchTree::choose(uint32_t index, SearchStrategy::Section by) {
  const Component &component = components[index];
  work += component.last - component.first;
  uint32_t section = chooseSection(component, by);
  while (section != none) {
    uint32_t lowest;
    uint32_t item = chooseOnFloor(section, lowest);
    if (item != none)
      return item;
    // An item beside it lies lower.
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
