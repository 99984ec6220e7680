//===- UpliftWhileLoops.h - scf.while that counts, as scf.for ---*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_LOOPS_UPLIFTWHILELOOPS_H
#define REMAT_LIB_TRANSFORMS_LOOPS_UPLIFTWHILELOOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::remat {

/// Makes an `scf.for` of each `scf.while` that counts its turns from a constant
/// to a constant; others stay. Upstream's pattern wants bounds from before the
/// loop, a condition of one comparison, and no tensors.
void upliftWhileLoops(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_LOOPS_UPLIFTWHILELOOPS_H
