//===- CopyUses.cpp - Which steps use which copies ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph/CopyUses.h"

#include "llvm/ADT/STLExtras.h"

#include <iterator>

using namespace llvm;
using namespace mlir::remat::planner;

CopyUses::CopyUses(const Graph &graph, ArrayRef<Step> steps,
                   const Simulation &simulation)
    : parkable(getParkable(graph)), copiesOf(graph.values.size()),
      uses(simulation.copies.size()) {
  // Copies are in the order of the steps that make them.
  for (auto [index, copy] : enumerate(simulation.copies))
    if (parkable[copy.value])
      copiesOf[copy.value].push_back(index);
  std::vector<int32_t> made(graph.values.size(), 0);
  for (auto [index, step] : enumerate(steps)) {
    for (ValueId value : graph.tasks[step.task].inputs)
      if (parkable[value])
        uses[copiesOf[value][made[value] - 1]].push_back(index);
    for (ValueId value : graph.tasks[step.task].outputsOf(step.variant))
      if (parkable[value])
        uses[copiesOf[value][made[value]++]].push_back(index);
  }
}

std::optional<int32_t> CopyUses::findCopy(const Simulation &simulation,
                                          ValueId value, int32_t step) const {
  ArrayRef<int32_t> copies = copiesOf[value];
  const auto *after = partition_point(copies, [&](int32_t copy) {
    return simulation.copies[copy].firstStep <= step;
  });
  if (after == copies.begin())
    return std::nullopt;
  return *std::prev(after);
}
