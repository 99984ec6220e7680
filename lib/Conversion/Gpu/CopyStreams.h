//===- CopyStreams.h - Copies beside a step's stream ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_GPU_COPYSTREAMS_H
#define REMAT_LIB_CONVERSION_GPU_COPYSTREAMS_H

#include "remat/Dialect/Remat/IR/Remat.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include "llvm/ADT/DenseMap.h"

namespace mlir::remat {

/// Rewrites the copies between device and host of one function, whose other
/// device work follows one stream: each direction has a stream of its own, and
/// events order them. A copy starts once all is done that stands before it, and
/// the step's stream goes on behind `remat.copy_done` once the copy has ended.
class CopyStreams {
public:
  /// `builder` must outlive this. `token` is the step's stream.
  CopyStreams(func::FuncOp function, Value token, ImplicitLocOpBuilder &builder)
      : function(function), token(token), b(builder) {}

  /// The builder stands at the op. Fail with a diagnostic on copies inside of
  /// other ops, of buffers with holes, and waits for no copy. O(1).
  LogicalResult rewrite(CopyStartOp start);
  LogicalResult rewrite(CopyDoneOp done);
  /// Allocations in the host's memory: pinned, kept for later calls. Fails with
  /// a diagnostic on unknown sizes, layouts, and alignments of more than a
  /// page.
  LogicalResult rewrite(memref::AllocOp alloc);
  void rewrite(memref::DeallocOp dealloc);

  /// To be called behind all others: gives events and streams back. Fails with
  /// a diagnostic on copies that nothing waits for. O(ops).
  LogicalResult finish();

private:
  struct Copy {
    CopyStartOp start;
    Value event;
    /// Null until there is one.
    Operation *lastWait = nullptr;
  };

  Value makeToken();
  Value getStream(Value ofToken);
  void call(StringRef name, ValueRange operands);
  Value callForPointer(StringRef name, ValueRange operands);
  LogicalResult checkPlace(Operation *op);

  func::FuncOp function;
  Value token;
  ImplicitLocOpBuilder &b;
  /// Null until there is a copy in that direction.
  Value outToken, backToken;
  /// By token.
  llvm::DenseMap<Value, Value> streams;
  /// The last copy of each pair of buffers: a position in `copies`.
  llvm::DenseMap<std::pair<Value, Value>, size_t> lastCopies;
  SmallVector<Copy> copies;
};

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_GPU_COPYSTREAMS_H
