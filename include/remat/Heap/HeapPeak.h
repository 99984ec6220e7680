//===- HeapPeak.h - What a heap makes of a plan -----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_HEAP_HEAPPEAK_H
#define REMAT_HEAP_HEAPPEAK_H

#include "remat/Planner/Simulator.h"

namespace mlir::remat {

/// The resident bytes and those of XLA's heap for the buffers of a plan
/// (`placement::placeBestFitBySizeOrLife`), without those that lie in
/// `reserved` storages, where results will. XLA places buffers there first, the
/// largest first, each in the smallest such storage that holds it and is free
/// for its life.
///
/// Of up to 4096 buffers it is the lower median of ten heaps, one with the
/// plan's lives and nine in which a random tenth of the copies live a step
/// longer, where that does not raise the peak: XLA keeps to a plan within a few
/// ops only, and a heap may be small by luck. The same plan always gets the
/// same bytes. The plan can be simulated. INT64_MAX if the sum of all buffers
/// overflows. O(n² + n · results · log n) for n buffers.
int64_t getHeapPeak(const planner::Graph &graph,
                    llvm::ArrayRef<planner::Step> steps,
                    llvm::ArrayRef<planner::ReservedStorage> reserved = {},
                    llvm::ArrayRef<planner::Parking> parkings = {});

} // namespace mlir::remat

#endif // REMAT_HEAP_HEAPPEAK_H
