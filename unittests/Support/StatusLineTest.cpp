//===- StatusLineTest.cpp - What a terminal gets to see -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Support/StatusLine.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

using namespace mlir::remat;
using llvm::StringRef;

namespace {

/// A terminal of which this is the other side.
class StatusLineTest : public ::testing::Test {
protected:
  StatusLineTest() {
    const char *kind = std::getenv("TERM");
    before = kind ? kind : "";
    setenv("TERM", "xterm", 1);
    setenv("COLUMNS", "40", 1);
    other = posix_openpt(O_RDWR | O_NOCTTY);
    if (other < 0 || grantpt(other) != 0 || unlockpt(other) != 0)
      return;
    terminal = open(ptsname(other), O_RDWR | O_NOCTTY);
    fcntl(other, F_SETFL, O_NONBLOCK);
  }
  ~StatusLineTest() override {
    setenv("TERM", before.c_str(), 1);
    close(terminal);
    close(other);
  }
  /// What was written to the terminal since the last call.
  std::string read() {
    std::string text;
    char buffer[256];
    for (ssize_t size; (size = ::read(other, buffer, sizeof(buffer))) > 0;)
      text.append(buffer, size);
    return text;
  }
  static void wait() {
    std::this_thread::sleep_for(std::chrono::milliseconds(110));
  }

  std::string before;
  int other = -1, terminal = -1;
};

TEST_F(StatusLineTest, IsRewrittenInPlaceAndErased) {
  ASSERT_GE(terminal, 0);
  StatusLine line(terminal);
  EXPECT_TRUE(line.isShown());
  wait();
  line.update([] { return std::string("first"); });
  EXPECT_EQ(read(), "\r\x1b[Kfirst");
  wait();
  line.update([] { return std::string("second"); });
  EXPECT_EQ(read(), "\r\x1b[Ksecond");
  line.erase();
  EXPECT_EQ(read(), "\r\x1b[K");
  line.erase();
  EXPECT_EQ(read(), "");
}

TEST_F(StatusLineTest, IsWrittenAtMostTenTimesASecond) {
  ASSERT_GE(terminal, 0);
  StatusLine line(terminal);
  line.begin();
  int asked = 0;
  auto start = std::chrono::steady_clock::now();
  while (asked < 3)
    line.update([&] {
      ++asked;
      return std::string("x");
    });
  EXPECT_GE(std::chrono::steady_clock::now() - start,
            std::chrono::milliseconds(290));
  EXPECT_EQ(StringRef(read()).count('x'), 3u);
}

TEST_F(StatusLineTest, StaysOnOneLine) {
  ASSERT_GE(terminal, 0);
  StatusLine line(terminal);
  wait();
  line.update([] { return std::string(1000, 'x'); });
  EXPECT_LE(StringRef(read()).count('x'), 79u);
}

TEST_F(StatusLineTest, IsNothingWhereThereIsNoTerminal) {
  ASSERT_GE(terminal, 0);
  int file = open("/dev/null", O_WRONLY);
  StatusLine line(file);
  EXPECT_FALSE(line.isShown());
  wait();
  line.update([]() -> std::string {
    ADD_FAILURE() << "nobody reads this";
    return "";
  });
  close(file);

  setenv("TERM", "dumb", 1);
  EXPECT_FALSE(StatusLine(terminal).isShown());
  EXPECT_EQ(read(), "");
}

} // namespace
