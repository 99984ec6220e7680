//===- TrackingAllocator.h - Allocations that are counted -------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What code lowered by -remat-cpu-pipeline calls for its memory, and what a
// host asks about it. C ABI; all functions may be called from several threads.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_TRACKINGALLOCATOR_H
#define REMAT_RUNTIME_TRACKINGALLOCATOR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Each buffer counts as its size rounded up to this many bytes.
enum { REMAT_ALLOCATION_GRANULE = 64 };

/// A buffer of `size` bytes, aligned to REMAT_ALLOCATION_GRANULE. Ends the
/// program with a message if there is no memory left.
void *_mlir_memref_to_llvm_alloc(uint64_t size);
/// The same, aligned to at least `alignment`, a power of two.
void *_mlir_memref_to_llvm_aligned_alloc(uint64_t alignment, uint64_t size);
/// Frees a buffer. Null is ignored; what is no live buffer of this allocator is
/// left alone and counted as an invalid free.
void _mlir_memref_to_llvm_free(void *buffer);

/// Copies between two ranked memrefs (passed as unranked descriptors: a rank
/// and a pointer to the ranked descriptor) of the same shape and any strides.
void memrefCopy(int64_t elementBytes, const void *source, const void *target);

/// Forgets the peak (it becomes what is live), the invalid frees and how many
/// allocations there were.
void rematTrackerReset(void);
/// Bytes that are live, and the most that have been since the last reset.
int64_t rematTrackerLiveBytes(void);
int64_t rematTrackerPeakBytes(void);
/// How often a buffer was allocated since the last reset.
int64_t rematTrackerAllocations(void);
/// Buffers that are live.
int64_t rematTrackerLiveBuffers(void);
/// Whether `buffer` is a live one.
int rematTrackerIsLive(const void *buffer);
/// Frees of what was no live buffer (freed twice, or never allocated here).
int64_t rematTrackerInvalidFrees(void);
/// Whether new buffers are filled with ones (a NaN in every float format)
/// instead of left as they come: what reads memory before it is written then
/// shows in the results.
void rematTrackerSetPoison(int enabled);

#ifdef __cplusplus
}
#endif

#endif // REMAT_RUNTIME_TRACKINGALLOCATOR_H
