//===- ForwardOrder.cpp - Where a forward part is cut into stages ---------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chains/ForwardOrder.h"
#include "remat/Planner/NotApplicable.h"

#include "llvm/ADT/STLExtras.h"

#include <queue>

using namespace llvm;
using namespace mlir::remat::planner;

/// The node's inputs from other nodes, in operand order, each once.
static SmallVector<int32_t, 4>
operandsOf(const Graph &graph, const ForwardModel &model, int32_t node) {
  SmallVector<int32_t, 4> operands;
  for (TaskId task : model.nodes[node].tasks)
    for (ValueId input : graph.tasks[task].inputs)
      for (TaskId writer : graph.writers(input))
        if (int32_t pred = model.nodeOf[writer];
            pred != node && !is_contained(operands, pred))
          operands.push_back(pred);
  return operands;
}

ForwardOrder mlir::remat::planner::orderForward(const Graph &graph,
                                                const ForwardModel &model) {
  const int32_t count = model.nodes.size();
  std::vector<int32_t> depth(count, 0);
  int32_t last = 0;
  for (int32_t node = 0; node != count; ++node) {
    for (int32_t pred : model.nodes[node].preds)
      depth[node] = std::max(depth[node], depth[pred] + 1);
    if (depth[node] > depth[last])
      last = node;
  }
  if (graph.loss)
    for (TaskId writer : graph.writers(*graph.loss))
      if (model.nodeOf[writer] >= 0)
        last = model.nodeOf[writer];
  ForwardOrder order;
  order.positionOf.assign(count, -1);
  struct Visit {
    int32_t node;
    SmallVector<int32_t, 4> operands;
    size_t next = 0;
  };
  std::vector<Visit> stack;
  std::vector<bool> isSeen(count, false);
  auto enter = [&](int32_t node) {
    isSeen[node] = true;
    SmallVector<int32_t, 4> operands = operandsOf(graph, model, node);
    llvm::stable_sort(
        operands, [&](int32_t a, int32_t b) { return depth[a] > depth[b]; });
    stack.push_back({node, std::move(operands)});
  };
  enter(last);
  while (!stack.empty()) {
    Visit &visit = stack.back();
    if (visit.next == visit.operands.size()) {
      order.positionOf[visit.node] = order.nodes.size();
      order.nodes.push_back(visit.node);
      stack.pop_back();
      continue;
    }
    const int32_t operand = visit.operands[visit.next++];
    if (!isSeen[operand])
      enter(operand);
  }
  return order;
}

std::vector<ForwardSpan>
mlir::remat::planner::spansOf(const Graph &graph, const ForwardModel &model,
                              const ForwardOrder &order) {
  std::vector<ForwardSpan> spans;
  const ValueId count = graph.values.size();
  std::vector<int32_t> lastRead(count, -1);
  for (ValueId value = 0; value != count; ++value)
    for (TaskId reader : graph.readers(value))
      if (int32_t node = model.nodeOf[reader]; node >= 0) {
        int32_t &last = lastRead[graph.root(value)];
        last = std::max(last, order.positionOf[node]);
      }
  auto runsOnce = [&](TaskId task) { return graph.tasks[task].runsOnce(); };
  for (ValueId value = 0; value != count; ++value) {
    ArrayRef<TaskId> writers = graph.writers(value);
    if (graph.root(value) != value || writers.empty() ||
        graph.values[value].isResult || any_of(writers, runsOnce))
      continue;
    const int32_t node = model.nodeOf[writers.front()];
    const int32_t begin = node < 0 ? -1 : order.positionOf[node];
    if (begin >= 0 && lastRead[value] > begin)
      spans.push_back({value, begin, lastRead[value]});
  }
  return spans;
}

/// Positions after which at most `width` values cross.
static std::vector<int32_t> findCuts(ArrayRef<ForwardSpan> spans, int32_t count,
                                     const ChainCuts &options,
                                     std::vector<bool> &held) {
  std::vector<int32_t> crossing(count + 1, 0);
  for (const ForwardSpan &span : spans) {
    if (options.holdLongValues && 4 * int64_t(span.end - span.begin) >= count) {
      held[span.root] = true;
      continue;
    }
    ++crossing[span.begin];
    --crossing[span.end];
  }
  std::vector<int32_t> cuts;
  for (int32_t at = 0; at + 1 < count; ++at) {
    if (crossing[at] <= options.width)
      cuts.push_back(at);
    crossing[at + 1] += crossing[at];
  }
  return cuts;
}

