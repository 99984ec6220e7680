//===- ReplaceBarriers.h - Barriers as somebody spells them -----*- C++ -*-===//
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

/// Builds what a compiler has in place of `barrier`, and returns its values:
/// one for each input, of the same type. Later passes may neither see that a
/// result is an input, nor merge two of them, nor move one to before what the
/// barrier's `after` names. Fails after a diagnostic if it cannot.
using BarrierBuilder = std::function<FailureOr<SmallVector<Value>>(
    OpBuilder &builder, BarrierOp barrier)>;

/// Replaces every `remat.barrier` in `root`, nested ones included, by what
/// `build` makes. Attributes such as `remat.budget` stay. Fails if `build`
/// does, and with a diagnostic if the number or the types of its values are
/// wrong; barriers before that one are replaced then. O(operations).
LogicalResult replaceBarriers(Operation *root, const BarrierBuilder &build);

/// Returns a pass, on any operation, that calls `replaceBarriers`, to go behind
/// `buildRematPipeline`. Where the pass is nested, `build` may run for several
/// operations at once. `dependentDialects` adds the dialects of what it builds,
/// which are loaded before the pass runs.
std::unique_ptr<Pass> createReplaceBarriers(
    BarrierBuilder build,
    std::function<void(DialectRegistry &)> dependentDialects = nullptr);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_REPLACEBARRIERS_H
