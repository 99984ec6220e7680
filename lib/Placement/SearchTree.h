//===- SearchTree.h - Place here, or higher? --------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A depth-first search for offsets. Each decision takes a buffer that rests on
// placed ones: here, or higher? Lower bounds of all other offsets follow, until
// they contradict the capacity.
//
// The search considers only placements in which no buffer alone could move
// down; one exists if any placement does. There, a buffer not at its first
// possible offset rests on one yet to be placed, which bounds it from below. So
// each offset is decided once.
//
// Where the buffers left split into *components* without common sections, each
// is searched on its own; its failure goes back to the decision that split it
// off.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLACEMENT_SEARCHTREE_H
#define REMAT_LIB_PLACEMENT_SEARCHTREE_H

#include "SearchModel.h"

#include <optional>

namespace mlir::remat::placement {

/// Chooses the next decision. No choice excludes a placement.
struct SearchStrategy {
  /// The section in which a buffer on the floor is decided next. "ByFailures"
  /// divides the measure by the section's failures.
  enum class Section {
    /// The lowest floor, whatever its slack.
    Lowest,
    LowestByFailures,
    /// The least slack between the bytes left and those needed.
    TightestByFailures,
    /// The fewest buffers that could lie on the floor; then the least slack,
    /// divided by failures.
    FewestChoices,
    FewestByFailures,
  };
  /// Of the buffers on the floor, the one of the largest ...
  enum class Order { Area, Time, Size, Sections };

  Section section;
  Order order;
  /// The random share in the measure of `order`.
  double noise;
  uint64_t seed;
};

/// 128 bits of a state: the sum of its parts' bits, in any order. Of a billion
/// states two collide with a probability below 2^-68.
struct StateKey {
  uint64_t low = 0;
  uint64_t high = 0;

  /// Adds a part identified by `what` and `value`.
  void add(uint64_t what, uint64_t value) {
    uint64_t part = what * 0x9e3779b97f4a7c15 + mix(value + 0x632be59bd9b4e019);
    low += mix(part);
    high += mix(part ^ 0x5bf03635f0a5b1c3);
  }
  bool operator==(const StateKey &other) const {
    return low == other.low && high == other.high;
  }

private:
  // The last steps of SplitMix64.
  static uint64_t mix(uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return bits ^ (bits >> 31);
  }
};

/// Dead-end states, bounded in number: newer ones replace older ones.
class FailedStates {
public:
  bool contains(StateKey key) const { return keys[getPlace(key)] == key; }
  void insert(StateKey key) {
    if (count >= keys.size() / 2 && keys.size() < maxSize)
      grow();
    StateKey &place = keys[getPlace(key)];
    count += place == StateKey();
    place = key;
  }

private:
  static constexpr size_t minSize = 1 << 8;
  static constexpr size_t maxSize = 1 << 20;

  size_t getPlace(StateKey key) const { return key.low & (keys.size() - 1); }
  void grow() {
    std::vector<StateKey> old(2 * keys.size());
    old.swap(keys);
    count = 0;
    for (StateKey key : old)
      if (!(key == StateKey()))
        insert(key);
  }

  /// A power of two; unused places are zero.
  std::vector<StateKey> keys = std::vector<StateKey>(minSize);
  size_t count = 0;
};

class SearchTree {
public:
  enum class Result {
    Found,
    /// No placement fits the capacity.
    Exhausted,
    LimitReached,
  };

  /// `model` must outlive the tree.
  explicit SearchTree(const SearchModel &model);

  /// Searches from the start, skipping states that failed in earlier runs,
  /// until `getWork` grew by more than `workLimit` before a decision.
  Result run(const SearchStrategy &strategy, uint64_t workLimit);

  /// In units, by item; valid after `Found`.
  llvm::ArrayRef<int64_t> getOffsets() const { return offsets; }
  /// Items, sections and list entries touched so far.
  uint64_t getWork() const { return work; }

private:
  /// The items left in a section.
  struct Section {
    /// The lowest lower bound of an offset.
    int64_t floor = 0;
    /// The two lowest ends of items at their lower bounds, and the first's
    /// item.
    int64_t firstEnd = 0;
    int64_t secondEnd = 0;
    /// The highest offset above which all items left fit.
    int64_t latest = 0;
    uint32_t firstItem = SearchModel::none;
    /// Items that could lie on the floor.
    uint32_t choices = 0;

