//===- ForwardOrder.h - Where a forward part is cut into stages -*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_FORWARDORDER_H
#define REMAT_LIB_PLANNER_FORWARDORDER_H

#include "remat/Planner/ChainStructure.h"

namespace mlir::remat::planner {

/// Order positions of a storage's first write and last read; it crosses those
/// between.
struct ForwardSpan {
  ValueId root;
  int32_t begin;
  int32_t end;
};

/// Storages that cross positions of the order, without those that stay under
/// every plan. O(V + E).
std::vector<ForwardSpan> spansOf(const Graph &graph, const ForwardModel &model,
                                 const ForwardOrder &order);

/// Reduces the cuts between these stages to leave `most` stages: joins
/// neighbors that save least for their backwards, beside values between them
/// that need no storing then. O(n log n).
void joinStages(llvm::ArrayRef<ChainStage> stages, size_t most,
                std::vector<int32_t> &cuts);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_FORWARDORDER_H
