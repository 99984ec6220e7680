//===- Moves.h - Where copies of parked values start and end ----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_APPLY_MOVES_H
#define REMAT_LIB_TRANSFORMS_APPLY_MOVES_H

#include "mlir/Support/LLVM.h"
#include "remat/Planner/Plan.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace mlir::remat {

/// The copies that start or end between two steps of a plan.
struct Moves {
  SmallVector<planner::ValueId, 1> sent, released, fetched;
  /// Of the fetched values, those that the host holds for a later fetch.
  SmallVector<planner::ValueId, 1> held;

  bool isEmpty() const {
    return sent.empty() && released.empty() && fetched.empty();
  }
};

/// Sorts the plan's parkings by where their copies begin and end; returns the
/// moves by the step that follows, those of the end last.
/// O(steps + parkings · log parkings).
std::vector<Moves> findMoves(const planner::Plan &plan);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_APPLY_MOVES_H
