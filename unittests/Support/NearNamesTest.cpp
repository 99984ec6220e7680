//===- NearNamesTest.cpp - What somebody may have meant -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Support/NearNames.h"

#include "gtest/gtest.h"

using namespace mlir::remat;

namespace {

using Names = std::vector<std::string>;

TEST(NearNamesTest, NearestComeFirstAndEachOnce) {
  const Names known = {"matmul", "matvec", "matmul", "batch", "matmull"};
  EXPECT_EQ(findNearNames("matmuk", known), Names({"matmul", "matmull"}));
  EXPECT_EQ(findNearNames("matmuk", known, 1), Names({"matmul"}));
}

TEST(NearNamesTest, ShortNamesDifferInOneLetter) {
  EXPECT_EQ(findNearNames("%a", {"%b", "%ab", "%bc"}), Names({"%ab", "%b"}));
}

TEST(NearNamesTest, FarNamesAreNotNamed) {
  EXPECT_EQ(formatNearNames("loss", {"matmul"}), "");
  EXPECT_EQ(formatNearNames("", {}), "");
  EXPECT_EQ(formatNearNames("matmuk", {"matmul"}), "; near it is 'matmul'");
  EXPECT_EQ(formatNearNames("%a", {"%b", "%c"}), "; near it are '%b', '%c'");
}

} // namespace
