//===- CallCycles.h - Functions that call themselves ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_CALLCYCLES_H
#define REMAT_ANALYSIS_CALLCYCLES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::remat {

/// Fails where `function` calls itself or reaches a function that does: what
/// recursion needs is not known before it runs. The diagnostic names the cycle
/// (a -> b -> a) at its first call; notes are at the others. Linear in the ops
/// of all functions reached, without recursion of its own.
LogicalResult checkCallsEnd(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_CALLCYCLES_H
