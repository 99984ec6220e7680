//===- SearchTree.cpp - Place here, or higher? ----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SearchTree.h"

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

/// Nothing is placed, and nothing is known.
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

/// Draws the conclusions from the capacity alone.
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

/// Undoes all that came after the decision was to be taken, and it.
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

/// Takes the decision that the item lies at its lower bound.
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

/// Takes the decision that the item does not lie at its lower bound: it rests
/// on another one that is left.
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

/// The component cannot be placed: takes the last decision that led to it in
/// the other way. Returns the component to go on with, none if there is no such
/// decision.
std::optional<uint32_t> SearchTree::backtrack(uint32_t component) {
  failures[failedSection] += 1;
  for (;;) {
    if (decisions.empty() || decisions.back().component != component) {
      // The components before it in the order of search are not to blame.
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
  // What was given up is kept as failed from run to run.
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
