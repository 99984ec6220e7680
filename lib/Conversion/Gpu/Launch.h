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
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::remat {

/// Marks the functions that remat-outline-kernels makes. Without a dialect's
/// prefix: no dialect has to be there to verify it.
inline constexpr llvm::StringLiteral kKernelAttrName = "remat_kernel";

/// Threads of a block where nothing asks for another number: eight blocks fill
/// the 2048 threads that a multiprocessor holds.
inline constexpr int64_t kBlockThreads = 256;
inline constexpr int64_t kWarpThreads = 32;

/// Builds kernels at one location, with arithmetic on unsigned indices of one
/// type that folds constants.
class KernelBuilder : public ImplicitLocOpBuilder {
public:
  /// Builds before `op`.
  KernelBuilder(Location loc, Operation *op, Type indexType)
      : ImplicitLocOpBuilder(loc, op), indexType(indexType) {}

  Value constant(int64_t value);
  /// The zero of any type.
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
  /// The digits of `a` in a number system of `extents`, the last the fastest.
  SmallVector<Value> split(Value a, ArrayRef<int64_t> extents);

  /// Emits `yes` where `condition` holds, and `no` where it does not.
  void emitIf(Value condition, function_ref<void()> yes,
              function_ref<void()> no = nullptr);
  using Results = SmallVector<Value>;
  /// The same with results. `condition` is not null.
  Results emitIfElse(Value condition, function_ref<Results()> yes,
                     function_ref<Results()> no);
  /// A loop from `first` to `end` that carries the results of `body`, `initial`
  /// at first.
  Results emitFor(Value first, Value end, Value step, ValueRange initial,
                  function_ref<Results(Value index, ValueRange carried)> body);

  Type indexType;
};

/// How a memref is accessed through an indexing map, in elements.
struct LinearAccess {
  /// The memref's own offset, which may be dynamic, and the map's.
  int64_t offset, origin = 0;
  /// From the first to the last element of the memref, both included.
  int64_t span = 1;
  /// For each dimension of the map.
  SmallVector<int64_t> strides;
};

/// None if a stride of `type` is dynamic or negative, `map` is not linear, or a
/// number overflows.
std::optional<LinearAccess> getLinearAccess(MemRefType type, AffineMap map);

/// The `span` elements of `buffer` as one dimension; `isPlain`: without an
/// offset or a layout.
Value flatten(ImplicitLocOpBuilder &b, Value buffer, int64_t span,
              bool isPlain);

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
  /// The op's operand: a memref or a scalar.
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
  /// The nest of `op`. `sortReductions`: the reduced loops may be put into the
  /// order in which they lie in memory. Fails, with a diagnostic at the op, on
  /// shapes that are not static and on more iterations than an int64 counts.
  /// O(loops^2 operands).
  static FailureOr<KernelNest> get(linalg::LinalgOp op, bool sortReductions);

  /// Makes the flat views that the operands are read through.
  void makeBuffers(ImplicitLocOpBuilder &b);
  /// Whether nothing is computed, since some extent is 0.
  bool isEmpty() const;
  /// The product of the extents of the loops that are reduced, or are not.
  int64_t getSize(bool reduction) const;
  SmallVector<int64_t> getExtents(ArrayRef<unsigned> loops) const;
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
  /// Elements of the widest access along `loop` that an input allows.
  int64_t getReadWidth(unsigned loop) const;

  ArrayRef<KernelOperand> getInputs() const {
    return ArrayRef(operands).take_front(numInputs);
  }
  ArrayRef<KernelOperand> getOutputs() const {
    return ArrayRef(operands).drop_front(numInputs);
  }

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

/// Emits accesses of a nest's operands and its payload, inside a launch.
class NestEmitter {
public:
  /// One index for each loop of the nest.
  using Point = SmallVector<Value>;

  NestEmitter(KernelNest &nest, KernelBuilder &b) : nest(nest), b(b) {}

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
  /// Sets the indices of `loops` to the digits of `number` in their extents.
  void setDigits(Point &point, ArrayRef<unsigned> loops, Value number,
                 ArrayRef<int64_t> extents);

  KernelNest &nest;
  KernelBuilder &b;

private:
  IRMapping clonePayload(Operation *combiner,
                         ArrayRef<SmallVector<Value>> inputs,
                         ArrayRef<Value> outputs, const Point &point,
                         unsigned loop, int64_t lane);
  SmallVector<Value> getIndices(const KernelOperand &operand,
                                const Point &point);
  Value getDim(unsigned dim, const Point &point);
};

/// Launches `blocks` blocks of `threads` threads with buffers of the types
/// `shared` in workgroup memory. `body` emits the work of one thread; it takes
/// the indices of the block and of the thread in it, and the buffers. More
/// blocks than a grid can have are shared out among those that there are.
void buildLaunch(
    KernelBuilder &b, int64_t blocks, int64_t threads, TypeRange shared,
    function_ref<void(Value block, Value thread, ValueRange)> body);

/// Emits the launch of an op that has an input contiguous along another loop
/// than its result, through tiles of 32 by 32 elements in workgroup memory, so
/// that both are coalesced. Returns false, and emits nothing, for other ops
/// and where there is less than a tile to move.
bool emitTiles(KernelBuilder &b, KernelNest &nest);

/// The remat.with_workspace around `op`, or `op` where there is none.
Operation *getOpWithWorkspace(Operation *op);

/// The type of a buffer of `shape` in workgroup memory for elements `element`
/// (i1 lies there as i8), and accesses to it.
MemRefType getSharedType(ArrayRef<int64_t> shape, Type element);
Value loadShared(ImplicitLocOpBuilder &b, Value buffer, ValueRange indices,
                 Type element);
void storeShared(ImplicitLocOpBuilder &b, Value value, Value buffer,
                 ValueRange indices);

/// Lowers `gpu.subgroup_reduce` and `gpu.all_reduce` within `op` to shuffles of
/// warps of 32 lanes, for GPUs and for their emulation alike. Fails where
/// patterns do not come to an end.
LogicalResult lowerWarpReductions(Operation *op);

/// The number of blocks that handle `items` of `perBlock` each.
inline int64_t countBlocks(int64_t items, int64_t perBlock) {
  return items / perBlock + (items % perBlock != 0);
}

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_GPU_LAUNCH_H
