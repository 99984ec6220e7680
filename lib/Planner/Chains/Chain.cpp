//===- Chain.cpp - Chains of stages, as the papers have them --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Chain.h"
#include "remat/Planner/Graph.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/CheckedArithmetic.h"

#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace mlir::remat::planner;

/// Adds a size to the sum; none if over the limit.
static std::optional<int64_t> addBounded(std::optional<int64_t> sum,
                                         int64_t bytes) {
  if (sum)
    sum = checkedAdd(*sum, bytes);
  return sum && *sum <= Chain::maxTotalBytes ? sum : std::nullopt;
}

static Error checkStage(const ChainStage &stage, size_t index) {
  auto fail = [&](const Twine &message) {
    return createStringError("stage " + Twine(index) + ": " + message);
  };
  const std::pair<StringRef, int64_t> sizes[] = {
      {"activation", stage.activationBytes},
      {"saved", stage.savedBytes},
      {"gradient", stage.gradientBytes},
      {"passing", stage.passingBytes}};
  for (auto [name, bytes] : sizes)
    if (bytes < 0)
      return fail("the " + name + " size of " + Twine(bytes) +
                  " bytes is negative");
  if (stage.savedBytes < stage.activationBytes)
    return fail("what is saved for its backward has " +
                Twine(stage.savedBytes) + " bytes, less than its output with " +
                Twine(stage.activationBytes) + ", which is a part of it");
  const std::pair<StringRef, double> times[] = {
      {"forward", stage.forwardTime},
      {"checkpoint", stage.checkpointTime},
      {"backward", stage.backwardTime}};
  for (auto [name, time] : times)
    if (!std::isfinite(time) || time < 0 || time > Graph::maxTime)
      return fail("the " + name + " time is negative, not finite or over 1e18");
  if (stage.checkpointTime > stage.forwardTime)
    return fail("its forward takes longer where it saves less");
  return Error::success();
}

Error Chain::check() const {
  if (stages.empty())
    return createStringError("the chain has no stages");
  if (inputBytes < 0 || inputGradientBytes < 0 || residentBytes < 0)
    return createStringError("the size of the chain's input, of its gradient "
                             "or of what is resident is negative");
  std::optional<int64_t> sum = 0;
  for (int64_t bytes : {inputBytes, inputGradientBytes, residentBytes})
    sum = addBounded(sum, bytes);
  for (size_t i = 0; i != stages.size(); ++i) {
    const ChainStage &stage = stages[i];
    if (Error error = checkStage(stage, i + 1))
      return error;
    if (stage.passingBytes > std::min(gradient(i), gradient(i + 1)))
      return createStringError("stage " + Twine(i + 1) + ": " +
                               Twine(stage.passingBytes) +
                               " bytes pass its backward, more than are there "
                               "before or after it");
    for (int64_t bytes :
         {stage.activationBytes, stage.savedBytes, stage.gradientBytes})
      sum = addBounded(sum, bytes);
    for (int64_t bytes : {stage.forwardWorkspace, stage.checkpointWorkspace,
                          stage.backwardWorkspace})
      sum = addBounded(sum, bytes < 0 ? checkedSub<int64_t>(0, bytes).value_or(
                                            maxTotalBytes + 1)
                                      : bytes);
    if (!sum)
      return createStringError("stage " + Twine(i + 1) +
                               ": the sum of all sizes up to it is over 2^60 "
                               "bytes");
  }
  return Error::success();
}

Error ChainSolverOptions::check() const {
  if (bins < 0)
    return createStringError("the number of bins is " + Twine(bins) +
                             "; it must be positive, or 0 for exact bytes");
  if (!std::isfinite(epsilon) || epsilon < 0)
    return createStringError("epsilon must be a finite number, at least 0");
  return Error::success();
}

std::string mlir::remat::planner::describe(ChainOp op) {
  constexpr StringLiteral names[] = {"F_all", "F_ck", "F_∅", "B"};
  return (names[static_cast<int>(op.kind)] + "^" + Twine(op.stage)).str();
}

