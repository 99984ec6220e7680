//===- MemoryFunction.cpp - Time as a function of memory ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chains/MemoryFunction.h"

#include <algorithm>

using namespace mlir::remat::planner;

/// The number of steps at or below `memory`.
static size_t countUpTo(const std::vector<MemoryStep> &steps, int64_t memory) {
  return std::upper_bound(steps.begin(), steps.end(), memory,
                          [](int64_t memory, const MemoryStep &step) {
                            return memory < step.memory;
                          }) -
         steps.begin();
}

int64_t StepFunction::at(int64_t memory) const {
  const size_t count = countUpTo(steps, memory);
  return count ? steps[count - 1].ticks : unreachableTicks;
}

/// A shifted function, walked by ascending memory.
struct StepMinimum::Cursor {
  static constexpr int64_t never = std::numeric_limits<int64_t>::max();
  static constexpr int64_t stride = 8;

  /// From `memory` on, at or above the first step.
  Cursor(const std::vector<MemoryStep> &steps, int64_t shift, int64_t memory)
      : at(steps.data() + countUpTo(steps, memory - shift) - 1),
        end(steps.data() + steps.size()), shift(shift) {}

  /// The next step's memory; skips all steps up to a memory.
  int64_t next() const { return at + 1 == end ? never : at[1].memory + shift; }
  void advance(int64_t memory) {
    while (next() <= memory)
      ++at;
  }
  /// A memory some steps on, and a lower bound of ticks before it.
  int64_t far() const {
    return end - at > stride ? at[stride].memory + shift : never;
  }
  int64_t ticksBefore() const {
    return end - at > stride ? at[stride - 1].ticks : end[-1].ticks;
  }

  const MemoryStep *at, *end;
  int64_t shift;
};

void StepMinimum::offerConstant(int64_t threshold, int64_t ticks) {
  StepFunction constant;
  constant.steps = {{threshold, ticks}};
  offer({&constant, 0, threshold, 0});
}

void StepMinimum::offer(const FunctionTerm<StepFunction> &term) {
  static const StepFunction zero = [] {
    StepFunction function;
    function.steps = {{std::numeric_limits<int64_t>::min(), 0}};
    return function;
  }();
  offerSum(term, zero);
}

void StepMinimum::offerSum(const FunctionTerm<StepFunction> &term,
                           const StepFunction &other) {
  const std::vector<MemoryStep> &of = term.function->steps;
  ++looked;
  if (of.empty() || other.steps.empty())
    return;
  const int64_t start = std::max(
      {of[0].memory + term.shift, term.threshold, other.steps[0].memory});
  const int64_t least = of.back().ticks + other.steps.back().ticks + term.ticks;
  const size_t before = countUpTo(steps, start);
  int64_t old = before ? steps[before - 1].ticks : unreachableTicks;
  if (start > capacity || old <= least)
    return;
  merged.assign(steps.begin(), steps.begin() + before);
  // Replaces a step right at the start.
  if (!merged.empty() && merged.back().memory == start)
    merged.pop_back();
  const MemoryStep *kept = steps.data() + before;
  const MemoryStep *const end = steps.data() + steps.size();
  int64_t last = merged.empty() ? unreachableTicks : merged.back().ticks;
  Cursor first(of, term.shift, start), second(other.steps, 0, start);
  for (int64_t memory = start;;) {
    const int64_t ticks =
        std::min(old, first.at->ticks + second.at->ticks + term.ticks);
    if (ticks < last) {
      merged.push_back({memory, ticks});
      last = ticks;
    }
    ++looked;
    if (old <= least)
      break;
    int64_t next = std::min(first.next(), second.next());
    if (old <= first.ticksBefore() + second.ticksBefore() + term.ticks) {
      // Existing steps stay up to there.
      next = std::min(first.far(), second.far());
      for (; kept != end && kept->memory < next; ++kept) {
        merged.push_back(*kept);
        last = old = kept->ticks;
      }
    }
    const int64_t ofOld = kept == end ? Cursor::never : kept->memory;
    memory = std::min(ofOld, next);
    if (memory > capacity)
      break;
    if (ofOld == memory)
      old = (kept++)->ticks;
    first.advance(memory);
    second.advance(memory);
  }
  merged.insert(merged.end(), kept, end);
  steps.swap(merged);
}

void StepMinimum::simplify(int64_t slack) {
  if (!slack || steps.empty())
    return;
  size_t count = 1;
  for (size_t i = 1; i != steps.size(); ++i)
    if (steps[i].ticks < steps[count - 1].ticks - slack)
      steps[count++] = steps[i];
  steps.resize(count);
}

StepFunction StepMinimum::take() {
  StepFunction function;
  function.steps.assign(steps.begin(), steps.end());
  return function;
}

// Where compilers can make several versions of a function, uses wide vectors if
// the machine has them: the same numbers, sooner.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__AVX2__)
#define REMAT_WIDE __attribute__((target("avx2")))
static bool hasWideVectors() { return __builtin_cpu_supports("avx2"); }
#else
#define REMAT_WIDE
static bool hasWideVectors() { return false; }
#endif

/// Rows descend, and values of `into` hold for all later places. Leaves a block
/// as is if its first place has at most the last one's candidate.
static constexpr int64_t blockPlaces = 64;

