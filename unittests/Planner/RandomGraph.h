//===- RandomGraph.h - Small random steps and plans -------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_UNITTESTS_PLANNER_RANDOMGRAPH_H
#define REMAT_UNITTESTS_PLANNER_RANDOMGRAPH_H

#include "remat/Planner/Plan.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <random>

namespace mlir::remat::planner::test {

/// The same numbers everywhere: the standard fixes this generator, but not its
/// distributions.
class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}
  /// From 0 to `count` - 1.
  int64_t below(int64_t count) { return engine() % count; }
  bool chance(int percent) { return below(100) < percent; }

private:
  std::mt19937_64 engine;
};

struct RandomGraphOptions {
  int minForward = 1;
  int maxForward = 6;
  bool views = true;
  bool variants = true;
  bool policies = true;
};

/// A finalized step: forward tasks, backward tasks with accumulating gradients,
/// updates; with views, variants, workspaces, results and pins, as asked.
Graph makeRandomGraph(Random &random, const RandomGraphOptions &options = {});

/// The base order with some runs added, left out, moved and in variants: about
/// half of these plans are valid.
std::vector<Step> makeRandomSteps(Random &random, const Graph &graph);

/// Appends a task of time 1 to the tasks and the base order, with new values of
/// these sizes. Returns it; not finalized.
Task &addTask(Graph &graph, Phase phase, std::vector<ValueId> inputs,
              std::vector<int64_t> outputBytes);

/// Forward tasks f₀ … f_{n-1}, each with one output, and their backward tasks
/// in the reverse order, which read what the forward task read and wrote and
/// the gradient of what it wrote. `readsOf(i)` are the forward tasks that fᵢ
/// reads.
Graph makeStep(int count, llvm::function_ref<std::vector<int>(int)> readsOf,
               Random &random);

/// A chain of sines from an input: `links` forward tasks, and on the way back a
/// task for each cosine and one for the product. `bytesOf(i)` is the size of
/// what the i-th link makes. Finalized.
Graph makeSineChain(int links, llvm::function_ref<int64_t(int)> bytesOf);

/// A random step in which every forward task but the last is read.
Graph makeRandomStep(Random &random, int maxTasks);

/// Steps of up to 13 tensors in turn: plain ones, with accumulating gradients,
/// with views, with pins, with variants.
Graph makeSmallStep(Random &random, int kind);

/// A finalized step of `count` forward tasks and about as many backward ones,
/// in layers with skips over several of them.
Graph makeLayeredStep(Random &random, int count);

} // namespace mlir::remat::planner::test

#endif // REMAT_UNITTESTS_PLANNER_RANDOMGRAPH_H
