//===- BuffersBesideTensors.h - Of a step on tensors ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_BUFFERIZE_BUFFERSBESIDETENSORS_H
#define REMAT_LIB_BUFFERIZE_BUFFERSBESIDETENSORS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::remat {

/// Whether an op of `function` reads or makes a tensor. O(ops).
bool isOnTensors(func::FuncOp function);

/// Makes `memref.alloc` of what allocates by other means, with a copy where it
/// has contents: `memref.alloca`, `bufferization.clone`, `memref.realloc`.
/// Leaves buffers with a layout, a memory space or a dynamic size. Removes
/// `memref.distinct_objects`, so that each allocation has its own name.
/// O(ops + reallocs · uses).
void makeAllocations(func::FuncOp function);

/// Returns copies of arguments and globals: the caller frees what it gets.
void copyReturnedBuffers(func::ReturnOp op);

} // namespace mlir::remat

#endif // REMAT_LIB_BUFFERIZE_BUFFERSBESIDETENSORS_H
