//===- TurnValues.h - Values of single turns --------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_ANALYSIS_LOOPS_TURNVALUES_H
#define REMAT_LIB_ANALYSIS_LOOPS_TURNVALUES_H

#include "remat/Analysis/LoopPairs.h"
#include "remat/Analysis/TurnIntegers.h"

namespace mlir::remat {

/// Which values of a turn every other loop can have for nothing: what is made
/// before the loop, the counter, and what free ops make of them.
class GivenValues {
public:
  explicit GivenValues(const CountedLoop &loop) : loop(loop) {}

  bool contains(Value value);
  /// Whether all results of `op` are.
  bool areMade(Operation *op);

private:
  const CountedLoop &loop;
  llvm::DenseMap<Operation *, bool> known;
};

/// The value that `value` is by another shape.
Value skipReshapes(Value value);

/// Adds to `pair.equals` the values of the backward turn that ops make from
/// equal operands as ops of the forward turn do. O(ops of the backward turn ·
/// ops alike of the forward turn).
void matchTurns(LoopPair &pair, TurnIntegers &forward, TurnIntegers &backward);

} // namespace mlir::remat

#endif // REMAT_LIB_ANALYSIS_LOOPS_TURNVALUES_H
