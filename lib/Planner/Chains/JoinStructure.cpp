//===- JoinStructure.cpp - Branches that meet at the loss -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chains/ForwardOrder.h"
#include "remat/Planner/Join.h"
#include "remat/Planner/NotApplicable.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace llvm;
using namespace mlir::remat::planner;

namespace {
/// Connected parts of the forward graph.
struct Parts : IntEqClasses {
  explicit Parts(size_t count) : IntEqClasses(count), sizes(count, 1) {}
  void unite(int32_t a, int32_t b) {
    a = findLeader(a);
    b = findLeader(b);
    if (a != b)
      sizes[join(a, b)] = sizes[a] + sizes[b];
  }

  /// By leader.
  std::vector<int64_t> sizes;
};

class JoinFinder {
public:
  JoinFinder(const Graph &graph, const ForwardModel &model)
      : graph(graph), model(model), order(orderForward(graph, model)) {}

  Expected<JoinStructure> find(int32_t mostStages);

private:
  bool isLarge(int64_t nodes) const {
    return nodes >= 2 && 16 * nodes >= static_cast<int64_t>(order.nodes.size());
  }
  /// Several branches may read a node without operands and with several
  /// readers: it is held.
  bool isShared(int32_t node) const {
    return model.nodes[node].preds.empty() &&
           model.nodes[node].succs.size() > 1;
  }
  bool findTurn();
  void findBranches();
  Error cut(std::vector<int32_t> &cuts, std::vector<int32_t> &lengths);
  /// The first op of the node, for messages.
  std::string describe(int32_t node) const {
    return Graph::describe(graph.tasks[model.nodes[node].tasks.front()]);
  }

  const Graph &graph;
  const ForwardModel &model;
  ForwardOrder order;
  /// By node.
  std::vector<bool> isTurn;
  /// By branch: its nodes; by node: its branch, -1 for shared ones, the number
  /// of branches for the turn.
  std::vector<std::vector<int32_t>> branches;
  std::vector<int32_t> branchOf;
  /// The ends of values that several branches read, and of each branch.
  int32_t sharedEnd = 0;
  std::vector<bool> held;
};
} // namespace

int32_t JoinStructure::stageOf(int32_t branch, int32_t index) const {
  return std::accumulate(lengths.begin(), lengths.begin() + branch,
                         sharedStages + index + 1);
}

/// The turn begins where large, previously unconnected parts meet, and includes
/// all that depends on it.
bool JoinFinder::findTurn() {
  Parts parts(model.nodes.size());
  isTurn.assign(model.nodes.size(), false);
  bool any = false;
  for (int32_t node : order.nodes) {
    SmallVector<int32_t, 4> met;
    for (int32_t pred : model.nodes[node].preds) {
      isTurn[node] = isTurn[node] || isTurn[pred];
      if (isShared(pred))
        continue;
      const int32_t part = parts.findLeader(pred);
      if (!is_contained(met, part) && isLarge(parts.sizes[part]))
        met.push_back(part);
    }
    isTurn[node] = isTurn[node] || met.size() > 1;
    any |= isTurn[node];
    for (int32_t pred : model.nodes[node].preds)
      if (!isShared(pred))
        parts.unite(node, pred);
  }
  return any;
}

void JoinFinder::findBranches() {
  Parts parts(model.nodes.size());
  for (int32_t node : order.nodes)
    if (!isTurn[node])
      for (int32_t pred : model.nodes[node].preds)
        if (!isShared(pred))
          parts.unite(node, pred);
  branchOf.assign(model.nodes.size(), -1);
  DenseMap<int32_t, int32_t> branchOfPart;
  std::vector<int32_t> shared, turn;
  for (int32_t node : order.nodes) {
    const int32_t part = parts.findLeader(node);
    if (isTurn[node]) {
      turn.push_back(node);
    } else if (isShared(node)) {
      shared.push_back(node);
    } else if (!isLarge(parts.sizes[part])) {
      turn.push_back(node);
      isTurn[node] = true;
    } else {
      branchOf[node] =
          branchOfPart.try_emplace(part, branches.size()).first->second;
      branches.resize(branchOfPart.size());
      branches[branchOf[node]].push_back(node);
    }
  }
  order.nodes = std::move(shared);
  sharedEnd = order.nodes.size();
  for (const std::vector<int32_t> &branch : branches)
    append_range(order.nodes, branch);
  append_range(order.nodes, turn);
  for (size_t at = 0; at != order.nodes.size(); ++at)
    order.positionOf[order.nodes[at]] = at;
}