namespace {
/// Stored values, by Table 1.
class ChainMemory {
public:
  explicit ChainMemory(const Chain &chain)
      : chain(chain), hasActivation(chain.stages.size() + 1, false),
        hasSaved(chain.stages.size() + 1, false),
        nextBackward(chain.stages.size()),
        stored(chain.inputBytes + chain.residentBytes +
               chain.gradient(chain.stages.size())) {
    hasActivation[0] = true;
  }

  /// Runs the operation; returns its need, or none if it cannot run.
  std::optional<int64_t> run(ChainOp op) {
    if (op.stage < 1 || size_t(op.stage) > chain.stages.size())
      return std::nullopt;
    const ChainStage &stage = chain.stages[op.stage - 1];
    const size_t input = op.stage - 1;
    if (!hasActivation[input] && !hasSaved[input])
      return std::nullopt;
    if (op.kind == ChainOpKind::Backward)
      return runBackward(op.stage, stage);
    // The new copy coexists with an older one, then replaces it.
    const int64_t before = stored;
    drop(op.stage);
    const bool isAll = op.kind == ChainOpKind::ForwardAll;
    const int64_t made = isAll ? stage.savedBytes : stage.activationBytes;
    (isAll ? hasSaved : hasActivation)[op.stage] = true;
    stored += made;
    if (op.kind == ChainOpKind::ForwardDrop && hasActivation[input]) {
      hasActivation[input] = false;
      stored -= chain.activation(input);
    }
    return before + made +
           (isAll ? stage.forwardWorkspace : stage.checkpointWorkspace);
  }

  bool isDone() const { return nextBackward == 0; }

private:
  void drop(size_t l) {
    if (hasActivation[l])
      stored -= chain.activation(l);
    if (hasSaved[l])
      stored -= chain.stages[l - 1].savedBytes;
    hasActivation[l] = hasSaved[l] = false;
  }

  std::optional<int64_t> runBackward(size_t l, const ChainStage &stage) {
    if (l != nextBackward || !hasSaved[l])
      return std::nullopt;
    const int64_t need =
        stored + chain.newGradient(l) + stage.backwardWorkspace;
    drop(l);
    stored += chain.gradient(l - 1) - chain.gradient(l);
    // ā^{l-1} is for the next backward.
    if (!hasSaved[l - 1])
      drop(l - 1);
    --nextBackward;
    return need;
  }

  const Chain &chain;
  /// By l: a^l alone, and ā^l.
  std::vector<bool> hasActivation, hasSaved;
  size_t nextBackward;
  int64_t stored;
};
} // namespace

Expected<ChainSchedule>
mlir::remat::planner::simulateChain(const Chain &chain, ArrayRef<ChainOp> ops) {
  ChainMemory memory(chain);
  ChainSchedule schedule;
  for (ChainOp op : ops) {
    std::optional<int64_t> need = memory.run(op);
    if (!need)
      return createStringError(describe(op) + " cannot run there");
    schedule.peak = std::max(schedule.peak, *need);
    const ChainStage &stage = chain.stages[op.stage - 1];
    schedule.time += op.kind == ChainOpKind::Backward ? stage.backwardTime
                     : op.kind == ChainOpKind::ForwardAll
                         ? stage.forwardTime
                         : stage.checkpointTime;
  }
  if (!memory.isDone())
    return createStringError("the backward of stage 1 is missing");
  schedule.ops = ops.vec();
  return schedule;
}

std::vector<ChainOp> mlir::remat::planner::storeAllOps(const Chain &chain) {
  std::vector<ChainOp> ops;
  const int32_t count = chain.stages.size();
  for (int32_t l = 1; l <= count; ++l)
    ops.push_back({ChainOpKind::ForwardAll, l});
  for (int32_t l = count; l >= 1; --l)
    ops.push_back({ChainOpKind::Backward, l});
  return ops;
}
