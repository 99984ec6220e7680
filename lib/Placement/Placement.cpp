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

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

bool placement::overlapInTime(const Buffer &a, const Buffer &b) {
  if (a.timeStart >= b.timeEnd || b.timeStart >= a.timeEnd)
    return false;
  if (a.gaps.empty() && b.gaps.empty())
    return true;
  std::vector<TimeRange> ofA = getLiveRanges(a), ofB = getLiveRanges(b);
  for (size_t i = 0, j = 0; i < ofA.size() && j < ofB.size();) {
    if (ofA[i].upper <= ofB[j].lower)
      ++i;
    else if (ofB[j].upper <= ofA[i].lower)
      ++j;
    else
      return true;
  }
  return false;
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
  auto share = [&](size_t a, size_t b) {
    int64_t startOfA = placement.offsets[a], startOfB = placement.offsets[b];
    return startOfA < startOfB + problem.buffers[b].sizeInBytes &&
           startOfB < startOfA + problem.buffers[a].sizeInBytes;
  };
  for (size_t a = 0; a < count; ++a)
    for (size_t b = a + 1; b < count; ++b)
      if (overlapInTime(problem.buffers[a], problem.buffers[b]) && share(a, b))
        return createStringError("(P3) buffers " + Twine(a) + " and " +
                                 Twine(b) +
                                 " share bytes while both are "
                                 "alive");
  for (auto [a, b] : problem.conflicts)
    if (share(a, b))
      return createStringError("(P3) buffers " + Twine(a) + " and " + Twine(b) +
                               " share bytes although they are in conflict");
  if (placement.sizeInBytes != size)
    return createStringError(
        "(P4) the size is given as " + Twine(placement.sizeInBytes) +
        " bytes, but the highest buffer ends at " + Twine(size));
  return Error::success();
}

int64_t placement::getLiveMaximum(const Problem &problem) {
  // Ends before starts at the same step.
  std::vector<std::pair<int64_t, int64_t>> changes;
  for (const Buffer &buffer : problem.buffers)
    for (TimeRange range : getLiveRanges(buffer)) {
      changes.push_back({range.lower, buffer.sizeInBytes});
      changes.push_back({range.upper, -buffer.sizeInBytes});
    }
  llvm::sort(changes);
  int64_t live = 0, most = 0;
  for (auto [time, change] : changes)
    most = std::max(most, live += change);
  return most;
}
