//===- SearchSplit.cpp - Components of a search ---------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SearchTree.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

/// Whether the item can be moved on top of all that is left in its component,
/// wherever it lies: it overlaps them all, so that those above it can be moved
/// down by its size, and what they could strike then lies below it.
bool SearchTree::canGoOnTop(uint32_t item, const Component &component,
                            ArrayRef<uint32_t> left, uint32_t firstEnd,
                            uint32_t lastStart, int64_t highestSupport) const {
  const SearchModel::Item &what = model.items[item];
  if (what.hasGaps || what.first >= firstEnd || what.last <= lastStart ||
      highestSupport > bounds[item])
    return false;
  int64_t offset = ceilings[component.first] - what.size;
  if (offset > what.latest)
    return false;
  if (!model.isAligned)
    return true;
  return offset % what.alignment == 0 && all_of(left, [&](uint32_t other) {
           return what.size % model.items[other].alignment == 0;
         });
}

/// Places those that can be moved on top of the others at the ceiling.
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
  // The last of twins goes first: it is the highest.
  for (uint32_t item : reverse(left)) {
    if (!canGoOnTop(item, component, left, firstEnd, lastStart, highestSupport))
      continue;
    int64_t offset = ceilings[component.first] - model.items[item].size;
    if (bounds[item] > offset) {
      failedSection = model.items[item].first;
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

/// Splits a component where nothing that is left crosses from one section to
/// the next. `next` is what is to be searched now: the smallest part, if there
/// are several; what comes after the component if nothing is left.
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
        components.push_back({first, s + 1, parent, SearchModel::none, begin,
                              uint32_t(members.size())});
      }
      work += left.size();
      first = s + 1;
    }
  }
  if (!hasSplit) {
    next = component;
    return true;
  }
  // What fails is to fail soon.
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
