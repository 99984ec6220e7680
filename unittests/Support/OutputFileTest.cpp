//===- OutputFileTest.cpp - Writing files, all or nothing -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Support/OutputFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

#include <string>
#include <unistd.h>

using namespace mlir::remat;

namespace {

class OutputFileTest : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("remat", folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::string in(llvm::StringRef name) const {
    llvm::SmallString<128> path = folder;
    llvm::sys::path::append(path, name);
    return path.str().str();
  }
  /// The reason why `path` cannot be written, empty if it can.
  static std::string check(llvm::StringRef path) {
    const std::string message = llvm::toString(checkOutputPath(path));
    return message.substr(std::min(message.rfind(": ") + 2, message.size()));
  }

  llvm::SmallString<128> folder;
};

TEST_F(OutputFileTest, ObstaclesAreFoundBeforeWriting) {
  EXPECT_EQ(check(in("new.txt")), "");
  EXPECT_FALSE(llvm::sys::fs::exists(in("new.txt")));
  EXPECT_EQ(check("-"), "");
  EXPECT_EQ(check(""), "");
  EXPECT_EQ(check("/dev/null"), "");
  EXPECT_EQ(check(in("none/new.txt")), "No such file or directory");
  EXPECT_EQ(check(folder), "Is a directory");
  ASSERT_FALSE(bool(writeOutputFile(in("file"), "text")));
  EXPECT_EQ(check(in("file/new.txt")), "Not a directory");
}

TEST_F(OutputFileTest, CheckingKeepsTheFileAsItIs) {
  ASSERT_FALSE(bool(writeOutputFile(in("file"), "text")));
  EXPECT_EQ(check(in("file")), "");
  EXPECT_EQ((*llvm::MemoryBuffer::getFile(in("file")))->getBuffer(), "text");
}

TEST_F(OutputFileTest, OneFileIsRecognizedByAnyPath) {
  // One that is not there yet, and one that is.
  EXPECT_TRUE(isSameOutputFile(in("new"), in("./new")));
  EXPECT_TRUE(isSameOutputFile(in("none/new"), in("none/new")));
  EXPECT_FALSE(isSameOutputFile(in("new"), in("other")));
  ASSERT_FALSE(bool(writeOutputFile(in("file"), "text")));
  EXPECT_FALSE(isSameOutputFile(in("file"), in("new")));
  ASSERT_FALSE(llvm::sys::fs::create_link(in("file"), in("link")));
  EXPECT_TRUE(isSameOutputFile(in("link"), in("file")));
  ASSERT_FALSE(llvm::sys::fs::create_link(folder, in("here")));
  EXPECT_TRUE(isSameOutputFile(in("here/new"), in("new")));
}

TEST_F(OutputFileTest, WhatTakesSeveralTextsIsNotOneFile) {
  EXPECT_FALSE(isSameOutputFile("-", "-"));
  EXPECT_FALSE(isSameOutputFile("", ""));
  EXPECT_FALSE(isSameOutputFile("/dev/null", "/dev/null"));
}

TEST_F(OutputFileTest, ReadOnlyFilesAreNotReplaced) {
  // The permissions do not bind the superuser.
  if (geteuid() == 0)
    GTEST_SKIP();
  ASSERT_FALSE(bool(writeOutputFile(in("file"), "text")));
  ASSERT_FALSE(
      llvm::sys::fs::setPermissions(in("file"), llvm::sys::fs::all_read));
  EXPECT_EQ(check(in("file")), "Permission denied");
}

} // namespace