    int64_t getEndWithout(uint32_t item) const {
      return item == firstItem ? secondEnd : firstEnd;
    }
  };
  struct Component {
    /// Sections [first, last).
    uint32_t first;
    uint32_t last;
    /// The decision that split it off, or none.
    uint32_t parent;
    /// The component to search after this one, or none.
    uint32_t next;
    /// Its items in `members`, some perhaps placed.
    uint32_t membersBegin;
    uint32_t membersEnd;
  };
  /// An item lies at its lower bound (first), or higher (then).
  struct Decision {
    uint32_t item;
    uint32_t component;
    bool isPostponed;
    StateKey key;
    // The state to restore.
    size_t numValues;
    size_t numSections;
    size_t numPlaced;
    size_t numComponents;
    size_t numMembers;
  };

  void reset();
  bool start(uint32_t &current);
  void goBackTo(const Decision &decision);
  std::optional<uint32_t> backtrack(uint32_t component);
  bool decide(uint32_t item, uint32_t component, StateKey key,
              uint32_t &current);
  bool postpone(const Decision &decision);
  StateKey getKey(const Component &component);
  bool split(uint32_t component, uint32_t parent, uint32_t &next);
  bool putOnTop(const Component &component, llvm::ArrayRef<uint32_t> left,
                bool &hasMoved);

  void rankItems(const SearchStrategy &strategy);
  uint32_t choose(uint32_t component, SearchStrategy::Section by);
  uint32_t chooseSection(const Component &component,
                         SearchStrategy::Section by) const;
  uint32_t chooseOnFloor(uint32_t section, uint32_t &lowest);
  uint32_t chooseLowest(const Component &component);
  bool canDecide(uint32_t item) const;
  double getRankAt(uint32_t item) const;

  // SearchBounds.cpp: propagation.
  void remember(int64_t &value) { changedValues.push_back({&value, value}); }
  void touchSection(uint32_t section) {
    if (!isTouched[section])
      touched.push_back(section);
    isTouched[section] = true;
  }
  void touchSectionsOf(uint32_t item, int64_t before);
  void remove(uint32_t item);
  void restore(uint32_t item);
  bool raise(uint32_t item, int64_t bound);
  bool place(uint32_t item);
  bool updateSection(uint32_t section);
  bool raiseUnsupported(const Component &component);
  bool propagate(uint32_t component);
  bool propagateNew(uint32_t from, uint32_t to);

  bool isPlaced(uint32_t item) const { return offsets[item] >= 0; }
  /// Whether the item would rest at its lower bound on a placed one.
  bool isSupported(uint32_t item) const {
    return supports[item] == bounds[item];
  }
  llvm::ArrayRef<uint32_t> getLeft(uint32_t section) const {
    return llvm::ArrayRef(left).slice(model.itemsOf.begins[section],
                                      numLeft[section]);
  }
  llvm::ArrayRef<uint32_t> getMembers(const Component &component) const {
    return llvm::ArrayRef(members).slice(
        component.membersBegin, component.membersEnd - component.membersBegin);
  }

  const SearchModel &model;
  uint64_t work = 0;
  /// Bounds raised since the last decision.
  uint64_t numRaises = 0;
  /// The search gave nothing up: exhaustion is a proof.
  bool isComplete = true;

  // By item.
  /// As in the model, one after the other.
  std::vector<int64_t> sizes;
  std::vector<int64_t> offsets;
  /// Lower bounds of the offsets, and the offsets at which items would rest on
  /// placed ones: never above the bounds.
  std::vector<int64_t> bounds;
  std::vector<int64_t> supports;
  std::vector<double> ranks;
  /// By entry of `model.sectionsOf`: the item's position in the section's part
  /// of `left`.
  std::vector<uint32_t> positions;

  // By section.
  std::vector<Section> sections;
  std::vector<int64_t> sums;
  std::vector<int64_t> ceilings;
  /// As `model.itemsOf`, items left before placed ones.
  std::vector<uint32_t> left;
  std::vector<uint32_t> numLeft;
  /// Items left that cross from the section to the next one.
  std::vector<uint32_t> crossings;
  std::vector<double> failures;
  std::vector<bool> isTouched;
  std::vector<uint32_t> touched;
  uint32_t failedSection = 0;

  std::vector<Component> components;
  std::vector<uint32_t> members;
  std::vector<Decision> decisions;

  // Changes to undo.
  std::vector<std::pair<int64_t *, int64_t>> changedValues;
  std::vector<std::pair<uint32_t, Section>> changedSections;
  std::vector<uint32_t> placedItems;

  FailedStates failedStates;
};

} // namespace mlir::remat::placement

#endif // REMAT_LIB_PLACEMENT_SEARCHTREE_H
