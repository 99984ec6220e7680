//===- SectionTree.h - Which bytes are taken when ---------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLACEMENT_SECTIONTREE_H
#define REMAT_LIB_PLACEMENT_SECTIONTREE_H

#include "Model.h"

#include "llvm/ADT/SmallVector.h"

namespace mlir::remat::placement {

/// Bytes, as intervals that ascend and do not touch.
class IntervalSet {
public:
  void clear() { intervals.clear(); }
  bool empty() const { return intervals.empty(); }
  /// Adds [start, end), which may overlap what is there. O(intervals), most of
  /// it a move of memory.
  void insert(int64_t start, int64_t end);
  /// Returns the lowest multiple of `alignment` from `offset` on at which
  /// `size` bytes are not in the set. `cursor`, 0 at first, is where the last
  /// call with a lower offset ended. O(log) of what is passed over, for each
  /// interval hit.
  int64_t findFree(int64_t offset, int64_t size, int64_t alignment,
                   size_t &cursor, uint64_t &work) const;

private:
  struct Interval {
    int64_t start, end;
  };
  std::vector<Interval> intervals;
};

/// Which bytes are taken in which sections: a segment tree over the sections.
/// A buffer is kept at the O(log n) nodes that its life is made of; each node
/// has the bytes of its own buffers, and of all below it.
class SectionTree {
public:
  explicit SectionTree(uint32_t numSections);

  void clear();
  /// Takes the bytes from `start` to `end` in `ranges`. Adds what it costs to
  /// `work`.
  void insert(llvm::ArrayRef<SectionRange> ranges, int64_t start, int64_t end,
              uint64_t &work);
  /// Returns the lowest multiple of `alignment` at which `size` bytes are free
  /// in all of `ranges`, and not in `others`. Adds the intervals looked at to
  /// `work`.
  int64_t findFirst(llvm::ArrayRef<SectionRange> ranges,
                    const IntervalSet &others, int64_t size, int64_t alignment,
                    uint64_t &work);

private:
  struct Node {
    IntervalSet own;
    IntervalSet all;
  };
  struct Cursor {
    const IntervalSet *set;
    size_t position;
  };

  /// Calls `atPart` for the nodes that `range` is made of, and `atAncestor` for
  /// those above them, each once.
  template <typename AtPart, typename AtAncestor>
  void walk(SectionRange range, AtPart atPart, AtAncestor atAncestor);
  void addCursor(const IntervalSet &set);

  uint32_t numLeaves = 1;
  std::vector<Node> nodes;
  llvm::SmallVector<Cursor, 64> cursors;
};

} // namespace mlir::remat::placement

#endif // REMAT_LIB_PLACEMENT_SECTIONTREE_H
