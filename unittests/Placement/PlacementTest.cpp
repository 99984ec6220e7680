//===- PlacementTest.cpp - Problems, placements and checks ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Placement/Place.h"

#include "gtest/gtest.h"

using namespace mlir::remat::placement;

TEST(PlacementTest, BuffersOfDisjointLivesShareBytes) {
  Problem problem;
  problem.buffers = {{64, 1, 0, 2, {}}, {64, 1, 2, 4, {}}};
  llvm::Expected<PlaceResult> result = place(problem);
  ASSERT_TRUE(static_cast<bool>(result));
  EXPECT_EQ(result->placement.sizeInBytes, 64);
  EXPECT_TRUE(result->isOptimal());
  EXPECT_FALSE(static_cast<bool>(verify(problem, result->placement)));
}
