//===- InterruptTest.cpp - The first Ctrl-C, and the second ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Support/Interrupt.h"
#include "gtest/gtest.h"

#include <csignal>

using namespace mlir::remat;

namespace {

int ended = 0;
void countEnd(int) { ++ended; }

/// Has a handler of its own, which stands for the end of the process.
class InterruptTest : public ::testing::Test {
protected:
  InterruptTest() {
    InterruptGuard::clear();
    ended = 0;
    before = std::signal(SIGINT, countEnd);
  }
  ~InterruptTest() override {
    std::signal(SIGINT, before);
    InterruptGuard::clear();
  }
  void (*before)(int);
};

TEST_F(InterruptTest, OnlyTheFirstOneIsAnInterrupt) {
  {
    InterruptGuard guard;
    EXPECT_FALSE(InterruptGuard::flag());
    std::raise(SIGINT);
    EXPECT_TRUE(InterruptGuard::flag());
    EXPECT_EQ(ended, 0);
    std::raise(SIGINT);
    EXPECT_EQ(ended, 1);
  }
  std::raise(SIGINT);
  EXPECT_EQ(ended, 2);
  // What begins after the first one does not catch the second.
  InterruptGuard later;
  EXPECT_TRUE(InterruptGuard::flag());
  std::raise(SIGINT);
  EXPECT_EQ(ended, 3);
}

TEST_F(InterruptTest, NothingIsCaughtWithoutAGuard) {
  { InterruptGuard guard; }
  std::raise(SIGINT);
  EXPECT_EQ(ended, 1);
  EXPECT_FALSE(InterruptGuard::flag());
}

TEST_F(InterruptTest, GuardsOverlap) {
  auto *first = new InterruptGuard;
  auto *second = new InterruptGuard;
  delete first;
  std::raise(SIGINT);
  EXPECT_EQ(ended, 0);
  EXPECT_TRUE(InterruptGuard::flag());
  delete second;
  std::raise(SIGINT);
  EXPECT_EQ(ended, 1);
}

TEST_F(InterruptTest, WhoIgnoresItGoesOnIgnoringIt) {
  std::signal(SIGINT, SIG_IGN);
  InterruptGuard guard;
  std::raise(SIGINT);
  EXPECT_FALSE(InterruptGuard::flag());
}

} // namespace
