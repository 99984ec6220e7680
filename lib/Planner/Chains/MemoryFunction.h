//===- MemoryFunction.h - Time as a function of memory ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The least overhead of a part of a chain as a function of its memory, exact in
// two representations: a list of steps takes any sizes; a row of values, one
// per unit of memory, is faster where all sizes share a unit that is not too
// small.
//
// CPU seconds of rows and steps, at half of the store-all peak:
//
//   persistent, 100 stages, 1,884 units   0.03    0.29
//   persistent, 200 stages, 3,762 units   0.67    4.0
//   floating,   100 stages, 1,884 units   0.10    0.96
//
// With odd bytes, where rows do not apply: persistent, 100 stages, 0.43;
// floating, 1.8. 32-bit rows take half the time of 64-bit ones; wide vectors
// save another tenth to a quarter.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_MEMORYFUNCTION_H
#define REMAT_LIB_PLANNER_MEMORYFUNCTION_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace mlir::remat::planner {

/// Marks memory without a schedule.
constexpr int64_t unreachableTicks = std::numeric_limits<int64_t>::max();

/// mu -> function(mu - shift) + ticks, from `threshold` on.
template <class Function> struct FunctionTerm {
  const Function *function;
  int64_t shift = 0;
  int64_t threshold = 0;
  int64_t ticks = 0;

  int64_t at(int64_t memory) const {
    if (memory < threshold)
      return unreachableTicks;
    const int64_t value = function->at(memory - shift);
    return value == unreachableTicks ? value : value + ticks;
  }
};

/// From `memory` up to the next step: `ticks`.
struct MemoryStep {
  int64_t memory;
  int64_t ticks;
};

class StepMinimum;

/// Steps, memory ascending and ticks descending.
class StepFunction {
public:
  using Minimum = StepMinimum;

  bool isEmpty() const { return steps.empty(); }
  /// O(log steps).
  int64_t at(int64_t memory) const;
  const std::vector<MemoryStep> &asSteps() const { return steps; }
  size_t bytes() const { return steps.capacity() * sizeof(MemoryStep); }

private:
  friend class StepMinimum;
  std::vector<MemoryStep> steps;
};

/// The least of several functions, up to a capacity.
class StepMinimum {
public:
  explicit StepMinimum(int64_t capacity) : capacity(capacity) {}

  void clear() { steps.clear(); }
  void offerConstant(int64_t threshold, int64_t ticks);
  void offer(const FunctionTerm<StepFunction> &term);
  /// O(steps of all three).
  void offerSum(const FunctionTerm<StepFunction> &term,
                const StepFunction &other);
  /// Drops steps whose ticks stay within `slack` of the least; never the first.
  void simplify(int64_t slack);
  StepFunction take();
  /// Steps looked at so far, and functions.
  int64_t work() const { return looked; }

private:
  struct Cursor;

  int64_t capacity;
  int64_t looked = 0;
  std::vector<MemoryStep> steps, merged;
};

template <class T> class RowMinimum;

/// The values from `low` on; the last holds from there on.
template <class T> class RowFunction {
public:
  using Minimum = RowMinimum<T>;

  bool isEmpty() const { return values.empty(); }
  int64_t at(int64_t memory) const {
    if (values.empty() || memory < low)
      return unreachableTicks;
    const size_t index = memory - low;
    return index < values.size() ? values[index] : values.back();
  }
  std::vector<MemoryStep> asSteps() const;
  size_t bytes() const { return values.capacity() * sizeof(T); }

private:
  friend class RowMinimum<T>;
  int64_t end() const { return low + int64_t(values.size()); }

  int64_t low = 0;
  std::vector<T> values;
};

template <class T> class RowMinimum {
public:
  explicit RowMinimum(int64_t capacity)
      : capacity(capacity), values(capacity + 1, unreachable), low(capacity) {}

  void clear();
  void offerConstant(int64_t threshold, int64_t ticks);
  void offer(const FunctionTerm<RowFunction<T>> &term);
  /// O(the range of memory in which either grows).
  void offerSum(const FunctionTerm<RowFunction<T>> &term,
                const RowFunction<T> &other);
  RowFunction<T> take();
  int64_t work() const { return looked; }

private:
  /// Doubling it does not overflow.
  static constexpr T unreachable = std::numeric_limits<T>::max() / 2;

  /// An offer at one place holds from there on.
  void offerAt(int64_t memory, T ticks);
  void touch(int64_t first, int64_t last) {
    low = std::min(low, first);
    high = std::max(high, last);
  }

  int64_t capacity;
  int64_t looked = 0;
  std::vector<T> values;
  /// Nothing was offered outside.
  int64_t low, high = -1;
};

/// Rows of int32_t hold up to this many ticks.
constexpr int64_t maxNarrowTicks = std::numeric_limits<int32_t>::max() / 4;

extern template class RowFunction<int32_t>;
extern template class RowFunction<int64_t>;
extern template class RowMinimum<int32_t>;
extern template class RowMinimum<int64_t>;

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_MEMORYFUNCTION_H
