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

/// Ties the zeros that a `stablehlo.scatter` or a
/// `stablehlo.select_and_scatter` of the function's body writes into to the
/// updates: both pass one barrier. Without it XLA merges the zeros with equal
/// ones elsewhere (those that a rectifier compares with, in the gradient of max
/// pooling), and makes them at the start of the step: they are then stored from
/// forward to backward. Costs nothing and changes no result. O(ops).
///
/// Returns whether there are such ops.
bool isolateScatterInits(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_PREPAREFORXLA_H
