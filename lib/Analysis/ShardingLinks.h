//===- ShardingLinks.h - Dimensions that are split alike --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_ANALYSIS_SHARDINGLINKS_H
#define REMAT_LIB_ANALYSIS_SHARDINGLINKS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::remat {

/// How surely a sharding crosses a link. The surest go first, so that a split
/// of the batch is not lost to one of a bias.
enum class LinkKind {
  /// Elementwise operations, views.
  PassThrough,
  /// Matrix products, reductions, gathers, loops, …
  Factor,
  /// Broadcasts: from result to operand as sure as PassThrough, backwards last.
  Broadcast,
};

struct LinkEnd {
  Value value;
  int64_t dim;
};

using LinkCallback = llvm::function_ref<void(LinkKind, LinkEnd, LinkEnd)>;

/// Calls `callback` for each pair of dimensions of operands and results of
/// `op`, and of values in its regions, that a partitioner splits alike,
/// operands first. All belong to ranked tensors. O(pairs).
void forEachLink(Operation *op, LinkCallback callback);

} // namespace mlir::remat

#endif // REMAT_LIB_ANALYSIS_SHARDINGLINKS_H
