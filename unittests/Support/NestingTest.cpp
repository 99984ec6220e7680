//===- NestingTest.cpp - How deep brackets nest in MLIR text --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Support/Nesting.h"

#include "gtest/gtest.h"

#include <string>

using namespace mlir::remat;

namespace {

/// The error at a limit of three brackets, empty if there is none.
std::string check(llvm::StringRef text) {
  llvm::Error error = checkNesting(text, "a.mlir", 3);
  return error ? llvm::toString(std::move(error)) : "";
}

TEST(NestingTest, TheFirstBracketBelowTheLimitIsNamed) {
  EXPECT_EQ(check("({[]})"), "");
  EXPECT_EQ(check("(\n {[<>]})"),
            "a.mlir:2:4: error: regions, attributes or types nest deeper than "
            "3 brackets, the limit; outline inner regions into functions");
}

TEST(NestingTest, WhatIsClosedDoesNotCount) {
  EXPECT_EQ(check("([<>][<>]{})()"), "");
  // Nothing closes a '<' of an opaque text but the bracket around it.
  EXPECT_EQ(check("(<)(<)(<)(<)"), "");
  EXPECT_EQ(check(">>>>((()))"), "");
}

TEST(NestingTest, ArrowsAndComparisonsAreNoBrackets) {
  EXPECT_NE(check("<<<-><"), "");
  EXPECT_NE(check("<<<>=><<"), "");
  EXPECT_EQ(check("<<<>><<"), "");
}

TEST(NestingTest, StringsAndCommentsDoNotCount) {
  EXPECT_EQ(check("\"((((\\\"((((\"((("), "");
  EXPECT_EQ(check("// ((((\n((("), "");
  EXPECT_EQ(check("// (((("), "");
  EXPECT_NE(check("\"a\"(((("), "");
}

TEST(NestingTest, BytecodeIsNoText) { EXPECT_EQ(check("ML\xefR(((((("), ""); }

} // namespace
