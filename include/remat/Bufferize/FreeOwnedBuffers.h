//===- FreeOwnedBuffers.h - Each buffer freed by its owner ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_BUFFERIZE_FREEOWNEDBUFFERS_H
#define REMAT_BUFFERIZE_FREEOWNEDBUFFERS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::remat {

/// A buffer whose owner is not known before the function runs.
struct SharedBuffer {
  /// The operation that shares it; null if there is none such buffer.
  Operation *op = nullptr;
  /// Why, as the end of a sentence that begins with the operation.
  llvm::StringRef reason;

  explicit operator bool() const { return op; }
};

/// Frees each buffer of `function`, on memrefs, directly after its last use,
/// where one block owns it at a time: the block that allocates it; the block of
/// a branch or loop that yields it; the caller that a function returns it to.
/// So no free depends on a condition, and all are where a plan counts them.
/// Buffers that are freed already are left alone.
///
/// Returns the first buffer with another life, and then frees nothing: one that
/// a branch yields beside an argument, that leaves twice, whose pointer is
/// stored, or in a body of several blocks. O(uses of buffers, for each loop
/// around them).
SharedBuffer freeOwnedBuffers(func::FuncOp function);

/// The buffer for which `freeOwnedBuffers` would fail. Changes nothing.
SharedBuffer findSharedBuffer(func::FuncOp function);

/// Whether the program may free `buffer` itself, on some path, by one of its
/// names: views, what `arith.select` chooses, and results of branches that
/// yield it and of loops that carry it in place. Nothing else frees it then. Of
/// `buffer` itself, looks through views alone. O(uses of all names).
bool isFreedByHand(Value buffer);

} // namespace mlir::remat

#endif // REMAT_BUFFERIZE_FREEOWNEDBUFFERS_H
