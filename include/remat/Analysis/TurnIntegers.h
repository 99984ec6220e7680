//===- TurnIntegers.h - Integers in the turns of a loop ---------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_TURNINTEGERS_H
#define REMAT_ANALYSIS_TURNINTEGERS_H

#include "remat/Interfaces/CountedLoop.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace mlir::remat {

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

#endif // REMAT_ANALYSIS_TURNINTEGERS_H
