//===- References.cpp - Plain ways to the same results --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "References.h"

#include <algorithm>
#include <numeric>
#include <set>

using namespace mlir::remat;
using namespace mlir::remat::placement;

RandomSpec placement::getSpec(int kind) {
  RandomSpec spec;
  spec.hasZeroSizes = kind % 5 == 1;
  spec.hasAlignments = kind & 1;
  spec.hasGaps = kind & 2;
  spec.hasConflicts = kind & 4;
  return spec;
}

Problem placement::makeRandomProblem(SplitMix64 &random,
                                     const RandomSpec &spec) {
  Problem problem;
  const int64_t count = 1 + random.below(spec.maxBuffers);
  const int64_t steps = 1 + random.below(spec.maxSteps);
  for (int64_t i = 0; i < count; ++i) {
    Buffer buffer;
    buffer.sizeInBytes = 1 + random.below(spec.maxSize);
    if (spec.hasZeroSizes && random.chance(0.1))
      buffer.sizeInBytes = 0;
    if (spec.hasAlignments)
      buffer.alignment = random.chance(0.2) ? 3 : int64_t(1) << random.below(6);
    buffer.timeStart = random.below(steps);
    if (random.chance(0.3))
      buffer.timeStart -= buffer.timeStart % 4;
    buffer.timeEnd = buffer.timeStart + 1 + random.below(steps);
    if (spec.hasGaps && random.chance(0.5)) {
      // Every second of some ascending steps starts a gap; the last step stays.
      std::set<int64_t> bounds;
      for (int64_t k = 0; k < 4; ++k)
        bounds.insert(buffer.timeStart +
                      random.below(buffer.timeEnd - buffer.timeStart));
      std::vector<int64_t> at(bounds.begin(), bounds.end());
      for (size_t k = 0; k + 1 < at.size(); k += 2)
        buffer.gaps.push_back({at[k], at[k + 1]});
    }
    problem.buffers.push_back(buffer);
  }
  if (spec.hasConflicts && count > 1)
    for (int64_t k = random.below(count); k > 0; --k) {
      const int64_t a = random.below(count), b = random.below(count);
      if (a != b)
        problem.conflicts.push_back({uint32_t(a), uint32_t(b)});
    }
  return problem;
}

static bool isAlive(const Buffer &buffer, int64_t step) {
  if (step < buffer.timeStart || step >= buffer.timeEnd)
    return false;
  return std::none_of(
      buffer.gaps.begin(), buffer.gaps.end(),
      [&](TimeRange gap) { return gap.lower <= step && step < gap.upper; });
}

/// Whether two buffers must not share bytes.
static bool areApart(const Problem &problem, size_t a, size_t b) {
  for (auto [from, to] : problem.conflicts)
    if ((from == a && to == b) || (from == b && to == a))
      return true;
  const Buffer &first = problem.buffers[a], &second = problem.buffers[b];
  for (int64_t step = first.timeStart; step < first.timeEnd; ++step)
    if (isAlive(first, step) && isAlive(second, step))
      return true;
  return false;
}

std::optional<std::string> placement::findFault(const Problem &problem,
                                                const Placement &placement) {
  const size_t count = problem.buffers.size();
  if (placement.offsets.size() != count)
    return "the number of offsets";
  int64_t size = 0;
  for (size_t i = 0; i < count; ++i) {
    const Buffer &buffer = problem.buffers[i];
    const int64_t offset = placement.offsets[i];
    if (offset < 0 || offset % buffer.alignment != 0)
      return "the offset of " + std::to_string(i);
    size = std::max(size, offset + buffer.sizeInBytes);
    for (size_t j = 0; j < i; ++j) {
      const int64_t other = placement.offsets[j];
      const int64_t sizeOfOther = problem.buffers[j].sizeInBytes;
      if (buffer.sizeInBytes > 0 && sizeOfOther > 0 &&
          offset < other + sizeOfOther && other < offset + buffer.sizeInBytes &&
          areApart(problem, i, j))
        return std::to_string(j) + " and " + std::to_string(i);
    }
  }
  if (placement.sizeInBytes != size)
    return "the size";
  return std::nullopt;
}

static int64_t roundUp(int64_t offset, int64_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

int64_t placement::getBestFitSize(const std::vector<Buffer> &buffers,
                                  const std::vector<size_t> &order) {
  std::vector<int64_t> offsets(buffers.size(), -1);
  int64_t arenaEnd = 0;
  for (size_t index : order) {
    const Buffer &buffer = buffers[index];
    std::vector<std::pair<int64_t, int64_t>> occupied;
    for (size_t other = 0; other < buffers.size(); ++other)
      if (offsets[other] >= 0 && buffers[other].timeEnd > buffer.timeStart)
        occupied.push_back(
            {offsets[other], offsets[other] + buffers[other].sizeInBytes});
    std::sort(occupied.begin(), occupied.end());
    // The first of the smallest holes that hold it.
    int64_t best = -1, bestHole = INT64_MAX, free = 0;
    for (auto [start, end] : occupied) {
      const int64_t aligned = roundUp(free, buffer.alignment);
      const int64_t hole = start - aligned;
      if (hole > 0 && hole >= buffer.sizeInBytes && hole < bestHole) {
        best = aligned;
        bestHole = hole;
      }
      free = std::max(free, end);
    }
    // What is left at the end of the arena is a hole like the others.
    const int64_t last = roundUp(free, buffer.alignment);
    if (last + buffer.sizeInBytes <= arenaEnd && arenaEnd - last < bestHole)
      best = last;
    offsets[index] = best < 0 ? last : best;
    arenaEnd = std::max(arenaEnd, offsets[index] + buffer.sizeInBytes);
  }
  return arenaEnd;
}

int64_t placement::getSmallestSize(const Problem &problem) {
  const size_t count = problem.buffers.size();
  std::vector<std::vector<bool>> apart(count, std::vector<bool>(count));
  for (size_t a = 0; a < count; ++a)
    for (size_t b = 0; b < count; ++b)
      apart[a][b] = a != b && areApart(problem, a, b);
  std::vector<size_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  int64_t smallest = INT64_MAX;
  do {
    std::vector<int64_t> offsets(count);
    int64_t size = 0;
    for (size_t i = 0; i < count && size < smallest; ++i) {
      const Buffer &buffer = problem.buffers[order[i]];
      int64_t offset = 0;
      // Until nothing is in the way.
      for (size_t k = 0; buffer.sizeInBytes > 0 && k < i;) {
        const size_t other = order[k++];
        const int64_t end = offsets[other] + problem.buffers[other].sizeInBytes;
        if (!apart[order[i]][other] || offsets[other] == end || offset >= end ||
            offset + buffer.sizeInBytes <= offsets[other])
          continue;
        offset = roundUp(end, buffer.alignment);
        k = 0;
      }
      offsets[order[i]] = offset;
      size = std::max(size, offset + buffer.sizeInBytes);
    }
    smallest = std::min(smallest, size);
  } while (std::next_permutation(order.begin(), order.end()));
  return smallest;
}
