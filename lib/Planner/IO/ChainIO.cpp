//===- ChainIO.cpp - Chains as JSON and as graphs -------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/ChainIO.h"

#include "remat/Support/JSONReader.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <utility>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

bool mlir::remat::planner::isChainFile(StringRef text) {
  // Graph files may be large; most need not be parsed twice.
  if (!text.contains("\"stages\"") && !text.contains("\"a0\""))
    return false;
  Expected<json::Value> json = parseFile(text, "the file");
  if (!json) {
    // The intended reader reports the error.
    consumeError(json.takeError());
    return text.contains("\"stages\"") && !text.contains("\"ops\"");
  }
  const json::Object *object = json->getAsObject();
  return object && (object->get("stages") || object->get("a0")) &&
         !object->get("ops") && !object->get("values");
}

static void readStage(const ObjectReader &reader, ChainStage &stage) {
  for (auto [key, bytes] : {std::pair("a", &stage.activationBytes),
                            std::pair("abar", &stage.savedBytes),
                            std::pair("of", &stage.forwardWorkspace),
                            std::pair("ob", &stage.backwardWorkspace)})
    reader.require(key, *bytes, 0, Chain::maxTotalBytes);
  stage.checkpointWorkspace = stage.forwardWorkspace;
  stage.gradientBytes = stage.activationBytes;
  reader.read("delta", stage.gradientBytes, 0, Chain::maxTotalBytes);
  reader.require("uf", stage.forwardTime, 0, Graph::maxTime);
  stage.checkpointTime = stage.forwardTime;
  reader.require("ub", stage.backwardTime, 0, Graph::maxTime);
}

Expected<Chain> mlir::remat::planner::readChain(StringRef text,
                                                WarningHandler warn) {
  Expected<json::Value> json = parseFile(text, "the chain file");
  if (!json)
    return json.takeError();
  ReadLog log;
  ObjectReader file(*json, "the chain file", log);
  file.checkVersion();
  file.checkKeys("chain",
                 {"version", "name", "kind", "L", "model", "generator",
                  "source", "unit", "store_all_peak", "store_all_makespan",
                  "a0", "delta0", "stages", "direct", "s500"});
  Chain chain;
  file.read("kind", chain.name);
  file.read("name", chain.name);
  file.require("a0", chain.inputBytes, 0, Chain::maxTotalBytes);
  chain.inputGradientBytes = chain.inputBytes;
  file.read("delta0", chain.inputGradientBytes, 0, Chain::maxTotalBytes);
  const json::Array &stages = file.requireArray("stages");
  std::optional<int64_t> length;
  file.read("L", length, 0);
  if (length && *length + 1 != int64_t(stages.size()))
    file.fail("stages", "has " + Twine(stages.size()) + " stages, but L is " +
                            Twine(*length) +
                            ": there must be L + 1, the loss last");
  for (const auto &[i, entry] : enumerate(stages)) {
    const std::string where = "stage " + std::to_string(i + 1);
    ObjectReader reader(entry, where, log);
    reader.checkKeys("stages",
                     {"a", "abar", "of", "ob", "uf", "ub", "delta", "name"});
    ChainStage stage;
    readStage(reader, stage);
    const std::string difference =
        std::to_string(stage.savedBytes) + ", less than a, " +
        std::to_string(stage.activationBytes) + ", which is a part of it";
    if (stage.savedBytes < stage.activationBytes / 100 * 99)
      reader.fail("abar", "is " + difference);
    if (Error error = log.getError())
      return std::move(error);
    if (stage.savedBytes < stage.activationBytes) {
      warn(where + ": abar is " + difference + "; it is taken to be as large");
      stage.savedBytes = stage.activationBytes;
    }
    chain.stages.push_back(stage);
  }
  if (Error error = log.getError())
    return std::move(error);
  log.reportUnknownKeys(warn);
  if (Error error = chain.check())
    return std::move(error);
  return chain;
}

namespace {
/// Positions of a chain's elements in its graph.
struct ChainLayout {
  explicit ChainLayout(const Chain &chain)
      : stages(chain.stages.size()), hasSeed(chain.gradient(stages) > 0) {}

  ValueId activation(int32_t l) const { return l; }
  ValueId gradient(int32_t l) const { return stages + 1 + l; }
  TaskId forward(int32_t l) const { return l - 1; }
  TaskId backward(int32_t l) const { return stages + l - 1; }
  TaskId seed() const { return 2 * stages; }
  bool isForward(TaskId task) const { return task < stages; }
  bool isBackward(TaskId task) const {
    return task >= stages && task < 2 * stages;
  }
  /// Of a forward or backward task.
  int32_t stageOf(TaskId task) const { return task % stages + 1; }

  int32_t stages;
  /// A separate task makes δ^n, since it counts from the start until the
  /// backward of the loss.
  bool hasSeed;
};
} // namespace

