//===- SparseTensors.h - Tensors without a known size -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_SPARSETENSORS_H
#define REMAT_ANALYSIS_SPARSETENSORS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::remat {

/// Fails, with a diagnostic at the value, if `function` has a tensor with an
/// encoding of the dialect `sparse_tensor`, in its regions and callees too: how
/// many bytes it takes depends on its contents. O(ops + values).
LogicalResult checkIsDense(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_SPARSETENSORS_H
