//===- StaticMemoryPlannerTest.cpp - Upstream's shape ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Placement/StaticMemoryPlanner.h"

#include "gtest/gtest.h"

using namespace mlir::remat::placement;

namespace {
/// The members of upstream's descriptor, in its order.
struct MemoryPlannerAlloc {
  int64_t sizeInBytes = 0;
  int64_t alignment = 1;
  int64_t timeStart = 0;
  int64_t timeEnd = 0;
};

/// What upstream's pass switches between.
using Algorithm =
    llvm::SmallVector<int64_t>(int64_t, llvm::ArrayRef<MemoryPlannerAlloc>);
} // namespace

TEST(StaticMemoryPlannerTest, HasTheShapeOfUpstreamsAlgorithms) {
  Algorithm *algorithm = &planStaticMemory<MemoryPlannerAlloc>;
  llvm::SmallVector<MemoryPlannerAlloc> allocs = {
      {100, 64, 0, 2}, {64, 64, 1, 3}, {100, 64, 2, 4}, {8, 8, 4, 4}};
  llvm::SmallVector<int64_t> offsets = algorithm(64, allocs);
  ASSERT_EQ(offsets.size(), allocs.size());
  int64_t size = 0;
  for (size_t i = 0; i < allocs.size(); ++i) {
    EXPECT_EQ(offsets[i] % allocs[i].alignment, 0);
    size = std::max(size, offsets[i] + allocs[i].sizeInBytes);
  }
  // Best fit in the order of time reaches 192 as well; nothing is smaller.
  EXPECT_LE(size, 192);
  EXPECT_NE(offsets[0], offsets[1]);
}

TEST(StaticMemoryPlannerTest, AnAlignmentAboveTheArenasHasNoOffsets) {
  llvm::SmallVector<MemoryPlannerAlloc> allocs = {{100, 128, 0, 2}};
  EXPECT_TRUE(planStaticMemory<MemoryPlannerAlloc>(64, allocs).empty());
  EXPECT_EQ(planStaticMemory<MemoryPlannerAlloc>(256, allocs).size(), 1u);
}

TEST(StaticMemoryPlannerTest, NegativeSizesHaveNoOffsets) {
  llvm::SmallVector<MemoryPlannerAlloc> allocs = {{-1, 1, 0, 2}};
  EXPECT_TRUE(planStaticMemory<MemoryPlannerAlloc>(64, allocs).empty());
}
