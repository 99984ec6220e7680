//===- TaskOpInterface.h - An operation as a task ---------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface, and functions of the same names that work on any operation:
// they ask the interface where it is implemented and fall back on what MLIR
// knows where it is not. Everything else in Remat calls these functions.
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

/// What an operation computes and moves when it runs once. Floating-point and
/// integer arithmetic count alike; see `getArithWeight` for what one
/// transcendental function counts. Sums saturate at INT64_MAX.
struct OpCost {
  double flops = 0;
  int64_t bytesRead = 0;
  int64_t bytesWritten = 0;
  /// Bytes that it needs while it runs, beside operands, results and what
  /// operations in its regions make.
  int64_t workspaceBytes = 0;

  /// One after the other: everything adds but the workspace, of which the
  /// larger counts.
  OpCost &operator+=(const OpCost &other);
  /// `times` runs, one after the other.
  OpCost &operator*=(int64_t times);
};

/// a + b and a * b of nonnegative numbers, INT64_MAX where that is exceeded.
int64_t saturatingAdd(int64_t a, int64_t b);
int64_t saturatingMul(int64_t a, int64_t b);

/// Bytes that are moved when all of a value of `type` is read or written, as
/// MLIR's lowering to LLVM stores it: elements take whole bytes, and a power of
/// two of them (i1 one byte, i24 four, vector<3xf32> 16). INT64_MAX if it does
/// not fit. Nothing for dynamic shapes and for types without a known size
/// (tokens, unregistered types); memrefs count the elements they refer to, not
/// the gaps between them. For sums of costs only: what must fit into memory
/// asks `getStorageBytes`. O(rank).
std::optional<int64_t> getTypeBytes(Type type);

/// Bytes of the storage that a tensor, memref or vector of `type` takes, not
/// rounded to any alignment of the whole. Elements take what `getTypeBytes`
/// says. A memref with strides counts everything from its first to its last
/// element, gaps included, and not what lies before its offset
/// (`memref<4x4xf32, strided<[1000, 1]>>`: 3004 elements). 0 where an extent is
/// 0. Nothing for dynamic or unknown extents, strides that are not known,
/// layouts that are not strided, scalable vectors, elements without a known
/// size (tokens, memrefs, types of other dialects), and where the bytes do not
/// fit into 64 bits. O(rank).
std::optional<int64_t> getStorageBytes(ShapedType type);

/// Number of elements of a shaped type, where unknown extents count as one; 1
/// for everything else. Saturates.
int64_t getNumElementsOrOne(Type type);

/// Flops that one scalar run of `op` counts: 0 for what moves or names data
/// (constants, casts between integers of the same width, yields), 1 for
/// arithmetic, more for divisions and transcendental functions, as the table in
/// TaskOpInterface.cpp says. 1 for operations it does not know.
double getArithWeight(Operation *op);

/// What `op` costs, by its interface or else: bytes of the tensors and memrefs
/// among its operands read and among its results written, flops by
/// `getArithWeight` a result element for elementwise operations, what
/// `getRegionCost` says of operations with regions and of calls.
OpCost getOpCost(Operation *op);

/// What running the regions of `op`, or the function it calls, costs. Loops
/// count their body as often as `LoopLikeOpInterface` knows it to run, once if
/// it does not; of alternatives (scf.if) the dearest counts for each figure. A
/// function that calls itself counts the inner call as nothing. The storages
/// that nested operations make are no workspace here: they depend on how a
/// target rounds. O(nested operations), functions called several times once.
OpCost getRegionCost(Operation *op);

/// Whether `op` may run again. Without an interface: only if it has no memory
/// effects, nor has anything nested in it; calls, collectives, operations on
/// memrefs and operations that nobody describes never do.
bool mayRunAgain(Operation *op);

/// The operand whose storage `result` shares, or null. Without an interface:
/// the operand that `ViewLikeOpInterface` names.
OpOperand *getViewedOperand(OpResult result);
/// The operand whose storage the only result of `op` shares, or null.
OpOperand *getViewedOperand(Operation *op);

/// Whether `op` only prepares the destination of another operation.
bool preparesDestination(Operation *op);

/// The phase that `op` has by itself: by the attribute `remat.phase`, else by
/// its interface. Nothing if it is to follow from what the loss depends on.
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
