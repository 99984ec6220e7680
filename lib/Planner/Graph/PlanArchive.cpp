//===- PlanArchive.cpp - The best plans of one graph ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/PlanArchive.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <iterator>

using namespace llvm;
using namespace mlir::remat::planner;

void PlanArchive::add(const Plan &plan) {
  auto it = partition_point(
      frontier, [&](const Plan &other) { return other.peak <= plan.peak; });
  if (it != frontier.begin() && std::prev(it)->time <= plan.time)
    return;
  // Those with the same peak are slower, those with a larger one not faster.
  while (it != frontier.begin() && std::prev(it)->peak == plan.peak)
    --it;
  auto last = std::find_if(it, frontier.end(), [&](const Plan &other) {
    return other.time < plan.time;
  });
  it = frontier.erase(it, last);
  frontier.insert(it, plan);
}

const Plan *PlanArchive::find(std::optional<int64_t> budget) const {
  if (frontier.empty())
    return nullptr;
  if (!budget)
    return &frontier.front();
  auto it = partition_point(
      frontier, [&](const Plan &plan) { return plan.peak <= *budget; });
  return it == frontier.begin() ? nullptr : &*std::prev(it);
}
