//===- ArenaSVGTest.cpp - Pictures of arenas ------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Report/ArenaSVG.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

namespace {

//===----------------------------------------------------------------------===//
// A checker of what XML calls well-formed, as far as the pictures use it
//===----------------------------------------------------------------------===//

/// Every '&' starts one of the entities that XML knows without a declaration.
bool hasKnownEntities(StringRef text) {
  for (size_t at = text.find('&'); at != StringRef::npos;
       at = text.find('&', at + 1)) {
    StringRef rest = text.drop_front(at);
    if (!rest.starts_with("&lt;") && !rest.starts_with("&gt;") &&
        !rest.starts_with("&amp;") && !rest.starts_with("&quot;") &&
        !rest.starts_with("&apos;"))
      return false;
  }
  return true;
}

/// `NAME="VALUE"` any number of times, no name twice.
bool areAttributes(StringRef text) {
  SmallVector<StringRef> names;
  for (text = text.trim(); !text.empty(); text = text.ltrim()) {
    auto [name, rest] = text.split("=\"");
    if (name.empty() || name.find_first_of(" \"<>&") != StringRef::npos ||
        is_contained(names, name))
      return false;
    names.push_back(name);
    size_t end = rest.find('"');
    if (end == StringRef::npos || rest.take_front(end).contains('<'))
      return false;
    text = rest.drop_front(end + 1);
  }
  return true;
}

/// Returns what is wrong with the text, or nothing.
std::string findFault(StringRef text) {
  if (any_of(text, [](char c) {
        return static_cast<unsigned char>(c) < 0x20 && c != '\n';
      }))
    return "a control character";
  if (!hasKnownEntities(text))
    return "an unknown entity";
  SmallVector<StringRef> open;
  bool hasRoot = false;
  while (!text.empty()) {
    auto [between, rest] = text.split('<');
    if (open.empty() && !between.trim().empty())
      return "text outside of the root";
    if (between.size() == text.size())
      break;
    size_t end = rest.find('>');
    if (end == StringRef::npos)
      return "a tag without an end";
    StringRef tag = rest.take_front(end);
    text = rest.drop_front(end + 1);
    if (tag.consume_front("/")) {
      if (open.empty() || open.pop_back_val() != tag)
        return ("</" + tag + "> closes nothing").str();
      continue;
    }
    if (open.empty() && hasRoot)
      return "two roots";
    hasRoot = true;
    const bool isEmpty = tag.consume_back("/");
    auto [name, attributes] = tag.split(' ');
    if (!areAttributes(attributes))
      return ("bad attributes of <" + name + ">").str();
    if (!isEmpty)
      open.push_back(name);
  }
  return open.empty() ? "" : ("<" + open.back() + "> is never closed").str();
}

TEST(ArenaSVGTest, TheCheckerFindsWhatIsNotWellFormed) {
  EXPECT_EQ(findFault("<a b=\"1\"><c/>&lt;</a>\n"), "");
  EXPECT_NE(findFault("<a>"), "");
  EXPECT_NE(findFault("<a></b>"), "");
  EXPECT_NE(findFault("<a b=1/>"), "");
  EXPECT_NE(findFault("<a b=\"1\" b=\"2\"/>"), "");
  EXPECT_NE(findFault("<a>&nbsp;</a>"), "");
  EXPECT_NE(findFault("<a/><a/>"), "");
  EXPECT_NE(findFault("<a>\x01</a>"), "");
}

//===----------------------------------------------------------------------===//
// Pictures
//===----------------------------------------------------------------------===//

Buffer makeBuffer(int64_t bytes, int64_t start, int64_t end,
                  std::vector<TimeRange> gaps = {}) {
  Buffer buffer;
  buffer.sizeInBytes = bytes;
  buffer.timeStart = start;
  buffer.timeEnd = end;
  buffer.gaps = std::move(gaps);
  return buffer;
}

std::string draw(const Problem &problem, ArrayRef<int64_t> offsets,
                 ArrayRef<std::string> names = {},
                 const ArenaSVGOptions &options = {}) {
  Placement placement;
  placement.offsets = offsets.vec();
  std::string text;
  raw_string_ostream os(text);
  cantFail(writeArenaSVG(os, problem, placement, names, options));
  EXPECT_EQ(findFault(text), "");
  return text;
}

TEST(ArenaSVGTest, EachBufferIsAShapeThatTellsItsName) {
  Problem problem;
  problem.buffers = {makeBuffer(64, 0, 4), makeBuffer(128, 2, 8)};
  std::string text = draw(problem, {0, 64}, {"first"});
  EXPECT_EQ(StringRef(text).count("<path class=\"b "), 2u);
  EXPECT_TRUE(StringRef(text).contains(
      "<title>first: 64 bytes (64 B) at offset 0, steps 0 to 4</title>"));
  EXPECT_TRUE(StringRef(text).contains(
      "<title>buffer 1: 128 bytes (128 B) at offset 64, steps 2 to 8</title>"));
  EXPECT_TRUE(StringRef(text).contains("live maximum: 192 bytes"));
  EXPECT_TRUE(StringRef(text).contains("arena: 192 bytes"));
  EXPECT_FALSE(StringRef(text).contains("budget"));
}

TEST(ArenaSVGTest, ShapesStandWhereTheBuffersLie) {
  Problem problem;
  problem.buffers = {makeBuffer(100, 0, 10), makeBuffer(100, 5, 10)};
  std::string text = draw(problem, {0, 100});
  // The plot is 1080 by 600 from (90, 50): the lower half, and the right
  // quarter of the picture above it.
  EXPECT_TRUE(StringRef(text).contains("d=\"M90 350H1170V650H90z\""));
  EXPECT_TRUE(StringRef(text).contains("d=\"M630 50H1170V350H630z\""));
}

TEST(ArenaSVGTest, GapsSplitTheShape) {
  Problem problem;
  problem.buffers = {makeBuffer(100, 0, 10, {{2, 4}, {9, 10}})};
  std::string text = draw(problem, {0});
  EXPECT_TRUE(StringRef(text).contains(
      "d=\"M90 50H306V650H90zM522 50H1062V650H522z\""));
  EXPECT_TRUE(StringRef(text).contains("steps 0 to 10, not 2 to 4, not 9 to"));
}

TEST(ArenaSVGTest, NamesAreAnyText) {
  Problem problem;
  problem.buffers = {makeBuffer(1, 0, 1), makeBuffer(1, 0, 1),
                     makeBuffer(1, 0, 1)};
  ArenaSVGOptions options;
  options.title = "<f> & \"g\"";
  std::string text = draw(
      problem, {0, 1, 2},
      {"a<b>&\"'", std::string("x\0\x01\ny", 5), "\xff\xef\xbf\xbf"}, options);
  EXPECT_TRUE(StringRef(text).contains("a&lt;b&gt;&amp;&quot;&apos;: 1 bytes"));
  EXPECT_TRUE(StringRef(text).contains("x   y: 1 bytes"));
  EXPECT_FALSE(StringRef(text).contains("\xff"));
  EXPECT_FALSE(StringRef(text).contains("\xef\xbf\xbf"));
}

TEST(ArenaSVGTest, TheBudgetIsALineUnlessItIsFarAbove) {
  Problem problem;
  problem.buffers = {makeBuffer(1 << 20, 0, 4)};
  ArenaSVGOptions options;
  options.budget = 3 << 19;
  EXPECT_TRUE(StringRef(draw(problem, {0}, {}, options))
                  .contains("budget: 1572864 bytes (1.5 MiB)"));
  options.budget = int64_t(1) << 40;
  EXPECT_FALSE(StringRef(draw(problem, {0}, {}, options)).contains("budget:"));
}

TEST(ArenaSVGTest, TheCurveIsThatOfTheBytesAlive) {
  Problem problem;
  problem.buffers = {makeBuffer(100, 0, 5), makeBuffer(100, 5, 10),
                     makeBuffer(200, 5, 10)};
  // 100 bytes to step 5, then 300: what ends makes room for what starts.
  EXPECT_TRUE(
      StringRef(draw(problem, {0, 0, 100}))
          .contains("<path class=\"l\" d=\"M90 650H90V450H630V50H1170V"));
}

TEST(ArenaSVGTest, NothingToDrawIsAPictureToo) {
  EXPECT_EQ(StringRef(draw(Problem(), {})).count("<path class=\"b "), 0u);
}

TEST(ArenaSVGTest, TimesAndSizesMayBeAnyThatTheCheckAllows) {
  Problem problem;
  problem.buffers = {makeBuffer(INT64_MAX / 2, INT64_MIN, INT64_MAX),
                     makeBuffer(0, INT64_MAX - 1, INT64_MAX)};
  draw(problem, {0, INT64_MAX / 2});
}

TEST(ArenaSVGTest, TenThousandBuffersAreACompactFile) {
  Problem problem;
  std::vector<int64_t> offsets;
  for (int64_t i = 0; i < 10000; ++i) {
    problem.buffers.push_back(makeBuffer(4096, i, i + 10));
    offsets.push_back(i % 10 * 4096);
  }
  std::string text = draw(problem, offsets);
  EXPECT_EQ(text, draw(problem, offsets));
  EXPECT_LT(text.size(), 10000u * 200);
}

TEST(ArenaSVGTest, WhatIsNoPlacementIsAnError) {
  auto refuse = [](const Problem &problem, ArrayRef<int64_t> offsets) {
    Placement placement;
    placement.offsets = offsets.vec();
    std::string text;
    raw_string_ostream os(text);
    Error error = writeArenaSVG(os, problem, placement, {});
    EXPECT_EQ(text, "");
    return toString(std::move(error));
  };
  Problem problem;
  problem.buffers = {makeBuffer(64, 0, 4)};
  EXPECT_EQ(refuse(problem, {}),
            "cannot draw the arena: it has 1 buffers and 0 "
            "offsets; give one offset for each");
  EXPECT_TRUE(
      StringRef(refuse(problem, {-1})).contains("buffer 0 is at offset"));
  EXPECT_TRUE(StringRef(refuse(problem, {INT64_MAX}))
                  .contains("buffer 0 is at offset"));
  problem.buffers = {makeBuffer(64, 4, 4)};
  EXPECT_NE(refuse(problem, {0}), "");
}

} // namespace
