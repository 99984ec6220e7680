//===- SearchMonitorTest.cpp - Searches that are watched ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Report/SearchMonitor.h"
#include "gtest/gtest.h"

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

namespace {

Graph makeGraph() {
  Graph graph;
  graph.tasks.resize(2);
  graph.tasks[0].time = 4;
  graph.tasks[1].time = 6;
  graph.tasks[1].id = 1;
  cantFail(graph.finalize());
  return graph;
}

TEST(SearchMonitorTest, ProgressIsALineForPeople) {
  Graph graph = makeGraph();
  SearchProgress progress;
  progress.peak = 3 << 20;
  progress.done = 0.129;
  EXPECT_EQ(formatProgress("step", graph, SearchProgress()),
            "planning step: 0%, no plan yet");
  EXPECT_EQ(formatProgress("step", graph, progress),
            "planning step: 12%, smallest peak so far 3 MiB");
  progress.peak = 1 << 19;
  progress.fits = true;
  progress.time = 10.5;
  progress.done = 1.5;
  EXPECT_EQ(formatProgress("step", graph, progress),
            "planning step: 100%, peak 512 KiB, extra time 5.00% "
            "(Ctrl-C takes it)");
}

TEST(SearchMonitorTest, ProgressSaysHowFarFromTheBoundItIs) {
  Graph graph = makeGraph();
  SearchProgress progress;
  progress.peak = 1 << 19;
  progress.fits = true;
  progress.time = 10.5;
  progress.done = 0.43;
  SearchBound bound = {10.2, 1 << 18};
  // Of the smallest peak, in bytes.
  EXPECT_EQ(formatProgress("step", graph, progress, SearchBound{0, 1 << 18}),
            "planning step: 43%, peak 512 KiB, bound 256 KiB, gap 100.00%, "
            "extra time 5.00% (Ctrl-C takes it)");
  // Within a budget, of the time.
  progress.budget = 1 << 20;
  bound.peak = 0;
  EXPECT_EQ(formatProgress("step", graph, progress, bound),
            "planning step: 43%, peak 512 KiB, extra time 5.00%, bound 2.00%, "
            "gap 3.00% (Ctrl-C takes it)");
  progress.sweepBudgets = 20;
  progress.sweepBudget = 7;
  EXPECT_EQ(formatProgress("step", graph, progress, bound),
            "sweeping step: budget 7 of 20, 43%, peak 512 KiB, extra time "
            "5.00%, bound 2.00%, gap 3.00% (Ctrl-C takes it)");
  progress.sweepBudget = 0;
  progress.budget = std::nullopt;
  progress.peak = 0;
  EXPECT_EQ(formatProgress("step", graph, progress, std::nullopt),
            "sweeping step: smallest peak, 43%, no plan yet");
}

TEST(SearchMonitorTest, BoundsAreThoseOfThePlanner) {
  Graph graph = makeGraph();
  EXPECT_EQ(getSearchBound(graph, 1 << 20).time, 10);
  EXPECT_EQ(getSearchBound(graph, std::nullopt).peak, 0);
}

TEST(SearchMonitorTest, ASearchIsInterruptedWhileItIsWatched) {
  Graph graph = makeGraph();
  InterruptGuard::clear();
  // Tests that run in the background of a shell inherit that it is ignored.
  auto before = std::signal(SIGINT, SIG_DFL);
  int file = open("/dev/null", O_WRONLY);
  TerminalMonitor monitor(file);
  {
    WatchedSearch watched(&monitor, "step", graph);
    ASSERT_NE(watched.getObserver(), nullptr);
    EXPECT_FALSE(watched.getObserver()->isInterrupted());
    // There is no terminal to show it.
    watched.getObserver()->report(SearchProgress());
    std::raise(SIGINT);
    EXPECT_TRUE(watched.getObserver()->isInterrupted());
  }
  // A search that begins later ends at once.
  WatchedSearch watched(&monitor, "step", graph);
  EXPECT_TRUE(watched.getObserver()->isInterrupted());
  InterruptGuard::clear();
  std::signal(SIGINT, before);
  close(file);
}

TEST(SearchMonitorTest, NobodyHasToWatch) {
  Graph graph = makeGraph();
  WatchedSearch watched(nullptr, "step", graph);
  EXPECT_EQ(watched.getObserver(), nullptr);
}

} // namespace
