//===- SplitArrays.cpp - Chains cut in two, on units of memory ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each pair of stages, an array of ov(s, t, .) over all m at which it may
// change. As in SplitSteps.cpp, memory is cut into blocks, and a candidate is
// looked at in a block only where bounds from the ends of the blocks do not
// rule it out. Values are whole numbers: 16 bits as long as these are enough,
// else 32, so that a vector holds many.
//
//===----------------------------------------------------------------------===//

#include "Chains/SplitKernels.h"
#include "Chains/SplitProgram.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace llvm;
using namespace mlir::remat::planner;

namespace {
/// A problem in units of memory and time; arrays as in SplitProblem.
struct UnitProblem {
  int32_t stages = 0;
  int64_t bytesPerUnit = 1;
  double timePerUnit = 1;
  int64_t capacity = 0;
  std::vector<int64_t> sweepTime;
  /// By pair: the least m with a solution (more than `capacity` if there is
  /// none), and the m from which on nothing changes.
  std::vector<int64_t> least, enough;
};

/// The values for all pairs as numbers of type T. Anything that is not below
/// `infinite` counts as infinite: three of them may be added.
template <typename T> class OverheadArrays {
public:
  static constexpr T infinite = std::numeric_limits<T>::max() / 3;

  OverheadArrays(const SplitProblem &problem, const UnitProblem &units);

  T at(size_t pair, int64_t m) const {
    if (m < units.least[pair])
      return infinite;
    const int64_t i = std::min(m, lastOf(pair)) - units.least[pair];
    return values[rowBegin[pair] + i];
  }

private:
  /// A choice for a pair, as in SplitSteps.cpp.
  struct Candidate {
    T time;
    int64_t need, shift;
    int64_t left;
    size_t right;
  };
  struct Active {
    int32_t candidate;
    T lower;
  };

  int64_t lastOf(size_t pair) const {
    return std::min(units.enough[pair], units.capacity);
  }
  bool isEmpty(size_t pair) const { return units.least[pair] > units.capacity; }
  const T *gridOf(size_t pair) const { return grid.data() + pair * blockCount; }
  /// Where the value for `m` is; rows are followed by a block of padding.
  const T *valueAt(size_t pair, int64_t m) const {
    return values.data() + rowBegin[pair] + (m - units.least[pair]);
  }

  void solvePair(int32_t s, int32_t t);
  void collectCandidates(int32_t s, int32_t t);
  void findActive(int32_t firstBlock, int32_t lastBlock);
  void mergeBlock(size_t pair, int32_t block, T before);
  void fillGrid(size_t pair);

  const SplitProblem &problem;
  const UnitProblem &units;
  int32_t blockShift = 6;
  int32_t blockCount = 0;
  std::vector<size_t> rowBegin;
  std::vector<T> values;
  /// By pair and block: the value at the end of the block.
  std::vector<T> grid;
  // Of the pair in hand.
  std::vector<Candidate> candidates;
  std::vector<T> upper;
  std::vector<std::vector<Active>> activeOf;
};
} // namespace

template <typename T>
OverheadArrays<T>::OverheadArrays(const SplitProblem &problem,
                                  const UnitProblem &units)
    : problem(problem), units(units) {
  while (units.capacity >> blockShift >= 512)
    ++blockShift;
  blockCount = (units.capacity >> blockShift) + 1;
  const size_t pairs = units.least.size();
  rowBegin.resize(pairs);
  size_t total = 0;
  for (size_t pair = 0; pair != pairs; ++pair) {
    rowBegin[pair] = total;
    if (!isEmpty(pair))
      total += lastOf(pair) - units.least[pair] + 1 + (size_t(1) << blockShift);
  }
  values.assign(total, 0);
  grid.assign(pairs * blockCount, infinite);
  upper.resize(blockCount);
  activeOf.resize(blockCount);
  for (int32_t t = 1; t <= units.stages; ++t)
    for (int32_t s = t; s >= 1; --s)
      if (!isEmpty(pairIndex(s, t))) {
        solvePair(s, t);
        fillGrid(pairIndex(s, t));
      }
}

