//===- CountedLoop.h - Loops that count their turns -------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_COUNTEDLOOP_H
#define REMAT_ANALYSIS_COUNTEDLOOP_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace mlir::remat {

/// Loops of more turns are not enumerated.
constexpr int64_t mostTurns = 1 << 16;

/// A value that each turn hands to the next.
struct CarriedValue {
  Value init;
  /// Of the loop, where the init is.
  unsigned operandNumber;
  BlockArgument argument;
  Value yielded;
  OpResult result;

  /// Every turn hands on the init.
  bool isInvariant() const { return yielded == argument; }
  /// A turn reads the argument in one place alone, and the condition of a while
  /// nowhere.
  bool isReadOnce() const;
};

/// A loop whose turns are known: an `scf.for` with constant bounds, or a
/// `stablehlo.while` that counts as JAX's loops do.
struct CountedLoop {
  Operation *op = nullptr;
  Block *body = nullptr;
  int64_t trips = 0;
  /// In turn t, from 0, it is `first` + t * `step`.
  BlockArgument counter;
  int64_t first = 0, step = 0;
  SmallVector<CarriedValue> carried;

  bool isInside(Value value) const {
    Region *region = value.getParentRegion();
    return op->getRegion(body->getParent()->getRegionNumber())
        .isAncestor(region);
  }
  /// The carried value with this argument; null for the counter and others.
  const CarriedValue *findCarried(Value argument) const;
  /// `value`, or the init that a turn reads for it.
  Value skipInvariants(Value value) const;
};

/// None if `op` is no such loop, or has no turn.
std::optional<CountedLoop> getCountedLoop(Operation *op);

/// The integers that values have in the turns of a loop.
class TurnIntegers {
public:
  explicit TurnIntegers(const CountedLoop &loop) : loop(loop) {}

  /// By turn; none for what is no integer or follows from more than the
  /// counter and constants by additions, comparisons and the like. Each value
  /// once: O(turns · ops it follows from).
  const SmallVector<APInt> *get(Value value);

private:
  std::optional<SmallVector<APInt>> compute(Value value);

  const CountedLoop &loop;
  llvm::DenseMap<Value, std::optional<SmallVector<APInt>>> known;
};

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_COUNTEDLOOP_H
