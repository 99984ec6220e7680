//===- CountedLoop.h - Loops that count their turns -------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_INTERFACES_COUNTEDLOOP_H
#define REMAT_INTERFACES_COUNTEDLOOP_H

#include "mlir/IR/Operation.h"

namespace mlir::remat {

/// Loops of more turns are not enumerated.
inline constexpr int64_t maxCountedTurns = 1 << 16;

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

/// A loop whose turns are known before it runs.
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

} // namespace mlir::remat

#endif // REMAT_INTERFACES_COUNTEDLOOP_H
