//===- TrackingAllocator.cpp - Allocations that are counted ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrackingAllocator.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <unordered_map>

namespace {

struct Tracker {
  std::mutex mutex;
  std::unordered_map<void *, int64_t> buffers;
  int64_t live = 0;
  int64_t peak = 0;
  int64_t invalidFrees = 0;
  int64_t allocations = 0;
  bool poison = false;
};

/// Never destroyed: code that runs at exit may still free.
Tracker &tracker() {
  static Tracker *instance = new Tracker;
  return *instance;
}

/// As code lowered from MLIR lays out a ranked memref: sizes and strides
/// follow, `rank` of each.
struct Descriptor {
  char *allocated;
  char *aligned;
  int64_t offset;
  int64_t sizesAndStrides[1];
};

struct UnrankedDescriptor {
  int64_t rank;
  Descriptor *descriptor;
};

} // namespace

extern "C" void *_mlir_memref_to_llvm_aligned_alloc(uint64_t alignment,
                                                    uint64_t size) {
  constexpr uint64_t granule = REMAT_ALLOCATION_GRANULE;
  void *buffer = nullptr;
  bool tooLarge = size > INT64_MAX - granule;
  uint64_t rounded = tooLarge ? 0 : (size + granule - 1) / granule * granule;
  // A buffer of no elements still has an address of its own.
  if (tooLarge || posix_memalign(&buffer, std::max(alignment, granule),
                                 std::max(rounded, granule)) != 0) {
    std::fprintf(stderr, "error: no memory for a buffer of %llu bytes\n",
                 static_cast<unsigned long long>(size));
    std::abort();
  }
  Tracker &state = tracker();
  std::lock_guard<std::mutex> lock(state.mutex);
  if (state.poison)
    std::memset(buffer, 0xff, rounded);
  state.buffers[buffer] = static_cast<int64_t>(rounded);
  state.live += static_cast<int64_t>(rounded);
  state.peak = std::max(state.peak, state.live);
  ++state.allocations;
  return buffer;
}

extern "C" void *_mlir_memref_to_llvm_alloc(uint64_t size) {
  return _mlir_memref_to_llvm_aligned_alloc(REMAT_ALLOCATION_GRANULE, size);
}

extern "C" void _mlir_memref_to_llvm_free(void *buffer) {
  if (!buffer)
    return;
  Tracker &state = tracker();
  {
    std::lock_guard<std::mutex> lock(state.mutex);
    auto found = state.buffers.find(buffer);
    if (found == state.buffers.end()) {
      ++state.invalidFrees;
      return;
    }
    state.live -= found->second;
    state.buffers.erase(found);
  }
  std::free(buffer);
}

extern "C" void memrefCopy(int64_t elementBytes, const void *source,
                           const void *target) {
  const auto &from = *static_cast<const UnrankedDescriptor *>(source);
  const auto &to = *static_cast<const UnrankedDescriptor *>(target);
  int64_t rank = from.rank;
  const int64_t *sizes = from.descriptor->sizesAndStrides;
  const int64_t *fromStrides = sizes + rank;
  const int64_t *toStrides = to.descriptor->sizesAndStrides + rank;
  const char *fromBase =
      from.descriptor->aligned + from.descriptor->offset * elementBytes;
  char *toBase = to.descriptor->aligned + to.descriptor->offset * elementBytes;

  for (int64_t d = 0; d < rank; ++d)
    if (sizes[d] == 0)
      return;
  // Trailing dimensions that are contiguous in both are copied as one run.
  int64_t run = elementBytes;
  int64_t outer = rank;
  int64_t expected = 1;
  while (outer > 0 &&
         (sizes[outer - 1] == 1 || (fromStrides[outer - 1] == expected &&
                                    toStrides[outer - 1] == expected))) {
    expected *= sizes[outer - 1];
    run *= sizes[outer - 1];
    --outer;
  }

  // An odometer over the others, without recursion or an array of its own: the
  // position is counted down from one number.
  int64_t runs = 1;
  for (int64_t d = 0; d < outer; ++d)
    runs *= sizes[d];
  for (int64_t i = 0; i < runs; ++i) {
    int64_t fromOffset = 0;
    int64_t toOffset = 0;
    int64_t rest = i;
    for (int64_t d = outer; d-- > 0;) {
      int64_t position = rest % sizes[d];
      rest /= sizes[d];
      fromOffset += position * fromStrides[d];
      toOffset += position * toStrides[d];
    }
    std::memcpy(toBase + toOffset * elementBytes,
                fromBase + fromOffset * elementBytes, run);
  }
}

extern "C" void rematTrackerReset(void) {
  Tracker &state = tracker();
  std::lock_guard<std::mutex> lock(state.mutex);
  state.peak = state.live;
  state.invalidFrees = 0;
  state.allocations = 0;
}

extern "C" int64_t rematTrackerLiveBytes(void) {
  std::lock_guard<std::mutex> lock(tracker().mutex);
  return tracker().live;
}

extern "C" int64_t rematTrackerPeakBytes(void) {
  std::lock_guard<std::mutex> lock(tracker().mutex);
  return tracker().peak;
}

extern "C" int64_t rematTrackerAllocations(void) {
  std::lock_guard<std::mutex> lock(tracker().mutex);
  return tracker().allocations;
}

extern "C" int64_t rematTrackerLiveBuffers(void) {
  std::lock_guard<std::mutex> lock(tracker().mutex);
  return static_cast<int64_t>(tracker().buffers.size());
}

extern "C" int rematTrackerIsLive(const void *buffer) {
  std::lock_guard<std::mutex> lock(tracker().mutex);
  return tracker().buffers.count(const_cast<void *>(buffer)) > 0;
}

extern "C" int64_t rematTrackerInvalidFrees(void) {
  std::lock_guard<std::mutex> lock(tracker().mutex);
  return tracker().invalidFrees;
}

extern "C" void rematTrackerSetPoison(int enabled) {
  std::lock_guard<std::mutex> lock(tracker().mutex);
  tracker().poison = enabled != 0;
}
