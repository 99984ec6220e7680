//===- BaseBuffer.h - Which bytes a view is of ------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_BUFFERS_BASEBUFFER_H
#define REMAT_LIB_CONVERSION_BUFFERS_BASEBUFFER_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::remat {

/// The buffer that `value` is a view of and, if known as for places in an
/// arena, the bytes viewed.
struct BaseBuffer {
  /// O(views).
  explicit BaseBuffer(Value value);

  Value base;
  int64_t lower = 0;
  /// Negative if the place is not known.
  int64_t upper = -1;
};

/// Whether the buffers `a` and `b` of one function cannot overlap. An
/// allocation is disjoint from all that existed before it, but a loop's or
/// call's result may be any of them, except those in another memory: the host's
/// or the device's. Arguments are disjoint from each other and from globals
/// only if the callers promise it; places in one buffer if their bytes are.
/// O(1).
bool areDisjoint(const BaseBuffer &a, const BaseBuffer &b,
                 bool disjointArguments);

/// The buffers of which `value` is one, or a view: those that branches and
/// loops (of scf) and `arith.select` hand on, with the bytes of a view that
/// they hand on; others as they are. O(values on the way).
SmallVector<BaseBuffer> findBaseBuffers(Value value);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_BUFFERS_BASEBUFFER_H
