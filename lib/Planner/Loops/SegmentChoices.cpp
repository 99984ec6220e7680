//===- SegmentChoices.cpp - Stacks and segments, chosen together ----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/SegmentChoices.h"

#include "llvm/ADT/STLExtras.h"

#include <tuple>

using namespace mlir::remat::planner;
using llvm::ArrayRef;

namespace {
/// What a choice keeps of one loop.
struct LoopNeeds {
  size_t loop = 0;
  /// Of the stacks: of all turns, and of one.
  int64_t bytes = 0, turnBytes = 0;
  /// Of the states of one turn.
  int64_t stateBytes = 0;
};
} // namespace

/// Of the loops that may run in segments and keep something.
static llvm::SmallVector<LoopNeeds> findNeeds(const LoopTurns &turns,
                                              const StackChoice &choice) {
  llvm::SmallVector<LoopNeeds> needs;
  for (auto [id, loop] : llvm::enumerate(turns.loops)) {
    const std::optional<SecondRun> run = getSecondRun(turns, id, choice);
    if (!run)
      continue;
    LoopNeeds ofLoop;
    ofLoop.loop = id;
    ofLoop.stateBytes = run->stateBytes;
    for (TurnValueId value = loop.firstValue; value != loop.endValue; ++value)
      if (choice.isKept[value]) {
        ofLoop.bytes += turns.values[value].stackBytes;
        ofLoop.turnBytes += getSliceBytes(turns, id, value);
      }
    if (ofLoop.bytes > 0)
      needs.push_back(ofLoop);
  }
  return needs;
}

namespace {
/// Collects different choices that run loops in segments.
class ChoiceList {
public:
  explicit ChoiceList(const LoopTurns &turns) : turns(turns) {}

  void add(const StackChoice &choice,
           const std::vector<SegmentLengths> &segments) {
    std::optional<StackChoice> found = runInSegments(turns, choice, segments);
    if (found && !found->segments.empty() &&
        llvm::none_of(
            list, [&](const StackChoice &each) { return each.isLike(*found); }))
      list.push_back(std::move(*found));
  }
  template <typename Key> std::vector<StackChoice> takeSorted(Key key) {
    llvm::stable_sort(list, [&](const StackChoice &a, const StackChoice &b) {
      return key(a) < key(b);
    });
    return std::move(list);
  }

private:
  const LoopTurns &turns;
  std::vector<StackChoice> list;
};
} // namespace

/// Each loop gets its share of the bytes; none where one does not fit.
static std::optional<std::vector<SegmentLengths>>
shareBytes(const LoopTurns &turns, const StackChoice &choice,
           ArrayRef<LoopNeeds> needs, int64_t limit) {
  std::vector<SegmentLengths> segments(turns.loops.size());
  int64_t all = 0;
  for (const LoopNeeds &each : needs)
    all += each.bytes;
  const int64_t left = limit - (choice.bytes - all);
  for (const LoopNeeds &each : needs) {
    const double share =
        static_cast<double>(each.bytes) / static_cast<double>(all);
    std::optional<SegmentLengths> lengths = findSegments(
        turns.loops[each.loop].turns, each.stateBytes, each.turnBytes,
        static_cast<int64_t>(static_cast<double>(left) * share));
    if (!lengths)
      return std::nullopt;
    segments[each.loop] = std::move(*lengths);
  }
  return segments;
}

std::vector<StackChoice> mlir::remat::planner::findSegmentedChoices(
    const LoopTurns &turns, ArrayRef<StackChoice> choices, int64_t limit) {
  ChoiceList list(turns);
  for (const StackChoice &choice : choices) {
    const llvm::SmallVector<LoopNeeds> needs = findNeeds(turns, choice);
    for (const LoopNeeds &each : needs)
      if (auto segments = shareBytes(turns, choice, each, limit))
        list.add(choice, *segments);
    if (needs.size() > 1)
      if (auto segments = shareBytes(turns, choice, needs, limit))
        list.add(choice, *segments);
  }
  return list.takeSorted([](const StackChoice &choice) {
    return std::tuple(choice.time, choice.bytes);
  });
}

std::vector<StackChoice> mlir::remat::planner::findSmallestSegmentedChoices(
    const LoopTurns &turns, ArrayRef<StackChoice> choices, unsigned levels) {
  ChoiceList list(turns);
  for (const StackChoice &choice : choices) {
    const std::vector<SegmentLengths> none(turns.loops.size());
    std::vector<SegmentLengths> all = none;
    for (const LoopNeeds &each : findNeeds(turns, choice)) {
      all[each.loop] =
          findSmallestSegments(turns.loops[each.loop].turns, each.stateBytes,
                               each.turnBytes, levels);
      // Loops of several pairs can be in the segments of one alone.
      std::vector<SegmentLengths> alone = none;
      alone[each.loop] = all[each.loop];
      list.add(choice, alone);
    }
    list.add(choice, all);
  }
  return list.takeSorted([](const StackChoice &choice) {
    return std::tuple(choice.bytes, choice.time);
  });
}

std::optional<StackChoice>
mlir::remat::planner::chooseStacksLike(const LoopTurns &turns,
                                       const StackChoice &like, int64_t bytes) {
  if (like.segments.empty())
    return chooseStacks(turns, bytes);
  LoopTurns inSegments = turns;
  for (auto [number, loop] : llvm::enumerate(turns.loops)) {
    const SegmentLengths &lengths = like.segments[number];
    // As one stack, what it is by itself.
    if (lengths.empty())
      continue;
    const int64_t alive = getSegmentCost(loop.turns, lengths).turns;
    for (TurnValueId id = loop.firstValue; id != loop.endValue; ++id)
      inSegments.values[id].stackBytes =
          getSliceBytes(turns, number, id) * alive;
  }
  int64_t ofStacks = 0;
  for (auto [value, isKept] : llvm::zip_equal(inSegments.values, like.isKept))
    ofStacks += isKept ? value.stackBytes : 0;
  // Segments start from about as many states.
  const int64_t ofStates = like.bytes - ofStacks;
  const std::optional<StackChoice> chosen =
      chooseStacks(inSegments, bytes - ofStates);
  if (!chosen)
    return std::nullopt;
  std::optional<StackChoice> found = completeChoice(turns, chosen->isKept);
  if (found)
    found = runInSegments(turns, *found, like.segments);
  if (found && found->bytes > bytes)
    return std::nullopt;
  return found;
}
