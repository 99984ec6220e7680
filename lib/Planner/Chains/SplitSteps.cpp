//===- SplitSteps.cpp - Chains cut in two, on exact bytes -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each pair of stages, the list of the steps of ov(s, t, .). Merging the
// candidates of a pair step by step would take most of its time on candidates
// that are nowhere the best. So memory is cut into bins, of which a table has
// the values at their ends: from these come, for each bin, a bound that the
// best candidate does not exceed and one for each candidate that it does not
// go below, and only candidates that may be the best in a bin are merged there.
//
//===----------------------------------------------------------------------===//

#include "Chains/SplitProgram.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::remat::planner;

namespace {
/// ov(., ., m) is `overhead` from m = `bytes` on.
struct OverheadStep {
  int64_t bytes;
  double overhead;
};

class StepTable : public SplitTable {
public:
  StepTable(SplitProblem problem, size_t maxSteps);

  double overhead(int32_t s, int32_t t, int64_t m) const override {
    const std::vector<OverheadStep> &list = lists[pairIndex(s, t)];
    auto it = std::upper_bound(
        list.begin(), list.end(), m,
        [](int64_t m, const OverheadStep &step) { return m < step.bytes; });
    return it == list.begin() ? infinite : std::prev(it)->overhead;
  }
  std::vector<int64_t> steps() const override {
    std::vector<int64_t> bytes;
    for (const OverheadStep &step : lists[pairIndex(1, problem.stages)])
      bytes.push_back(step.bytes);
    return bytes;
  }

private:
  /// A choice for a pair: `time` plus the functions of one or two other pairs,
  /// the second at `shift` bytes less, from `need` bytes on.
  struct Candidate {
    double time;
    int64_t need;
    int64_t shift;
    /// Pairs; the first one is -1 for F_all.
    int64_t left, right;
  };

  /// A candidate that may be the best in a bin, where it is not below `lower`.
  struct Active {
    int32_t candidate;
    double lower;
  };

  const double *grid(int64_t pair) const {
    return gridValues.data() + pair * binCount;
  }
  int32_t binOf(int64_t bytes) const { return bytes >> binShift; }
  int64_t binBegin(int32_t bin) const { return int64_t(bin) << binShift; }

  void solvePair(int32_t s, int32_t t);
  void collectCandidates(int32_t s, int32_t t);
  void boundFromAbove(int32_t lastBin);
  void findActive(int32_t lastBin);
  void mergeBin(int32_t bin, std::vector<OverheadStep> &list);
  void addPoints(const Candidate &candidate, int64_t begin, int64_t end,
                 double below);
  void thin(std::vector<OverheadStep> &list) const;
  void fillGrid(size_t pair);

  const size_t maxSteps;
  int32_t binShift = 0;
  int32_t binCount = 0;
  std::vector<std::vector<OverheadStep>> lists;
  /// By pair and bin: the value at the last byte of the bin, and the first step
  /// that is not before the bin.
  std::vector<double> gridValues;
  std::vector<int32_t> gridSteps;
  // Of the pair in hand.
  std::vector<Candidate> candidates;
  std::vector<double> upper;
  std::vector<std::vector<Active>> activeOf;
  std::vector<OverheadStep> points;
  /// By pair: bytes from which on nothing changes.
  std::vector<int64_t> enough;
};
} // namespace

StepTable::StepTable(SplitProblem given, size_t maxSteps)
    : SplitTable(std::move(given)), maxSteps(maxSteps) {
  const int32_t count = problem.stages;
  constexpr int64_t maxBins = 256;
  while (problem.capacity >> binShift >= maxBins)
    ++binShift;
  binCount = std::max<int64_t>(0, problem.capacity >> binShift) + 1;
  const size_t pairs = pairIndex(count, count) + 1;
  lists.resize(pairs);
  enough.resize(pairs);
  gridValues.assign(pairs * binCount, infinite);
  gridSteps.assign(pairs * binCount, 0);
  upper.resize(binCount);
  activeOf.resize(binCount);
  for (int32_t t = 1; t <= count; ++t)
    for (int32_t s = t; s >= 1; --s)
      solvePair(s, t);
}

void StepTable::collectCandidates(int32_t s, int32_t t) {
  candidates.clear();
  if (problem.maySave)
    candidates.push_back({0, problem.allNeed(s, t), problem.saved[s], -1,
                          int64_t(pairIndex(s + 1, t))});
  int64_t need = 0;
  for (int32_t r = s + 1; r <= t; ++r) {
    need = std::max(need, problem.sweepNeed(s, r - 1, t));
    if (need > problem.capacity)
      break;
    candidates.push_back(
        {problem.sweepTime(s, r), need, problem.checkpoint[r - 1],
         int64_t(pairIndex(s, r - 1)), int64_t(pairIndex(r, t))});
  }
  // With no solution in a part, there is none.
  llvm::erase_if(candidates, [&](const Candidate &candidate) {
    return lists[candidate.right].empty() ||
           (candidate.left >= 0 && lists[candidate.left].empty());
  });
}

void StepTable::boundFromAbove(int32_t lastBin) {
  std::fill_n(upper.begin(), lastBin + 1, infinite);
  for (const Candidate &candidate : candidates) {
    // What fits at the end of the bin before fits at the begin of this one.
    const int64_t shift = ((candidate.shift + binBegin(1) - 1) >> binShift) + 1;
    const int64_t first =
        std::max(shift, (candidate.need + binBegin(1) - 1) >> binShift);
    const double *right = grid(candidate.right) - shift;
    if (candidate.left < 0) {
      for (int64_t bin = first; bin <= lastBin; ++bin)
        upper[bin] = std::min(upper[bin], right[bin]);
      continue;
    }
    const double *left = grid(candidate.left) - 1;
    for (int64_t bin = std::max<int64_t>(first, 1); bin <= lastBin; ++bin)
      upper[bin] =
          std::min(upper[bin], candidate.time + left[bin] + right[bin]);
  }
}

