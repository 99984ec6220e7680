//===- TaskAccesses.h - Which op accesses which buffer ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_TASKACCESSES_H
#define REMAT_LIB_CONVERSION_TASKACCESSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "remat/Placement/Sharing.h"

#include "llvm/ADT/DenseMap.h"

namespace mlir::remat {

/// The operations of a function's block that access memory or use results of
/// such operations, in program order; those with regions as a whole.
struct FunctionTasks {
  /// By task.
  std::vector<Operation *> ops;
  std::vector<placement::TaskAccess> accesses;
};

/// Returns the accesses of the tasks of `function`, a function on memrefs.
/// Objects are the buffers that `bufferOf` numbers, from 0 to `numBuffers` - 1;
/// then all else that orders tasks: other memory, results of tasks, and the
/// state of the world. Views are transparent, through the yields of regions
/// too; so are allocations and deallocations of buffers: only accesses to their
/// bytes count. A view that `bufferOf` numbers is a buffer by itself, not a
/// part of its source.
///
/// Accesses follow from memory effects. A call, or the launch of a kernel,
/// reads and writes all memrefs that it is given, and nothing else if there
/// are any. An operation without declared effects, or with effects on no value,
/// is a barrier: it reads and writes all memrefs that it is given, and keeps
/// its place in program order. So does the return. Two arguments, or globals,
/// are taken not to alias. Any run must keep the order that follows.
///
/// Fails, with a diagnostic at the operation, where a buffer's address is taken
/// and in a body of several blocks. O(operations + aliases).
FailureOr<FunctionTasks>
collectTaskAccesses(func::FuncOp function,
                    const llvm::DenseMap<Value, uint32_t> &bufferOf,
                    uint32_t numBuffers);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_TASKACCESSES_H
