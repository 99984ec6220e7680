//===- PlanBuffersTest.cpp - The buffers of plans -------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Heap/PlanBuffers.h"

#include "Interleavings.h"
#include "RandomGraph.h"
#include "remat/Placement/Place.h"
#include "remat/Planner/BudgetResolution.h"
#include "remat/Planner/GraphIO.h"
#include "remat/Planner/Session.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <cstdlib>

using namespace mlir::remat;
using namespace mlir::remat::planner;
using placement::TaskAccess;

namespace {

/// a = f(x); its view r; b = g(r), with a workspace; two ops that add to c; the
/// result d = h(b, c). x is resident.
Graph makeGraph() {
  Graph graph;
  auto addValue = [&](const char *name, int64_t bytes) {
    Value value;
    value.id = 10 + graph.values.size();
    value.name = name;
    value.bytes = bytes;
    graph.values.push_back(value);
    return static_cast<ValueId>(graph.values.size() - 1);
  };
  auto addTask = [&](std::initializer_list<ValueId> inputs,
                     std::initializer_list<ValueId> outputs) -> Task & {
    Task task;
    task.id = graph.tasks.size();
    task.inputs = inputs;
    task.outputs = outputs;
    graph.tasks.push_back(task);
    return graph.tasks.back();
  };
  ValueId x = addValue("x", 100), a = addValue("a", 8), r = addValue("r", 8);
  ValueId b = addValue("b", 4), c = addValue("c", 2), d = addValue("d", 1);
  graph.values[r].viewOf = a;
  graph.values[c].accumulate = true;
  graph.values[d].isResult = true;
  addTask({x}, {a});
  addTask({a}, {r});
  addTask({r}, {b}).workspace = 32;
  addTask({a}, {c}).mayRunAgain = false;
  addTask({b}, {c}).mayRunAgain = false;
  addTask({b, c}, {d});
  EXPECT_EQ(toString(graph.finalize()), "");
  return graph;
}

/// What the plan's placements hold, in bytes; every one is checked.
struct Sizes {
  int64_t serial = 0, dependence = 0, coloring = 0, bound = 0;
  /// What the checker says of the serial one.
  std::string serialError;
};

int64_t placeChecked(const PlanBuffers &buffers,
                     const placement::Problem &problem, int64_t lowerBound,
                     std::string &error) {
  placement::PlaceOptions options;
  options.effort = 0;
  options.lowerBound = lowerBound;
  llvm::Expected<placement::PlaceResult> result =
      placement::place(problem, options);
  EXPECT_TRUE(static_cast<bool>(result));
  EXPECT_EQ(toString(placement::verify(problem, result->placement)), "");
  // Each step is held back once.
  int64_t count = 2 * buffers.accesses.size();
  error = toString(placement::checkInterleavings(
      buffers.accesses, problem, result->placement, {/*seed=*/1, count}));
  return result->placement.sizeInBytes;
}

Sizes placeAll(const PlanBuffers &buffers) {
  Sizes sizes;
  sizes.serial = placeChecked(buffers, buffers.problem, 0, sizes.serialError);
  sizes.bound = getAntichainBound(buffers.accesses, buffers.problem);
  std::string error;
  placement::Problem dependence = buffers.problem;
  EXPECT_EQ(toString(addDependenceConflicts(buffers.accesses, dependence)), "");
  sizes.dependence = placeChecked(buffers, dependence, sizes.bound, error);
  EXPECT_EQ(error, "");
  placement::Problem coloring = buffers.problem;
  EXPECT_EQ(toString(addColoringConflicts(buffers.accesses, coloring)), "");
  sizes.coloring = placeChecked(buffers, coloring, sizes.bound, error);
  EXPECT_EQ(error, "");
  EXPECT_LE(sizes.bound, sizes.dependence);
  return sizes;
}

} // namespace

TEST(PlanBuffersTest, CopiesAndWorkspacesAreBuffers) {
  Graph graph = makeGraph();
  std::vector<Step> steps = {{0, 0}, {1, 0}, {3, 0}, {0, 0},
                             {1, 0}, {2, 0}, {4, 0}, {5, 0}};
  llvm::Expected<PlanBuffers> buffers = getPlanBuffers(graph, steps);
  ASSERT_TRUE(static_cast<bool>(buffers));
  std::string text;
  llvm::raw_string_ostream os(text);
  writePlanBuffers(*buffers, os);
  EXPECT_EQ(text, "id,lower,upper,size\n"
                  "v11,0,3,8\n"
                  "v14,2,8,2\n"
                  "v11.1,3,6,8\n"
                  "v13,5,8,4\n"
                  "v15,7,8,1\n"
                  "w5,5,6,32\n");
  using List = std::vector<uint32_t>;
  auto reads = [&](size_t step) {
    const TaskAccess &access = buffers->accesses[step];
    return List(access.reads.begin(), access.reads.end());
  };
  auto writes = [&](size_t step) {
    const TaskAccess &access = buffers->accesses[step];
    return List(access.writes.begin(), access.writes.end());
  };
  ASSERT_EQ(buffers->accesses.size(), 9u);
  EXPECT_EQ(reads(0), List());
  EXPECT_EQ(writes(0), List({0}));
  // A view is no copy.
  EXPECT_EQ(writes(1), List());
  EXPECT_EQ(writes(2), List({1}));
  // The second copy, through the second view.
  EXPECT_EQ(reads(5), List({2}));
  EXPECT_EQ(writes(5), List({3, 5}));
  // It adds to what step 2 began.
  EXPECT_EQ(reads(6), List({3, 1}));
  EXPECT_EQ(writes(6), List({1}));
  // The result stays to the end.
  EXPECT_EQ(reads(8), List({4}));
}

