//===- ShortLinesTest.cpp - Source lines that fit a screen ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Support/ShortLines.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::remat;

namespace {

TEST(ShortLinesTest, ShortLinesStayWhole) {
  const std::string line(kMaxEchoedBytes, 'x');
  EXPECT_EQ(cutAround(line, 17), std::pair(line, size_t(17)));
  EXPECT_EQ(cutAround("", 3), std::pair(std::string(), size_t(0)));
}

TEST(ShortLinesTest, LongLinesAreCutAroundTheColumn) {
  std::string line;
  for (int i = 0; i != 5000; ++i)
    line += "0123456789abcdef"[i % 16];
  for (size_t column : {0, 10, 50, 51, 60, 2500, 4800, 4949, 4999, 5000}) {
    auto [text, shown] = cutAround(line, column);
    EXPECT_LE(text.size(), kMaxEchoedBytes) << column;
    EXPECT_GT(text.size(), kMaxEchoedBytes - 4) << column;
    if (column < line.size())
      EXPECT_EQ(text[shown], line[column]) << column;
    else
      EXPECT_EQ(shown, text.size());
    EXPECT_EQ(StringRef(text).starts_with("..."), column > 50) << column;
    EXPECT_EQ(StringRef(text).ends_with("..."), column < 4850) << column;
  }
}

TEST(ShortLinesTest, NoCharacterIsCutInHalf) {
  std::string line;
  for (int i = 0; i != 1000; ++i)
    line += "→"; // Three bytes.
  for (size_t column : {0, 300, 303, 306, 1500, 2997}) {
    auto [text, shown] = cutAround(line, column);
    EXPECT_LE(text.size(), kMaxEchoedBytes);
    StringRef rest = text;
    rest.consume_front("...");
    rest.consume_back("...");
    while (rest.consume_front("→"))
      ;
    EXPECT_EQ(rest, "") << column;
    EXPECT_TRUE(StringRef(text).substr(shown).starts_with("→")) << column;
  }
}

} // namespace
