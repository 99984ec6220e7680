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

/// The ops of a function's block that access memory or use results of such ops,
/// in program order; those with regions as a whole.
struct FunctionTasks {
  /// By task.
  std::vector<Operation *> ops;
  std::vector<placement::TaskAccess> accesses;
};

/// Returns the accesses of the tasks of `function`, a function on memrefs.
/// Objects are the buffers that `bufferOf` numbers, from 0 to `numBuffers` - 1,
/// then everything else that orders tasks: other memory, task results, the
/// state of the world. Views are transparent, also through yields of regions;
/// so are allocations and deallocations of buffers: only accesses to their
/// bytes count. A view that `bufferOf` numbers is a buffer by itself.
///
/// Accesses follow memory effects. A call or kernel launch reads and writes all
/// its memrefs, and nothing else if it has any. An op without declared effects,
/// or with effects on no value, is a barrier: it accesses all its memrefs and
/// keeps its place in program order; so does the return. Arguments and globals
/// are assumed not to alias. Any run must keep the resulting order.
///
/// Fails with a diagnostic where a buffer's address is taken and on a body of
/// several blocks. O(operations + aliases).
FailureOr<FunctionTasks>
collectTaskAccesses(func::FuncOp function,
                    const llvm::DenseMap<Value, uint32_t> &bufferOf,
                    uint32_t numBuffers);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_TASKACCESSES_H
