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

/// Which free bytes a buffer gets.
enum class Fit {
  /// Those at the lowest offset.
  First,
  /// Those in the smallest hole that holds it; above all others if none does.
  Best
};

/// Places buffers one by one, each where no buffer lies that was placed before
/// and may not share bytes with it.
class FirstFit {
public:
  explicit FirstFit(const Model &model);
  /// For tests: with the tree, or without it. The results are the same.
  FirstFit(const Model &model, bool useTree);
  ~FirstFit();

  /// Places the buffers in the given order; gives up once one ends above
  /// `limit` or the work limit is exceeded.
  ///
  /// In the order of their offsets in some placement, with `Fit::First`, none
  /// ends up higher than there.
  ///
  /// O(n²) with a small factor. For many buffers of which few overlap, and for
  /// very many, each looks with `Fit::First` at sets of holes of O(log n) spans
  /// of time instead of all buffers.
  std::optional<Placement>
  place(llvm::ArrayRef<uint32_t> order, Fit fit = Fit::First,
        int64_t limit = std::numeric_limits<int64_t>::max());

  /// Buffers and holes looked at so far: the work, in place of a clock.
  uint64_t getWork() const { return work; }
  /// From then on, `place` gives up as if above its limit.
  void setWorkLimit(uint64_t limit) { workLimit = limit; }

private:
  class SectionTree;
  /// A buffer that was placed.
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
