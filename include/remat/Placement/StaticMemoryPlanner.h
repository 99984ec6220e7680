//===- StaticMemoryPlanner.h - In the shape of upstream's -------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's static memory planner takes its algorithms as functions from
// descriptors to offsets. `planStaticMemory` is such a function: where MLIR has
// that pass, it can be given `place` instead of its own best fit.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLACEMENT_STATICMEMORYPLANNER_H
#define REMAT_PLACEMENT_STATICMEMORYPLANNER_H

#include "remat/Placement/Place.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>

namespace mlir::remat::placement {

/// Returns the offset of each of `allocs` in an arena whose base is a multiple
/// of `arenaAlignment` bytes, by position; nothing where `place` refuses the
/// problem (negative sizes, sums over int64) or an alignment does not divide
/// that of the arena. Never a larger arena than upstream's best fit.
///
/// `AllocT` has the members of upstream's MemoryPlannerAlloc: `sizeInBytes`,
/// `alignment`, `timeStart` and `timeEnd`. Upstream lets an allocation end
/// where it starts; it is placed as alive for that step. Complexity: that of
/// `place`.
template <typename AllocT>
llvm::SmallVector<int64_t> planStaticMemory(int64_t arenaAlignment,
                                            llvm::ArrayRef<AllocT> allocs) {
  Problem problem;
  problem.buffers.reserve(allocs.size());
  for (const AllocT &alloc : allocs) {
    if (alloc.alignment <= 0 || arenaAlignment % alloc.alignment != 0)
      return {};
    problem.buffers.push_back({alloc.sizeInBytes,
                               alloc.alignment,
                               alloc.timeStart,
                               std::max(alloc.timeEnd, alloc.timeStart + 1),
                               {}});
  }
  llvm::Expected<PlaceResult> result = place(problem);
  if (!result) {
    llvm::consumeError(result.takeError());
    return {};
  }
  return llvm::SmallVector<int64_t>(result->placement.offsets.begin(),
                                    result->placement.offsets.end());
}

} // namespace mlir::remat::placement

#endif // REMAT_PLACEMENT_STATICMEMORYPLANNER_H
