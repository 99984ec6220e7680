//===- WhileCounter.h - What an scf.while counts ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_WHILECOUNTER_H
#define REMAT_ANALYSIS_WHILECOUNTER_H

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <optional>

namespace mlir::remat {

/// The carried value `number` of a while, an integer or a tensor of one. In
/// turn t, from 0, it is `first` + t * `step`, and after `trips` turns the
/// condition does not hold.
struct WhileCounter {
  unsigned number = 0;
  int64_t first = 0, step = 0, trips = 0;
};

/// The counter of a while whose condition follows from it and from constants
/// alone; none if there is none, or for no turn, or for more than
/// `maxCountedTurns`. What the condition region does beside that may be left
/// out. O(turns * ops of the condition).
std::optional<WhileCounter> getWhileCounter(scf::WhileOp loop);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_WHILECOUNTER_H