/// Names the value that crosses most positions, which prevents cuts.
static std::string explain(const Graph &graph, const ForwardModel &model,
                           const ForwardOrder &order,
                           ArrayRef<ForwardSpan> spans, int32_t width,
                           const std::vector<bool> &held) {
  std::string text =
      "the step is no chain of stages: at no two points of the "
      "forward part between its first op and its loss " +
      (width == 1 ? std::string("a single value crosses")
                  : "at most " + std::to_string(width) + " values cross");
  const ForwardSpan *longest = nullptr;
  for (const ForwardSpan &span : spans)
    if (!held[span.root] &&
        (!longest || span.end - span.begin > longest->end - longest->begin))
      longest = &span;
  if (!longest)
    return text + ", since it has " + std::to_string(order.nodes.size()) +
           " ops in all";
  const int32_t reader = order.nodes[longest->end];
  return text + "; most points are crossed by what " +
         Graph::describe(graph.tasks[graph.writers(longest->root).front()]) +
         " makes and " +
         Graph::describe(graph.tasks[model.nodes[reader].tasks.front()]) +
         " reads last";
}

void mlir::remat::planner::joinStages(ArrayRef<ChainStage> stages, size_t most,
                                      std::vector<int32_t> &cuts) {
  struct Entry {
    int64_t cost;
    size_t cut;
    uint32_t version;
    bool operator<(const Entry &other) const {
      return std::tie(cost, cut) > std::tie(other.cost, other.cut);
    }
  };
  const size_t count = cuts.size();
  // Cut i lies between the stage that ends there and the next remaining one.
  std::vector<size_t> before(count), after(count);
  std::vector<int64_t> saved(count + 1);
  std::vector<uint32_t> version(count, 0);
  for (size_t i = 0; i != count + 1; ++i)
    saved[i] = stages[i].savedBytes;
  std::priority_queue<Entry> queue;
  auto push = [&](size_t cut) {
    queue.push(
        {saved[cut] + saved[after[cut]] - 2 * stages[cut].activationBytes, cut,
         version[cut]});
  };
  for (size_t i = 0; i != count; ++i) {
    before[i] = i - 1;
    after[i] = i + 1;
    push(i);
  }
  std::vector<bool> isGone(count, false);
  for (size_t left = count; left + 1 > most && left;) {
    const Entry entry = queue.top();
    queue.pop();
    if (isGone[entry.cut] || entry.version != version[entry.cut])
      continue;
    const size_t next = after[entry.cut], previous = before[entry.cut];
    isGone[entry.cut] = true;
    --left;
    saved[next] += saved[entry.cut] - stages[entry.cut].activationBytes;
    if (next < count) {
      before[next] = previous;
      ++version[next];
      push(next);
    }
    if (previous < count) {
      after[previous] = next;
      ++version[previous];
      push(previous);
    }
  }
  std::vector<int32_t> kept;
  for (auto [cut, gone] : zip(cuts, isGone))
    if (!gone)
      kept.push_back(cut);
  cuts = std::move(kept);
}

Expected<ChainStructure>
mlir::remat::planner::findChain(const Graph &graph, const ForwardModel &model,
                                const ChainCuts &options) {
  const ForwardOrder order = orderForward(graph, model);
  const std::vector<ForwardSpan> spans = spansOf(graph, model, order);
  std::vector<bool> held(graph.values.size(), false);
  std::vector<int32_t> cuts =
      findCuts(spans, order.nodes.size(), options, held);
  // A forward part without cuts, but nothing that prevents them, is a short
  // chain.
  const bool isWhole = cuts.size() + 1 == order.nodes.size();
  if (cuts.size() < 2 && !isWhole)
    return make_error<NotApplicableError>(
        explain(graph, model, order, spans, options.width, held));
  Expected<ChainStructure> structure =
      buildChain(graph, model, order, cuts, held);
  if (!structure)
    return structure;
  const size_t most =
      structure->isExact ? options.maxExactStages : options.maxStages;
  if (structure->stages.size() <= most)
    return structure;
  joinStages(structure->chain.stages, std::max<size_t>(options.maxStages, 2),
             cuts);
  return buildChain(graph, model, order, cuts, std::move(held));
}