#define REMAT_ADD_MINIMUM(NAME, TARGET)                                        \
  template <class T, class Value>                                              \
  TARGET static void NAME(T *into, int64_t count, Value value) {               \
    for (int64_t at = 0; at < count; at += blockPlaces) {                      \
      const int64_t end = std::min(at + blockPlaces, count);                   \
      if (into[at] <= value(end - 1))                                          \
        continue;                                                              \
      for (int64_t i = at; i < end; ++i) {                                     \
        const T ticks = value(i);                                              \
        into[i] = ticks < into[i] ? ticks : into[i];                           \
      }                                                                        \
    }                                                                          \
  }
REMAT_ADD_MINIMUM(addMinimumNarrow, )
REMAT_ADD_MINIMUM(addMinimumWide, REMAT_WIDE)
#undef REMAT_ADD_MINIMUM
#undef REMAT_WIDE

/// Places of a row that take as long as a step of a list.
static constexpr int64_t placesPerStep = 16;

/// into[i] = min(into[i], value(i)).
template <class T, class Value>
static void addMinimum(T *into, int64_t count, Value value) {
  static const bool wide = hasWideVectors();
  if (wide)
    addMinimumWide(into, count, value);
  else
    addMinimumNarrow(into, count, value);
}

template <class T> std::vector<MemoryStep> RowFunction<T>::asSteps() const {
  std::vector<MemoryStep> steps;
  for (size_t i = 0; i != values.size(); ++i)
    if (steps.empty() || values[i] < steps.back().ticks)
      steps.push_back({low + int64_t(i), values[i]});
  return steps;
}

template <class T> void RowMinimum<T>::clear() {
  if (low <= high)
    std::fill(values.begin() + low, values.begin() + high + 1, unreachable);
  low = capacity;
  high = -1;
}

template <class T> void RowMinimum<T>::offerAt(int64_t memory, T ticks) {
  touch(memory, memory);
  values[memory] = std::min(values[memory], ticks);
}

template <class T>
void RowMinimum<T>::offerConstant(int64_t threshold, int64_t ticks) {
  threshold = std::max<int64_t>(threshold, 0);
  if (threshold <= capacity)
    offerAt(threshold, ticks);
}

template <class T>
void RowMinimum<T>::offer(const FunctionTerm<RowFunction<T>> &term) {
  const RowFunction<T> &of = *term.function;
  ++looked;
  if (of.isEmpty())
    return;
  const int64_t start =
      std::max<int64_t>({of.low + term.shift, term.threshold, 0});
  if (start > capacity)
    return;
  const T added = term.ticks;
  const int64_t end = std::min(of.end() + term.shift, capacity + 1);
  if (start >= end)
    return offerAt(start, of.values.back() + added);
  touch(start, end - 1);
  looked += (end - start) / placesPerStep;
  addMinimum(&values[start], end - start,
             [added, from = &of.values[start - term.shift - of.low]](
                 int64_t i) -> T { return from[i] + added; });
}

template <class T>
void RowMinimum<T>::offerSum(const FunctionTerm<RowFunction<T>> &term,
                             const RowFunction<T> &other) {
  const RowFunction<T> &of = *term.function;
  ++looked;
  if (of.isEmpty() || other.isEmpty())
    return;
  const int64_t start =
      std::max<int64_t>({of.low + term.shift, term.threshold, other.low, 0});
  if (start > capacity)
    return;
  const T added = term.ticks;
  const T ofLast = of.values.back() + added, otherLast = other.values.back();
  // Values hold from their place on: none of these may be better.
  if (values[start] <= ofLast + otherLast)
    return;
  const int64_t ofEnd = std::min(of.end() + term.shift, capacity + 1);
  const int64_t otherEnd = std::min(other.end(), capacity + 1);
  const int64_t end = std::max({start, ofEnd, otherEnd});
  touch(start, std::max(start, end - 1));
  // Both grow; then one does; then neither.
  const int64_t middle = std::max(start, std::min(ofEnd, otherEnd));
  const T *ofValues = of.values.data();
  const T *otherValues = other.values.data();
  const int64_t ofBegin = term.shift + of.low, otherBegin = other.low;
  if (start < middle)
    addMinimum(&values[start], middle - start, [=](int64_t i) -> T {
      return ofValues[start - ofBegin + i] +
             otherValues[start - otherBegin + i] + added;
    });
  if (middle < ofEnd)
    addMinimum(&values[middle], ofEnd - middle, [=](int64_t i) -> T {
      return ofValues[middle - ofBegin + i] + (otherLast + added);
    });
  else if (middle < otherEnd)
    addMinimum(&values[middle], otherEnd - middle, [=](int64_t i) -> T {
      return otherValues[middle - otherBegin + i] + ofLast;
    });
  looked += (end - start) / placesPerStep;
  if (end <= capacity)
    offerAt(end, ofLast + otherLast);
}

template <class T> RowFunction<T> RowMinimum<T>::take() {
  T least = unreachable;
  for (int64_t m = low; m <= high; ++m)
    values[m] = least = std::min(least, values[m]);
  RowFunction<T> function;
  if (least == unreachable)
    return function;
  // Descending: where the first and the last value begin.
  const auto begin = values.begin() + low, end = values.begin() + high + 1;
  const auto first = std::partition_point(
      begin, end, [](T ticks) { return ticks >= unreachable; });
  const auto last =
      std::partition_point(first, end, [&](T ticks) { return ticks > least; });
  function.low = first - values.begin();
  function.values.assign(first, last + 1);
  return function;
}

namespace mlir::remat::planner {
template class RowFunction<int32_t>;
template class RowFunction<int64_t>;
template class RowMinimum<int32_t>;
template class RowMinimum<int64_t>;
} // namespace mlir::remat::planner
