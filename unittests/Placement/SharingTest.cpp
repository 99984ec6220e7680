//===- SharingTest.cpp - Sharing where ops run at once --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Placement/Sharing.h"
#include "Interleavings.h"
#include "remat/Placement/Place.h"
#include "remat/Support/SplitMix64.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <numeric>

using namespace mlir::remat;
using namespace mlir::remat::placement;

namespace {

using Conflicts = std::vector<std::pair<uint32_t, uint32_t>>;

/// Tasks and the buffers that they access, alive from the first access to the
/// last.
struct Step {
  std::vector<TaskAccess> tasks;
  Problem problem;

  /// Sizes of the buffers; the objects behind them are none.
  Step(std::vector<TaskAccess> tasks, std::vector<int64_t> sizes)
      : tasks(std::move(tasks)) {
    for (int64_t size : sizes)
      problem.buffers.push_back({size, 1, -1, 0, {}});
    for (size_t task = 0; task < this->tasks.size(); ++task) {
      live(this->tasks[task].reads, task);
      live(this->tasks[task].writes, task);
    }
    for (Buffer &buffer : problem.buffers)
      if (buffer.timeStart < 0)
        buffer = {buffer.sizeInBytes, 1, 0, 1, {}};
  }

  void live(llvm::ArrayRef<uint32_t> objects, int64_t task) {
    for (uint32_t object : objects) {
      if (object >= problem.buffers.size())
        continue;
      Buffer &buffer = problem.buffers[object];
      if (buffer.timeStart < 0)
        buffer.timeStart = task;
      buffer.timeEnd = task + 1;
    }
  }

