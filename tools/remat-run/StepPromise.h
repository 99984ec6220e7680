//===- StepPromise.h - What a function says of its peak ---------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_STEPPROMISE_H
#define REMAT_TOOLS_REMAT_RUN_STEPPROMISE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>

namespace mlir::remat {

/// What a plan left on a function.
struct StepPromise {
  /// `remat.budget`, or that of the arena it was planned for.
  std::optional<int64_t> budgetBytes;
  /// Whether the budget holds in an arena, which lowering has yet to make.
  bool isForArena = false;
  /// The flags of remat-run that make it; empty if it has none for it.
  std::string arenaFlags;
};

/// Reads the attributes of `function`.
StepPromise getPromise(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_STEPPROMISE_H
