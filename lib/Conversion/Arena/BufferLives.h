//===- BufferLives.h - When a function's buffers are alive ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_BUFFERLIVES_H
#define REMAT_LIB_CONVERSION_BUFFERLIVES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "remat/Placement/Placement.h"

#include "llvm/ADT/DenseMap.h"

namespace mlir::remat {

/// Numbers a function's operations in program order, those in regions after the
/// op that holds them.
class ProgramTimes {
public:
  explicit ProgramTimes(func::FuncOp function);

  int64_t getStart(Operation *op) const { return times.lookup(op).lower; }
  /// The step after `op` and everything in it.
  int64_t getEnd(Operation *op) const { return times.lookup(op).upper; }

private:
  llvm::DenseMap<Operation *, placement::TimeRange> times;
};

/// Whether `op` runs its regions before it ends, one operation after another.
bool runsInOrder(Operation *op);

/// A buffer: one allocation, or several of which any run makes one (branches of
/// an `scf.if` that each yield a buffer).
struct BufferLife {
  SmallVector<memref::AllocOp, 1> allocations;
  /// Each operation once, in program order.
  SmallVector<Operation *, 1> deallocations;
  /// Live ranges: ascending, disjoint and not adjacent, not empty.
  std::vector<placement::TimeRange> pieces;
  /// The function returns it, or a view of it.
  bool isReturned = false;
};

/// Finds the buffers of `function`, ordered by first allocation, and the pieces
/// of program time in which they may hold something. Placement starts from
/// them. A life ends at the deallocation, or else with the enclosing block. A
/// buffer that a loop uses but did not allocate lives as long as the loop; one
/// allocated per iteration lives within it.
///
/// Fails with a diagnostic that names the place and a remedy on: bodies of
/// several blocks; allocations other than `memref.alloc`, of unknown size or
/// with a layout; calls of functions that allocate; deallocations other than
/// `memref.dealloc`, under run-time conditions, or that may run later;
/// addresses used for more than comparisons that decide a deallocation; buffers
/// carried between iterations; buffers made in regions that may run
/// concurrently. O(operations · depth of regions).
FailureOr<std::vector<BufferLife>> findBufferLives(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_BUFFERLIVES_H
