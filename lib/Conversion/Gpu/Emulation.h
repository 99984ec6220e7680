//===- Emulation.h - Kernels as functions of the host -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the parts of -remat-gpu-emulate share: calls of the emulator's functions
// (runtime/cuda/emulator/Emulator.h) and addresses to pass to them.
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

/// What emulated functions are named after their kernels with.
inline constexpr llvm::StringLiteral kPrefix = "remat_emulated_";
/// What follows the name of the function that takes pointers to the parameters.
inline constexpr llvm::StringLiteral kEntrySuffix = "__entry";
/// Lanes of a warp of NVIDIA's GPUs.
inline constexpr int64_t kWarpLanes = 32;

/// Builds calls in one module.
class Calls {
public:
  explicit Calls(ModuleOp module);

  /// Calls `name`, which is declared when it is first needed. Returns what it
  /// returns, null if that is nothing.
  Value call(ImplicitLocOpBuilder &b, StringRef name, Type result,
             ValueRange operands);

  Type getPointerType() const { return pointer; }

private:
  ModuleOp module;
  Type pointer;
};

Value makeI32(ImplicitLocOpBuilder &b, int64_t value);
Value makeI64(ImplicitLocOpBuilder &b, int64_t value);
Value makeIndex(ImplicitLocOpBuilder &b, int64_t value);

/// What an element takes in memory; vectors and floats as LLVM lays them out.
int64_t getElementBytes(Type type);

/// Where the element of `memref` at `indices` lies.
Value makeAddress(ImplicitLocOpBuilder &b, Value memref, ValueRange indices);

/// A place for one value of `type` on the stack, made where the function of
/// `op` begins: a loop must not make one in each turn.
Value makeSlot(Operation *op, Type type);
/// Where it lies.
Value makeSlotAddress(ImplicitLocOpBuilder &b, Value slot);

/// Replaces `op`, if it is one that the lanes of a warp do together or an
/// asynchronous copy, by calls. Returns whether it was one; fails, with a
/// diagnostic, on a form of it that there is no emulation of.
FailureOr<bool> emulateWarpOp(Operation *op, Calls &calls);

/// Replaces each `gpu.launch_func` of `module` by a call of the emulator that
/// runs the kernel at once. Fails, with a diagnostic, on asynchronous launches
/// and on clusters.
LogicalResult emulateLaunches(ModuleOp module, Calls &calls);

} // namespace mlir::remat::emulation

#endif // REMAT_LIB_CONVERSION_GPU_EMULATION_H
