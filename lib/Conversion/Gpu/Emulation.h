//===- Emulation.h - Kernels as functions of the host -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared by the parts of -remat-gpu-emulate: builds calls of the emulator
// (runtime/cuda/emulator/Emulator.h) and addresses for them.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_GPU_EMULATION_H
#define REMAT_LIB_CONVERSION_GPU_EMULATION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::remat::emulation {

/// Prefix of a kernel's emulated function.
inline constexpr llvm::StringLiteral kPrefix = "remat_emulated_";
/// Suffix of the function that takes pointers to the parameters.
inline constexpr llvm::StringLiteral kEntrySuffix = "__entry";

/// Builds calls of the emulator in one module, at one location.
class EmulatorBuilder : public ImplicitLocOpBuilder {
public:
  /// Builds before `op`; declares functions in `module`.
  EmulatorBuilder(ModuleOp module, Operation *op)
      : ImplicitLocOpBuilder(op->getLoc(), op), module(module) {}

  /// Calls `name`, declared on first use. Returns its result, or null.
  Value call(StringRef name, Type result, ValueRange operands);

  Type getPointerType();
  Value makeI32(int64_t value);
  Value makeI64(int64_t value);
  Value makeIndex(int64_t value);
  Value cast(Type type, Value value);

  /// The address of `memref`'s element at `indices`.
  Value makeAddress(Value memref, ValueRange indices);
  /// A stack slot for `type`, at the entry of `op`'s function: a loop must not
  /// allocate one per iteration.
  Value makeSlot(Operation *op, Type type);
  Value makeSlotAddress(Value slot);

private:
  ModuleOp module;
};

/// Replaces `op` by `values`; returns true.
inline bool replace(Operation *op, ValueRange values) {
  op->replaceAllUsesWith(values);
  op->erase();
  return true;
}

/// Replaces a warp-wide op or an asynchronous copy by calls. Returns whether
/// `op` was one; fails with a diagnostic on forms without emulation. `b` builds
/// before `op`.
FailureOr<bool> emulateWarpOp(Operation *op, EmulatorBuilder &b);

/// Replaces each `gpu.launch_func` by a call of the emulator that runs the
/// kernel at once. Fails with a diagnostic on asynchronous launches and
/// clusters.
LogicalResult emulateLaunches(ModuleOp module);

} // namespace mlir::remat::emulation

#endif // REMAT_LIB_CONVERSION_GPU_EMULATION_H
