//===- Phases.h - Forward, backward and other ops ---------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_PHASES_H
#define REMAT_ANALYSIS_PHASES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "remat/Interfaces/TaskOpInterface.h"

#include <optional>
#include <string>

namespace mlir::remat {

struct PhaseAssignment {
  /// As the terminator returns it; null if unknown.
  Value loss;
  /// Why loss and phases are unknown; else empty.
  std::string ambiguity;
  /// The ops that the loss depends on.
  llvm::DenseSet<Operation *> forward;

  /// The op's own phase (`remat.phase`, `remat.forward`, `remat.backward`),
  /// else forward if the loss depends on it, backward if not, `other` without a
  /// loss.
  TaskPhase lookup(Operation *op) const;
};

/// The loss is the result marked `remat.loss`, else result `lossResult`, else
/// the only rank-0 float result. Never fails (see `ambiguity`). O(ops +
/// operands).
PhaseAssignment computePhases(func::FuncOp function,
                              std::optional<unsigned> lossResult);

/// Whether `computePhases` would find a loss, by the results alone. O(results).
bool hasLoss(func::FuncOp function, std::optional<unsigned> lossResult);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_PHASES_H
