//===- LowerSets.cpp - Lower sets of the forward graph --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/LowerSets.h"
#include "remat/Planner/NotApplicable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <cmath>
#include <numeric>

using namespace llvm;
using namespace mlir::remat::planner;

/// Marks the forward tasks and all that they depend on, in one walk back over
/// the topological base order.
static Expected<std::vector<bool>> findForwardPart(const Graph &graph) {
  std::vector<bool> inPart(graph.tasks.size(), false);
  bool anyForward = false, anyBackward = false;
  for (size_t i = 0; i != graph.tasks.size(); ++i) {
    inPart[i] = graph.tasks[i].phase == Phase::Forward;
    anyForward |= inPart[i];
    anyBackward |= graph.tasks[i].phase == Phase::Backward;
  }
  if (!anyForward || !anyBackward)
    return make_error<NotApplicableError>(
        std::string("the graph has no ") +
        (anyForward ? "backward" : "forward") +
        " tasks; this strategy needs a forward and a backward phase");
  for (TaskId index : reverse(graph.baseOrder)) {
    const Task &task = graph.tasks[index];
    if (inPart[index])
      continue;
    for (ValueId output : task.outputs)
      for (TaskId reader : graph.readers(output))
        if (inPart[reader]) {
          if (task.phase == Phase::Backward)
            return make_error<NotApplicableError>(
                "the phases are ambiguous: forward " +
                Graph::describe(graph.tasks[reader]) + " depends on backward " +
                Graph::describe(task));
          inPart[index] = true;
        }
  }
  return inPart;
}

/// The node to join: all outputs are views, and one node makes all inputs from
/// the forward part, so that joining closes no cycle.
static int32_t nodeToJoin(const Graph &graph, const Task &task,
                          const std::vector<int32_t> &nodeOf) {
  if (task.outputs.empty() || task.workspace != 0 ||
      any_of(task.outputs,
             [&](ValueId value) { return !graph.values[value].viewOf; }))
    return -1;
  int32_t node = -1;
  for (ValueId input : task.inputs)
    for (TaskId writer : graph.writers(input)) {
      if (node != -1 && nodeOf[writer] != node)
        return -1;
      node = nodeOf[writer];
    }
  return node;
}

/// Chooses the time unit and fills in the nodes' times.
static void fillTimes(const Graph &graph, ForwardModel &model) {
  double sum = 0;
  bool whole = true;
  for (const ForwardNode &node : model.nodes)
    for (TaskId task : node.tasks) {
      sum += graph.tasks[task].time;
      whole &= std::nearbyint(graph.tasks[task].time) == graph.tasks[task].time;
    }
  int exponent = 0;
  std::frexp(sum, &exponent);
  if (!whole || exponent > 50)
    model.timeUnit = std::ldexp(1.0, exponent - 50);
  for (ForwardNode &node : model.nodes) {
    if (node.kept)
      continue;
    double time = 0;
    for (TaskId task : node.tasks)
      time += graph.tasks[task].time;
    node.time = std::llrint(time / model.timeUnit);
  }
}

Expected<ForwardModel>
mlir::remat::planner::buildForwardModel(const Graph &graph) {
  Expected<std::vector<bool>> inPart = findForwardPart(graph);
  if (!inPart)
    return inPart.takeError();
  ForwardModel model;
  model.nodeOf.assign(graph.tasks.size(), -1);
  for (TaskId index : graph.baseOrder) {
    if (!(*inPart)[index])
      continue;
    const Task &task = graph.tasks[index];
    int32_t join = nodeToJoin(graph, task, model.nodeOf);
    if (join == -1) {
      join = model.nodes.size();
      model.nodes.emplace_back();
    }
    model.nodeOf[index] = join;
    ForwardNode &node = model.nodes[join];
    node.tasks.push_back(index);
    node.kept |= task.runsOnce();
    node.dropped |= task.policy == Policy::Recompute;
    for (ValueId output : task.outputs) {
      const Value &value = graph.values[output];
      if (!value.viewOf && !value.isResult && !graph.readers(output).empty() &&
          graph.writers(output).front() == index)
        node.bytes += value.bytes;
    }
    for (ValueId input : task.inputs)
      for (TaskId writer : graph.writers(input))
        if (int32_t pred = model.nodeOf[writer]; pred != join)
          node.preds.push_back(pred);
  }
  for (size_t i = 0; i != model.nodes.size(); ++i) {
    auto &preds = model.nodes[i].preds;
    llvm::sort(preds);
    preds.erase(llvm::unique(preds), preds.end());
    for (int32_t pred : preds)
      model.nodes[pred].succs.push_back(i);
  }
  fillTimes(graph, model);
  return model;
}

