//===- TaskOpInterface.h - An operation as a task ---------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface, and functions of the same names for any operation, which all
// of Remat calls: they fall back on MLIR's knowledge without an implementation.
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

/// Arithmetic and memory traffic of one run. Floating-point and integer
/// arithmetic count alike, by `getArithWeight`. Sums saturate at INT64_MAX.
struct OpCost {
  double flops = 0;
  int64_t bytesRead = 0;
  int64_t bytesWritten = 0;
  /// While it runs, beside operands, results and results of nested operations.
  int64_t workspaceBytes = 0;

  /// One after the other: the larger workspace counts.
  OpCost &operator+=(const OpCost &other);
  /// `times` runs, one after the other.
  OpCost &operator*=(int64_t times);
};

/// Of nonnegative numbers, at most INT64_MAX.
int64_t saturatingAdd(int64_t a, int64_t b);
int64_t saturatingMul(int64_t a, int64_t b);
inline void addSaturating(int64_t &sum, int64_t term) {
  sum = saturatingAdd(sum, term);
}

/// Bytes moved to read or write a whole value, as MLIR's lowering to LLVM
/// stores it: elements take a power of two of bytes (i1 one, i24 four,
/// vector<3xf32> 16). INT64_MAX if it does not fit. Nothing for dynamic shapes
/// and types without a known size (tokens, unregistered types); memrefs count
/// elements, not gaps. For costs; `getStorageBytes` is for memory. O(rank).
std::optional<int64_t> getTypeBytes(Type type);
/// Bytes of the tensors, memrefs and vectors among `types`; unknown sizes count
/// 0, and so do scalars, which live in registers. Saturates.
int64_t sumBytes(TypeRange types);

/// Bytes of a tensor's, memref's or vector's storage, not aligned as a whole;
/// elements as `getTypeBytes`. A memref with strides counts from its first to
/// its last element, with gaps, without the part before its offset
/// (`memref<4x4xf32, strided<[1000, 1]>>`: 3004 elements). 0 if an extent is 0.
/// Nothing for unknown extents or strides, layouts that are not strided,
/// scalable vectors, elements without a known size (tokens, memrefs, types of
/// other dialects), and bytes beyond 64 bits. O(rank).
std::optional<int64_t> getStorageBytes(ShapedType type);

/// Elements of a shaped type, unknown extents counted as one; 1 for other
/// types. Saturates.
int64_t getNumElementsOrOne(Type type);

/// Flops of one scalar run: 0 for moving or naming data (constants, casts
/// between integers of the same width, yields), 1 for arithmetic and unknown
/// operations, more for divisions and transcendental functions.
double getArithWeight(Operation *op);

/// By the interface. Else: bytes of tensor and memref operands read, of results
/// written; `getArithWeight` flops a result element for elementwise operations,
/// `getRegionCost` for operations with regions and calls.
OpCost getOpCost(Operation *op);

/// Cost of the regions of `op`, or of its callee. A loop's body counts as often
/// as `LoopLikeOpInterface` knows, else once; of alternatives (scf.if) the most
/// expensive for each figure; a recursive call 0. Storages of nested operations
/// are no workspace: they depend on a target's rounding. O(nested operations),
/// each function once.
OpCost getRegionCost(Operation *op);

/// By the interface. Else: neither `op` nor a nested operation has memory
/// effects. Calls, collectives, operations on memrefs and of unknown effects
/// never may.
bool mayRunAgain(Operation *op);

/// The operand whose storage `result` shares, or null. Falls back on
/// `ViewLikeOpInterface`.
OpOperand *getViewedOperand(OpResult result);
/// As above, for the only result of `op`.
OpOperand *getViewedOperand(Operation *op);

/// Whether `op` only prepares the destination of another operation.
bool preparesDestination(Operation *op);

/// By the attribute `remat.phase`, else by the interface. Nothing if it follows
/// from the dependences of the loss.
std::optional<TaskPhase> getPhase(Operation *op);

/// The discardable attribute that `getPhase` reads.
inline constexpr llvm::StringLiteral kPhaseAttrName = "remat.phase";

namespace detail {
/// Defaults of the interface's methods; they ask the interface of nested
/// operations only.
OpCost getDefaultCost(Operation *op);
bool mayRunAgainByEffects(Operation *op);
} // namespace detail
} // namespace mlir::remat

#include "remat/Interfaces/TaskAttrInterfaces.h.inc"
#include "remat/Interfaces/TaskOpInterface.h.inc"

#endif // REMAT_INTERFACES_TASKOPINTERFACE_H
