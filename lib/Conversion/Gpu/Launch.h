//===- Launch.h - Ops on buffers as GPU kernels -----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_GPU_LAUNCH_H
#define REMAT_LIB_CONVERSION_GPU_LAUNCH_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::remat {

/// Marks the functions that remat-outline-kernels makes.
inline constexpr llvm::StringLiteral kGpuKernelAttrName = "remat_kernel";

/// Threads of a block where nothing asks for another number: eight blocks fill
/// the 2048 threads that a multiprocessor holds.
inline constexpr int64_t kBlockThreads = 256;
inline constexpr int64_t kWarpThreads = 32;

/// A loop of a kernel: one dimension of the op, or several that every operand
/// walks as one.
struct KernelLoop {
  int64_t extent;
  bool reduction;
  /// The op's dimension, none if several were merged.
  std::optional<unsigned> dim;
};

/// An operand as a kernel addresses it.
struct KernelOperand {
  /// The value that the op has: a memref or a scalar.
  Value value;
  /// The element type, the bytes of one in memory (0 for a scalar).
  Type element;
  int64_t bytes = 0;
  /// Whether the payload reads it.
  bool isRead = false;
  /// Whether its element is `origin` + the sum of `strides` times the loops,
  /// in a flat view of `span` elements; else it is read through `map`.
  bool isLinear = false;
  int64_t origin = 0;
  int64_t span = 0;
  SmallVector<int64_t> strides;
  AffineMap map;
  /// Whether the first element is known to lie on a multiple of 256 bytes.
  bool isAligned = false;
  /// What the kernel indexes: the flat view, or the memref itself.
  Value buffer;

  bool isScalar() const { return bytes == 0; }
  /// The stride along `loop`, in elements; 0 where there is none.
  int64_t strideOf(unsigned loop) const { return isLinear ? strides[loop] : 0; }
};

/// A linalg op on buffers of static shapes as loops and operands.
struct KernelNest {
  /// What `op` computes. `sortReductions`: the reduced loops may be put into
  /// the order in which they lie in memory. Fails, with a diagnostic at the op,
  /// on shapes that are not static and on more iterations than an int64 counts.
  /// O(loops^2 operands).
  static FailureOr<KernelNest> get(linalg::LinalgOp op, bool sortReductions);

  /// Makes the flat views that the operands are read through, at `builder`.
  void makeBuffers(OpBuilder &builder);
  /// Whether nothing is computed, since some extent is 0.
  bool isEmpty() const;
  /// The product of the extents of the loops that are reduced, or are not.
  int64_t getSize(bool reduction) const;
  /// The loop along which most bytes are moved at unit stride, among those of
  /// one kind or all; none if no operand has a unit stride along any.
  std::optional<unsigned> getCoalescedLoop(std::optional<bool> reduction) const;
  /// How many elements along `loop` `operand` can move in one aligned access, a
  /// power of 2 of at most `limit`; 1 if it is not contiguous along it.
  int64_t getVectorSize(const KernelOperand &operand, unsigned loop,
                        int64_t limit) const;
  /// The largest element of an operand that is contiguous along `loop`, in
  /// bytes; 0 if none is.
  int64_t getWidestElement(unsigned loop) const;

  linalg::LinalgOp op;
  SmallVector<KernelLoop> loops;
  /// In the order of the op's operands, the outputs last.
  SmallVector<KernelOperand> operands;
  unsigned numInputs = 0;
  /// The op's parallel dimensions of more than one iteration, in the order of
  /// the loops they went into.
  SmallVector<unsigned> parallelDims;
  /// The type of all indices: i32 where all of them fit.
  Type indexType;
};

/// Arithmetic on unsigned indices of one type. Folds what is constant.
class KernelMath {
public:
  KernelMath(OpBuilder &builder, Location loc, Type type)
      : builder(builder), loc(loc), type(type) {}

