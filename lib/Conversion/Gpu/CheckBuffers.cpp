//===- CheckBuffers.cpp - What kernels can compute on ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Conversion/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATGPUCHECKBUFFERS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;

/// Alignment of a kernel's widest access, in bytes.
static constexpr int64_t kAccessAlignment = 16;

static bool isSupported(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.isSignless() && integer.getWidth() <= 64;
  return isa<IndexType, Float16Type, BFloat16Type, Float32Type, Float64Type>(
      type);
}

static LogicalResult checkElement(Operation *op, Type type) {
  auto memref = dyn_cast<BaseMemRefType>(type);
  if (!memref || isSupported(memref.getElementType()))
    return success();
  return op->emitError("has a buffer of elements of type ")
         << memref.getElementType()
         << "; kernels compute on f16, bf16, f32, f64, index and signless "
            "integers of up to 64 bits";
}

/// Vector accesses assume aligned starts of buffers.
static LogicalResult checkPlace(memref::ViewOp view) {
  std::optional<int64_t> shift = getConstantIntValue(view.getByteShift());
  if (shift && *shift % kAccessAlignment == 0)
    return success();
  InFlightDiagnostic diag = view.emitError("begins at ");
  if (shift)
    diag << "byte " << *shift;
  else
    diag << "a byte that is not known";
  return diag << " of its buffer, and kernels need buffers at multiples of "
              << kAccessAlignment << "; let remat-place-buffers place them";
}

/// A device has its own globals: neither side sees the other's writes.
static LogicalResult checkGlobal(memref::GetGlobalOp op) {
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      op, op.getNameAttr());
  if (!global || global.getConstant())
    return success();
  return op.emitError("reads the global '")
         << op.getName()
         << "', which is no constant; pass it as an argument, so that it lies "
            "on the device";
}

namespace {
struct CheckBuffers : remat::impl::RematGpuCheckBuffersBase<CheckBuffers> {
  void runOnOperation() override {
    WalkResult result = getOperation().walk([](Operation *op) -> WalkResult {
      for (Type type : op->getOperandTypes())
        if (failed(checkElement(op, type)))
          return WalkResult::interrupt();
      if (auto view = dyn_cast<memref::ViewOp>(op))
        return checkPlace(view);
      if (auto global = dyn_cast<memref::GetGlobalOp>(op))
        return checkGlobal(global);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
