//===- Placement.cpp - Problems and placements ----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Placement/Placement.h"

#include "Model.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

#include <map>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

bool placement::overlapInTime(const Buffer &a, const Buffer &b) {
  if (a.timeStart >= b.timeEnd || b.timeStart >= a.timeEnd)
    return false;
  if (a.gaps.empty() && b.gaps.empty())
    return true;
  return haveCommon<TimeRange>(getLiveRanges(a), getLiveRanges(b));
}

static Error makeError(const char *rule, size_t position, const Twine &what) {
  return createStringError("(" + Twine(rule) + ") buffer " + Twine(position) +
                           " " + what);
}

Error placement::check(const Problem &problem) {
  int64_t sum = 0;
  for (auto [i, buffer] : enumerate(problem.buffers)) {
    if (buffer.sizeInBytes < 0)
      return makeError("B1", i,
                       "has a size of " + Twine(buffer.sizeInBytes) +
                           " bytes; sizes are not negative");
    if (buffer.alignment <= 0)
      return makeError("B1", i,
                       "has an alignment of " + Twine(buffer.alignment) +
                           " bytes; alignments are positive");
    if (buffer.timeStart >= buffer.timeEnd)
      return makeError("B2", i,
                       "is alive from " + Twine(buffer.timeStart) + " to " +
                           Twine(buffer.timeEnd) +
                           "; the end must be after the start");
    int64_t last = buffer.timeStart;
    int64_t live = 0;
    for (TimeRange gap : buffer.gaps) {
      if (gap.lower >= gap.upper || gap.lower < last ||
          gap.upper > buffer.timeEnd)
        return makeError("B3", i,
                         "has a gap from " + Twine(gap.lower) + " to " +
                             Twine(gap.upper) +
                             "; gaps are not empty, ascend and lie within "
                             "the life");
      live |= gap.lower > last;
      last = gap.upper;
    }
    if (!live && last >= buffer.timeEnd)
      return makeError("B3", i, "is never alive outside of its gaps");
    if (AddOverflow(sum, buffer.sizeInBytes, sum) ||
        AddOverflow(sum, buffer.alignment, sum))
      return makeError("B4", i,
                       "and those before it need more than 2^63-1 bytes "
                       "together, with their alignments");
  }
  for (auto [a, b] : problem.conflicts)
    if (a == b || std::max(a, b) >= problem.buffers.size())
      return createStringError("(B5) a conflict between " + Twine(a) + " and " +
                               Twine(b) + " of " +
                               Twine(problem.buffers.size()) + " buffers");
  return Error::success();
}

/// (P3) for lives: step by step, with the live buffers by offset. A new one is
/// disjoint from all if it is from its neighbors.
static Error verifyDisjoint(const Problem &problem,
                            const Placement &placement) {
  std::map<int64_t, uint32_t> live;
  auto makeSharingError = [](uint32_t a, uint32_t b) {
    return createStringError("(P3) buffers " + Twine(std::min(a, b)) + " and " +
                             Twine(std::max(a, b)) +
                             " share bytes while both are alive");
  };
  for (const LifeEvent &event : getLifeEvents(problem)) {
    const int64_t offset = placement.offsets[event.buffer];
    if (!event.isStart) {
      live.erase(offset);
      continue;
    }
    auto [it, isNew] = live.try_emplace(offset, event.buffer);
    if (!isNew)
      return makeSharingError(event.buffer, it->second);
    if (auto next = std::next(it);
        next != live.end() &&
        next->first < offset + problem.buffers[event.buffer].sizeInBytes)
      return makeSharingError(event.buffer, next->second);
    if (it == live.begin())
      continue;
    auto [below, other] = *std::prev(it);
    if (below + problem.buffers[other].sizeInBytes > offset)
      return makeSharingError(event.buffer, other);
  }
  return Error::success();
}

Error placement::verify(const Problem &problem, const Placement &placement) {
  size_t count = problem.buffers.size();
  if (placement.offsets.size() != count)
    return createStringError("(P1) there are " +
                             Twine(placement.offsets.size()) + " offsets for " +
                             Twine(count) + " buffers");
  int64_t size = 0;
  for (auto [i, buffer] : enumerate(problem.buffers)) {
    int64_t offset = placement.offsets[i], end;
    if (offset < 0 || AddOverflow(offset, buffer.sizeInBytes, end))
      return makeError("P1", i, "lies at " + Twine(offset));
    if (offset % buffer.alignment != 0)
      return makeError("P2", i,
                       "lies at " + Twine(offset) +
                           ", no multiple of its alignment " +
                           Twine(buffer.alignment));
    size = std::max(size, end);
  }
  if (Error error = verifyDisjoint(problem, placement))
    return error;
  auto endOf = [&](uint32_t i) {
    return placement.offsets[i] + problem.buffers[i].sizeInBytes;
  };
  for (auto [a, b] : problem.conflicts)
    if (std::max(placement.offsets[a], placement.offsets[b]) <
            std::min(endOf(a), endOf(b)) &&
        problem.buffers[a].sizeInBytes > 0 &&
        problem.buffers[b].sizeInBytes > 0)
      return createStringError("(P3) buffers " + Twine(a) + " and " + Twine(b) +
                               " share bytes although they are in conflict");
  if (placement.sizeInBytes != size)
    return createStringError(
        "(P4) the size is given as " + Twine(placement.sizeInBytes) +
        " bytes, but the highest buffer ends at " + Twine(size));
  return Error::success();
}

int64_t placement::getLiveMaximum(const Problem &problem) {
  int64_t live = 0, most = 0;
  for (const LifeEvent &event : getLifeEvents(problem)) {
    const int64_t size = problem.buffers[event.buffer].sizeInBytes;
    most = std::max(most, live += event.isStart ? size : -size);
  }
  return most;
}
