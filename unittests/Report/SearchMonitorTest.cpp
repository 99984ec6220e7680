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
  Problem problem(graph, 1 << 20);
  SearchProgress progress;
  progress.peak = 3 << 20;
  progress.done = 0.129;
  EXPECT_EQ(formatProgress("step", problem, SearchProgress()),
            "planning step: 0%, no plan yet");
  EXPECT_EQ(formatProgress("step", problem, progress),
            "planning step: 12%, smallest peak so far 3 MiB");
  progress.peak = 1 << 19;
  progress.fits = true;
  progress.time = 10.5;
  progress.done = 1.5;
  EXPECT_EQ(formatProgress("step", problem, progress),
            "planning step: 100%, peak 512 KiB, extra time 5.00% "
            "(Ctrl-C takes it)");
}

TEST(SearchMonitorTest, ASearchIsInterruptedWhileItIsWatched) {
  Graph graph = makeGraph();
  InterruptGuard::clear();
  // Tests that run in the background of a shell inherit that it is ignored.
  auto before = std::signal(SIGINT, SIG_DFL);
  int file = open("/dev/null", O_WRONLY);
  TerminalMonitor monitor(file);
  Problem problem(graph);
  {
    WatchedSearch watched(&monitor, "step", problem);
    ASSERT_NE(problem.search.interrupt, nullptr);
    EXPECT_FALSE(*problem.search.interrupt);
    // Nobody would see it.
    EXPECT_FALSE(problem.search.progress);
    std::raise(SIGINT);
    EXPECT_TRUE(*problem.search.interrupt);
  }
  // A search that begins later ends at once.
  Problem later(graph);
  WatchedSearch watched(&monitor, "step", later);
  EXPECT_TRUE(*later.search.interrupt);
  InterruptGuard::clear();
  std::signal(SIGINT, before);
  close(file);
}

TEST(SearchMonitorTest, NobodyHasToWatch) {
  Graph graph = makeGraph();
  Problem problem(graph);
  WatchedSearch watched(nullptr, "step", problem);
  EXPECT_EQ(problem.search.interrupt, nullptr);
}

} // namespace
