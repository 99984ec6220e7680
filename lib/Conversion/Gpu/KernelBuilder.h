//===- KernelBuilder.h - Kernels and their launches -------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_GPU_KERNELBUILDER_H
#define REMAT_LIB_CONVERSION_GPU_KERNELBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::remat {

/// Marks functions made by remat-outline-kernels. Has no dialect prefix, so
/// that no dialect must be loaded to verify it.
inline constexpr llvm::StringLiteral kKernelAttrName = "remat_kernel";

/// Default threads per block: eight blocks fill the 2048 threads of a
/// multiprocessor.
inline constexpr int64_t kBlockThreads = 256;
inline constexpr int64_t kWarpThreads = 32;
/// Four warps, which multiply together (wgmma).
inline constexpr int64_t kWarpgroupThreads = 4 * kWarpThreads;

/// Builds kernels at one location, with constant-folding arithmetic on unsigned
/// indices of one type.
class KernelBuilder : public ImplicitLocOpBuilder {
public:
  KernelBuilder(Location loc, Operation *op, Type indexType)
      : ImplicitLocOpBuilder(loc, op), indexType(indexType) {}

  Value constant(int64_t value);
  Value zero(Type type);
  Value add(Value a, Value b) { return createOrFold<arith::AddIOp>(a, b); }
  Value add(Value a, int64_t b) { return add(a, constant(b)); }
  Value mul(Value a, int64_t b);
  Value div(Value a, int64_t b);
  Value rem(Value a, int64_t b);
  Value min(Value a, int64_t b);
  Value less(Value a, int64_t b) { return less(a, constant(b)); }
  Value less(Value a, Value b);
  Value exclusiveOr(Value a, Value b);
  /// `a` if `condition`, else `b`. Here and below a null condition is true.
  Value select(Value condition, Value a, Value b);
  Value both(Value a, Value b);
  Value fromIndex(Value a);
  Value toIndex(Value a);
  /// The digits of `a` in base `extents`, the last the fastest.
  SmallVector<Value> split(Value a, ArrayRef<int64_t> extents);

  /// Emits an `scf.if`; `no` is optional.
  void emitIf(Value condition, function_ref<void()> yes,
              function_ref<void()> no = nullptr);
  using Results = SmallVector<Value>;
  /// The same with results. `condition` is not null.
  Results emitIfElse(Value condition, function_ref<Results()> yes,
                     function_ref<Results()> no);
  /// A loop that carries `body`'s results, `initial` at first.
  Results emitFor(Value first, Value end, Value step, ValueRange initial,
                  function_ref<Results(Value index, ValueRange carried)> body);

  Type indexType;
};

/// Launches `blocks` blocks of `threads` threads with workgroup buffers of
/// types `shared`. `body` emits one thread's work from block index, thread
/// index and buffers. Blocks beyond the grid's limit are shared among those in
/// the grid.
void buildLaunch(
    KernelBuilder &b, int64_t blocks, int64_t threads, TypeRange shared,
    function_ref<void(Value block, Value thread, ValueRange)> body);

/// The remat.with_workspace around `op`, or `op`.
Operation *getOpWithWorkspace(Operation *op);

/// The workgroup buffer type for elements `element` (i1 is stored as i8), and
/// its accesses.
MemRefType getSharedType(ArrayRef<int64_t> shape, Type element);
Value loadShared(ImplicitLocOpBuilder &b, Value buffer, ValueRange indices,
                 Type element);
void storeShared(ImplicitLocOpBuilder &b, Value value, Value buffer,
                 ValueRange indices);

/// Blocks for `items` at `perBlock` each.
inline int64_t countBlocks(int64_t items, int64_t perBlock) {
  return items / perBlock + (items % perBlock != 0);
}

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_GPU_KERNELBUILDER_H
