//===- TaskOpInterface.h - An operation as a task ---------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface, and functions of the same names for any operation: they fall
// back on MLIR's knowledge where an operation does not implement it. All of
// Remat calls these functions.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_INTERFACES_TASKOPINTERFACE_H
#define REMAT_INTERFACES_TASKOPINTERFACE_H

#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Operation.h"

#include "remat/Interfaces/TaskEnums.h.inc"

#include <cstdint>
#include <optional>

namespace mlir::remat {

/// The arithmetic and the memory traffic of one run of an operation.
/// Floating-point and integer arithmetic count alike, by `getArithWeight`. Sums
/// saturate at INT64_MAX.
struct OpCost {
  double flops = 0;
  int64_t bytesRead = 0;
  int64_t bytesWritten = 0;
  /// Bytes needed while it runs, beside operands, results and the results of
  /// nested operations.
  int64_t workspaceBytes = 0;

  /// One after the other: of the workspaces the larger counts.
  OpCost &operator+=(const OpCost &other);
  /// `times` runs, one after the other.
  OpCost &operator*=(int64_t times);
};

/// a + b and a * b of nonnegative numbers, at most INT64_MAX.
int64_t saturatingAdd(int64_t a, int64_t b);
int64_t saturatingMul(int64_t a, int64_t b);
inline void addSaturating(int64_t &sum, int64_t term) {
  sum = saturatingAdd(sum, term);
}

/// Bytes moved when all of a value of `type` is read or written, as MLIR's
/// lowering to LLVM stores it: elements take a power of two of bytes (i1 one,
/// i24 four, vector<3xf32> 16). INT64_MAX if it does not fit. Nothing for
/// dynamic shapes and types without a known size (tokens, unregistered types);
/// memrefs count their elements, not the gaps between them. For sums of costs;
/// `getStorageBytes` is for memory. O(rank).
std::optional<int64_t> getTypeBytes(Type type);
/// Sum of the bytes of the tensors, memrefs and vectors among `types`; those of
/// unknown size count 0, and so do scalars, which live in registers. Saturates.
int64_t sumBytes(TypeRange types);

/// Bytes of the storage of a tensor, memref or vector of `type`, not rounded to
/// any alignment of the whole. Elements take the bytes of `getTypeBytes`. A
/// memref with strides counts all from its first to its last element, gaps
/// included, without the part before its offset (`memref<4x4xf32,
/// strided<[1000, 1]>>`: 3004 elements). 0 if an extent is 0. Nothing for
/// unknown extents or strides, layouts that are not strided, scalable vectors,
/// elements without a known size (tokens, memrefs, types of other dialects),
/// and bytes beyond 64 bits. O(rank).
std::optional<int64_t> getStorageBytes(ShapedType type);

/// Number of elements of a shaped type, with unknown extents counted as one; 1
/// for all other types. Saturates.
int64_t getNumElementsOrOne(Type type);

/// The flops of one scalar run of `op`: 0 for operations that move or name data
/// (constants, casts between integers of the same width, yields), 1 for
/// arithmetic and unknown operations, more for divisions and transcendental
/// functions.
double getArithWeight(Operation *op);

/// The cost of `op` by its interface. Without one: reads the bytes of its
/// tensor and memref operands and writes those of its results; elementwise
/// operations count `getArithWeight` flops a result element, operations with
/// regions and calls `getRegionCost`.
OpCost getOpCost(Operation *op);

/// The cost of the regions of `op`, or of the function it calls. A loop's body
/// counts as often as `LoopLikeOpInterface` knows, else once; of alternatives
/// (scf.if) the most expensive counts for each figure; a recursive call counts
/// nothing. Storages of nested operations are no workspace here: they depend on
/// the rounding of a target. O(nested operations), each function once.
OpCost getRegionCost(Operation *op);

/// Whether `op` may run again. Without an interface: if neither it nor a nested
/// operation has memory effects. Calls, collectives, operations on memrefs and
/// operations of unknown effects never may.
bool mayRunAgain(Operation *op);

/// The operand whose storage `result` shares, or null. Without an interface:
/// the operand that `ViewLikeOpInterface` names.
OpOperand *getViewedOperand(OpResult result);
/// The operand whose storage the only result of `op` shares, or null.
OpOperand *getViewedOperand(Operation *op);

/// Whether `op` only prepares the destination of another operation.
bool preparesDestination(Operation *op);

/// The phase of `op` by the attribute `remat.phase`, else by its interface.
/// Nothing if it follows from the dependences of the loss.
std::optional<TaskPhase> getPhase(Operation *op);

/// The discardable attribute that `getPhase` reads.
inline constexpr llvm::StringLiteral kPhaseAttrName = "remat.phase";

namespace detail {
/// Defaults of the interface's methods; they never ask the interface of the
/// same operation, only those of nested ones.
OpCost getDefaultCost(Operation *op);
bool mayRunAgainByEffects(Operation *op);
} // namespace detail
} // namespace mlir::remat

#include "remat/Interfaces/TaskAttrInterfaces.h.inc"
#include "remat/Interfaces/TaskOpInterface.h.inc"

#endif // REMAT_INTERFACES_TASKOPINTERFACE_H
