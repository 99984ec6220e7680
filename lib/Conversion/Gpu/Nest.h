//===- Nest.h - Loops and operands of an op on buffers ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_GPU_NEST_H
#define REMAT_LIB_CONVERSION_GPU_NEST_H

#include "Gpu/KernelBuilder.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::remat {

/// A memref's access through an indexing map, in elements.
struct LinearAccess {
  /// The memref's own offset, which may be dynamic, and the map's.
  int64_t offset, origin = 0;
  /// From the memref's first element to its last, inclusive.
  int64_t span = 1;
  /// By dimension of the map.
  SmallVector<int64_t> strides;
};

/// Returns none if a stride is dynamic or negative, `map` is not linear, or a
/// number overflows.
std::optional<LinearAccess> getLinearAccess(MemRefType type, AffineMap map);

/// Views `span` elements of `buffer` as one dimension; `isPlain`: no offset or
/// layout.
Value flatten(ImplicitLocOpBuilder &b, Value buffer, int64_t span,
              bool isPlain);

/// A dimension of the op, or several that every operand walks as one.
struct KernelLoop {
  int64_t extent;
  bool reduction;
  /// The op's dimension, none if several were merged.
  std::optional<unsigned> dim;
};

struct KernelOperand {
  /// The op's operand: a memref or a scalar.
  Value value;
  /// The element type and its bytes in memory (0 for a scalar).
  Type element;
  int64_t bytes = 0;
  /// The payload reads it.
  bool isRead = false;
  /// The element is `origin` + sum of `strides` times loops, in a flat view of
  /// `span` elements; otherwise it is read through `map`.
  bool isLinear = false;
  int64_t origin = 0;
  int64_t span = 0;
  SmallVector<int64_t> strides;
  AffineMap map;
  /// The first element is known to lie on a multiple of 256 bytes.
  bool isAligned = false;
  /// The flat view, or the memref itself.
  Value buffer;

  bool isScalar() const { return bytes == 0; }
  /// In elements; 0 where there is none.
  int64_t strideOf(unsigned loop) const { return isLinear ? strides[loop] : 0; }
};

/// A linalg op on static buffers as loops and operands.
struct KernelNest {
  /// Returns the nest of `op`. `sortReductions` allows to sort reduced loops by
  /// memory order. Fails with a diagnostic on dynamic shapes and on more
  /// iterations than an int64 counts. O(loops^2 operands).
  static FailureOr<KernelNest> get(linalg::LinalgOp op, bool sortReductions);

  /// Makes the operands' flat views.
  void makeBuffers(ImplicitLocOpBuilder &b);
  /// Whether some extent is 0.
  bool isEmpty() const;
  /// The product of the extents of the reduced or the other loops.
  int64_t getSize(bool reduction) const;
  SmallVector<int64_t> getExtents(ArrayRef<unsigned> loops) const;
  /// The loop that moves most bytes at unit stride, of one kind or of all; none
  /// if no operand has a unit stride.
  std::optional<unsigned> getCoalescedLoop(std::optional<bool> reduction) const;
  /// Elements of `operand` per aligned access along `loop`: a power of 2 up to
  /// `limit`; 1 if not contiguous.
  int64_t getVectorSize(const KernelOperand &operand, unsigned loop,
                        int64_t limit) const;
  /// Bytes of the largest element of an operand contiguous along `loop`, or 0.
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
  /// In the op's order, outputs last.
  SmallVector<KernelOperand> operands;
  unsigned numInputs = 0;
  /// Parallel dimensions of more than one iteration, in loop order.
  SmallVector<unsigned> parallelDims;
  /// The type of all indices: i32 if all fit.
  Type indexType;
};

/// Emits a nest's accesses and payload inside a launch.
class NestEmitter {
public:
  /// One index per loop.
  using Point = SmallVector<Value>;

  NestEmitter(KernelNest &nest, KernelBuilder &b) : nest(nest), b(b) {}

  /// Loads `width` elements from `point` on along `loop`, as scalars.
  SmallVector<Value> load(const KernelOperand &operand, const Point &point,
                          unsigned loop, int64_t width);
  /// Loads the inputs that the payload reads; no values for others.
  SmallVector<SmallVector<Value>> loadInputs(const Point &point, unsigned loop,
                                             int64_t width);
  /// Stores `values` from `point` on along `loop`.
  void store(const KernelOperand &operand, ArrayRef<Value> values,
             const Point &point, unsigned loop);
  /// The payload's results for element `lane` along `loop`. `inputs` from
  /// loadInputs; `outputs` hold former results, null where not read.
  SmallVector<Value> emitPayload(ArrayRef<SmallVector<Value>> inputs,
                                 ArrayRef<Value> outputs, const Point &point,
                                 unsigned loop, int64_t lane);
  /// The same without the op `combiner`: the new `value`.
  Value emitReduced(Value value, Operation *combiner,
                    ArrayRef<SmallVector<Value>> inputs, const Point &point,
                    unsigned loop, int64_t lane);
  Point shift(Point point, unsigned loop, int64_t by);
  /// Sets the indices of `loops` to the digits of `number` in base `extents`.
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

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_GPU_NEST_H
