//===- CheckCopies.h - Buffers of the host are only copied ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_BUFFERS_CHECKCOPIES_H
#define REMAT_LIB_CONVERSION_BUFFERS_CHECKCOPIES_H

#include "mlir/Support/LLVM.h"

namespace mlir::func {
class FuncOp;
} // namespace mlir::func

namespace mlir::remat {

/// Fails with a diagnostic on arguments and results of `function` in the host's
/// memory, and on ops that use buffers there other than to allocate, free, view
/// and copy them: the host does not wait for the device. O(ops).
LogicalResult checkHostBuffers(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_BUFFERS_CHECKCOPIES_H
