//===- Emulation.h - Kernels as functions of the host -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of -remat-gpu-emulate share a builder of calls of the emulator
// (runtime/cuda/emulator/Emulator.h) and of addresses to pass to them.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_GPU_EMULATION_H
#define REMAT_LIB_CONVERSION_GPU_EMULATION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::remat::emulation {

/// Emulated functions are named by this and their kernels.
inline constexpr llvm::StringLiteral kPrefix = "remat_emulated_";
/// What follows the name of the function that takes pointers to the parameters.
inline constexpr llvm::StringLiteral kEntrySuffix = "__entry";

/// Builds calls of the emulator in one module, at one location.
class EmulatorBuilder : public ImplicitLocOpBuilder {
public:
  /// Builds before `op`; declares functions in `module`.
  EmulatorBuilder(ModuleOp module, Operation *op)
      : ImplicitLocOpBuilder(op->getLoc(), op), module(module) {}

  /// Calls `name`, which is declared when it is first needed. Returns what it
  /// returns, null if that is nothing.
  Value call(StringRef name, Type result, ValueRange operands);

  Type getPointerType();
  Value makeI32(int64_t value);
  Value makeI64(int64_t value);
  Value makeIndex(int64_t value);
  Value cast(Type type, Value value);

  /// Where the element of `memref` at `indices` lies.
  Value makeAddress(Value memref, ValueRange indices);
  /// A place for one value of `type` on the stack, made where the function of
  /// `op` begins: a loop must not make one in each turn.
  Value makeSlot(Operation *op, Type type);
  /// Where it lies.
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

/// Replaces `op`, if it is one that the lanes of a warp do together or an
/// asynchronous copy, by calls. Returns whether it was one; fails, with a
/// diagnostic, on a form of it that there is no emulation of. `b` builds before
/// `op`.
FailureOr<bool> emulateWarpOp(Operation *op, EmulatorBuilder &b);

/// Replaces each `gpu.launch_func` of `module` by a call of the emulator that
/// runs the kernel at once. Fails, with a diagnostic, on asynchronous launches
/// and on clusters.
LogicalResult emulateLaunches(ModuleOp module);

} // namespace mlir::remat::emulation

#endif // REMAT_LIB_CONVERSION_GPU_EMULATION_H