  Problem withDependenceConflicts() const {
    Problem result = problem;
    EXPECT_FALSE(static_cast<bool>(addDependenceConflicts(tasks, result)));
    llvm::sort(result.conflicts);
    return result;
  }
  Problem withColoringConflicts(unsigned maxPaths = 256) const {
    Problem result = problem;
    EXPECT_FALSE(
        static_cast<bool>(addColoringConflicts(tasks, result, maxPaths)));
    llvm::sort(result.conflicts);
    return result;
  }
};

/// First fit in the order of the positions, or in another: what any order of
/// placing yields is a placement, and some order yields a smallest one.
Placement placeInOrder(const Problem &problem, llvm::ArrayRef<uint32_t> order) {
  Placement result;
  result.offsets.resize(problem.buffers.size());
  std::vector<uint32_t> placed;
  for (uint32_t index : order) {
    std::vector<std::pair<int64_t, int64_t>> taken;
    for (uint32_t other : placed)
      if (overlapInTime(problem.buffers[index], problem.buffers[other]) ||
          llvm::is_contained(
              problem.conflicts,
              std::pair(std::min(index, other), std::max(index, other))))
        taken.push_back(
            {result.offsets[other],
             result.offsets[other] + problem.buffers[other].sizeInBytes});
    llvm::sort(taken);
    int64_t offset = 0, size = problem.buffers[index].sizeInBytes;
    for (auto [start, end] : taken) {
      if (offset + size <= start)
        break;
      offset = std::max(offset, end);
    }
    result.offsets[index] = offset;
    result.sizeInBytes = std::max(result.sizeInBytes, offset + size);
    placed.push_back(index);
  }
  return result;
}

Placement placeByStart(const Problem &problem) {
  std::vector<uint32_t> order(problem.buffers.size());
  std::iota(order.begin(), order.end(), 0);
  return placeInOrder(problem, order);
}

/// A smallest placement, by trying all orders.
Placement placeExactly(const Problem &problem) {
  std::vector<uint32_t> order(problem.buffers.size());
  std::iota(order.begin(), order.end(), 0);
  Placement best = placeInOrder(problem, order);
  while (std::next_permutation(order.begin(), order.end())) {
    Placement next = placeInOrder(problem, order);
    if (next.sizeInBytes < best.sizeInBytes)
      best = next;
  }
  return best;
}

std::string check(const Step &step, const Problem &problem,
                  const Placement &placement, uint64_t seed = 1) {
  int64_t count = 2 * step.tasks.size() + 20;
  return llvm::toString(
      checkInterleavings(step.tasks, problem, placement, {seed, count}));
}

/// Two chains of two tasks, then a task that reads both: buffers 0-1, 2-3, 4.
Step makeBranches() {
  return Step({{{}, {0}}, {{0}, {1}}, {{}, {2}}, {{2}, {3}}, {{1, 3}, {4}}},
              {64, 64, 64, 64, 64});
}

/// A task graph with the kinds of accesses that steps have: tasks that make
/// buffers, add to them in place, overwrite them, read what nothing wrote.
Step makeRandomStep(SplitMix64 &random, size_t numTasks, size_t numBuffers) {
  std::vector<TaskAccess> tasks(numTasks);
  for (TaskAccess &task : tasks) {
    task.isSequence = random.chance(0.1);
    for (int64_t i = random.below(3); i > 0; --i)
      task.reads.push_back(random.below(numBuffers + 1));
    for (int64_t i = random.below(8) < 7; i > 0; --i)
      task.writes.push_back(random.below(numBuffers + 1));
  }
  std::vector<int64_t> sizes(numBuffers);
  for (int64_t &size : sizes)
    size = 1 + random.below(9);
  return Step(std::move(tasks), std::move(sizes));
}

/// As exported steps look: each buffer has one writer, which reads some before
/// it, most of them recent.
Step makeRandomNetwork(SplitMix64 &random, size_t numTasks) {
  std::vector<TaskAccess> tasks(numTasks);
  std::vector<int64_t> sizes(numTasks);
  for (size_t task = 0; task < numTasks; ++task) {
    for (int64_t i = 1 + random.below(2); i > 0 && task > 0; --i)
      tasks[task].reads.push_back(
          random.chance(0.2)
              ? random.below(task)
              : task - 1 - random.below(std::min<int64_t>(task, 4)));
    tasks[task].writes.push_back(task);
    sizes[task] = 1 + random.below(9);
  }
  return Step(std::move(tasks), std::move(sizes));
}

/// The heaviest set of buffers no two of which may share, by trying all.
int64_t getAntichainByBruteForce(const Problem &problem) {
  int64_t best = 0;
  size_t count = problem.buffers.size();
  for (uint32_t set = 0; set < (uint32_t(1) << count); ++set) {
    int64_t weight = 0;
    bool isAntichain = true;
    for (uint32_t a = 0; a < count && isAntichain; ++a) {
      if (!(set >> a & 1))
        continue;
      weight += problem.buffers[a].sizeInBytes;
      for (uint32_t b = a + 1; b < count && isAntichain; ++b)
        if (set >> b & 1)
          isAntichain = overlapInTime(problem.buffers[a], problem.buffers[b]) ||
                        llvm::is_contained(problem.conflicts, std::pair(a, b));
    }
    if (isAntichain)
      best = std::max(best, weight);
  }
  return best;
}

} // namespace

TEST(SharingTest, BuffersOfIndependentBranchesAreKeptApart) {
  Step step = makeBranches();
  // Buffers 0 and 4 may share, and 2 and 4. What overlaps in time is no
  // conflict: 1 lives to the join.
  EXPECT_EQ(step.withDependenceConflicts().conflicts,
            (Conflicts{{0, 2}, {0, 3}}));
}

TEST(SharingTest, APlacementForOneOrderFailsWhereBranchesRunAtOnce) {
  Step step = makeBranches();
  Placement serial = placeByStart(step.problem);
  ASSERT_FALSE(static_cast<bool>(verify(step.problem, serial)));
  EXPECT_EQ(serial.sizeInBytes, 192);
  std::string error = check(step, step.problem, serial);
  EXPECT_NE(error.find("two owners"), std::string::npos) << error;

  Problem safe = step.withDependenceConflicts();
  EXPECT_EQ(check(step, safe, placeByStart(safe)), "");
}

