//===- FirstFit.h - Buffers one after another -------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLACEMENT_FIRSTFIT_H
#define REMAT_LIB_PLACEMENT_FIRSTFIT_H

#include "Model.h"

#include <limits>
#include <memory>
#include <optional>

namespace mlir::remat::placement {

enum class Fit {
  /// The lowest offset.
  First,
  /// The smallest hole that fits; above all buffers if there is none.
  Best
};

/// Places buffers one by one, clear of earlier ones that may not share bytes.
class FirstFit {
public:
  explicit FirstFit(const Model &model);
  /// For tests: with or without the tree, with the same results.
  FirstFit(const Model &model, bool useTree);
  ~FirstFit();

  /// Places buffers in the given order; gives up once one ends above `limit` or
  /// the work limit is exceeded.
  ///
  /// With `Fit::First`, the order of offsets in a placement yields offsets that
  /// are nowhere higher.
  ///
  /// O(n²) with a small factor. For many buffers with few overlaps, and for
  /// very many, `Fit::First` looks at the holes of O(log n) spans of time
  /// instead of all buffers.
  std::optional<Placement>
  place(llvm::ArrayRef<uint32_t> order, Fit fit = Fit::First,
        int64_t limit = std::numeric_limits<int64_t>::max());

  /// Buffers and holes looked at so far, in place of a clock.
  uint64_t getWork() const { return work; }
  /// Beyond it, `place` gives up as if above its limit.
  void setWorkLimit(uint64_t limit) { workLimit = limit; }

private:
  class SectionTree;
  struct Placed {
    int64_t offset, end;
    SectionRange hull;
    uint32_t buffer;
  };

  int64_t findByScan(uint32_t buffer, Fit fit);
  int64_t findInTree(uint32_t buffer, llvm::ArrayRef<int64_t> offsets);

  const Model &model;
  const bool useTree;
  std::vector<Placed> placed; // ascending by offset
  /// The last buffer with which each is in conflict, plus 1.
  std::vector<uint32_t> conflictOf;
  std::unique_ptr<SectionTree> tree;
  uint64_t work = 0;
  uint64_t workLimit = std::numeric_limits<uint64_t>::max();
};

} // namespace mlir::remat::placement

#endif // REMAT_LIB_PLACEMENT_FIRSTFIT_H