template <typename T>
void OverheadArrays<T>::collectCandidates(int32_t s, int32_t t) {
  candidates.clear();
  auto toUnits = [&](int64_t bytes) { return bytes / units.bytesPerUnit; };
  auto add = [&](int64_t time, int64_t need, int64_t shift, int64_t left,
                 size_t right) {
    need = std::max(need, shift + units.least[right]);
    if (left >= 0)
      need = std::max(need, units.least[left]);
    if (need <= lastOf(pairIndex(s, t)))
      candidates.push_back({T(time), need, shift, left, right});
  };
  if (problem.maySave)
    add(0, toUnits(problem.allNeed(s, t)), toUnits(problem.saved[s]), -1,
        pairIndex(s + 1, t));
  int64_t need = 0;
  for (int32_t r = s + 1; r <= t; ++r) {
    need = std::max(need, toUnits(problem.sweepNeed(s, r - 1, t)));
    const int64_t time = units.sweepTime[r - 1] - units.sweepTime[s - 1];
    if (need > units.capacity || time >= int64_t(infinite))
      break;
    add(time, need, toUnits(problem.checkpoint[r - 1]), pairIndex(s, r - 1),
        pairIndex(r, t));
  }
}

template <typename T>
void OverheadArrays<T>::findActive(int32_t firstBlock, int32_t lastBlock) {
  const int64_t width = int64_t(1) << blockShift;
  std::fill(upper.begin() + firstBlock, upper.begin() + lastBlock + 1,
            infinite);
  for (const Candidate &candidate : candidates) {
    // What fits at the end of the block before fits at the begin of this one.
    const int64_t shift = ((candidate.shift + width - 1) >> blockShift) + 1;
    const int64_t begin = std::max<int64_t>(
        {shift, 1, (candidate.need + width - 1) >> blockShift, firstBlock});
    // Bounds fall with the blocks.
    if (begin > lastBlock || candidate.time >= upper[begin])
      continue;
    lowerValues(upper.data() + begin,
                candidate.left < 0 ? nullptr
                                   : gridOf(candidate.left) + begin - 1,
                gridOf(candidate.right) + begin - shift, candidate.time,
                lastBlock + 1 - begin);
  }
  for (int32_t block = firstBlock; block <= lastBlock; ++block)
    activeOf[block].clear();
  for (auto [i, candidate] : enumerate(candidates)) {
    const int64_t shift = candidate.shift >> blockShift;
    const T *right = gridOf(candidate.right) - shift;
    const T *left = candidate.left < 0 ? nullptr : gridOf(candidate.left);
    const int64_t begin =
        std::max<int64_t>({shift, candidate.need >> blockShift, firstBlock});
    if (begin > lastBlock || candidate.time > upper[begin])
      continue;
    constexpr int64_t chunk = 32;
    for (int64_t from = begin; from <= lastBlock; from += chunk) {
      const int64_t end = std::min<int64_t>(from + chunk, lastBlock + 1);
      if (!mayBeBest(upper.data() + from, left ? left + from : nullptr,
                     right + from, candidate.time, end - from))
        continue;
      for (int64_t block = from; block != end; ++block) {
        const T lower =
            left ? candidate.time + left[block] + right[block] : right[block];
        if (lower <= upper[block] && lower < infinite)
          activeOf[block].push_back({int32_t(i), lower});
      }
    }
  }
}

