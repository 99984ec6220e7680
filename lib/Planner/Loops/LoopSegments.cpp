//===- LoopSegments.cpp - Long loops, segment by segment ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/LoopSegments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <tuple>

using namespace mlir::remat::planner;
using llvm::ArrayRef;

static int64_t countFullSegments(int64_t turns, int64_t length) {
  return llvm::divideCeilSigned(turns, length) - 1;
}

/// Turns that run again.
static int64_t countReruns(int64_t turns, ArrayRef<int64_t> lengths) {
  if (lengths.empty())
    return 0;
  const int64_t length = lengths.front();
  const ArrayRef<int64_t> inner = lengths.drop_front();
  const int64_t segments = countFullSegments(turns, length);
  if (segments <= 0)
    return countReruns(turns, inner);
  return segments * (length + countReruns(length, inner)) +
         countReruns(turns - segments * length, inner);
}

SegmentCost
mlir::remat::planner::getSegmentCost(int64_t turns,
                                     const SegmentLengths &lengths) {
  SegmentCost cost;
  cost.turns = turns;
  for (int64_t length : lengths) {
    cost.states += std::max<int64_t>(countFullSegments(cost.turns, length), 0);
    cost.turns = std::min(cost.turns, length);
  }
  cost.rerunTurns = countReruns(turns, lengths);
  return cost;
}

namespace {
/// Tries the lengths that cut each level into parts as equal as can be: of
/// those that make the same number of segments, the one that leaves most turns
/// to the last. With levels inside, another may run a turn or two less again.
class SegmentSearch {
public:
  using Rank = std::tuple<double, double, size_t>;
  using Ranking = llvm::function_ref<std::optional<Rank>(
      const SegmentLengths &lengths, const SegmentCost &cost)>;

  SegmentSearch(int64_t turns, unsigned levels, Ranking rank)
      : turns(turns), levels(levels), rank(rank) {}

  std::optional<SegmentLengths> run() {
    visit(turns);
    return best;
  }

private:
  void visit(int64_t outer) {
    const SegmentCost cost = getSegmentCost(turns, lengths);
    const std::optional<Rank> found = rank(lengths, cost);
    if (found && (!best || *found < bestRank)) {
      bestRank = *found;
      best = lengths;
    }
    if (lengths.size() == levels)
      return;
    for (int64_t parts = 2; parts <= outer;) {
      const int64_t length = llvm::divideCeilSigned(outer, parts);
      lengths.push_back(length);
      visit(length);
      lengths.pop_back();
      if (length == 1)
        break;
      // The fewest parts that are shorter.
      parts = llvm::divideCeilSigned(outer, length - 1);
    }
  }

  const int64_t turns;
  const unsigned levels;
  Ranking rank;
  SegmentLengths lengths;
  std::optional<SegmentLengths> best;
  Rank bestRank;
};
} // namespace

static double getBytes(const SegmentCost &cost, int64_t stateBytes,
                       int64_t turnBytes) {
  return static_cast<double>(cost.states) * static_cast<double>(stateBytes) +
         static_cast<double>(cost.turns) * static_cast<double>(turnBytes);
}

std::optional<SegmentLengths>
mlir::remat::planner::findSegments(int64_t turns, int64_t stateBytes,
                                   int64_t turnBytes, int64_t limit) {
  auto rank =
      [&](const SegmentLengths &lengths,
          const SegmentCost &cost) -> std::optional<SegmentSearch::Rank> {
    const double bytes = getBytes(cost, stateBytes, turnBytes);
    if (bytes > static_cast<double>(limit))
      return std::nullopt;
    return SegmentSearch::Rank(cost.rerunTurns, lengths.size(), bytes);
  };
  // A level more only where it is needed: it takes longer to find and to run.
  for (unsigned levels = 0; levels <= mostSegmentLevels; ++levels)
    if (std::optional<SegmentLengths> found =
            SegmentSearch(turns, levels, rank).run())
      return found;
  return std::nullopt;
}

