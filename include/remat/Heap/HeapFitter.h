//===- HeapFitter.h - Plans that fit with the gaps of a heap ----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiler that places buffers itself (`Target::hasKnownHeap`) loses bytes to
// gaps. Plans of the same peak and the same time lose none or a tenth: the
// budget is held against the heap.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_HEAP_HEAPFITTER_H
#define REMAT_HEAP_HEAPFITTER_H

#include "remat/Planner/Session.h"

namespace mlir::remat {

/// A plan and the bytes that it needs with the gaps of the heap.
struct HeapPlan {
  planner::Plan plan;
  int64_t heapPeak = 0;
};

/// The fastest plan found whose heap fits the budget of `ask`, else the one of
/// the smallest heap. `first`: the plan of `ask`, with its heap. Tries other
/// orders of the step, then smaller budgets, 23 solutions in all at most.
/// `reserved`: as of `getHeapPeak`. Errors: those of `Session::solve`.
llvm::Expected<HeapPlan>
fitHeap(const planner::Graph &graph, planner::Session &session,
        const planner::Ask &ask, const HeapPlan &first,
        llvm::ArrayRef<planner::ReservedStorage> reserved = {});

} // namespace mlir::remat

#endif // REMAT_HEAP_HEAPFITTER_H