/// Cuts between all stages; the turn begins after the last.
Error JoinFinder::cut(std::vector<int32_t> &cuts,
                      std::vector<int32_t> &lengths) {
  const int32_t turnBegin = std::accumulate(
      branches.begin(), branches.end(), sharedEnd,
      [](int32_t sum, const auto &branch) { return sum + branch.size(); });
  std::vector<int32_t> change(order.nodes.size() + 1, 0);
  held.assign(graph.values.size(), false);
  std::vector<int32_t> ends;
  for (const std::vector<int32_t> &branch : branches)
    ends.push_back(order.positionOf[branch.back()] + 1);
  for (const ForwardSpan &span : spansOf(graph, model, order)) {
    if (span.begin < sharedEnd) {
      held[span.root] = true;
      continue;
    }
    // Crosses its own branch to the end if the turn reads it.
    ++change[span.begin];
    const int32_t branch = branchOf[order.nodes[span.begin]];
    --change[branch < 0 ? span.end : std::min(span.end, ends[branch])];
  }
  if (sharedEnd)
    cuts.push_back(sharedEnd - 1);
  int32_t crossing = 0;
  size_t branch = 0;
  for (int32_t at = 0; at != turnBegin; ++at) {
    crossing += change[at];
    if (at < sharedEnd)
      continue;
    const bool isEnd = at + 1 == ends[branch];
    if (isEnd && crossing > 1)
      return make_error<NotApplicableError>(
          "the step is no join of chains: the branch that ends with " +
          describe(order.nodes[at]) + " has " + std::to_string(crossing) +
          " values for the loss, not a single one");
    if (crossing <= 1 || isEnd) {
      cuts.push_back(at);
      ++lengths[branch];
    }
    branch += isEnd;
  }
  return Error::success();
}

Expected<JoinStructure> JoinFinder::find(int32_t mostStages) {
  if (!findTurn())
    return make_error<NotApplicableError>(
        "the step is no join of chains: no op on the way to " +
        describe(order.nodes.back()) +
        ", the loss, depends on two parts of the step that have nothing in "
        "common but arguments and constants, and each at least a sixteenth of "
        "its " +
        std::to_string(order.nodes.size()) + " ops");
  findBranches();
  JoinStructure join;
  std::vector<int32_t> cuts;
  join.lengths.assign(branches.size(), 0);
  if (Error error = cut(cuts, join.lengths))
    return std::move(error);
  join.sharedStages = sharedEnd > 0;
  for (const std::vector<int32_t> &branch : branches)
    join.ends.push_back(model.nodes[branch.back()].tasks.front());
  Expected<ChainStructure> chain = buildChain(graph, model, order, cuts, held);
  if (!chain)
    return chain.takeError();
  if (any_of(join.lengths,
             [&](int32_t length) { return length > mostStages; })) {
    std::vector<int32_t> kept(cuts.begin(), cuts.begin() + join.sharedStages);
    size_t at = join.sharedStages;
    for (int32_t &length : join.lengths) {
      // A branch's last cut is its end.
      std::vector<int32_t> inner(cuts.begin() + at,
                                 cuts.begin() + at + length - 1);
      joinStages(ArrayRef(chain->chain.stages).slice(at, length), mostStages,
                 inner);
      const int32_t end = cuts[at + length - 1];
      at += length;
      append_range(kept, inner);
      kept.push_back(end);
      length = inner.size() + 1;
    }
    chain = buildChain(graph, model, order, kept, held);
    if (!chain)
      return chain.takeError();
  }
  join.chain = std::move(*chain);
  return join;
}

Expected<JoinStructure>
mlir::remat::planner::findJoin(const Graph &graph, const ForwardModel &model,
                               int32_t mostStages) {
  return JoinFinder(graph, model).find(mostStages);
}

std::vector<Step> mlir::remat::planner::expandJoin(const Graph &graph,
                                                   const JoinStructure &join,
                                                   ArrayRef<JoinOp> ops) {
  std::vector<ChainOp> row;
  if (join.sharedStages)
    row.push_back({ChainOpKind::ForwardAll, 1});
  for (JoinOp op : ops) {
    const int32_t stage = op.kind == JoinOpKind::Turn
                              ? join.turn()
                              : join.stageOf(op.branch, op.index);
    if (op.kind == JoinOpKind::ForwardKeep) {
      row.push_back({ChainOpKind::ForwardKeep, stage});
    } else if (op.kind == JoinOpKind::ForwardDrop) {
      row.push_back({ChainOpKind::ForwardDrop, stage});
    } else {
      row.push_back({ChainOpKind::ForwardAll, stage});
      row.push_back({ChainOpKind::Backward, stage});
    }
  }
  if (join.sharedStages)
    row.push_back({ChainOpKind::Backward, 1});
  return expandChain(graph, join.chain, row);
}
