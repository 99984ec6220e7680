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

/// Where a storage is made and last read, as positions of the order; it crosses
/// what lies between.
struct ForwardSpan {
  ValueId root;
  int32_t begin;
  int32_t end;
};

/// The storages that cross positions of the order, without those that stay
/// whatever a plan does. O(V + E).
std::vector<ForwardSpan> spansOf(const Graph &graph, const ForwardModel &model,
                                 const ForwardOrder &order);

/// Leaves so many of the cuts between these stages that there are `most`
/// stages: neighbors are joined that save least for their backwards, beside
/// what need not be stored between them any more. O(n log n).
void joinStages(llvm::ArrayRef<ChainStage> stages, size_t most,
                std::vector<int32_t> &cuts);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_FORWARDORDER_H
