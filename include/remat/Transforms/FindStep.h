//===- FindStep.h - The function that a budget is for -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TRANSFORMS_FINDSTEP_H
#define REMAT_TRANSFORMS_FINDSTEP_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::remat {

/// Returns the function under `op`, a function or a module, that is planned
/// (docs/model.md lists the rules): `op` itself, else the function `name`, else
/// the one that is marked `remat.step`, else `main`, else the only one with a
/// loss, else the only one with a body. The functions of inner modules are
/// candidates only where the outermost has none with a body. Returns null if
/// no function has a body and none is named. Fails, with a diagnostic that
/// lists the candidates, where the rules leave a choice. `lossResult` -1 is
/// none. O(ops), to walk over them.
FailureOr<func::FuncOp> findStep(Operation *op, StringRef name,
                                 int64_t lossResult);

/// Returns the function under `op` that is marked `remat.step`, or null. Fails,
/// with a diagnostic, if several are, or one without a body. O(ops).
FailureOr<func::FuncOp> findMarkedStep(Operation *op);

/// Returns those of `functions` that have a body and all with a body that they
/// call, directly or through others, each behind its callees. O(ops of these).
llvm::SetVector<Operation *> getWithCallees(ArrayRef<func::FuncOp> functions);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_FINDSTEP_H
