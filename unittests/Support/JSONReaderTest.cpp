//===- JSONReaderTest.cpp - JSON text before it is parsed -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Support/JSONReader.h"

#include "gtest/gtest.h"

#include <string>

using namespace mlir::remat;

namespace {

/// The error of reading `text`, empty if there is none.
std::string read(llvm::StringRef text) {
  llvm::Expected<llvm::json::Value> value = parseFile(text, "the file");
  return value ? "" : llvm::toString(value.takeError());
}

TEST(JSONReaderTest, AKeyTwiceInOneObjectIsAnError) {
  EXPECT_EQ(read("{\"a\": 1, \"b\": 2,\n \"a\": 3}"),
            "the file has the key 'a' at 1:2 and again at 2:2; leave one of "
            "them out");
  EXPECT_EQ(read("[[], {\"x\": {\"k\": [1], \"k\": 2}}]"),
            "the file has the key 'k' at 1:13 and again at 1:23; leave one of "
            "them out");
}

TEST(JSONReaderTest, KeysAreComparedAsTheyRead) {
  EXPECT_EQ(read(R"({"a": 1, "\u0061": 2})"),
            "the file has the key 'a' at 1:2 and again at 1:10; leave one of "
            "them out");
  EXPECT_EQ(read(R"({"a\"": 1, "a\\": 2, "a": 3})"), "");
}

TEST(JSONReaderTest, OneKeyMayStandInSeveralObjects) {
  EXPECT_EQ(read(R"({"a": {"a": [{"a": 1}, {"a": 2}]}, "b": "a"})"), "");
  EXPECT_EQ(read(R"({"b": "a", "a": "\"a\": 1", "c": ["a", "a"]})"), "");
}

TEST(JSONReaderTest, TheMarkOfUTF8IsSkipped) {
  EXPECT_EQ(read("\xef\xbb\xbf{\"a\": 1}"), "");
}

TEST(JSONReaderTest, OtherEncodingsAreNamed) {
  EXPECT_EQ(read(llvm::StringRef("\xff\xfe{\0}\0", 6)),
            "the file is UTF-16, but JSON is read as UTF-8; convert it (iconv "
            "-f UTF-16 -t UTF-8)");
  EXPECT_EQ(read(llvm::StringRef("\xfe\xff\0{\0}", 6)),
            "the file is UTF-16, but JSON is read as UTF-8; convert it (iconv "
            "-f UTF-16 -t UTF-8)");
  EXPECT_EQ(read(llvm::StringRef("\xff\xfe\0\0{\0\0\0}\0\0\0", 12)),
            "the file is UTF-32, but JSON is read as UTF-8; convert it (iconv "
            "-f UTF-32 -t UTF-8)");
}

TEST(JSONReaderTest, DeepNestingIsNamedWhereItBegins) {
  EXPECT_EQ(read(std::string(32, '[') + std::string(32, ']')), "");
  EXPECT_EQ(read(std::string(100000, '[')),
            "the file nests deeper than 32 levels at 1:33");
  // Brackets in strings do not nest.
  EXPECT_EQ(read("\"" + std::string(40, '[') + "\\\"" + "\""), "");
}

} // namespace
