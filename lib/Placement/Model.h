//===- Model.h - A problem by sections and parts ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLACEMENT_MODEL_H
#define REMAT_LIB_PLACEMENT_MODEL_H

#include "remat/Placement/Placement.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::remat::placement {

/// Returns the ranges in which `buffer` is alive, ascending and disjoint.
/// O(gaps).
std::vector<TimeRange> getLiveRanges(const Buffer &buffer);

/// Whether two ascending, disjoint lists of ranges intersect. O(|a| + |b|).
template <typename RangeT>
bool haveCommon(llvm::ArrayRef<RangeT> a, llvm::ArrayRef<RangeT> b) {
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].upper <= b[j].lower)
      ++i;
    else if (b[j].upper <= a[i].lower)
      ++j;
    else
      return true;
  }
  return false;
}

struct LifeEvent {
  int64_t time;
  bool isStart;
  uint32_t buffer;
};

/// Returns the events of non-empty buffers by time; at one time, ends precede
/// starts. O(n log n).
std::vector<LifeEvent> getLifeEvents(const Problem &problem);

/// The sections [lower, upper).
struct SectionRange {
  uint32_t lower;
  uint32_t upper;
};

/// A checked problem with times counted in *sections*: steps between
/// neighboring starts or ends, in which the same buffers are alive. Made in O(n
/// log n + conflicts).
class Model {
public:
  explicit Model(const Problem &problem);

  uint32_t getNumBuffers() const { return buffers.size(); }
  uint32_t getNumSections() const { return liveBytes.size(); }
  llvm::ArrayRef<Buffer> getBuffers() const { return buffers; }
  int64_t getSize(uint32_t buffer) const { return buffers[buffer].sizeInBytes; }

  /// Live sections of `buffer`, ascending and disjoint.
  llvm::ArrayRef<SectionRange> getRanges(uint32_t buffer) const {
    return ranges[buffer];
  }
  /// From the first section of `buffer` to its last, gaps included.
  SectionRange getHull(uint32_t buffer) const {
    return {ranges[buffer].front().lower, ranges[buffer].back().upper};
  }
  /// The buffers that conflict with `buffer` beyond its life, ascending.
  llvm::ArrayRef<uint32_t> getConflicts(uint32_t buffer) const {
    return conflicts[buffer];
  }
  bool hasConflicts() const { return anyConflicts; }
  bool hasGaps() const { return anyGaps; }

  llvm::ArrayRef<int64_t> getLiveBytes() const { return liveBytes; }
  /// A lower bound for any placement: the live maximum, with sizes rounded up
  /// where provably needed.
  int64_t getLowerBound() const { return lowerBound; }

  /// Whether both are alive in some section, conflicts aside. O(gaps).
  bool overlap(uint32_t a, uint32_t b) const {
    return haveCommon(getRanges(a), getRanges(b));
  }

private:
  void addRanges();
  void addLiveBytes();

  llvm::ArrayRef<Buffer> buffers;
  std::vector<llvm::SmallVector<SectionRange, 1>> ranges;
  std::vector<std::vector<uint32_t>> conflicts;
  std::vector<int64_t> liveBytes;
  int64_t lowerBound = 0;
  bool anyConflicts, anyGaps = false;
};

/// Buffers that can be placed without the others.
struct Part {
  Problem problem;
  /// Their positions in the whole problem.
  std::vector<uint32_t> buffers;
  /// In bytes, on every placement of the part.
  int64_t lowerBound = 0;
};

/// Splits a checked problem in time order, where neither lives nor conflicts
/// cross. O(n log n + conflicts).
std::vector<Part> splitIntoParts(const Problem &problem);

} // namespace mlir::remat::placement

#endif // REMAT_LIB_PLACEMENT_MODEL_H
