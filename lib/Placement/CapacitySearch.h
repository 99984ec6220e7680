//===- CapacitySearch.h - Exact search within a capacity --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A search that finds a placement within a capacity or proves that there is
// none, given enough work. It takes the ideas of MiniMalloc (Moffitt,
// "MiniMalloc: A Lightweight Memory Allocator for Hardware-Accelerated Machine
// Learning", ASPLOS 2023), sections, canonical placements and partitions, into
// a search of another form; see SearchTree.h.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLACEMENT_CAPACITYSEARCH_H
#define REMAT_LIB_PLACEMENT_CAPACITYSEARCH_H

#include "remat/Placement/Placement.h"

#include <optional>

namespace mlir::remat::placement {

struct SearchOutcome {
  std::optional<Placement> placement;
  /// No placement has the capacity; proven.
  bool isInfeasible = false;
  /// What the search took, in touched buffers and sections.
  uint64_t work = 0;
};

/// Returns whether `searchWithin` takes a checked problem: one without extra
/// conflicts, with sizes and alignments below 2^61 in sum, and with fewer than
/// 2^24 overlaps and members of sections. O(n log n).
bool canSearch(const Problem &problem);

/// Searches a placement of at most `capacity` bytes for a checked problem for
/// which `canSearch` holds. With neither a placement nor a proof, the work
/// limit was met, plus at most the work of one decision. The same arguments
/// have the same outcome; another `seed` tries other orders of placing. Memory
/// is linear in overlaps and members of sections.
SearchOutcome searchWithin(const Problem &problem, int64_t capacity,
                           uint64_t workLimit, uint64_t seed = 0);

} // namespace mlir::remat::placement

#endif // REMAT_LIB_PLACEMENT_CAPACITYSEARCH_H
