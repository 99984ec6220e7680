//===- StackCut.cpp - Stacks at a price -----------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On the source's side lie the values that are needed and the tasks that run
// again. Cut are the stacks of needed values whose makers do not run again, and
// the tasks that do.
//
//===----------------------------------------------------------------------===//

#include "Loops/StackCut.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir::remat::planner;

/// All that can be cut costs at most this, half of what may not be.
static constexpr double mostCost = double(int64_t(1) << 55);

StackCut::StackCut(const LoopTurns &turns)
    : turns(turns), fixed(turns.values.size()) {
  auto addFixedArc = [&](int32_t from, int32_t to) {
    cut.setCapacity(cut.addArc(from, to), MinCut::infinite);
  };
  for (const TurnTask &task : turns.tasks) {
    remade.push_back(cut.addNode());
    runs.push_back(cut.addArc(remade.back(), MinCut::sink));
    allTime += task.time;
  }
  for (const TurnValue &value : turns.values) {
    needed.push_back(cut.addNode());
    stacks.push_back(cut.addArc(
        needed.back(), value.maker ? remade[*value.maker] : MinCut::sink));
    if (value.isRead)
      addFixedArc(MinCut::source, needed.back());
    allBytes += static_cast<double>(value.stackBytes);
  }
  for (auto [node, task] : llvm::zip_equal(remade, turns.tasks))
    for (TurnValueId input : task.inputs)
      addFixedArc(node, needed[input]);
}

TradePrices StackCut::getFastestFirst() const {
  return {allBytes > 0 ? 1 / allBytes : 1,
          allTime > 0 ? std::ldexp(1, 30) / allTime : 1};
}

TradePrices StackCut::getSmallestFirst() const {
  return {allBytes > 0 ? std::ldexp(1, 30) / allBytes : 1,
          allTime > 0 ? 1 / allTime : 1};
}

std::optional<StackChoice> StackCut::solve(const TradePrices &prices) {
  ++solved;
  const double all = prices.byte * allBytes + prices.time * allTime;
  const double scale = all > 0 ? mostCost / all : 0;
  auto toCapacity = [&](double cost) { return std::llround(cost * scale); };
  for (auto [id, value] : llvm::enumerate(turns.values)) {
    const std::optional<bool> answer = fixed[id];
    int64_t capacity = MinCut::infinite;
    if (value.mayBeKept && answer.value_or(true))
      // What is kept in any case costs no more if it is used.
      capacity =
          answer
              ? 0
              : toCapacity(prices.byte * static_cast<double>(value.stackBytes));
    cut.setCapacity(stacks[id], capacity);
  }
  for (auto [arc, task] : llvm::zip_equal(runs, turns.tasks))
    cut.setCapacity(arc, task.mayRunAgain ? toCapacity(prices.time * task.time)
                                          : MinCut::infinite);
  if (cut.solve() >= MinCut::infinite)
    return std::nullopt;
  StackChoice choice;
  for (auto [id, value] : llvm::enumerate(turns.values)) {
    const bool isKept =
        (fixed[id].value_or(false) && value.mayBeKept) || cut.isCut(stacks[id]);
    choice.isKept.push_back(isKept);
    if (!isKept)
      continue;
    choice.bytes += value.stackBytes;
  }
  for (auto [node, task] : llvm::zip_equal(remade, turns.tasks)) {
    choice.isRemade.push_back(cut.isOnSourceSide(node));
    if (choice.isRemade.back())
      choice.time += task.time;
  }
  return choice;
}
