//===- Revolve.cpp - Binomial checkpointing of uniform chains -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chains/Revolve.h"

#include <algorithm>
#include <limits>

using namespace llvm;
using namespace mlir::remat::planner;

using Wide = unsigned __int128;
static constexpr int64_t maxCount = std::numeric_limits<int64_t>::max();

int64_t mlir::remat::planner::revolveReach(int64_t slots, int64_t repeats) {
  if (slots < 0 || repeats < 0)
    return 0;
  const int64_t few = std::min(slots, repeats);
  const int64_t many = std::max(slots, repeats);
  // At most 63 factors reach 2^63.
  uint64_t product = 1;
  for (int64_t i = 1; i <= few; ++i) {
    if (many > maxCount - i)
      return maxCount;
    const Wide next = Wide(product) * uint64_t(many + i) / i;
    if (next > uint64_t(maxCount))
      return maxCount;
    product = uint64_t(next);
  }
  return int64_t(product);
}

/// Fewest repeats with which `slots` slots reach `length`.
static int64_t leastRepeats(int64_t length, int64_t slots) {
  int64_t low = 0, high = length;
  while (low < high) {
    const int64_t middle = low + (high - low) / 2;
    if (revolveReach(slots, middle) >= length)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

int64_t mlir::remat::planner::revolveForwardSteps(int64_t length,
                                                  int64_t slots) {
  if (length < 2)
    return 0;
  const auto bounded = [](Wide runs) {
    return static_cast<int64_t>(std::min<Wide>(runs, uint64_t(maxCount)));
  };
  if (slots <= 1)
    return bounded(Wide(length) * uint64_t(length - 1) / 2);
  const int64_t repeats = leastRepeats(length, slots);
  // Where β saturates, so does the result: β(slots + 1, repeats - 1) is then
  // less than half of the product.
  const int64_t saved =
      slots == maxCount ? 1 : revolveReach(slots + 1, repeats - 1);
  return bounded(Wide(repeats) * uint64_t(length) - uint64_t(saved));
}

/// Stages to advance, in [1, length - 1], before storing the next a, for at
/// least 2 stages and slots. Any number is optimal for which one repeat less
/// reaches the part before and one slot less the part after; returns the least.
static int64_t revolveAdvance(int64_t length, int64_t slots) {
  const int64_t repeats = leastRepeats(length, slots);
  const int64_t before = revolveReach(slots, repeats - 2);
  const int64_t after = revolveReach(slots - 1, repeats);
  const int64_t advance =
      std::max({int64_t(1), before, after >= length ? 0 : length - after});
  return std::min(advance, length - 1);
}

namespace {
/// Stages to run backward from the a before the first.
struct Segment {
  int32_t first, length;
  int64_t slots;
};
} // namespace

/// Brings the a before `first` forward by `count` stages; the a stays.
static void sweep(int32_t first, int32_t count,
                  function_ref<void(ChainOp)> run) {
  for (int32_t l = first; l != first + count; ++l)
    run({l == first ? ChainOpKind::ForwardKeep : ChainOpKind::ForwardDrop, l});
}

static void runBackward(int32_t stage, function_ref<void(ChainOp)> run) {
  run({ChainOpKind::ForwardAll, stage});
  run({ChainOpKind::Backward, stage});
}

void mlir::remat::planner::forEachRevolveOp(int32_t stages, int64_t slots,
                                            function_ref<void(ChainOp)> run) {
  if (stages < 1)
    return;
  std::vector<Segment> segments = {
      {1, stages, std::clamp<int64_t>(slots, 1, stages)}};
  while (!segments.empty()) {
    const Segment segment = segments.back();
    segments.pop_back();
    if (segment.slots == 1) {
      for (int32_t length = segment.length; length > 0; --length) {
        sweep(segment.first, length - 1, run);
        runBackward(segment.first + length - 1, run);
      }
      continue;
    }
    if (segment.length == 1) {
      runBackward(segment.first, run);
      continue;
    }
    const int32_t advance =
        static_cast<int32_t>(revolveAdvance(segment.length, segment.slots));
    sweep(segment.first, advance, run);
    segments.push_back({segment.first, advance, segment.slots});
    segments.push_back(
        {segment.first + advance, segment.length - advance, segment.slots - 1});
  }
}

std::vector<ChainOp> mlir::remat::planner::revolveOps(int32_t stages,
                                                      int64_t slots) {
  std::vector<ChainOp> ops;
  forEachRevolveOp(stages, slots, [&](ChainOp op) { ops.push_back(op); });
  return ops;
}
