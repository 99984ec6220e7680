//===- Remat.h - The dialect ------------------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIALECT_REMAT_IR_REMAT_H
#define REMAT_DIALECT_REMAT_IR_REMAT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "remat/Interfaces/TaskOpInterface.h"

#include "remat/Dialect/Remat/IR/RematDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "remat/Dialect/Remat/IR/RematAttrs.h.inc"

#define GET_OP_CLASSES
#include "remat/Dialect/Remat/IR/RematOps.h.inc"

namespace mlir::remat {

/// Discardable attributes; `kPhaseAttrName` is in TaskOpInterface.h.
inline constexpr llvm::StringLiteral kCostAttrName = "remat.cost";
inline constexpr llvm::StringLiteral kPolicyAttrName = "remat.policy";
inline constexpr llvm::StringLiteral kLossAttrName = "remat.loss";
inline constexpr llvm::StringLiteral kRangeAttrName = "remat.range";
/// Function: the bytes that it was rewritten to keep, an i64.
inline constexpr llvm::StringLiteral kBudgetAttrName = "remat.budget";
/// Function: the bytes of the host that it was rewritten to keep, an i64; not
/// set without a host budget.
inline constexpr llvm::StringLiteral kHostBudgetAttrName = "remat.host_budget";
/// Function with parked values: the bandwidth of the link between device and
/// host that it was planned for, bytes a second each way, an f64; not set where
/// the plan's times are not those of a real machine.
inline constexpr llvm::StringLiteral kLinkBandwidthAttrName =
    "remat.link_bandwidth";
/// Function with an arena: the bytes of the host's block beside it, an i64; not
/// set without one.
inline constexpr llvm::StringLiteral kHostArenaBytesAttrName =
    "remat.host_arena_bytes";
/// On a module whose driver is measured: the locations of the ops, by index.
inline constexpr llvm::StringLiteral kProfiledOpsAttrName =
    "remat.profiled_ops";
/// Function: the target that it was planned or placed for, a string; not set
/// for `cpu`.
inline constexpr llvm::StringLiteral kTargetAttrName = "remat.target";
/// Function that a budget is for, while passes run: a unit.
inline constexpr llvm::StringLiteral kStepAttrName = "remat.step";
/// Function with an arena: its bytes, its alignment, and the live maximum in
/// it, each an i64.
inline constexpr llvm::StringLiteral kArenaBytesAttrName = "remat.arena_bytes";
inline constexpr llvm::StringLiteral kArenaAlignmentAttrName =
    "remat.arena_alignment";
inline constexpr llvm::StringLiteral kLivePeakBytesAttrName =
    "remat.live_peak_bytes";
/// Function with arguments in its arena: their offsets in bytes, -1 for those
/// still passed, an array<i64>.
inline constexpr llvm::StringLiteral kArgumentOffsetsAttrName =
    "remat.argument_offsets";

/// The cost set by a user or profile: `cost` of a task, else the attribute
/// `remat.cost`; or null.
CostAttr getCostOverride(Operation *op);

/// The attribute `remat.policy`, or Auto.
TaskPolicy getPolicy(Operation *op);
/// Whether the policy vouches that the op may run again: `MayRecompute` and
/// `Recompute`.
bool allowsRecomputation(TaskPolicy policy);

/// The `remat.park` or `remat.fetch` that made `value`, looking through awaits
/// and barriers; or null.
Operation *getCopyOf(Value value);

/// Whether `type` is that of a buffer in the host's memory (`#remat.host`).
/// O(1).
bool isInHostMemory(Type type);

/// Such a type in the default memory; other types as they are. O(1).
Type leaveHostMemory(Type type);

} // namespace mlir::remat

#endif // REMAT_DIALECT_REMAT_IR_REMAT_H
