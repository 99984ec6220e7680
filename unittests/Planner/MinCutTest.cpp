//===- MinCutTest.cpp - Smallest cuts against all cuts --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bounds/MinCut.h"
#include "RandomGraph.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <limits>

using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

struct Arc {
  int32_t from;
  int32_t to;
  int64_t capacity;
};

/// What leaves the source's side, which is the nodes whose bits are set.
int64_t leaving(const std::vector<Arc> &arcs, uint32_t side) {
  int64_t total = 0;
  for (const Arc &arc : arcs)
    if ((side >> arc.from & 1) && !(side >> arc.to & 1))
      total = std::min(MinCut::infinite, total + arc.capacity);
  return total;
}

TEST(MinCutTest, FindsTheSmallestOfAllCuts) {
  Random random(5);
  MinCut cut;
  int finite = 0, infinite = 0;
  for (int instance = 0; instance != 2000; ++instance) {
    cut.clear();
    const int32_t nodes = 2 + random.below(8);
    for (int32_t node = 2; node != nodes; ++node)
      EXPECT_EQ(cut.addNode(), node);
    std::vector<Arc> arcs;
    for (int64_t i = random.below(4 * nodes); i > 0; --i) {
      Arc arc = {static_cast<int32_t>(random.below(nodes)),
                 static_cast<int32_t>(random.below(nodes)), 0};
      if (arc.from == arc.to)
        continue;
      EXPECT_EQ(cut.addArc(arc.from, arc.to),
                static_cast<int32_t>(arcs.size()));
      arcs.push_back(arc);
    }
    // The same network with other capacities.
    for (int round = 0; round != 3; ++round) {
      for (size_t i = 0; i != arcs.size(); ++i) {
        arcs[i].capacity = random.chance(20)   ? MinCut::infinite
                           : random.chance(30) ? random.below(int64_t(1) << 55)
                                               : random.below(10);
        cut.setCapacity(i, arcs[i].capacity);
      }
      int64_t least = std::numeric_limits<int64_t>::max();
      for (uint32_t side = 0; side != uint32_t(1) << nodes; ++side)
        if ((side & 1) && !(side & 2))
          least = std::min(least, leaving(arcs, side));
      const int64_t found = cut.solve();
      if (least == MinCut::infinite) {
        EXPECT_GE(found, least);
        ++infinite;
        continue;
      }
      ++finite;
      ASSERT_EQ(found, least);
      uint32_t side = 0;
      for (int32_t node = 0; node != nodes; ++node)
        side |= uint32_t(cut.isOnSourceSide(node)) << node;
      EXPECT_TRUE(side & 1);
      EXPECT_FALSE(side & 2);
      EXPECT_EQ(leaving(arcs, side), least);
    }
  }
  EXPECT_GT(finite, 3000);
  EXPECT_GT(infinite, 100);
  EXPECT_GT(cut.work(), 0u);
}

TEST(MinCutTest, LongPathsNeedNoStack) {
  MinCut cut;
  int32_t last = MinCut::source;
  constexpr int32_t length = 200000;
  for (int32_t i = 0; i != length; ++i) {
    int32_t node = cut.addNode();
    cut.setCapacity(cut.addArc(last, node), 7 + i);
    last = node;
  }
  cut.setCapacity(cut.addArc(last, MinCut::sink), 9);
  EXPECT_EQ(cut.solve(), 7);
  EXPECT_FALSE(cut.isOnSourceSide(2));
}

} // namespace
