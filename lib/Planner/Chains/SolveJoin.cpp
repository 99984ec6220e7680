//===- SolveJoin.cpp - The strategy for joins -----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chains/ChainLimits.h"
#include "Graph/PlanSelection.h"
#include "remat/Planner/JoinStructure.h"
#include "remat/Planner/NotApplicable.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace llvm;
using namespace mlir::remat::planner;

/// What the table costs: slots · cells · operations of a cell.
static int64_t tableSteps(ArrayRef<int32_t> lengths) {
  const int64_t sum = std::accumulate(lengths.begin(), lengths.end(), 0);
  double steps = double(sum + lengths.size()) * sum;
  for (int32_t length : lengths)
    steps *= length + 1;
  return steps < 1e15 ? steps : 1e15;
}

/// The join with as many stages in each branch as the limits allow.
static Expected<JoinStructure> findWithin(const Problem &problem,
                                          const ForwardModel &model,
                                          const ChainLimits &limits) {
  for (int32_t most = 64;; most /= 2) {
    Expected<JoinStructure> join = findJoin(problem.graph, model, most);
    if (!join || most == 1)
      return join;
    if (tableSteps(join->lengths) <= limits.joinSteps)
      return join;
  }
}

/// The mean costs of the stages. Where an operation makes the activations again
/// that it needs, that is a part of it.
static JoinCosts meanCosts(const JoinStructure &join) {
  const std::vector<ChainStage> &stages = join.chain.chain.stages;
  JoinCosts costs;
  costs.forward = costs.backward = 0;
  const double count =
      std::max<size_t>(stages.size() - 1 - join.sharedStages, 1);
  for (size_t i = join.sharedStages; i + 1 < stages.size(); ++i) {
    costs.forward += stages[i].checkpointTime / count;
    costs.backward += (stages[i].forwardTime + stages[i].backwardTime) / count;
  }
  costs.turn = stages.back().forwardTime + stages.back().backwardTime;
  return costs;
}

namespace mlir::remat::planner {

/// Beaumont et al. 2019, "Optimal Memory-aware Backpropagation of Deep Join
/// Networks", Theorem 3: for every number of slots, what is optimal where all
/// stages of all branches are alike. NotApplicableError where no branches meet.
/// O(slots · product of the branches' lengths · their sum).
Expected<Plan> solveJoin(const Problem &problem) {
  const Graph &graph = problem.graph;
  const ChainLimits limits = getChainLimits(getContext(problem).scale);
  Expected<ForwardModel> model = buildForwardModel(graph);
  if (!model)
    return model.takeError();
  Expected<JoinStructure> join = findWithin(problem, *model, limits);
  if (!join)
    return join.takeError();
  const int64_t least = leastJoinSlots(join->lengths);
  const int64_t most =
      std::accumulate(join->lengths.begin(), join->lengths.end(),
                      static_cast<int64_t>(join->lengths.size()));
  Expected<JoinTable> table =
      JoinTable::make(join->lengths, most, meanCosts(*join));
  if (!table)
    return make_error<NotApplicableError>(
        "the join of branches is too large: " + toString(table.takeError()));
  PlanSelection selection(problem);
  const int64_t count =
      std::clamp<int64_t>(limits.steps / int64_t(graph.tasks.size()), 8, 256);
  const int64_t stride = std::max<int64_t>((most - least) / count, 1);
  for (int64_t slots = most; slots >= least; slots -= stride) {
    // The smallest number is one of them.
    if (slots - stride < least)
      slots = least;
    if (std::optional<std::vector<JoinOp>> ops = table->schedule(slots))
      selection.offer(expandJoin(graph, *join, *ops));
  }
  // What the model does not know: that nothing runs again if all is stored.
  std::vector<ChainOp> all = storeAllOps(join->chain.chain);
  selection.offer(expandChain(graph, join->chain, all));
  selection.offer(baseSteps(graph));
  return selection.take("join");
}

} // namespace mlir::remat::planner
