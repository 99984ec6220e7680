//===- PrepareForXla.h - What XLA does to a step by itself ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_PREPAREFORXLA_H
#define REMAT_LIB_TRANSFORMS_PREPAREFORXLA_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::remat {

/// Reads what a loop carries unchanged before the loop instead of behind it: a
/// `stablehlo.while` whose body hands an argument on as it got it. XLA does the
/// same, so that such a value has no storage of its own. O(ops).
void forwardLoopInvariants(func::FuncOp function);

/// Reads the constant that a `stablehlo.select_and_scatter` starts from through
/// a barrier of its own. XLA makes the scatter's zeros from it; without the
/// barrier it merges them with equal zeros of the forward pass (those that a
/// rectifier compares with, in the gradient of max pooling), which it then
/// stores until the backward pass. O(ops).
///
/// Returns whether there are such.
bool isolateScatterInits(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_PREPAREFORXLA_H
