//===- SplitProgram.cpp - Chains cut in two, again and again --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chains/SplitProgram.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::remat::planner;

SplitProblem mlir::remat::planner::makeSplitProblem(const Chain &chain,
                                                    int64_t capacity,
                                                    bool maySave) {
  SplitProblem problem;
  const int32_t count = chain.stages.size();
  problem.stages = count;
  problem.maySave = maySave;
  // Nothing fits into less than nothing.
  problem.capacity =
      std::max<int64_t>(capacity, -1) - chain.residentBytes - chain.inputBytes;
  for (auto *array :
       {&problem.checkpoint, &problem.held, &problem.saved, &problem.forwardAll,
        &problem.backward, &problem.forwardOnly})
    array->assign(count + 1, 0);
  problem.time.assign(count + 1, 0);
  problem.prefixTime.assign(count + 1, 0);
  for (int32_t l = 0; l <= count; ++l) {
    problem.checkpoint[l] = chain.activation(l);
    problem.held[l] = chain.gradient(l);
    if (l == 0)
      continue;
    const ChainStage &stage = chain.stages[l - 1];
    problem.saved[l] = stage.savedBytes;
    problem.forwardAll[l] = stage.savedBytes + stage.forwardWorkspace;
    problem.forwardOnly[l] = stage.activationBytes + stage.checkpointWorkspace;
    problem.backward[l] = stage.gradientBytes + chain.newGradient(l) +
                          stage.savedBytes + stage.backwardWorkspace;
    problem.time[l] = stage.checkpointTime;
    problem.prefixTime[l] = problem.prefixTime[l - 1] + stage.checkpointTime;
  }
  return problem;
}

SplitProblem mlir::remat::planner::makeLayerProblem(
    ArrayRef<int64_t> forwardBytes, ArrayRef<int64_t> backwardBytes,
    ArrayRef<double> forwardTimes, int64_t capacity) {
  SplitProblem problem;
  problem.stages = forwardBytes.size();
  problem.maySave = false;
  problem.capacity = capacity - forwardBytes.front();
  const size_t size = forwardBytes.size() + 1;
  problem.checkpoint.assign(forwardBytes.begin(), forwardBytes.end());
  problem.checkpoint.push_back(0);
  problem.held.assign(backwardBytes.begin(), backwardBytes.end());
  problem.forwardOnly = problem.checkpoint;
  problem.saved.assign(size, 0);
  problem.forwardAll.assign(size, 0);
  problem.backward.assign(size, 0);
  problem.time.assign(size, 0);
  problem.prefixTime.assign(size, 0);
  for (size_t l = 1; l != size; ++l) {
    problem.backward[l] = backwardBytes[l - 1] + backwardBytes[l];
    if (l + 1 != size)
      problem.time[l] = forwardTimes[l];
    problem.prefixTime[l] = problem.prefixTime[l - 1] + problem.time[l];
  }
  return problem;
}

int32_t SplitTable::choose(int32_t s, int32_t t, int64_t m) const {
  double best = infinite;
  int32_t choice = s;
  if (problem.maySave && m >= problem.allNeed(s, t))
    best = overhead(s + 1, t, m - problem.saved[s]);
  for (int32_t r = s + 1; r <= t; ++r) {
    if (m < problem.sweepNeed(s, r - 1, t))
      break;
    const double sweep = problem.sweepTime(s, r);
    if (sweep >= best)
      break;
    const int64_t rest = m - problem.checkpoint[r - 1];
    const double sum = sweep + overhead(r, t, rest) + overhead(s, r - 1, m);
    if (sum < best) {
      best = sum;
      choice = r;
    }
  }
  return choice;
}

std::vector<ChainOp> SplitTable::ops(int64_t m) const {
  /// A problem (s, t, m), or the backward of s where t is 0.
  struct Item {
    int32_t s, t;
    int64_t m;
  };
  std::vector<ChainOp> ops;
  std::vector<Item> stack = {{1, problem.stages, m}};
  while (!stack.empty()) {
    const Item item = stack.back();
    stack.pop_back();
    const int32_t s = item.s, t = item.t;
    if (t == 0) {
      ops.push_back({ChainOpKind::Backward, s});
      continue;
    }
    const int32_t r = s == t ? s : choose(s, t, item.m);
    if (r == s) {
      ops.push_back({ChainOpKind::ForwardAll, s});
      stack.push_back({s, 0, 0});
      if (s != t)
        stack.push_back({s + 1, t, item.m - problem.saved[s]});
      continue;
    }
    ops.push_back({ChainOpKind::ForwardKeep, s});
    for (int32_t l = s + 1; l != r; ++l)
      ops.push_back({ChainOpKind::ForwardDrop, l});
    stack.push_back({s, r - 1, item.m});
    stack.push_back({r, t, item.m - problem.checkpoint[r - 1]});
  }
  return ops;
}
