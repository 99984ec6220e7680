//===- AdviseTarget.h - Which target a step is for --------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TRANSFORMS_ADVISETARGET_H
#define REMAT_TRANSFORMS_ADVISETARGET_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::remat {

/// Warns, at `step`, of StableHLO in it or in its callees, and names the target
/// that reads it: for a step that is planned for `cpu` because no target was
/// chosen. O(ops).
void adviseTarget(func::FuncOp step);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_ADVISETARGET_H