SegmentLengths mlir::remat::planner::findSmallestSegments(int64_t turns,
                                                          int64_t stateBytes,
                                                          int64_t turnBytes,
                                                          unsigned levels) {
  auto rank = [&](const SegmentLengths &lengths, const SegmentCost &cost) {
    return std::optional(SegmentSearch::Rank(
        getBytes(cost, stateBytes, turnBytes),
        static_cast<double>(cost.rerunTurns), lengths.size()));
  };
  return *SegmentSearch(turns, levels, rank).run();
}

namespace {
/// Collects what a second run of one loop needs.
class RerunFinder {
public:
  RerunFinder(const LoopTurns &turns, const TurnLoop &loop)
      : turns(turns), loop(loop), isNeeded(turns.values.size()),
        isRun(turns.tasks.size()) {}

  std::optional<SecondRun> find(const StackChoice &choice);

private:
  void need(TurnValueId value) {
    if (!isNeeded[value]) {
      isNeeded[value] = true;
      open.push_back(value);
    }
  }

  const LoopTurns &turns;
  const TurnLoop &loop;
  std::vector<bool> isNeeded, isRun;
  llvm::SmallVector<TurnValueId> open;
};
} // namespace

std::optional<SecondRun> RerunFinder::find(const StackChoice &choice) {
  for (TurnValueId id = loop.firstValue; id != loop.endValue; ++id)
    if (choice.isKept[id])
      need(id);
  SecondRun run;
  while (!open.empty()) {
    const TurnValueId id = open.pop_back_val();
    if (const std::optional<TurnTaskId> maker = turns.values[id].maker) {
      const TurnTask &task = turns.tasks[*maker];
      if (!task.mayRunAgain)
        return std::nullopt;
      if (isRun[*maker])
        continue;
      isRun[*maker] = true;
      run.time += task.time;
      llvm::for_each(task.inputs, [&](TurnValueId input) { need(input); });
      continue;
    }
    auto state = llvm::find_if(
        loop.states, [&](const TurnState &each) { return each.value == id; });
    // Carried in another way: no segment can start from it.
    if (state == loop.states.end())
      return std::nullopt;
    run.stateBytes += state->bytes;
    if (state->next)
      need(*state->next);
  }
  return run;
}

std::optional<SecondRun>
mlir::remat::planner::getSecondRun(const LoopTurns &turns, size_t loop,
                                   const StackChoice &choice) {
  if (!turns.loops[loop].mayRunInSegments)
    return std::nullopt;
  return RerunFinder(turns, turns.loops[loop]).find(choice);
}

std::optional<StackChoice> mlir::remat::planner::runInSegments(
    const LoopTurns &turns, const StackChoice &choice,
    const std::vector<SegmentLengths> &segments) {
  assert(segments.size() == turns.loops.size() && "one answer for each loop");
  StackChoice found = choice;
  found.segments.clear();
  if (llvm::all_of(segments,
                   [](const auto &lengths) { return lengths.empty(); }))
    return found;
  found.segments = segments;
  for (auto [id, loop] : llvm::enumerate(turns.loops)) {
    if (segments[id].empty())
      continue;
    const std::optional<SecondRun> run = getSecondRun(turns, id, choice);
    if (!run)
      return std::nullopt;
    const SegmentCost cost = getSegmentCost(loop.turns, segments[id]);
    for (TurnValueId value = loop.firstValue; value != loop.endValue; ++value) {
      if (!choice.isKept[value])
        continue;
      found.bytes += getSliceBytes(turns, id, value) * cost.turns -
                     turns.values[value].stackBytes;
    }
    found.bytes += cost.states * run->stateBytes;
    found.time += run->time * static_cast<double>(cost.rerunTurns) /
                  static_cast<double>(loop.turns);
  }
  return found;
}

SegmentLengths mlir::remat::planner::getSegmentsOf(const LoopTurns &turns,
                                                   const StackChoice &choice,
                                                   TurnValueId value) {
  for (auto [loop, lengths] : llvm::zip(turns.loops, choice.segments))
    if (value >= loop.firstValue && value < loop.endValue)
      return lengths;
  return {};
}
