//===- GraphTest.cpp - Tests of graphs and their files --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomGraph.h"

#include "remat/Planner/GraphIO.h"
#include "remat/Planner/Simulator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <limits>

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::test;

namespace {

std::string write(const Graph &graph) {
  std::string text;
  raw_string_ostream os(text);
  json::OStream json(os);
  writeGraph(graph, json);
  return text;
}

Graph read(StringRef text) {
  Expected<Graph> graph = readGraph(
      text, [](const Twine &message) { ADD_FAILURE() << message.str(); });
  if (!graph) {
    ADD_FAILURE() << toString(graph.takeError());
    return Graph();
  }
  return std::move(*graph);
}

/// Two tasks, the second reading what the first writes.
Graph makePair() {
  Graph graph;
  graph.values.resize(3);
  for (int i = 0; i != 3; ++i)
    graph.values[i].id = i;
  graph.tasks.resize(2);
  graph.tasks[0].id = 10;
  graph.tasks[0].outputs = {0};
  graph.tasks[1].id = 11;
  graph.tasks[1].inputs = {0};
  graph.tasks[1].outputs = {1};
  return graph;
}

std::string finalizeError(Graph graph) {
  Error error = graph.finalize();
  return error ? toString(std::move(error)) : "";
}

TEST(GraphTest, FileRoundTrip) {
  Random random(5);
  for (int i = 0; i != 500; ++i) {
    Graph graph = makeRandomGraph(random);
    graph.values[0].name = "quoted \" and \xff not UTF-8";
    std::string text = write(graph);
    Graph again = read(text);
    EXPECT_EQ(again.fingerprint(), graph.fingerprint());
    EXPECT_EQ(again.baseOrder, graph.baseOrder);
    EXPECT_EQ(write(again), text);
  }
}

TEST(GraphTest, PlanFileRoundTrip) {
  Random random(6);
  int withVariants = 0;
  for (int i = 0; i != 500; ++i) {
    Graph graph = makeRandomGraph(random);
    Plan plan;
    plan.strategy = "none";
    plan.steps = makeRandomSteps(random, graph);
    Expected<Simulation> simulation = simulate(graph, plan.steps);
    if (!simulation) {
      consumeError(simulation.takeError());
      continue;
    }
    plan.peak = simulation->peak;
    plan.time = simulation->time;
    withVariants +=
        any_of(plan.steps, [](const Step &step) { return step.variant != 0; });
    std::string text;
    raw_string_ostream os(text);
    json::OStream json(os);
    writePlan(graph, plan, plan.peak, json);
    Expected<PlanFile> again = readPlan(text, graph, [](const Twine &message) {
      ADD_FAILURE() << message.str();
    });
    ASSERT_TRUE(bool(again)) << toString(again.takeError());
    EXPECT_EQ(again->plan.steps, plan.steps);
    EXPECT_EQ(again->plan.peak, plan.peak);
    EXPECT_EQ(again->plan.time, plan.time);
    EXPECT_EQ(again->plan.strategy, "none");
    EXPECT_TRUE(again->hasPeak);
    EXPECT_TRUE(again->hasTime);
    EXPECT_EQ(again->budget, std::optional<int64_t>(plan.peak));
    EXPECT_EQ(again->fingerprint, std::optional<uint64_t>(graph.fingerprint()));
  }
  EXPECT_GT(withVariants, 20);
}

TEST(GraphTest, FingerprintIsTheSameEverywhere) {
  Graph graph = makePair();
  ASSERT_FALSE(bool(graph.finalize()));
  // Changes only with the serialization that it hashes, which has a version.
  EXPECT_EQ(graph.fingerprint(), 8261828968961919880u);
  // Names and the base order are no part of it.
  graph.name = "renamed";
  graph.tasks[0].name = "renamed";
  EXPECT_EQ(graph.fingerprint(), 8261828968961919880u);
}

TEST(GraphTest, FingerprintSeesWhatPlansDependOn) {
  Graph base = makePair();
  ASSERT_FALSE(bool(base.finalize()));
  auto changes = [&](function_ref<void(Graph &)> change) {
    Graph graph = makePair();
    change(graph);
    EXPECT_FALSE(bool(graph.finalize()));
    return graph.fingerprint() != base.fingerprint();
  };
  EXPECT_FALSE(changes([](Graph &) {}));
  EXPECT_TRUE(changes([](Graph &g) { g.values[0].bytes = 1; }));
  EXPECT_TRUE(changes([](Graph &g) { g.values[1].isResult = true; }));
  EXPECT_TRUE(changes([](Graph &g) { g.values[2].id = 77; }));
  EXPECT_TRUE(changes([](Graph &g) { g.values[1].viewOf = 0; }));
  EXPECT_TRUE(changes([](Graph &g) { g.residentBytes = 1; }));
  EXPECT_TRUE(changes([](Graph &g) { g.tasks[0].time = 0.5; }));
  EXPECT_FALSE(changes([](Graph &g) { g.tasks[0].time = -0.0; }));
  EXPECT_TRUE(changes([](Graph &g) { g.tasks[0].workspace = 1; }));
  EXPECT_TRUE(changes([](Graph &g) { g.tasks[0].mayRunAgain = false; }));
  EXPECT_TRUE(changes([](Graph &g) { g.tasks[0].policy = Policy::Save; }));
  EXPECT_TRUE(changes([](Graph &g) { g.tasks[0].phase = Phase::Other; }));
  EXPECT_TRUE(changes([](Graph &g) { g.tasks[0].inputs = {2}; }));
  EXPECT_TRUE(changes([](Graph &g) { g.tasks[0].variants.emplace_back(); }));
}

TEST(GraphTest, BaseOrderIsForwardByIdThenBackwardInReverse) {
  Graph graph;
  graph.values.resize(8);
  for (int i = 0; i != 8; ++i)
    graph.values[i].id = i;
  auto add = [&](int64_t id, Phase phase, ArrayRef<ValueId> inputs,
                 ValueId output, std::optional<TaskId> forward) {
    Task task;
    task.id = id;
    task.phase = phase;
    task.inputs.assign(inputs.begin(), inputs.end());
    task.outputs = {output};
    task.forward = forward;
    graph.tasks.push_back(task);
  };
  // Positions and ids differ: op 5 is first by position, last by id.
  add(5, Phase::Forward, {}, 0, std::nullopt);
  add(3, Phase::Forward, {0}, 1, std::nullopt);
  add(4, Phase::Forward, {}, 2, std::nullopt);
  add(9, Phase::Other, {3}, 6, std::nullopt);
  add(1, Phase::Backward, {1}, 3, 1);
  add(2, Phase::Backward, {2}, 4, 2);
  add(0, Phase::Backward, {3}, 5, 0);
  ASSERT_FALSE(bool(graph.finalize()));
  // Forward 4 5 3; backward of 3, 5, 4; then 9.
  EXPECT_EQ(graph.baseOrder, (std::vector<TaskId>{2, 0, 1, 4, 6, 5, 3}));
  // It is kept, and finalizing again changes nothing.
  ASSERT_FALSE(bool(graph.finalize()));
  EXPECT_EQ(graph.baseOrder, (std::vector<TaskId>{2, 0, 1, 4, 6, 5, 3}));
}

TEST(GraphTest, BaseOrderIsTopologicalWhereReverseIsNotValid) {
  // The backward of the first forward task feeds that of the second.
  Graph graph = makePair();
  graph.values.resize(5);
  graph.values[3].id = 3;
  graph.values[4].id = 4;
  Task first, second;
  first.id = 1;
  first.phase = Phase::Backward;
  first.forward = 0;
  first.inputs = {1};
  first.outputs = {3};
  second.id = 2;
  second.phase = Phase::Backward;
  second.forward = 1;
  second.inputs = {3};
  second.outputs = {4};
  graph.tasks.push_back(first);
  graph.tasks.push_back(second);
  ASSERT_FALSE(bool(graph.finalize()));
  EXPECT_EQ(graph.baseOrder, (std::vector<TaskId>{0, 1, 2, 3}));
}

TEST(GraphTest, FinalizeNamesWhatIsWrong) {
  Graph graph = makePair();
  EXPECT_EQ(finalizeError(graph), "");
  graph.tasks[0].inputs = {1};
  EXPECT_EQ(finalizeError(graph), "the ops depend on each other in a cycle: "
                                  "op 11 -> op 10 -> op 11");
  graph = makePair();
  graph.tasks[0].inputs = {0};
  EXPECT_EQ(finalizeError(graph),
            "the ops depend on each other in a cycle: op 10 -> op 10");
  graph = makePair();
  graph.tasks[1].id = 10;
  EXPECT_EQ(finalizeError(graph), "two ops have the id 10");
  graph = makePair();
  graph.values[2].id = 1;
  EXPECT_EQ(finalizeError(graph), "two values have the id 1");
  graph = makePair();
  graph.values[0].bytes = -4;
  EXPECT_EQ(finalizeError(graph),
            "the size of value 0 is -4 bytes; it must be at least 0");
  graph = makePair();
  graph.tasks[1].workspace = -1;
  EXPECT_EQ(finalizeError(graph),
            "the workspace of op 11 is -1 bytes; it must be at least 0");
  graph = makePair();
  graph.residentBytes = -1;
  EXPECT_EQ(finalizeError(graph),
            "what is resident is -1 bytes; it must be at least 0");
  graph = makePair();
  for (double time : {-1.0, std::numeric_limits<double>::quiet_NaN(),
                      std::numeric_limits<double>::infinity(), 2e18}) {
    graph.tasks[0].time = time;
    EXPECT_NE(finalizeError(graph).find("the time of op 10 is"),
              std::string::npos);
  }
  graph = makePair();
  graph.tasks[1].outputs = {0};
  graph.tasks[1].inputs = {};
  EXPECT_EQ(finalizeError(graph), "value 0 is written by op 10 and op 11; only "
                                  "a value with accumulate may be");
  graph.values[0].accumulate = true;
  EXPECT_EQ(finalizeError(graph), "value 0 accumulates, but op 10, which adds "
                                  "to it, may run again");
  graph = makePair();
  graph.tasks[1].inputs = {0, 0};
  EXPECT_EQ(finalizeError(graph), "op 11 reads value 0 twice");
  graph.tasks[1].inputs = {3};
  EXPECT_EQ(finalizeError(graph), "op 11 reads what is no value of the graph");
  graph.tasks[1].inputs = {-1};
  EXPECT_EQ(finalizeError(graph), "op 11 reads what is no value of the graph");
  graph = makePair();
  graph.loss = 3;
  EXPECT_EQ(finalizeError(graph), "the loss is no value of the graph");
}

TEST(GraphTest, FinalizeRefusesSumsBeyondTheLimit) {
  Graph graph = makePair();
  graph.values[0].bytes = graph.values[1].bytes = Graph::maxTotalBytes / 2;
  EXPECT_EQ(finalizeError(graph), "");
  graph.tasks[1].workspace = 1;
  EXPECT_EQ(finalizeError(graph),
            "with the workspace of op 11 (1 bytes) the sizes sum to more than "
            "the limit of 1152921504606846976 bytes");
  graph.tasks[1].workspace = 0;
  graph.values[2].bytes = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(finalizeError(graph),
            "with value 2 (9223372036854775807 bytes) the sizes sum to more "
            "than the limit of 1152921504606846976 bytes");
  graph = makePair();
  graph.residentBytes = std::numeric_limits<int64_t>::max();
  EXPECT_NE(finalizeError(graph), "");
}

TEST(GraphTest, FinalizeRefusesViewsThatLeadNowhere) {
  Graph graph = makePair();
  graph.values[1].viewOf = 0;
  EXPECT_EQ(finalizeError(graph), "");
  graph.values[0].viewOf = 0;
  EXPECT_EQ(finalizeError(graph), "value 0 is a view of itself");
  graph = makePair();
  graph.values[1].viewOf = 2;
  EXPECT_EQ(finalizeError(graph), "op 11 makes value 1, a view of value 2, "
                                  "which it neither reads nor writes");
  graph = makePair();
  graph.values[2].viewOf = 0;
  EXPECT_EQ(finalizeError(graph),
            "value 2 is a view of value 0, but no op makes it");
  graph = makePair();
  graph.values[1].viewOf = 7;
  EXPECT_EQ(finalizeError(graph), "value 1 is a view of no value of the graph");
  graph = makePair();
  graph.values[1].viewOf = 0;
  graph.values[1].accumulate = true;
  EXPECT_EQ(finalizeError(graph),
            "value 1 cannot both be a view and accumulate");
}

TEST(GraphTest, FinalizeRefusesVariantsThatMakeWhatTheTaskDoesNot) {
  Graph graph = makePair();
  graph.tasks[1].variants.emplace_back();
  EXPECT_EQ(finalizeError(graph), "");
  graph.tasks[1].variants[0].outputs = {2};
  EXPECT_EQ(finalizeError(graph),
            "a variant of op 11 writes a value that the op does not");
  graph.tasks[1].variants[0].outputs = {1, 1};
  EXPECT_EQ(finalizeError(graph), "a variant of op 11 writes value 1 twice");
  graph.tasks[1].variants[0].outputs = {1};
  graph.tasks[1].variants[0].time = -1;
  EXPECT_NE(finalizeError(graph), "");
}

TEST(GraphTest, FinalizeRefusesAPinThatCannotBeKept) {
  Graph graph = makePair();
  graph.tasks[1].phase = Phase::Backward;
  graph.tasks[0].policy = Policy::Recompute;
  EXPECT_EQ(finalizeError(graph), "");
  graph.tasks[0].mayRunAgain = false;
  EXPECT_EQ(finalizeError(graph),
            "op 10 is pinned recompute and read by op 11, but may not run "
            "again; unpin it or let it run again");
}

TEST(GraphTest, FinalizeChecksABaseOrderThatIsGiven) {
  Graph graph = makePair();
  graph.baseOrder = {0, 1};
  EXPECT_EQ(finalizeError(graph), "");
  graph.baseOrder = {1, 0};
  EXPECT_EQ(finalizeError(graph),
            "in the base order op 11 reads value 0 before "
            "op 10 writes it");
  graph.baseOrder = {0};
  EXPECT_EQ(finalizeError(graph), "the base order has 1 ops, the graph 2");
  graph.baseOrder = {0, 0};
  EXPECT_EQ(finalizeError(graph), "the base order names op 10 twice");
  graph.baseOrder = {0, 2};
  EXPECT_EQ(finalizeError(graph), "the base order names no op of the graph");
  graph.tasks[0].inputs = {1};
  graph.baseOrder = {0, 1};
  EXPECT_EQ(finalizeError(graph), "the ops depend on each other in a cycle: "
                                  "op 11 -> op 10 -> op 11");
}

} // namespace