TEST(SharingTest, AReaderOffThePathHoldsABuffer) {
  // Task 2 reads buffer 0 and nothing waits for it but the end; a path of
  // tasks 0, 1, 3, 4 has no claim on buffer 0 once task 1 ran.
  Step step({{{}, {0}},
             {{0}, {1}},
             {{0}, {4}},
             {{1}, {2}},
             {{2}, {3}},
             {{3, 4}, {5}}},
            {8, 8, 8, 8, 8, 8});
  Problem dependence = step.withDependenceConflicts();
  Problem coloring = step.withColoringConflicts();
  for (std::pair<uint32_t, uint32_t> pair :
       {std::pair(0, 2), std::pair(0, 3)}) {
    EXPECT_TRUE(llvm::is_contained(dependence.conflicts, pair));
    EXPECT_TRUE(llvm::is_contained(coloring.conflicts, pair));
  }
  // What the note's rule would allow, one color for the whole path.
  Placement planted = placeByStart(step.problem);
  planted.offsets[3] = planted.offsets[0];
  EXPECT_NE(check(step, step.problem, planted), "");
}

TEST(SharingTest, AChainSharesAsInProgramOrder) {
  std::vector<TaskAccess> tasks;
  for (uint32_t task = 0; task < 40; ++task)
    tasks.push_back({task ? llvm::SmallVector<uint32_t, 4>{task - 1}
                          : llvm::SmallVector<uint32_t, 4>{},
                     {task}});
  Step step(tasks, std::vector<int64_t>(40, 16));
  EXPECT_TRUE(step.withDependenceConflicts().conflicts.empty());
  EXPECT_TRUE(step.withColoringConflicts().conflicts.empty());
  EXPECT_EQ(getAntichainBound(step.tasks, step.problem), 32);
}

TEST(SharingTest, WritingOverWaitsForReaders) {
  // Buffer 0 is written again by task 2, which therefore waits for task 1;
  // then all of buffer 1 comes before buffer 2.
  Step step({{{}, {0}}, {{0, 1}, {1}}, {{}, {0}}, {{0}, {2}}}, {8, 8, 8});
  EXPECT_TRUE(step.withDependenceConflicts().conflicts.empty());
  // Without that write they are independent.
  Step other({{{}, {0}}, {{0, 1}, {1}}, {{}, {3}}, {{0}, {2}}}, {8, 8, 8});
  EXPECT_EQ(other.withDependenceConflicts().conflicts, (Conflicts{{1, 2}}));
}

TEST(SharingTest, ObjectsBehindTheBuffersOnlyOrder) {
  // Object 2 orders task 1 after task 0: a barrier.
  Step ordered({{{}, {0, 2}}, {{2}, {1}}}, {8, 8});
  EXPECT_TRUE(ordered.withDependenceConflicts().conflicts.empty());
  Step free({{{}, {0}}, {{}, {1}}}, {8, 8});
  EXPECT_EQ(free.withDependenceConflicts().conflicts, (Conflicts{{0, 1}}));
}

TEST(SharingTest, ASequenceMayWriteOverWhatItHasRead) {
  TaskAccess loop{{0}, {1}, /*isSequence=*/true};
  Step step({{{}, {0}}, loop, {{1}, {}}}, {8, 8});
  // In the loop's ops, buffer 0 is dead before buffer 1 begins.
  step.problem.buffers[0].timeEnd = 2;
  step.problem.buffers[1].timeStart = 2;
  EXPECT_TRUE(step.withDependenceConflicts().conflicts.empty());
  EXPECT_TRUE(step.withColoringConflicts().conflicts.empty());
  Placement placement = placeByStart(step.problem);
  EXPECT_EQ(placement.sizeInBytes, 8);
  EXPECT_EQ(check(step, step.problem, placement), "");

  step.tasks[1].isSequence = false;
  EXPECT_EQ(step.withDependenceConflicts().conflicts, (Conflicts{{0, 1}}));
  EXPECT_EQ(step.withColoringConflicts().conflicts, (Conflicts{{0, 1}}));
  EXPECT_NE(check(step, step.problem, placement), "");
}

TEST(SharingTest, BuffersThatNothingAccessesAreLeftAlone) {
  Step step({{{}, {0}}, {{}, {2}}}, {8, 8, 8});
  EXPECT_EQ(step.withDependenceConflicts().conflicts, (Conflicts{{0, 2}}));
  EXPECT_EQ(step.withColoringConflicts().conflicts, (Conflicts{{0, 2}}));
}

