//===- HeapPeak.cpp - What a heap makes of a plan -------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Heap/HeapPeak.h"

#include "remat/Heap/PlanBuffers.h"
#include "remat/Placement/Place.h"
#include "remat/Support/SplitMix64.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <map>
#include <numeric>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

/// By step: the bytes alive. They were simulated, and do not overflow.
static std::vector<int64_t> getLiveBytes(ArrayRef<placement::Buffer> buffers) {
  int64_t end = 0;
  for (const placement::Buffer &buffer : buffers)
    end = std::max(end, buffer.timeEnd);
  std::vector<int64_t> live(end + 1);
  for (const placement::Buffer &buffer : buffers) {
    live[buffer.timeStart] += buffer.sizeInBytes;
    live[buffer.timeEnd] -= buffer.sizeInBytes;
  }
  for (int64_t step = 1; step <= end; ++step)
    live[step] += live[step - 1];
  live.pop_back();
  return live;
}

/// The buffers as a compiler may have them that runs some ops a little later
/// than planned: a random tenth of the copies live a step longer, where that
/// does not raise the peak. `live` has the bytes alive by step.
static placement::Problem loosenLives(const PlanBuffers &buffers,
                                      std::vector<int64_t> live,
                                      SplitMix64 &random) {
  constexpr int64_t part = 10;
  const int64_t peak = *max_element(live);
  placement::Problem result = buffers.problem;
  for (placement::Buffer &copy :
       MutableArrayRef(result.buffers).take_front(buffers.values.size())) {
    if (random.below(part) != 0 ||
        copy.timeEnd == static_cast<int64_t>(live.size()))
      continue;
    int64_t &bytes = live[copy.timeEnd];
    if (copy.sizeInBytes > peak - bytes)
      continue;
    bytes += copy.sizeInBytes;
    ++copy.timeEnd;
  }
  return result;
}

namespace {
/// A result's storage with the lives of the buffers in it.
struct SharedStorage {
  const ReservedStorage *reserved;
  int64_t madeAt;
  /// Ends, by starts.
  std::map<int64_t, int64_t> lives;

  /// Notes a life, unless the storage is in use during it.
  bool use(int64_t start, int64_t end) {
    auto next = lives.lower_bound(start);
    if ((next != lives.end() && next->first < end) ||
        (next != lives.begin() && std::prev(next)->second > start))
      return false;
    lives.emplace(start, end);
    return true;
  }
};

/// Places buffers where results will lie.
class ResultStorages {
public:
  ResultStorages(const PlanBuffers &buffers,
                 ArrayRef<ReservedStorage> reserved);

  /// The buffers of `problem` that find no place; `problem` is that of the
  /// plan, but for the lives.
  placement::Problem getRest(const placement::Problem &problem) const;

private:
  bool place(size_t index, const placement::Buffer &buffer,
             MutableArrayRef<SharedStorage> storages) const;

  const PlanBuffers &buffers;
  /// The largest first.
  std::vector<SharedStorage> empty;
};
} // namespace

ResultStorages::ResultStorages(const PlanBuffers &buffers,
                               ArrayRef<ReservedStorage> reserved)
    : buffers(buffers) {
  DenseMap<ValueId, const ReservedStorage *> ofValue;
  for (const ReservedStorage &each : reserved)
    if (each.bytes > 0)
      ofValue[each.value] = &each;
  for (auto [copy, value] : zip(buffers.problem.buffers, buffers.values))
    if (const ReservedStorage *found = ofValue.lookup(value))
      empty.push_back(
          {found, copy.timeStart, {{copy.timeStart, copy.timeEnd}}});
  stable_sort(empty, [](const SharedStorage &a, const SharedStorage &b) {
    return a.reserved->bytes > b.reserved->bytes;
  });
}

/// In the smallest storage that is large enough and not in use.
bool ResultStorages::place(size_t index, const placement::Buffer &buffer,
                           MutableArrayRef<SharedStorage> storages) const {
  auto *end = partition_point(storages, [&](const SharedStorage &storage) {
    return storage.reserved->bytes >= buffer.sizeInBytes;
  });
  for (SharedStorage &storage : reverse(make_range(storages.begin(), end))) {
    // The op that reads it last writes over it.
    const bool isOverwritten =
        index < buffers.values.size() &&
        is_contained(storage.reserved->overwritable, buffers.values[index]) &&
        buffer.timeEnd == storage.madeAt + 1;
    if (storage.use(buffer.timeStart, buffer.timeEnd - isOverwritten))
      return true;
  }
  return false;
}

placement::Problem
ResultStorages::getRest(const placement::Problem &problem) const {
  if (empty.empty())
    return problem;
  std::vector<size_t> order(problem.buffers.size());
  std::iota(order.begin(), order.end(), 0);
  stable_sort(order, [&](size_t a, size_t b) {
    const placement::Buffer &left = problem.buffers[a];
    const placement::Buffer &right = problem.buffers[b];
    return std::make_pair(-left.sizeInBytes, left.timeStart) <
           std::make_pair(-right.sizeInBytes, right.timeStart);
  });
  std::vector<SharedStorage> storages = empty;
  BitVector isPlaced(problem.buffers.size());
  for (size_t index : order)
    if (const placement::Buffer &buffer = problem.buffers[index];
        buffer.sizeInBytes == 0 || place(index, buffer, storages))
      isPlaced.set(index);
  placement::Problem rest;
  for (auto [index, buffer] : enumerate(problem.buffers))
    if (!isPlaced[index])
      rest.buffers.push_back(buffer);
  return rest;
}

/// No heap is larger than the sum of its buffers.
static bool overflowsInSum(ArrayRef<placement::Buffer> buffers) {
  int64_t sum = 0;
  return any_of(buffers, [&](const placement::Buffer &buffer) {
    return AddOverflow(sum, buffer.sizeInBytes, sum);
  });
}

int64_t mlir::remat::getHeapPeak(const Graph &graph, ArrayRef<Step> steps,
                                 ArrayRef<ReservedStorage> reserved,
                                 ArrayRef<Parking> parkings) {
  // Of 14 compiled plans of convolution nets, 12 are within 3% of the lower
  // median of ten heaps, 11 of the lower quartile, 10 of the plan's own heap.
  constexpr int trials = 9;
  // Ten heaps of more take seconds.
  constexpr size_t mostToLoosen = 4096;
  const PlanBuffers buffers = cantFail(getPlanBuffers(graph, steps, parkings),
                                       "a plan can be simulated");
  const placement::Problem &planned = buffers.problem;
  if (planned.buffers.empty())
    return graph.residentBytes;
  if (overflowsInSum(planned.buffers))
    return INT64_MAX;
  const ResultStorages storages(buffers, reserved);
  auto place = [&](const placement::Problem &problem) {
    return placement::placeBestFitBySizeOrLife(storages.getRest(problem))
        .sizeInBytes;
  };
  SmallVector<int64_t, trials + 1> heaps = {place(planned)};
  if (planned.buffers.size() <= mostToLoosen) {
    const std::vector<int64_t> live = getLiveBytes(planned.buffers);
    SplitMix64 random(0);
    for (int trial = 0; trial != trials; ++trial)
      heaps.push_back(place(loosenLives(buffers, live, random)));
  }
  auto *median = heaps.begin() + (heaps.size() - 1) / 2;
  std::nth_element(heaps.begin(), median, heaps.end());
  int64_t sum = 0;
  return AddOverflow(graph.residentBytes, *median, sum) ? INT64_MAX : sum;
}
