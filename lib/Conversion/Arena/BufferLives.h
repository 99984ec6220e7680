//===- BufferLives.h - When a function's buffers are alive ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pieces of program time in which each allocation of a function on memrefs
// may hold something. Placement starts from them.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_BUFFERLIVES_H
#define REMAT_LIB_CONVERSION_BUFFERLIVES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "remat/Placement/Placement.h"

#include "llvm/ADT/DenseMap.h"

namespace mlir::remat {

/// The operations of a function, counted in program order with those in regions
/// behind the one that holds them.
class ProgramTimes {
public:
  explicit ProgramTimes(func::FuncOp function);

  /// The step at which `op` runs.
  int64_t getStart(Operation *op) const { return times.lookup(op).lower; }
  /// The step after `op` and everything in it.
  int64_t getEnd(Operation *op) const { return times.lookup(op).upper; }

private:
  llvm::DenseMap<Operation *, placement::TimeRange> times;
};

/// Whether `op` runs the content of its regions before it ends, one operation
/// after another.
bool runsInOrder(Operation *op);

/// A buffer: one allocation, or several of which any run makes one (the
/// branches of an `scf.if` that yield each a buffer of their own).
struct BufferLife {
  SmallVector<memref::AllocOp, 1> allocations;
  /// What frees it; each operation once, in program order.
  SmallVector<Operation *, 1> deallocations;
  /// When it is alive: ascending, apart from each other, not empty.
  std::vector<placement::TimeRange> pieces;
  /// Whether the function returns it, or a view of it.
  bool isReturned = false;
};

/// Finds the buffers of `function`, in the order of their first allocations,
/// and their lives: from the allocation to the deallocation, or to the end of
/// what holds it where there is none. A buffer that a loop uses and did not
/// allocate lives as long as the loop; one that a turn of a loop allocates is
/// alive within the turn.
///
/// Fails, with a diagnostic that says where and what helps, on: bodies of
/// several blocks; allocations by anything but `memref.alloc`, of a size that
/// is not known, or with a layout of their own; calls of functions that
/// allocate; deallocations by anything but `memref.dealloc`, that conditions at
/// run time select, or that may run later; addresses taken for more than to
/// compare them and free something or not; buffers that a loop carries from
/// turn to turn, and buffers made in regions that may run more than once at a
/// time. O(operations · depth of regions).
FailureOr<std::vector<BufferLife>> findBufferLives(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_BUFFERLIVES_H
