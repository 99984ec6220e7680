//===- CapacitySearch.h - Exact search within a capacity --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds a placement within a capacity or proves that there is none, given
// enough work. Uses sections, canonical placements and partitions from
// MiniMalloc (Moffitt, "MiniMalloc: A Lightweight Memory Allocator for
// Hardware-Accelerated Machine Learning", ASPLOS 2023) in a search of another
// form; see SearchTree.h.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLACEMENT_CAPACITYSEARCH_H
#define REMAT_LIB_PLACEMENT_CAPACITYSEARCH_H

#include "remat/Placement/Placement.h"

#include <optional>

namespace mlir::remat::placement {

struct SearchOutcome {
  std::optional<Placement> placement;
  /// Proven: no placement has the capacity.
  bool isInfeasible = false;
  /// Touched buffers and sections.
  uint64_t work = 0;
};

/// Whether `searchWithin` takes a checked problem: no extra conflicts, a sum of
/// sizes and alignments below 2^61, fewer than 2^24 overlaps and section
/// members. O(n log n).
bool canSearch(const Problem &problem);

/// Searches a placement of at most `capacity` bytes for a checked problem that
/// `canSearch` accepts. Without placement or proof, the work limit was reached,
/// plus at most one decision. Deterministic; another `seed` tries other orders.
/// Memory is linear in overlaps and section members.
SearchOutcome searchWithin(const Problem &problem, int64_t capacity,
                           uint64_t workLimit, uint64_t seed = 0);

} // namespace mlir::remat::placement

#endif // REMAT_LIB_PLACEMENT_CAPACITYSEARCH_H