TEST(SharingTest, AStepWithoutTasksHasNoConflicts) {
  Step step({}, {});
  EXPECT_TRUE(step.withDependenceConflicts().conflicts.empty());
  EXPECT_TRUE(step.withColoringConflicts().conflicts.empty());
  EXPECT_EQ(getAntichainBound(step.tasks, step.problem), 0);
}

TEST(SharingTest, ConflictsThatAreThereAreKept) {
  Step step = makeBranches();
  step.problem.conflicts = {{1, 4}};
  EXPECT_TRUE(llvm::is_contained(step.withDependenceConflicts().conflicts,
                                 std::pair<uint32_t, uint32_t>(1, 4)));
}

TEST(SharingTest, TooManyConflictsAreAnError) {
  std::vector<TaskAccess> tasks;
  for (uint32_t task = 0; task < 5800; ++task)
    tasks.push_back({{}, {task}});
  Step step(tasks, std::vector<int64_t>(5800, 1));
  Problem problem = step.problem;
  std::string error = toString(addDependenceConflicts(step.tasks, problem));
  EXPECT_EQ(error,
            "of 5800 buffers more than 16777216 pairs must be kept apart so "
            "that independent ops may run at once; let buffers share in "
            "program order, or place the step in parts");
  problem = step.problem;
  EXPECT_EQ(toString(addColoringConflicts(step.tasks, problem)), error);
}

TEST(SharingTest, MoreEntriesThanABlockHoldsAreSeen) {
  // Buffers that 3,000 tasks read before any writes: two blocks and more.
  std::vector<TaskAccess> tasks;
  for (uint32_t task = 0; task < 3000; ++task)
    tasks.push_back({{0, 1}, {}});
  tasks.push_back({{}, {0, 1}});
  tasks.push_back({{0}, {2}});
  tasks.push_back({{}, {3}});
  Step step(tasks, {8, 8, 8, 8});
  EXPECT_EQ(step.withDependenceConflicts().conflicts,
            (Conflicts{{0, 3}, {1, 3}, {2, 3}}));
}

TEST(SharingTest, FewerPathsShareLess) {
  Step step = makeBranches();
  // The first path is 0, 1, 4; the buffers 2 and 3 are made off it.
  EXPECT_EQ(step.withColoringConflicts(1).conflicts,
            (Conflicts{{0, 2}, {0, 3}, {2, 4}}));
  EXPECT_EQ(step.withColoringConflicts(0).conflicts,
            (Conflicts{{0, 2}, {0, 3}, {0, 4}, {2, 4}}));
}

TEST(SharingTest, TheCheckerFindsEveryPairThatDependenceKeepsApart) {
  SplitMix64 random(1);
  for (int i = 0; i < 300; ++i) {
    Step step =
        i % 2 ? makeRandomStep(random, 12, 8) : makeRandomNetwork(random, 12);
    // The pair alone at one place, all others apart: the checker and the rule
    // agree on each.
    Problem safe = step.withDependenceConflicts();
    for (uint32_t a = 0; a < safe.buffers.size(); ++a)
      for (uint32_t b = a + 1; b < safe.buffers.size(); ++b) {
        if (overlapInTime(safe.buffers[a], safe.buffers[b]))
          continue;
        Placement planted;
        for (size_t buffer = 0; buffer < safe.buffers.size(); ++buffer)
          planted.offsets.push_back(100 * buffer);
        planted.offsets[b] = planted.offsets[a];
        bool isConflict = llvm::is_contained(safe.conflicts, std::pair(a, b));
        EXPECT_EQ(isConflict, !check(step, safe, planted).empty())
            << "step " << i << ", buffers " << a << " and " << b;
      }
  }
}

