//===- LeaveHostMemory.h - All buffers in one memory ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_BUFFERS_LEAVEHOSTMEMORY_H
#define REMAT_LIB_CONVERSION_BUFFERS_LEAVEHOSTMEMORY_H

#include "mlir/Support/LLVM.h"

namespace mlir::func {
class FuncOp;
} // namespace mlir::func

namespace mlir::remat {

/// Retypes the buffers of `function` that lie in the host's memory
/// (`#remat.host`) to the default one, for lowerings that know only one. No
/// argument or result of the function may lie there (`checkHostBuffers`).
/// O(ops).
void leaveHostMemory(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_BUFFERS_LEAVEHOSTMEMORY_H
