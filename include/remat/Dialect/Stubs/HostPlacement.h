//===- HostPlacement.h - StableHLO values on the host -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// JAX says where a value lies by the custom call `annotate_device_placement`.
// What moves its bytes without computing (a barrier, a slice, an update of a
// slice, a loop that carries it) stays in that memory until another call.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIALECT_STUBS_HOSTPLACEMENT_H
#define REMAT_DIALECT_STUBS_HOSTPLACEMENT_H

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::remat::hlo {

inline constexpr llvm::StringLiteral kDeviceMemory = "device";
inline constexpr llvm::StringLiteral kHostMemory = "pinned_host";

/// The memory that a call of `annotate_device_placement` names; empty for other
/// ops.
llvm::StringRef getPlacement(Operation *op);

/// Whether `op` copies its operand to the host.
bool copiesToHost(Operation *op);
/// Whether `op` copies its operand from the host to the device. O(ops behind
/// the operand that do not compute).
bool copiesFromHost(Operation *op);

/// The values on the host in `root`, and among the arguments of functions there
/// (`mhlo.memory_kind`). O(ops).
llvm::DenseSet<Value> findHostValues(Operation *root);

/// Emits the call that places `value` in `memory`.
Value createPlacement(OpBuilder &builder, Location loc, Value value,
                      llvm::StringRef memory);

} // namespace mlir::remat::hlo

#endif // REMAT_DIALECT_STUBS_HOSTPLACEMENT_H
