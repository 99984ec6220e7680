//===- NpyFileTest.cpp - Arrays in files of NumPy -------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Support/NpyFile.h"

#include "gtest/gtest.h"

using namespace mlir::remat;
using llvm::StringRef;

namespace {

/// A file of version `major` with this header, as NumPy would write it.
std::string makeFile(StringRef header, StringRef data, char major = 1) {
  std::string text = "\x93NUMPY";
  text += {major, '\0'};
  for (int i = 0; i < (major == 1 ? 2 : 4); ++i)
    text += static_cast<char>(header.size() >> (8 * i));
  return text + header.str() + data.str();
}

std::string getError(StringRef file) {
  llvm::Expected<NpyArray> array = parseNpy(file);
  return array ? "" : llvm::toString(array.takeError());
}

std::string getHeaderError(StringRef header, StringRef data = "") {
  return getError(makeFile(header, data));
}

TEST(NpyFileTest, ReadsWhatItWrites) {
  for (const std::vector<int64_t> &shape :
       {std::vector<int64_t>{}, {3}, {2, 3}, {0, 4}}) {
    int64_t count = 1;
    for (int64_t size : shape)
      count *= size;
    std::string data(static_cast<size_t>(count) * 4, 'x');
    std::string file = formatNpyHeader("f4", shape) + data;
    EXPECT_EQ((file.size() - data.size()) % 64, 0u);
    llvm::Expected<NpyArray> array = parseNpy(file);
    ASSERT_TRUE(static_cast<bool>(array)) << llvm::toString(array.takeError());
    EXPECT_EQ(array->type, "f4");
    EXPECT_EQ(llvm::ArrayRef<int64_t>(array->shape),
              llvm::ArrayRef<int64_t>(shape));
    EXPECT_EQ(array->data, data);
  }
}

TEST(NpyFileTest, LongHeadersHaveVersion2) {
  std::vector<int64_t> shape(40000, 1);
  std::string file = formatNpyHeader("i1", shape) + "x";
  EXPECT_EQ(file[6], 2);
  llvm::Expected<NpyArray> array = parseNpy(file);
  ASSERT_TRUE(static_cast<bool>(array)) << llvm::toString(array.takeError());
  EXPECT_EQ(array->shape.size(), 40000u);
}

TEST(NpyFileTest, ReadsEveryVersionAndSpelling) {
  StringRef header =
      "{\"shape\": (2L,),\n 'fortran_order':False , 'descr':'|u1'}";
  for (char major : {1, 2, 3}) {
    std::string file = makeFile(header, "ab", major);
    llvm::Expected<NpyArray> array = parseNpy(file);
    ASSERT_TRUE(static_cast<bool>(array)) << llvm::toString(array.takeError());
    EXPECT_EQ(array->type, "u1");
    EXPECT_EQ(array->data, "ab");
  }
}

TEST(NpyFileTest, EveryPrefixIsRefused) {
  std::string file =
      makeFile("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n",
               std::string(24, 'x'));
  EXPECT_EQ(getError(file), "");
  for (size_t length = 0; length < file.size(); ++length)
    EXPECT_NE(getError(StringRef(file).take_front(length)), "") << length;
}

TEST(NpyFileTest, RefusesOtherFiles) {
  EXPECT_NE(getError("PK\x03\x04, an archive").find("magic"),
            std::string::npos);
  EXPECT_NE(getError(makeFile("{}", "", 4)).find("version 4"),
            std::string::npos);
  EXPECT_NE(getError(makeFile("{}", "", 0)).find("version 0"),
            std::string::npos);
  // A length that is larger than the file.
  std::string file = makeFile("{}", "", 2);
  file[8] = file[9] = file[10] = file[11] = '\xff';
  EXPECT_NE(getError(file).find("ends within its header"), std::string::npos);
}

TEST(NpyFileTest, RefusesHeadersThatAreNone) {
  StringRef rest = "'fortran_order': False, 'shape': (1,)}";
  EXPECT_NE(getHeaderError("").find("no dictionary"), std::string::npos);
  EXPECT_NE(getHeaderError("{").find("no string"), std::string::npos);
  EXPECT_NE(getHeaderError("{'descr").find("no string"), std::string::npos);
  EXPECT_NE(getHeaderError("{}").find("no 'descr'"), std::string::npos);
  EXPECT_NE(getHeaderError(("{'a': 1, " + rest).str()).find("unknown key 'a'"),
            std::string::npos);
  EXPECT_NE(getHeaderError(("{'descr': [('x', '<f4')], " + rest).str())
                .find("records"),
            std::string::npos);
  EXPECT_NE(getHeaderError(("{'descr': '<f', " + rest).str()).find("'<f'"),
            std::string::npos);
  EXPECT_NE(getHeaderError(("{'descr': '', " + rest).str()).find("''"),
            std::string::npos);
  EXPECT_NE(
      getHeaderError(("{'descr': '|u1', 'descr': '|u1', " + rest).str(), "x")
          .find("'descr' twice"),
      std::string::npos);
  EXPECT_NE(getHeaderError(("{'descr': '|u1', " + rest + " x").str(), "x")
                .find("no end"),
            std::string::npos);
}

TEST(NpyFileTest, RefusesOtherOrders) {
  EXPECT_NE(getHeaderError(
                "{'descr': '>f4', 'fortran_order': False, 'shape': ()}", "abcd")
                .find(".astype('<f4')"),
            std::string::npos);
  EXPECT_NE(getHeaderError(
                "{'descr': '<f4', 'fortran_order': True, 'shape': ()}", "abcd")
                .find("ascontiguousarray"),
            std::string::npos);
}

std::string getShapeError(StringRef shape, StringRef data = "") {
  return getHeaderError(
      ("{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + "}")
          .str(),
      data);
}

TEST(NpyFileTest, RefusesShapesThatAreNone) {
  EXPECT_NE(getShapeError("(-2,)").find("has the size -2"), std::string::npos);
  EXPECT_NE(getShapeError("(2").find("',' or ')'"), std::string::npos);
  EXPECT_NE(getShapeError("(2 3)").find("',' or ')'"), std::string::npos);
  EXPECT_NE(getShapeError("3").find("no shape"), std::string::npos);
  EXPECT_NE(getShapeError("(99999999999999999999,)").find("below 2^63"),
            std::string::npos);
  EXPECT_NE(getShapeError("(4611686018427387904, 4)").find("2^63 bytes"),
            std::string::npos);
  EXPECT_NE(getShapeError("(9223372036854775807,)").find("2^63 bytes"),
            std::string::npos);
  // Nothing overflows where there is nothing.
  EXPECT_EQ(getShapeError("(4611686018427387904, 4, 0)"), "");
}

TEST(NpyFileTest, DataHasTheBytesOfTheShape) {
  EXPECT_EQ(getShapeError("(2,)", "abcdefgh"), "");
  EXPECT_NE(
      getShapeError("(2,)", "abcdefg").find("8 bytes of data, but it has 7"),
      std::string::npos);
  EXPECT_NE(
      getShapeError("(2,)", "abcdefghi").find("8 bytes of data, but it has 9"),
      std::string::npos);
}

} // namespace