template <typename T>
void OverheadArrays<T>::mergeBlock(size_t pair, int32_t block, T before) {
  const int64_t first =
      std::max(int64_t(block) << blockShift, units.least[pair]);
  const int64_t last =
      std::min((int64_t(block + 1) << blockShift) - 1, lastOf(pair));
  T *row = values.data() + rowBegin[pair] - units.least[pair];
  std::fill(row + first, row + last + 1, before);
  for (const Active &active : activeOf[block]) {
    if (active.lower >= before)
      continue;
    const Candidate &candidate = candidates[active.candidate];
    const int64_t begin = std::max(first, candidate.need);
    if (begin > last)
      continue;
    // Past the end of a row its last value holds; the block of padding after
    // it has that.
    const int64_t rightBegin =
        std::min(begin - candidate.shift, lastOf(candidate.right) + 1);
    const T *right = valueAt(candidate.right, rightBegin);
    const T *left = nullptr;
    if (candidate.left >= 0)
      left =
          valueAt(candidate.left, std::min(begin, lastOf(candidate.left) + 1));
    lowerValues(row + begin, left, right, candidate.time, last + 1 - begin);
  }
}

template <typename T> void OverheadArrays<T>::fillGrid(size_t pair) {
  const int64_t last = lastOf(pair);
  T *padding = values.data() + rowBegin[pair] + last - units.least[pair] + 1;
  std::fill_n(padding, size_t(1) << blockShift, padding[-1]);
  for (int32_t block = 0; block != blockCount; ++block)
    grid[pair * blockCount + block] =
        at(pair, (int64_t(block + 1) << blockShift) - 1);
}

template <typename T> void OverheadArrays<T>::solvePair(int32_t s, int32_t t) {
  const size_t pair = pairIndex(s, t);
  if (s == t)
    return;
  collectCandidates(s, t);
  const int32_t firstBlock = units.least[pair] >> blockShift;
  const int32_t lastBlock = lastOf(pair) >> blockShift;
  findActive(firstBlock, lastBlock);
  T before = infinite;
  for (int32_t block = firstBlock; block <= lastBlock; ++block) {
    mergeBlock(pair, block, before);
    before = *valueAt(
        pair, std::min((int64_t(block + 1) << blockShift) - 1, lastOf(pair)));
  }
}

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

/// The largest number that divides all sizes.
static int64_t commonBytes(const SplitProblem &problem) {
  int64_t unit = 0;
  for (const auto *array :
       {&problem.checkpoint, &problem.held, &problem.saved, &problem.forwardAll,
        &problem.backward, &problem.forwardOnly})
    for (int64_t bytes : *array)
      unit = std::gcd(unit, bytes);
  return std::max<int64_t>(unit, 1);
}

/// The largest unit that all times are whole multiples of, if they have up to
/// six decimals; else 0.
static double commonTime(const SplitProblem &problem) {
  double rate = 1;
  for (int decimals = 0; decimals <= 6; ++decimals, rate *= 10) {
    int64_t unit = 0;
    if (all_of(problem.time, [&](double time) {
          const double ticks = std::nearbyint(time * rate);
          if (std::abs(time * rate - ticks) > 1e-12 * ticks ||
              ticks > double(1 << 30))
            return false;
          unit = std::gcd(unit, int64_t(ticks));
          return true;
        }))
      return std::max<int64_t>(unit, 1) / rate;
  }
  return 0;
}

/// The least memory, exactly: the recurrence with "is feasible" for a value.
static void findExtents(const SplitProblem &problem, UnitProblem &units) {
  const int32_t count = problem.stages;
  const size_t pairs = pairIndex(count, count) + 1;
  units.least.resize(pairs);
  units.enough.resize(pairs);
  auto toUnits = [&](int64_t bytes) { return bytes / units.bytesPerUnit; };
  for (int32_t t = 1; t <= count; ++t)
    for (int32_t s = t; s >= 1; --s) {
      const size_t pair = pairIndex(s, t);
      const int64_t all = std::max<int64_t>(0, toUnits(problem.allNeed(s, t)));
      if (s == t) {
        units.least[pair] = units.enough[pair] = all;
        continue;
      }
      const size_t rest = pairIndex(s + 1, t);
      int64_t least = units.capacity + 1;
      if (problem.maySave)
        least = std::max(all, toUnits(problem.saved[s]) + units.least[rest]);
      int64_t need = 0;
      for (int32_t r = s + 1; r <= t; ++r) {
        need = std::max(need, toUnits(problem.sweepNeed(s, r - 1, t)));
        if (need >= least)
          break;
        least =
            std::min(least, std::max({need, units.least[pairIndex(s, r - 1)],
                                      toUnits(problem.checkpoint[r - 1]) +
                                          units.least[pairIndex(r, t)]}));
      }
      units.least[pair] = least;
      const int64_t enough =
          problem.maySave
              ? std::max(all, toUnits(problem.saved[s]) + units.enough[rest])
              : std::max({toUnits(problem.sweepNeed(s, s, t)),
                          toUnits(problem.checkpoint[s]) + units.enough[rest],
                          units.enough[pairIndex(s, s)]});
      units.enough[pair] = std::max(enough, least);
    }
}

