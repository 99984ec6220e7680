//===- HeapPeakTest.cpp - Heaps of plans ----------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Heap/HeapPeak.h"

#include "RandomGraph.h"
#include "remat/Heap/PlanBuffers.h"
#include "remat/Placement/Place.h"

#include "gtest/gtest.h"

using namespace mlir::remat;
using namespace mlir::remat::planner;

/// A chain of tasks, each of which reads the value of the one before.
static Graph makeChain(llvm::ArrayRef<int64_t> sizes) {
  Graph graph;
  std::vector<ValueId> before;
  for (int64_t bytes : sizes) {
    Task &task = test::addTask(graph, Phase::Forward, before, {bytes});
    before = {task.outputs.front()};
  }
  EXPECT_EQ(toString(graph.finalize()), "");
  return graph;
}

TEST(HeapPeakTest, AHeapHoldsWhatIsAliveAndIsTheSameEachTime) {
  test::Random random(3);
  int different = 0;
  for (int i = 0; i < 2000; ++i) {
    const Graph graph = test::makeRandomGraph(random);
    const std::vector<Step> steps = test::makeRandomSteps(random, graph);
    llvm::Expected<PlanBuffers> buffers = getPlanBuffers(graph, steps);
    if (!buffers) {
      llvm::consumeError(buffers.takeError());
      continue;
    }
    const int64_t planned =
        placement::placeBestFitBySizeOrLife(buffers->problem).sizeInBytes;
    const int64_t expected = getHeapPeak(graph, steps) - graph.residentBytes;
    EXPECT_GE(expected, placement::getLiveMaximum(buffers->problem));
    EXPECT_EQ(getHeapPeak(graph, steps) - graph.residentBytes, expected);
    different += expected != planned;
  }
  // Not the plan's own heap alone.
  EXPECT_GT(different, 0);
}

TEST(HeapPeakTest, AHeapWithoutGapsIsThePeak) {
  const Graph graph = makeChain({8, 8, 8, 8});
  EXPECT_EQ(getHeapPeak(graph, baseSteps(graph)), 16);
}

/// How far the heap is from that of the plan's lives alone, for `count` values
/// of random sizes and lives.
static int64_t getNoise(int count) {
  test::Random random(count);
  Graph graph;
  std::vector<ValueId> made;
  for (int i = 0; i != count; ++i) {
    std::vector<ValueId> inputs;
    if (i > 0)
      inputs.push_back(made[i - 1 - random.below(std::min(i, 40))]);
    Task &task =
        test::addTask(graph, Phase::Forward, inputs, {1 + random.below(1000)});
    made.push_back(task.outputs.front());
  }
  EXPECT_EQ(toString(graph.finalize()), "");
  const std::vector<Step> steps = baseSteps(graph);
  const PlanBuffers buffers = llvm::cantFail(getPlanBuffers(graph, steps));
  EXPECT_EQ(buffers.problem.buffers.size(), static_cast<size_t>(count));
  return getHeapPeak(graph, steps) -
         placement::placeBestFitBySizeOrLife(buffers.problem).sizeInBytes;
}

TEST(HeapPeakTest, ManyBuffersAreInOneHeap) {
  EXPECT_NE(getNoise(4096), 0);
  EXPECT_EQ(getNoise(4100), 0);
}

namespace {
/// a of 10 bytes, b of 8, c of 8; the result, in a storage of `resultBytes`, is
/// made of c. Each value is read by the next task, b by the last one, too.
struct Reserving {
  explicit Reserving(int64_t resultBytes) {
    ValueId a = add({}, 10), b = add({a}, 8), c = add({b}, 8);
    result = add({b, c}, 0);
    this->c = c;
    graph.values[result].isResult = true;
    graph.residentBytes = resultBytes;
    EXPECT_EQ(toString(graph.finalize()), "");
    storage = {result, resultBytes, {}};
  }

  ValueId add(std::vector<ValueId> inputs, int64_t bytes) {
    return test::addTask(graph, Phase::Forward, std::move(inputs), {bytes})
        .outputs.front();
  }
  /// Without the result's own bytes.
  int64_t getHeap() const {
    return getHeapPeak(graph, baseSteps(graph), storage) - graph.residentBytes;
  }

  Graph graph;
  ValueId c, result;
  ReservedStorage storage;
};
} // namespace

TEST(HeapPeakTest, BuffersLieWhereAResultWill) {
  // a and b at once, then b and c, of which the result is made.
  EXPECT_EQ(Reserving(0).getHeap(), 18);
  // Too small for all.
  EXPECT_EQ(Reserving(7).getHeap(), 18);
  // Not for a. b and c live when the result is made.
  EXPECT_EQ(Reserving(9).getHeap(), 18);
  // For a, which is dead by then.
  EXPECT_EQ(Reserving(10).getHeap(), 16);
}

TEST(HeapPeakTest, TheLastReaderMayWriteOverABuffer) {
  Reserving step(9);
  step.storage.overwritable = {step.c};
  // c, but not b, which lives until then, too.
  EXPECT_EQ(step.getHeap(), 18);
  // a lies there, then c.
  Reserving large(10);
  large.storage.overwritable = {large.c};
  EXPECT_EQ(large.getHeap(), 8);
}

TEST(HeapPeakTest, SizesThatOverflowInSumHaveNoHeap) {
  // Copies of a value, one after the other, of 2^59 bytes each.
  const Graph graph = makeChain({int64_t(1) << 59, 1});
  std::vector<Step> steps(20, Step{0, 0});
  steps.push_back({1, 0});
  EXPECT_EQ(getHeapPeak(graph, steps), INT64_MAX);
}