static void addValues(const Chain &chain, Graph &graph) {
  for (bool isGradient : {false, true})
    for (size_t l = 0; l <= chain.stages.size(); ++l) {
      Value value;
      value.id = graph.values.size();
      value.name = (isGradient ? "delta^" : "a^") + std::to_string(l);
      value.bytes = isGradient ? chain.gradient(l) : chain.activation(l);
      value.kind = isGradient ? ValueKind::Gradient
                   : l == 0   ? ValueKind::Input
                              : ValueKind::Activation;
      if (isGradient) {
        value.gradientOf = l;
        value.isResult = l == 0;
      }
      graph.values.push_back(std::move(value));
    }
}

/// Adds ã^l, the part of ā^l beside a^l, if any.
static std::optional<ValueId> addSaved(const ChainStage &stage, int32_t l,
                                       Graph &graph) {
  if (stage.savedBytes == stage.activationBytes)
    return std::nullopt;
  Value value;
  value.id = graph.values.size();
  value.name = "saved^" + std::to_string(l);
  value.bytes = stage.savedBytes - stage.activationBytes;
  graph.values.push_back(std::move(value));
  return graph.values.size() - 1;
}

Expected<Graph> mlir::remat::planner::chainToGraph(const Chain &chain) {
  if (Error error = chain.check())
    return std::move(error);
  const ChainLayout layout(chain);
  Graph graph;
  graph.name = chain.name;
  graph.residentBytes = chain.inputBytes + chain.residentBytes;
  addValues(chain, graph);
  graph.loss = layout.activation(layout.stages);
  graph.tasks.resize(2 * layout.stages + layout.hasSeed);
  if (layout.hasSeed)
    graph.baseOrder.push_back(layout.seed());
  for (int32_t l = 1; l <= layout.stages; ++l) {
    const ChainStage &stage = chain.stages[l - 1];
    if (std::min({stage.forwardWorkspace, stage.checkpointWorkspace,
                  stage.backwardWorkspace}) < 0)
      return createStringError("stage " + Twine(l) +
                               ": a task has no negative workspace");
    if (stage.passingBytes > 0)
      return createStringError("stage " + Twine(l) +
                               ": a graph of single tasks has no gradient that "
                               "passes a backward");
    std::optional<ValueId> saved = addSaved(stage, l, graph);
    Task &forward = graph.tasks[layout.forward(l)];
    forward.id = l;
    forward.name = "F^" + std::to_string(l);
    forward.inputs = {layout.activation(l - 1)};
    forward.outputs = {layout.activation(l)};
    forward.time = stage.forwardTime;
    forward.workspace = stage.forwardWorkspace;
    forward.variants = {{"F_ck",
                         {layout.activation(l)},
                         stage.checkpointTime,
                         stage.checkpointWorkspace}};
    Task &backward = graph.tasks[layout.backward(l)];
    backward.id = layout.stages + l;
    backward.name = "B^" + std::to_string(l);
    backward.phase = Phase::Backward;
    backward.forward = layout.forward(l);
    backward.mayRunAgain = false;
    backward.inputs = {layout.gradient(l), layout.activation(l),
                       layout.activation(l - 1)};
    backward.outputs = {layout.gradient(l - 1)};
    backward.time = stage.backwardTime;
    backward.workspace = stage.backwardWorkspace;
    if (saved) {
      forward.outputs.push_back(*saved);
      backward.inputs.push_back(*saved);
    }
    graph.baseOrder.push_back(layout.forward(l));
  }
  if (layout.hasSeed) {
    Task &seed = graph.tasks[layout.seed()];
    seed.id = 0;
    seed.name = "seed";
    seed.outputs = {layout.gradient(layout.stages)};
    seed.mayRunAgain = false;
  }
  for (int32_t l = layout.stages; l >= 1; --l)
    graph.baseOrder.push_back(layout.backward(l));
  if (Error error = graph.finalize())
    return std::move(error);
  return graph;
}

std::vector<ChainOp>
mlir::remat::planner::stepsToChainOps(const Chain &chain,
                                      ArrayRef<Step> steps) {
  const ChainLayout layout(chain);
  // From the end, by stage: whether a reader comes next for the outputs of its
  // forward, and whether the backward does.
  std::vector<bool> isRead(layout.stages + 1, false);
  std::vector<bool> hasBackward(layout.stages + 1, false);
  std::vector<ChainOp> ops;
  for (const Step &step : reverse(steps)) {
    if (!layout.isForward(step.task) && !layout.isBackward(step.task))
      continue;
    const int32_t l = layout.stageOf(step.task);
    if (layout.isBackward(step.task)) {
      ops.push_back({ChainOpKind::Backward, l});
      isRead[l - 1] = isRead[l] = hasBackward[l] = true;
      continue;
    }
    const ChainStage &stage = chain.stages[l - 1];
    const bool savesMore = stage.savedBytes != stage.activationBytes;
    if (hasBackward[l] && (step.variant == 0 || !savesMore)) {
      ops.push_back({ChainOpKind::ForwardAll, l});
      hasBackward[l] = false;
    } else {
      ops.push_back(
          {isRead[l - 1] ? ChainOpKind::ForwardKeep : ChainOpKind::ForwardDrop,
           l});
    }
    isRead[l] = false;
    isRead[l - 1] = true;
  }
  std::reverse(ops.begin(), ops.end());
  return ops;
}