/// Collects sets, then sorts them and derives the figures of the search.
struct LowerSetFamily::Builder {
  Builder(const ForwardModel &model, NominalPeak peak)
      : model(model), peak(peak), words((model.nodes.size() + 63) / 64) {}

  void add(ArrayRef<uint64_t> set) {
    append_range(bits, set);
    ++count;
  }
  LowerSetFamily finish();

  const ForwardModel &model;
  NominalPeak peak;
  size_t words;
  size_t count = 0;
  std::vector<uint64_t> bits;
};

namespace {
struct SetFacts {
  int64_t bytes = 0, time = 0, key = 0, keptBytes = 0, members = 0;
  SmallVector<int32_t, 8> boundary, maximal;
};
} // namespace

static bool isMember(const uint64_t *set, int32_t node) {
  return set[node >> 6] >> (node & 63) & 1;
}

static void flip(std::vector<uint64_t> &set, int32_t node) {
  set[node >> 6] ^= uint64_t(1) << (node & 63);
}

static SetFacts deriveFacts(const ForwardModel &model, const uint64_t *set,
                            std::vector<int32_t> &marks, int32_t mark) {
  SetFacts facts;
  // The two terms of eq. (2) count a node each, at most once per term.
  int64_t next = 0, besides = 0;
  std::vector<int32_t> &nextMarks = marks;
  int32_t *besidesMarks = marks.data() + model.nodes.size();
  SmallVector<int32_t, 16> successors;
  for (auto [index, node] : enumerate(model.nodes)) {
    if (!isMember(set, index))
      continue;
    facts.bytes += node.bytes;
    facts.time += node.time;
    ++facts.members;
    if (node.kept)
      facts.keptBytes += node.bytes;
    bool isBoundary = false, isMaximal = true;
    for (int32_t succ : node.succs) {
      if (isMember(set, succ)) {
        isMaximal = false;
        continue;
      }
      isBoundary = true;
      if (nextMarks[succ] != mark) {
        nextMarks[succ] = mark;
        next += model.nodes[succ].bytes;
        successors.push_back(succ);
      }
    }
    if (isBoundary && !node.kept)
      facts.boundary.push_back(index);
    if (isMaximal)
      facts.maximal.push_back(index);
  }
  for (int32_t succ : successors)
    for (int32_t pred : model.nodes[succ].preds)
      if (!isMember(set, pred) && besidesMarks[pred] != mark) {
        besidesMarks[pred] = mark;
        besides += model.nodes[pred].bytes;
      }
  facts.key = 2 * facts.bytes + next + besides;
  return facts;
}