  Value constant(int64_t value);
  Value add(Value a, Value b);
  Value add(Value a, int64_t b) { return add(a, constant(b)); }
  Value mul(Value a, int64_t b);
  Value div(Value a, int64_t b);
  Value rem(Value a, int64_t b);
  Value min(Value a, int64_t b);
  Value less(Value a, int64_t b) { return less(a, constant(b)); }
  Value less(Value a, Value b);
  Value fromIndex(Value a);
  Value toIndex(Value a);
  /// The digits of `a` in a number system of `extents`, the last the fastest.
  SmallVector<Value> split(Value a, ArrayRef<int64_t> extents);

  OpBuilder &builder;
  Location loc;
  Type type;
};

/// Emits accesses of a nest's operands and its payload, inside a launch.
class NestEmitter {
public:
  /// One index for each loop of the nest.
  using Point = SmallVector<Value>;

  NestEmitter(KernelNest &nest, OpBuilder &builder)
      : nest(nest), builder(builder), loc(nest.op.getLoc()),
        math(builder, loc, nest.indexType) {}

  /// `width` elements of `operand` from `point` on along `loop`, as scalars.
  SmallVector<Value> load(const KernelOperand &operand, const Point &point,
                          unsigned loop, int64_t width);
  /// All inputs that the payload reads (`load`); no values for the others.
  SmallVector<SmallVector<Value>> loadInputs(const Point &point, unsigned loop,
                                             int64_t width);
  /// Stores `values` to `operand` from `point` on along `loop`.
  void store(const KernelOperand &operand, ArrayRef<Value> values,
             const Point &point, unsigned loop);
  /// What the payload yields for element `lane` along `loop`. `inputs` as from
  /// loadInputs, `outputs` the former results, null where not read.
  SmallVector<Value> emitPayload(ArrayRef<SmallVector<Value>> inputs,
                                 ArrayRef<Value> outputs, const Point &point,
                                 unsigned loop, int64_t lane);
  /// The same without the op `combiner`: what `value` becomes.
  Value emitReduced(Value value, Operation *combiner,
                    ArrayRef<SmallVector<Value>> inputs, const Point &point,
                    unsigned loop, int64_t lane);
  Point shift(Point point, unsigned loop, int64_t by);

  KernelNest &nest;
  OpBuilder &builder;
  Location loc;
  KernelMath math;

private:
  IRMapping clonePayload(Operation *combiner,
                         ArrayRef<SmallVector<Value>> inputs,
                         ArrayRef<Value> outputs, const Point &point,
                         unsigned loop, int64_t lane);
  SmallVector<Value> getIndices(const KernelOperand &operand,
                                const Point &point);
  Value getDim(unsigned dim, const Point &point);
};

/// Launches `blocks` blocks of `threads` threads with `shared` in workgroup
/// memory, at `builder`. `body` emits what the thread `thread` of the block
/// `block` does, both in the type `index`; `shared` are the buffers. More
/// blocks than a grid can have are shared out among those that there are.
void buildLaunch(
    OpBuilder &builder, Location loc, Type index, int64_t blocks,
    int64_t threads, TypeRange shared,
    function_ref<void(OpBuilder &, Value block, Value thread, ValueRange)>
        body);

/// The remat.with_workspace around `op`, or `op` where there is none.
Operation *getOpWithWorkspace(Operation *op);

/// The type of a buffer of `shape` in workgroup memory for elements `element`
/// (i1 lies there as i8), and accesses to it.
MemRefType getSharedType(ArrayRef<int64_t> shape, Type element);
Value loadShared(OpBuilder &builder, Location loc, Value buffer,
                 ValueRange indices, Type element);
void storeShared(OpBuilder &builder, Location loc, Value value, Value buffer,
                 ValueRange indices);

/// The number of blocks that handle `items` of `perBlock` each.
inline int64_t countBlocks(int64_t items, int64_t perBlock) {
  return items / perBlock + (items % perBlock != 0);
}

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_GPU_LAUNCH_H
