//===- ReplaceBarriers.h - Barriers for other compilers ---------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TRANSFORMS_REPLACEBARRIERS_H
#define REMAT_TRANSFORMS_REPLACEBARRIERS_H

#include "mlir/IR/Builders.h"
#include "mlir/Pass/Pass.h"
#include "remat/Dialect/Remat/IR/Remat.h"

#include <functional>
#include <memory>

namespace mlir::remat {

/// Builds a compiler's substitute for `barrier` and returns a value for each
/// input, of the same type. Later passes must not see that a result is an
/// input, merge two of them, or move one before values that `after` names.
/// Emits a diagnostic on failure.
using BarrierBuilder = std::function<FailureOr<SmallVector<Value>>(
    OpBuilder &builder, BarrierOp barrier)>;

/// Replaces every `remat.barrier` in `root`, nested ones included, by the
/// result of `build`. Attributes such as `remat.budget` stay. Fails if `build`
/// does, and with a diagnostic for a wrong number or types of values; earlier
/// barriers stay replaced. O(operations).
LogicalResult replaceBarriers(Operation *root, const BarrierBuilder &build);

/// A pass on any operation that calls `replaceBarriers`, to go behind
/// `buildRematPipeline`. If nested, `build` may run for several operations at
/// once. `dependentDialects` adds the dialects that it builds, loaded before
/// the pass runs.
std::unique_ptr<Pass> createReplaceBarriers(
    BarrierBuilder build,
    std::function<void(DialectRegistry &)> dependentDialects = nullptr);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_REPLACEBARRIERS_H
