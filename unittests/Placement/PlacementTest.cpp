//===- PlacementTest.cpp - Problems, placements and checks ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "References.h"

#include "remat/Placement/Place.h"

#include "gtest/gtest.h"

using namespace mlir::remat;
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

// Placements of all kinds of faults, and some of none.
TEST(PlacementTest, VerifyFindsWhatIsFoundPairByPair) {
  SplitMix64 random(1);
  int numRight = 0;
  for (int i = 0; i < 5000; ++i) {
    RandomSpec spec;
    spec.hasZeroSizes = i % 5 == 0;
    spec.hasAlignments = i & 1;
    spec.hasGaps = i & 2;
    spec.hasConflicts = i & 4;
    spec.maxBuffers = 8;
    spec.maxSteps = 10;
    const Problem problem = makeRandomProblem(random, spec);
    Placement placement;
    for (const Buffer &buffer : problem.buffers) {
      int64_t offset = random.below(800);
      if (!random.chance(0.05))
        offset -= offset % buffer.alignment;
      placement.offsets.push_back(offset);
      placement.sizeInBytes =
          std::max(placement.sizeInBytes, offset + buffer.sizeInBytes);
    }
    placement.sizeInBytes += random.chance(0.05);
    const std::optional<std::string> fault = findFault(problem, placement);
    numRight += !fault;
    llvm::Error error = verify(problem, placement);
    ASSERT_EQ(static_cast<bool>(error), fault.has_value())
        << "problem " << i << ": " << fault.value_or("none");
    llvm::consumeError(std::move(error));
  }
  EXPECT_GT(numRight, 500);
  EXPECT_LT(numRight, 4500);
}

TEST(PlacementTest, ViolationsNameBuffersAndRule) {
  Problem problem;
  problem.buffers = {{64, 1, 0, 2, {}}, {64, 8, 1, 4, {}}};
  auto getViolation = [&](std::vector<int64_t> offsets, int64_t size) {
    return llvm::toString(verify(problem, {std::move(offsets), size}));
  };
  EXPECT_EQ(getViolation({0}, 64), "(P1) there are 1 offsets for 2 buffers");
  EXPECT_EQ(getViolation({-1, 64}, 128), "(P1) buffer 0 lies at -1");
  EXPECT_EQ(getViolation({0, 65}, 129),
            "(P2) buffer 1 lies at 65, no multiple of its alignment 8");
  EXPECT_EQ(getViolation({0, 56}, 120),
            "(P3) buffers 0 and 1 share bytes while both are alive");
  EXPECT_EQ(getViolation({0, 64}, 127),
            "(P4) the size is given as 127 bytes, but the highest buffer ends "
            "at 128");
  EXPECT_EQ(getViolation({0, 64}, 128), "");
  problem.buffers[1].timeStart = 2;
  EXPECT_EQ(getViolation({0, 0}, 64), "");
  problem.conflicts = {{1, 0}};
  EXPECT_EQ(getViolation({0, 0}, 64),
            "(P3) buffers 1 and 0 share bytes although they are in conflict");
}

TEST(PlacementTest, ChecksNameTheBufferAndTheRule) {
  auto getViolation = [](std::vector<Buffer> buffers) {
    return llvm::toString(check({std::move(buffers), {}}));
  };
  EXPECT_EQ(getViolation({{-1, 1, 0, 2, {}}}),
            "(B1) buffer 0 has a size of -1 bytes; sizes are not negative");
  EXPECT_EQ(getViolation({{1, 1, 0, 2, {}}, {1, 1, 2, 2, {}}}),
            "(B2) buffer 1 is alive from 2 to 2; the end must be after the "
            "start");
  EXPECT_EQ(getViolation({{1, 1, 0, 4, {{1, 5}}}}),
            "(B3) buffer 0 has a gap from 1 to 5; gaps are not empty, ascend "
            "and lie within the life");
  EXPECT_EQ(getViolation({{1, 1, 0, 4, {{0, 2}, {2, 4}}}}),
            "(B3) buffer 0 is never alive outside of its gaps");
  constexpr int64_t half = int64_t(1) << 62;
  EXPECT_EQ(getViolation({{half, 1, 0, 4, {}}, {half, 1, 5, 6, {}}}),
            "(B4) buffer 1 and those before it need more than 2^63-1 bytes "
            "together, with their alignments");
  // What is rounded up may be larger than all sizes rounded up alone.
  EXPECT_NE(getViolation({{1, 1, 0, 4, {}}, {half, half, 0, 4, {}}}), "");
  EXPECT_EQ(llvm::toString(check({{{1, 1, 0, 4, {}}}, {{0, 1}}})),
            "(B5) a conflict between 0 and 1 of 1 buffers");
}