TEST(PlanBuffersTest, AParkedStorageIsOneBufferBeforeAndAnotherBehind) {
  Graph graph;
  graph.values.resize(4);
  for (auto [id, value] : llvm::enumerate(graph.values)) {
    value.id = 10 + id;
    value.bytes = 8;
  }
  graph.tasks.resize(4);
  for (auto [id, task] : llvm::enumerate(graph.tasks)) {
    task.id = id;
    task.outputs = {static_cast<ValueId>(id)};
    if (id > 0)
      task.inputs = {static_cast<ValueId>(id - 1)};
  }
  graph.tasks[3].inputs.push_back(0);
  graph.values[3].isResult = true;
  ASSERT_EQ(toString(graph.finalize()), "");
  const Parking parking = {/*value=*/0, /*sendStep=*/0, /*releaseStep=*/1,
                           /*fetchStep=*/3};
  llvm::Expected<PlanBuffers> buffers =
      getPlanBuffers(graph, baseSteps(graph), parking);
  ASSERT_TRUE(static_cast<bool>(buffers));
  std::string text;
  llvm::raw_string_ostream os(text);
  writePlanBuffers(*buffers, os);
  EXPECT_EQ(text, "id,lower,upper,size\n"
                  "v10,0,2,8\n"
                  "v11,1,3,8\n"
                  "v12,2,4,8\n"
                  "v13,3,4,8\n"
                  "v10.1,3,4,8\n");
  using List = std::vector<uint32_t>;
  const TaskAccess &last = buffers->accesses[3];
  EXPECT_EQ(List(last.reads.begin(), last.reads.end()), List({2, 4}));
  EXPECT_EQ(List(last.writes.begin(), last.writes.end()), List({3}));
}

TEST(PlanBuffersTest, APlanThatReadsWhatIsNotThereIsAnError) {
  EXPECT_EQ(toString(getPlanBuffers(makeGraph(), {{1, 0}}).takeError()),
            "step 0: op 1 reads value 11 ('a'), which is not there");
}

TEST(PlanBuffersTest, TheLiveMaximumIsThePeakWithoutResidents) {
  test::Random random(1);
  int valid = 0;
  for (int i = 0; i < 400; ++i) {
    Graph graph = test::makeRandomGraph(random);
    std::vector<Step> steps = test::makeRandomSteps(random, graph);
    llvm::Expected<PlanBuffers> buffers = getPlanBuffers(graph, steps);
    llvm::Expected<Simulation> simulation = simulate(graph, steps);
    ASSERT_EQ(static_cast<bool>(buffers), static_cast<bool>(simulation));
    if (!simulation) {
      EXPECT_EQ(toString(buffers.takeError()),
                toString(simulation.takeError()));
      continue;
    }
    ++valid;
    EXPECT_EQ(placement::getLiveMaximum(buffers->problem),
              simulation->peak - graph.residentBytes);
  }
  EXPECT_GT(valid, 100);
}

TEST(PlanBuffersTest, SafePlacementsOfRandomStepsAreSafe) {
  test::Random random(2);
  int unsafe = 0;
  for (int i = 0; i < 60; ++i) {
    Graph graph = i % 2 ? test::makeLayeredStep(random, 12)
                        : test::makeRandomGraph(random);
    llvm::Expected<PlanBuffers> buffers =
        getPlanBuffers(graph, baseSteps(graph));
    ASSERT_TRUE(static_cast<bool>(buffers));
    Sizes sizes = placeAll(*buffers);
    EXPECT_LE(sizes.serial, sizes.dependence);
    unsafe += !sizes.serialError.empty();
  }
  // The checker sees what the placements for one order do not keep apart.
  EXPECT_GT(unsafe, 10);
}

/// The steps of real networks, in their base order and rematerialized.
TEST(PlanBuffersTest, SafePlacementsOfNetworksAreSafe) {
  const char *extra = std::getenv("REMAT_EXTRA_DATA");
  if (!extra)
    GTEST_SKIP() << "REMAT_EXTRA_DATA is not set";
  for (const char *name : {"googlenet", "resnet50", "unet", "vgg19"}) {
    SCOPED_TRACE(name);
    auto file = llvm::MemoryBuffer::getFile(std::string(extra) + "/graphs/" +
                                            name + ".json");
    ASSERT_TRUE(static_cast<bool>(file));
    llvm::Expected<Graph> graph =
        readGraph((*file)->getBuffer(), [](const llvm::Twine &) {});
    ASSERT_TRUE(static_cast<bool>(graph));
    for (const char *strategy : {"none", "chen"}) {
      SCOPED_TRACE(strategy);
      Session session(*graph);
      Ask ask;
      ask.strategy = strategy;
      llvm::Expected<Outcome> plan = solveForBudget(session, ask, Budget());
      ASSERT_TRUE(static_cast<bool>(plan));
      llvm::Expected<PlanBuffers> buffers =
          getPlanBuffers(*graph, plan->plan.steps);
      ASSERT_TRUE(static_cast<bool>(buffers));
      Sizes sizes = placeAll(*buffers);
      EXPECT_LT(sizes.serial, sizes.dependence);
      EXPECT_LE(sizes.dependence, sizes.coloring);
      EXPECT_NE(sizes.serialError.find("two owners"), std::string::npos)
          << sizes.serialError;
      llvm::outs() << name << ", " << strategy << ": serial " << sizes.serial
                   << ", dependence " << sizes.dependence << " (bound "
                   << sizes.bound << "), coloring " << sizes.coloring
                   << " bytes\n";
    }
  }
}