void StepTable::findActive(int32_t lastBin) {
  for (int32_t bin = 0; bin <= lastBin; ++bin)
    activeOf[bin].clear();
  for (auto [i, candidate] : llvm::enumerate(candidates)) {
    const int64_t shift = candidate.shift >> binShift;
    const double *right = grid(candidate.right) - shift;
    const double *left = candidate.left < 0 ? nullptr : grid(candidate.left);
    for (int64_t bin = std::max(shift, candidate.need >> binShift);
         bin <= lastBin; ++bin) {
      const double lower =
          left ? candidate.time + left[bin] + right[bin] : right[bin];
      // The one that gives the bound may have no less.
      if (lower <= upper[bin] && lower != infinite)
        activeOf[bin].push_back({int32_t(i), lower});
    }
  }
}

/// Adds the points below `below` of a candidate from `begin` up to `end`.
void StepTable::addPoints(const Candidate &candidate, int64_t begin,
                          int64_t end, double below) {
  begin = std::max({begin, candidate.need, candidate.shift});
  if (begin >= end)
    return;
  struct Cursor {
    const std::vector<OverheadStep> &list;
    size_t next;
    double value;
  };
  auto startAt = [&](int64_t pair, int64_t bytes) {
    const std::vector<OverheadStep> &list = lists[pair];
    size_t next = gridSteps[pair * binCount +
                            std::min<int64_t>(binOf(bytes), binCount - 1)];
    while (next != list.size() && list[next].bytes <= bytes)
      ++next;
    return Cursor{list, next, next ? list[next - 1].overhead : infinite};
  };
  constexpr int64_t never = std::numeric_limits<int64_t>::max();
  Cursor right = startAt(candidate.right, begin - candidate.shift);
  static const std::vector<OverheadStep> nothing;
  Cursor left = candidate.left < 0 ? Cursor{nothing, 0, 0}
                                   : startAt(candidate.left, begin);
  for (int64_t m = begin; m < end;) {
    const double sum = candidate.time + left.value + right.value;
    if (sum < below) {
      points.push_back({m, sum});
      below = sum;
    }
    const int64_t leftNext =
        left.next == left.list.size() ? never : left.list[left.next].bytes;
    const int64_t rightNext =
        right.next == right.list.size()
            ? never
            : right.list[right.next].bytes + candidate.shift;
    m = std::min(leftNext, rightNext);
    if (leftNext == m && m != never)
      left.value = left.list[left.next++].overhead;
    if (rightNext == m && m != never)
      right.value = right.list[right.next++].overhead;
  }
}

void StepTable::mergeBin(int32_t bin, std::vector<OverheadStep> &list) {
  double value = list.empty() ? infinite : list.back().overhead;
  points.clear();
  const int64_t end = std::min(binBegin(bin + 1), problem.capacity + 1);
  for (const Active &active : activeOf[bin])
    if (active.lower < value)
      addPoints(candidates[active.candidate], binBegin(bin), end, value);
  llvm::sort(points, [](const OverheadStep &a, const OverheadStep &b) {
    return a.bytes != b.bytes ? a.bytes < b.bytes : a.overhead < b.overhead;
  });
  for (const OverheadStep &point : points) {
    if (point.overhead >= value)
      continue;
    value = point.overhead;
    list.push_back(point);
  }
}

/// The first step stays, so that feasibility is exact, and the last.
void StepTable::thin(std::vector<OverheadStep> &list) const {
  if (list.size() <= maxSteps)
    return;
  std::vector<OverheadStep> kept;
  for (size_t i = 0; i != maxSteps; ++i)
    kept.push_back(list[i * (list.size() - 1) / (maxSteps - 1)]);
  list = std::move(kept);
}

void StepTable::fillGrid(size_t pair) {
  const std::vector<OverheadStep> &list = lists[pair];
  double value = infinite;
  size_t next = 0;
  for (int32_t bin = 0; bin != binCount; ++bin) {
    gridSteps[pair * binCount + bin] = next;
    while (next != list.size() && list[next].bytes < binBegin(bin + 1))
      value = list[next++].overhead;
    gridValues[pair * binCount + bin] = value;
  }
}

void StepTable::solvePair(int32_t s, int32_t t) {
  const size_t pair = pairIndex(s, t);
  std::vector<OverheadStep> list;
  if (s == t) {
    enough[pair] = std::max<int64_t>(0, problem.allNeed(s, s));
    if (enough[pair] <= problem.capacity)
      list.push_back({enough[pair], 0});
  } else {
    const size_t rest = pairIndex(s + 1, t);
    enough[pair] =
        problem.maySave
            ? std::max(problem.allNeed(s, t), problem.saved[s] + enough[rest])
            : std::max({problem.sweepNeed(s, s, t),
                        problem.checkpoint[s] + enough[rest],
                        enough[pairIndex(s, s)]});
    const int32_t lastBin = binOf(std::min(enough[pair], problem.capacity));
    collectCandidates(s, t);
    if (problem.capacity >= 0 && !candidates.empty()) {
      boundFromAbove(lastBin);
      findActive(lastBin);
      for (int32_t bin = 0; bin <= lastBin; ++bin)
        mergeBin(bin, list);
      thin(list);
    }
  }
  list.shrink_to_fit();
  lists[pair] = std::move(list);
  fillGrid(pair);
}

std::unique_ptr<SplitTable>
mlir::remat::planner::solveWithSteps(SplitProblem problem, size_t maxSteps) {
  return std::make_unique<StepTable>(std::move(problem),
                                     std::max<size_t>(maxSteps, 2));
}
