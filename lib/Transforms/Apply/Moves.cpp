//===- Moves.cpp - Where copies of parked values start and end ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Apply/Moves.h"
#include "llvm/ADT/STLExtras.h"

#include <utility>

using namespace mlir;
using namespace mlir::remat;

std::vector<Moves> mlir::remat::findMoves(const planner::Plan &plan) {
  std::vector<Moves> moves(plan.steps.size() + 1);
  SmallVector<const planner::Parking *> ordered;
  for (const planner::Parking &parking : plan.parkings)
    ordered.push_back(&parking);
  llvm::sort(ordered, [](const auto *a, const auto *b) {
    return std::pair(a->value, a->fetchStep) <
           std::pair(b->value, b->fetchStep);
  });
  const planner::Parking *later = nullptr;
  for (const planner::Parking *parking : llvm::reverse(ordered)) {
    if (parking->sendStep)
      moves[*parking->sendStep + 1].sent.push_back(parking->value);
    moves[parking->releaseStep + 1].released.push_back(parking->value);
    moves[parking->fetchStep].fetched.push_back(parking->value);
    if (later && later->value == parking->value && !later->sendStep)
      moves[parking->fetchStep].held.push_back(parking->value);
    later = parking;
  }
  return moves;
}