TEST(SharingTest, EveryPlacementWithConflictsIsSafe) {
  SplitMix64 random(2);
  for (int i = 0; i < 100; ++i) {
    Step step =
        i % 2 ? makeRandomStep(random, 60, 40) : makeRandomNetwork(random, 60);
    Problem dependence = step.withDependenceConflicts();
    Problem coloring = step.withColoringConflicts();
    ASSERT_TRUE(llvm::includes(coloring.conflicts, dependence.conflicts))
        << "step " << i;
    for (const Problem &problem : {dependence, coloring}) {
      std::vector<uint32_t> order(problem.buffers.size());
      std::iota(order.begin(), order.end(), 0);
      for (int turn = 0; turn < 3; ++turn) {
        Placement placement = placeInOrder(problem, order);
        ASSERT_FALSE(static_cast<bool>(verify(problem, placement)));
        ASSERT_EQ(check(step, problem, placement, i + 1), "") << "step " << i;
        for (size_t j = order.size(); j > 1; --j)
          std::swap(order[j - 1], order[random.below(j)]);
      }
    }
  }
}

TEST(SharingTest, SafetyCostsBytesAndTheBoundHolds) {
  SplitMix64 random(3);
  int dearer = 0;
  for (int i = 0; i < 100; ++i) {
    Step step =
        i % 2 ? makeRandomStep(random, 9, 6) : makeRandomNetwork(random, 6);
    Problem dependence = step.withDependenceConflicts();
    int64_t serialBytes = placeExactly(step.problem).sizeInBytes;
    int64_t dependenceBytes = placeExactly(dependence).sizeInBytes;
    int64_t coloringBytes =
        placeExactly(step.withColoringConflicts()).sizeInBytes;
    EXPECT_LE(serialBytes, dependenceBytes);
    EXPECT_LE(dependenceBytes, coloringBytes);
    EXPECT_LE(getAntichainBound(step.tasks, step.problem), dependenceBytes);
    dearer += serialBytes < dependenceBytes;
  }
  EXPECT_GT(dearer, 10);
}

TEST(SharingTest, TheBoundIsTheHeaviestAntichain) {
  SplitMix64 random(4);
  for (int i = 0; i < 300; ++i) {
    Step step =
        i % 2 ? makeRandomStep(random, 14, 10) : makeRandomNetwork(random, 12);
    Problem dependence = step.withDependenceConflicts();
    // Those that no task accesses are not ordered, but can be anywhere.
    std::vector<bool> isAccessed(step.problem.buffers.size());
    for (const TaskAccess &task : step.tasks)
      for (llvm::ArrayRef<uint32_t> objects :
           {llvm::ArrayRef<uint32_t>(task.reads),
            llvm::ArrayRef<uint32_t>(task.writes)})
        for (uint32_t object : objects)
          if (object < isAccessed.size())
            isAccessed[object] = true;
    for (size_t buffer = 0; buffer < isAccessed.size(); ++buffer)
      if (!isAccessed[buffer]) {
        dependence.buffers[buffer].sizeInBytes = 0;
        step.problem.buffers[buffer].sizeInBytes = 0;
      }
    EXPECT_EQ(getAntichainBound(step.tasks, step.problem),
              getAntichainByBruteForce(dependence))
        << "step " << i;
  }
}

TEST(SharingTest, TooManyPairsLeaveTheLiveMaximum) {
  // Each of so many before a barrier is done before each of as many behind it.
  auto makeStep = [](uint32_t count) {
    std::vector<TaskAccess> tasks;
    for (uint32_t i = 0; i < count; ++i)
      tasks.push_back({{2 * count}, {i}});
    tasks.push_back({{}, {2 * count}});
    for (uint32_t i = 0; i < count; ++i)
      tasks.push_back({{2 * count}, {count + i}});
    return Step(std::move(tasks), std::vector<int64_t>(2 * count, 1));
  };
  Step few = makeStep(2000), many = makeStep(2100);
  EXPECT_EQ(getAntichainBound(few.tasks, few.problem), 2000);
  EXPECT_EQ(getAntichainBound(many.tasks, many.problem), 1);
}

TEST(SharingTest, ABufferWithAGapCountsInTheLiveMaximumAlone) {
  Step step({{{}, {0}}, {{}, {1}}, {{0}, {2}}}, {8, 4, 2});
  step.problem.buffers[0].gaps = {{1, 2}};
  // Nothing orders the task in the gap after the first or before the third.
  EXPECT_EQ(step.withDependenceConflicts().conflicts,
            (Conflicts{{0, 1}, {1, 2}}));
  EXPECT_EQ(getAntichainBound(step.tasks, step.problem), 10);
}
