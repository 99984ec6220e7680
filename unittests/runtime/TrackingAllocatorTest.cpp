//===- TrackingAllocatorTest.cpp - Allocations that are counted -----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrackingAllocator.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <thread>
#include <vector>

namespace {

TEST(TrackingAllocator, CountsRoundedSizesAndTheirPeak) {
  rematTrackerReset();
  int64_t before = rematTrackerLiveBytes();
  void *one = _mlir_memref_to_llvm_alloc(1);
  void *two = _mlir_memref_to_llvm_aligned_alloc(64, 65);
  EXPECT_EQ(rematTrackerLiveBytes() - before, 64 + 128);
  _mlir_memref_to_llvm_free(one);
  void *three = _mlir_memref_to_llvm_alloc(64);
  EXPECT_EQ(rematTrackerLiveBytes() - before, 128 + 64);
  EXPECT_EQ(rematTrackerPeakBytes() - before, 64 + 128);
  _mlir_memref_to_llvm_free(two);
  _mlir_memref_to_llvm_free(three);
  EXPECT_EQ(rematTrackerLiveBytes(), before);
  EXPECT_EQ(rematTrackerPeakBytes() - before, 64 + 128);
  rematTrackerReset();
  EXPECT_EQ(rematTrackerPeakBytes(), before);
}

TEST(TrackingAllocator, AlignsToTheGranuleAndBeyond) {
  for (uint64_t alignment : {8, 64, 256, 4096}) {
    void *buffer = _mlir_memref_to_llvm_aligned_alloc(alignment, 10);
    uint64_t wanted = alignment < 64 ? 64 : alignment;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer) % wanted, 0u);
    _mlir_memref_to_llvm_free(buffer);
  }
}

TEST(TrackingAllocator, BuffersOfNoBytesHaveAddressesOfTheirOwn) {
  int64_t before = rematTrackerLiveBytes();
  void *one = _mlir_memref_to_llvm_alloc(0);
  void *two = _mlir_memref_to_llvm_alloc(0);
  EXPECT_NE(one, nullptr);
  EXPECT_NE(one, two);
  EXPECT_EQ(rematTrackerLiveBytes(), before);
  _mlir_memref_to_llvm_free(one);
  _mlir_memref_to_llvm_free(two);
}

TEST(TrackingAllocator, CountsFreesOfWhatIsNotLiveAndSurvivesThem) {
  rematTrackerReset();
  int64_t buffers = rematTrackerLiveBuffers();
  void *buffer = _mlir_memref_to_llvm_alloc(64);
  int onStack = 0;
  _mlir_memref_to_llvm_free(&onStack);
  EXPECT_EQ(rematTrackerInvalidFrees(), 1);
  EXPECT_EQ(rematTrackerLiveBuffers(), buffers + 1);
  _mlir_memref_to_llvm_free(buffer);
  _mlir_memref_to_llvm_free(buffer);
  EXPECT_EQ(rematTrackerInvalidFrees(), 2);
  _mlir_memref_to_llvm_free(nullptr);
  EXPECT_EQ(rematTrackerInvalidFrees(), 2);
  EXPECT_EQ(rematTrackerLiveBuffers(), buffers);
  rematTrackerReset();
  EXPECT_EQ(rematTrackerInvalidFrees(), 0);
}

TEST(TrackingAllocator, EndsTheProgramWhenThereIsNoMemory) {
  EXPECT_DEATH(_mlir_memref_to_llvm_alloc(UINT64_MAX),
               "no memory for a buffer");
}

TEST(TrackingAllocator, PoisonsNewBuffersWithNaNs) {
  rematTrackerSetPoison(1);
  auto *values = static_cast<float *>(_mlir_memref_to_llvm_alloc(64));
  rematTrackerSetPoison(0);
  for (int i = 0; i < 16; ++i)
    EXPECT_NE(values[i], values[i]);
  _mlir_memref_to_llvm_free(values);
}

TEST(TrackingAllocator, CountsWhatThreadsAllocateAtOnce) {
  int64_t before = rematTrackerLiveBytes();
  std::vector<std::thread> threads(4);
  for (std::thread &thread : threads)
    thread = std::thread([] {
      for (int i = 0; i < 1000; ++i)
        _mlir_memref_to_llvm_free(_mlir_memref_to_llvm_alloc(i));
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(rematTrackerLiveBytes(), before);
}

/// A descriptor of rank 3.
struct Ranked {
  void *allocated;
  void *aligned;
  int64_t offset;
  int64_t sizes[3];
  int64_t strides[3];
};
struct Unranked {
  int64_t rank;
  const Ranked *descriptor;
};

TEST(MemrefCopy, CopiesBetweenAnyStrides) {
  std::vector<int32_t> source(2 * 3 * 4), target(100, -1);
  std::iota(source.begin(), source.end(), 0);
  Ranked from = {source.data(), source.data(), 0, {2, 3, 4}, {12, 4, 1}};
  // Transposed in the outer dimensions, padded in the innermost.
  Ranked to = {target.data(), target.data(), 5, {2, 3, 4}, {8, 16, 1}};
  Unranked fromUnranked = {3, &from}, toUnranked = {3, &to};
  memrefCopy(4, &fromUnranked, &toUnranked);
  int written = 0;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k, ++written)
        EXPECT_EQ(target[5 + i * 8 + j * 16 + k], i * 12 + j * 4 + k);
  EXPECT_EQ(std::count(target.begin(), target.end(), -1), 100 - written);

  // A stride in the innermost dimension of one side only.
  std::vector<int32_t> back(2 * 3 * 8, -1);
  Ranked spread = {back.data(), back.data(), 0, {2, 3, 4}, {24, 8, 2}};
  Unranked spreadUnranked = {3, &spread};
  memrefCopy(4, &toUnranked, &spreadUnranked);
  for (int i = 0; i < 24; ++i) {
    EXPECT_EQ(back[2 * i], i);
    EXPECT_EQ(back[2 * i + 1], -1);
  }
}

TEST(MemrefCopy, CopiesScalarsAndNothing) {
  double source = 2.5, target = 0;
  Ranked from = {&source, &source, 0, {}, {}};
  Ranked to = {&target, &target, 0, {}, {}};
  Unranked fromUnranked = {0, &from}, toUnranked = {0, &to};
  memrefCopy(8, &fromUnranked, &toUnranked);
  EXPECT_EQ(target, 2.5);

  Ranked none = {nullptr, nullptr, 0, {4, 0, 4}, {0, 4, 1}};
  Unranked noneUnranked = {3, &none};
  memrefCopy(8, &noneUnranked, &noneUnranked);
}

} // namespace
