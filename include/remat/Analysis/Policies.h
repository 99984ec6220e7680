//===- Policies.h - Policies that an operation cannot keep ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_POLICIES_H
#define REMAT_ANALYSIS_POLICIES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::remat {

/// Emits an error at the first operation of `function`, nested ones included,
/// whose `remat.policy` vouches for another run that cannot be had:
/// `may_recompute` on an operation that may not run again, or either
/// `may_recompute` or `recompute` on a custom call that declares side effects.
/// O(operations).
LogicalResult checkPolicies(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_POLICIES_H