//===----------------------------------------------------------------------===//
// ArrayTable
//===----------------------------------------------------------------------===//

namespace {
class ArrayTable : public SplitTable {
public:
  ArrayTable(SplitProblem given, UnitProblem given2)
      : SplitTable(std::move(given)), units(std::move(given2)),
        narrow(problem, units) {}

  double overhead(int32_t s, int32_t t, int64_t m) const override {
    if (m < 0)
      return infinite;
    m /= units.bytesPerUnit;
    const size_t pair = pairIndex(s, t);
    if (m < units.least[pair] || units.least[pair] > units.capacity)
      return infinite;
    const uint16_t value = narrow.at(pair, m);
    return value < narrow.infinite ? value * units.timePerUnit
                                   : wideOverhead(pair, m);
  }

  std::vector<int64_t> steps() const override {
    std::vector<int64_t> bytes;
    double before = infinite;
    const size_t root = pairIndex(1, units.stages);
    const int64_t last = std::min(units.enough[root], units.capacity);
    for (int64_t m = units.least[root]; m <= last; ++m) {
      const double value = overhead(1, units.stages, m * units.bytesPerUnit);
      if (value < before)
        bytes.push_back(m * units.bytesPerUnit);
      before = value;
    }
    return bytes;
  }

private:
  /// Overheads that are too large for 16 bits are rare, and only of interest
  /// for small budgets.
  double wideOverhead(size_t pair, int64_t m) const {
    if (!wide)
      wide = std::make_unique<OverheadArrays<uint32_t>>(problem, units);
    const uint32_t value = wide->at(pair, m);
    return value < wide->infinite ? value * units.timePerUnit : infinite;
  }

  const UnitProblem units;
  const OverheadArrays<uint16_t> narrow;
  mutable std::unique_ptr<OverheadArrays<uint32_t>> wide;
};
} // namespace

std::unique_ptr<SplitTable>
mlir::remat::planner::solveWithArrays(SplitProblem problem) {
  UnitProblem units;
  units.stages = problem.stages;
  units.bytesPerUnit = commonBytes(problem);
  units.timePerUnit = commonTime(problem);
  const int64_t count = problem.stages;
  // No schedule takes more: each backward after a sweep from the start.
  if (problem.capacity < 0 || units.timePerUnit == 0 ||
      problem.prefixTime.back() / units.timePerUnit * count >=
          OverheadArrays<uint32_t>::infinite)
    return nullptr;
  units.capacity = problem.capacity / units.bytesPerUnit;
  constexpr int64_t maxUnits = 1 << 17;
  if (units.capacity > maxUnits)
    return nullptr;
  for (double time : problem.prefixTime)
    units.sweepTime.push_back(std::llround(time / units.timePerUnit));
  findExtents(problem, units);
  int64_t total = 0;
  for (auto [least, enough] : zip_equal(units.least, units.enough))
    total += std::max<int64_t>(0, std::min(enough, units.capacity) - least + 1);
  // 0.5 GiB of 16-bit numbers, and perhaps 1 GiB of 32-bit ones.
  constexpr int64_t maxValues = int64_t(1) << 28;
  if (total > maxValues)
    return nullptr;
  return std::make_unique<ArrayTable>(std::move(problem), std::move(units));
}
