//===- CustomCalls.h - What is known of custom calls ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Table of the targets of `stablehlo.custom_call` that JAX and XLA emit, and
// queries on single calls. As in Stablehlo.h, missing or malformed attributes
// give nothing, not errors.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIALECT_STUBS_CUSTOMCALLS_H
#define REMAT_DIALECT_STUBS_CUSTOMCALLS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace mlir::remat::hlo {

/// Kinds of targets that a model of memory and time tells apart.
enum class CallKind {
  /// Whatever it computes: it runs as often as the program says.
  Unknown,
  /// The operand itself: placement, sharding.
  Annotation,
  /// A function of operands and attributes.
  Function,
  /// Functions too: cuDNN's fused attention, and its gradient.
  Attention,
  AttentionBackward,
};

/// The kind of a target by its name: exact, or by its longest known prefix.
/// Targets with dropout are unknown: each execution of cuDNN's advances a
/// random state that no operand holds. O(targets in the table).
CallKind getCallKind(llvm::StringRef target);
/// The kind of the custom call `op`; `annotate_device_placement` is an
/// annotation where the operand is on the device and stays there, else a copy
/// to another storage (HostPlacement.h). `Unknown` for other operations.
CallKind getCallKind(Operation *op);

/// `call_target_name`; empty if `op` has none.
llvm::StringRef getCallTarget(Operation *op);

/// Whether `op` declares `has_side_effect = true`.
bool declaresSideEffect(Operation *op);

/// Whether the results of the custom call `op` are known to follow from its
/// operands and attributes, or the user says so: by `remat.policy`
/// `may_recompute` or `recompute`. False with a declared side effect.
bool isFunctionCall(Operation *op);

/// Flops of the products in cuDNN's attention: 2 (d + e) for each pair of a
/// query and a key that the mask leaves, of each head, for heads of `d`
/// (queries, keys) and `e` (values) elements; 2 (3 d + 2 e) in the gradient,
/// which makes the scores again. Causal masks and sliding windows leave out
/// what they hide; other masks and paddings hide nothing. Extents are those of
/// `backend_config`, as JAX writes it. Nothing for other calls and if the
/// extents are missing or do not fit the operands.
std::optional<double> getAttentionFlops(Operation *op);

/// Dimensions of a custom call's result from the fastest varying to the
/// slowest, by `result_layouts`. Nothing without that attribute.
std::optional<llvm::SmallVector<int64_t>> getCallResultLayout(OpResult result);

} // namespace mlir::remat::hlo

#endif // REMAT_DIALECT_STUBS_CUSTOMCALLS_H