LowerSetFamily LowerSetFamily::Builder::finish() {
  std::vector<SetFacts> facts;
  facts.reserve(count);
  std::vector<int32_t> marks(2 * model.nodes.size(), -1);
  for (size_t set = 0; set != count; ++set)
    facts.push_back(deriveFacts(model, bits.data() + set * words, marks, set));
  if (peak == NominalPeak::ValuesOnly)
    for (SetFacts &fact : facts)
      fact.key = fact.bytes;
  // By key, so that the sets within a budget are a range. Supersets have no
  // smaller key and more members. The sets themselves break ties: equal ones
  // are neighbors.
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  auto setOf = [&](uint32_t index) {
    return ArrayRef(bits).slice(index * words, words);
  };
  llvm::sort(order, [&](uint32_t a, uint32_t b) {
    return std::make_tuple(facts[a].key, facts[a].members, setOf(a)) <
           std::make_tuple(facts[b].key, facts[b].members, setOf(b));
  });
  order.erase(
      llvm::unique(
          order, [&](uint32_t a, uint32_t b) { return setOf(a) == setOf(b); }),
      order.end());

  LowerSetFamily family;
  family.words = words;
  family.weight = peak == NominalPeak::Printed ? 2 : 1;
  family.bits.reserve(order.size() * words);
  for (uint32_t index : order) {
    const SetFacts &fact = facts[index];
    append_range(family.bits, setOf(index));
    family.bytes.push_back(fact.bytes);
    family.time.push_back(fact.time);
    family.key.push_back(fact.key);
    family.keptBytes.push_back(fact.keptBytes);
    family.boundaryBegin.push_back(family.boundaryNodes.size());
    append_range(family.boundaryNodes, fact.boundary);
    family.maximalBegin.push_back(family.maximalNodes.size());
    append_range(family.maximalNodes, fact.maximal);
  }
  family.boundaryBegin.push_back(family.boundaryNodes.size());
  family.maximalBegin.push_back(family.maximalNodes.size());
  return family;
}

/// Adds nodes only in ascending order: each prefix of a topological order of a
/// lower set is one, so each is met once.
std::optional<LowerSetFamily> LowerSetFamily::all(const ForwardModel &model,
                                                  size_t limit) {
  Builder builder(model, NominalPeak::Printed);
  const int32_t nodeCount = model.nodes.size();
  std::vector<uint64_t> set(builder.words, 0);
  std::vector<int32_t> missing(nodeCount);
  for (int32_t i = 0; i != nodeCount; ++i)
    missing[i] = model.nodes[i].preds.size();
  // Members of the current set.
  std::vector<int32_t> path;
  builder.add(set);
  int32_t next = 0;
  while (true) {
    while (next != nodeCount && missing[next] != 0)
      ++next;
    if (next != nodeCount) {
      if (builder.count == limit)
        return std::nullopt;
      flip(set, next);
      for (int32_t succ : model.nodes[next].succs)
        --missing[succ];
      path.push_back(next++);
      builder.add(set);
      continue;
    }
    if (path.empty())
      return builder.finish();
    next = path.back();
    path.pop_back();
    flip(set, next);
    for (int32_t succ : model.nodes[next].succs)
      ++missing[succ];
    ++next;
  }
}

LowerSetFamily LowerSetFamily::pruned(const ForwardModel &model, size_t limit,
                                      bool withPrefixes, NominalPeak peak) {
  Builder builder(model, peak);
  const size_t nodeCount = model.nodes.size();
  const size_t stride = (nodeCount + limit - 1) / std::max<size_t>(limit, 1);
  std::vector<uint64_t> set(builder.words, 0);
  builder.add(set);
  // Ancestors of one node at a time: V·(V+E) steps, but no table of V² bits.
  std::vector<int32_t> stack;
  for (size_t i = 0; i < nodeCount; i += stride) {
    llvm::fill(set, 0);
    flip(set, i);
    stack.assign(1, i);
    while (!stack.empty()) {
      int32_t node = stack.back();
      stack.pop_back();
      for (int32_t pred : model.nodes[node].preds)
        if (!isMember(set.data(), pred)) {
          flip(set, pred);
          stack.push_back(pred);
        }
    }
    builder.add(set);
  }
  llvm::fill(set, 0);
  for (size_t i = 0; i != nodeCount; ++i) {
    flip(set, i);
    if (i + 1 == nodeCount || (withPrefixes && i % stride == 0))
      builder.add(set);
  }
  return builder.finish();
}
