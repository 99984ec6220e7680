//===- SearchBounds.cpp - What follows from a decision --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SearchTree.h"

#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace llvm;
using namespace mlir::remat::placement;

static constexpr int64_t infinite = std::numeric_limits<int64_t>::max();

/// Touches the item's sections whose summary its new bound may change; the old
/// bound was `before`.
void SearchTree::touchSectionsOf(uint32_t item, int64_t before) {
  int64_t bound = bounds[item], end = before + sizes[item];
  for (uint32_t s : model.sectionsOf[item]) {
    const Section &section = sections[s];
    // Not on the floor, not among the lowest ends, and not raised above the
    // first of these.
    if (before > section.floor && end > section.secondEnd &&
        (bound <= section.latest || bound >= section.firstEnd))
      continue;
    touchSection(s);
  }
}

/// Removes the item from `left` in its sections.
void SearchTree::remove(uint32_t item) {
  const SearchModel::Item &what = model.items[item];
  uint32_t entry = model.sectionsOf.begins[item];
  for (uint32_t section : model.sectionsOf[item]) {
    // Swap with the last one left.
    uint32_t *list = &left[model.itemsOf.begins[section]];
    uint32_t position = positions[entry], last = --numLeft[section];
    uint32_t other = list[last];
    if (other != item) {
      std::swap(list[position], list[last]);
      positions[entry] = last;
      ArrayRef<uint32_t> ofOther = model.sectionsOf[other];
      // Without gaps the sections are consecutive.
      size_t index =
          model.items[other].hasGaps
              ? size_t(lower_bound(ofOther, section) - ofOther.begin())
              : section - model.items[other].first;
      positions[model.sectionsOf.begins[other] + index] = position;
    }
    sums[section] -= what.size;
    touchSection(section);
    ++entry;
  }
  for (uint32_t section = what.first; section + 1 < what.last; ++section)
    --crossings[section];
  placedItems.push_back(item);
  work += what.last - what.first;
}

void SearchTree::restore(uint32_t item) {
  const SearchModel::Item &what = model.items[item];
  for (uint32_t section : model.sectionsOf[item]) {
    ++numLeft[section];
    sums[section] += what.size;
  }
  for (uint32_t section = what.first; section + 1 < what.last; ++section)
    ++crossings[section];
  offsets[item] = -1;
}

/// Raises the lower bounds of an item and its twins; returns whether they fit.
bool SearchTree::raise(uint32_t item, int64_t bound) {
  while (item != SearchModel::none && !isPlaced(item)) {
    const SearchModel::Item &what = model.items[item];
    if (what.alignment > 1)
      bound = alignTo(bound, what.alignment);
    if (bound <= bounds[item])
      return true;
    remember(bounds[item]);
    ++numRaises;
    int64_t before = bounds[item];
    bounds[item] = bound;
    touchSectionsOf(item, before);
    work += what.last - what.first;
    if (bound > what.latest || bound + what.size > ceilings[what.first]) {
      failedSection = what.first;
      return false;
    }
    bound += what.size;
    item = what.twinAfter;
  }
  return true;
}

/// Places the item at its lower bound, below all that it overlaps.
bool SearchTree::place(uint32_t item) {
  offsets[item] = bounds[item];
  remove(item);
  int64_t end = offsets[item] + model.items[item].size;
  ArrayRef<uint32_t> overlaps = model.overlapsOf[item];
  work += overlaps.size();
  for (uint32_t other : overlaps) {
    if (isPlaced(other))
      continue;
    int64_t alignment = model.items[other].alignment;
    int64_t support = alignment > 1 ? int64_t(alignTo(end, alignment)) : end;
    if (supports[other] < support) {
      remember(supports[other]);
      supports[other] = support;
      // It may be one more choice.
      if (support == bounds[other])
        touchSectionsOf(other, bounds[other]);
    }
    if (!raise(other, support))
      return false;
  }
  return true;
}

/// Summarizes a section, and raises the bounds of items that cannot be its
/// lowest: all others would have to fit above them.
bool SearchTree::updateSection(uint32_t section) {
  ArrayRef<uint32_t> items = getLeft(section);
  work += items.size();
  Section now;
  now.floor = now.firstEnd = now.secondEnd = infinite;
  now.latest = ceilings[section] - sums[section];
  int64_t highest = 0;
  for (uint32_t item : items) {
    int64_t bound = bounds[item], end = bound + sizes[item];
    highest = std::max(highest, bound);
    if (bound < now.floor) {
      now.floor = bound;
      now.choices = 0;
    }
    now.choices += bound == now.floor && isSupported(item);
    if (end < now.firstEnd) {
      now.secondEnd = now.firstEnd;
      now.firstEnd = end;
      now.firstItem = item;
    } else if (end < now.secondEnd) {
      now.secondEnd = end;
    }
  }
  changedSections.push_back({section, sections[section]});
  sections[section] = now;
  if (items.empty())
    return true;
  if (now.floor > now.latest) {
    failedSection = section;
    return false;
  }
  if (highest <= now.latest)
    return true;
  for (uint32_t item : items) {
    if (bounds[item] <= now.latest)
      continue;
    int64_t bound = now.getEndWithout(item);
    if (bound == infinite || !raise(item, bound)) {
      failedSection = section;
      return false;
    }
  }
  return true;
}

/// Raises the bounds of items that rest on nothing placed: they rest on an
/// overlapping item that is left.
bool SearchTree::raiseUnsupported(const Component &component) {
  for (uint32_t item : getMembers(component)) {
    ++work;
    if (isPlaced(item) || isSupported(item))
      continue;
    int64_t bound = infinite;
    for (uint32_t section : model.sectionsOf[item]) {
      ++work;
      bound = std::min(bound, sections[section].getEndWithout(item));
      if (bound <= bounds[item])
        break;
    }
    if (bound <= bounds[item])
      continue;
    if (bound == infinite || !raise(item, bound)) {
      failedSection = model.items[item].first;
      return false;
    }
  }
  return true;
}

/// Propagates bounds in a component; returns whether they are consistent. Gives
/// up, without a proof, where two unsupported items raise each other in small
/// steps of their sizes.
bool SearchTree::propagate(uint32_t component) {
  const uint64_t mostRaises = 64 * (model.items.size() + 16);
  numRaises = 0;
  auto giveUp = [&](uint32_t section) {
    isComplete = false;
    failedSection = section;
    return false;
  };
  for (;;) {
    while (!touched.empty()) {
      uint32_t section = touched.back();
      if (numRaises > mostRaises)
        return giveUp(section);
      touched.pop_back();
      isTouched[section] = false;
      if (!updateSection(section))
        return false;
    }
    const uint64_t before = numRaises;
    if (!raiseUnsupported(components[component]))
      return false;
    if (numRaises == before)
      return true;
    if (touched.empty() && numRaises > mostRaises)
      return giveUp(components[component].first);
  }
}

/// The same for components from `from` to `to` in search order.
bool SearchTree::propagateNew(uint32_t from, uint32_t to) {
  for (uint32_t c = from; c != to; c = components[c].next)
    if (!propagate(c))
      return false;
  return true;
}
