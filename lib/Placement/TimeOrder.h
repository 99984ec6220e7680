//===- TimeOrder.h - Best fit in the order of time --------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLACEMENT_TIMEORDER_H
#define REMAT_LIB_PLACEMENT_TIMEORDER_H

#include "remat/Placement/Place.h"

#include "llvm/ADT/ArrayRef.h"

namespace mlir::remat::placement {

/// Returns what `placeBestFitInTimeOrder` does for buffers in this order, in
/// which starts must not descend: what it does with buffers that start at once
/// depends on their order. Conflicts and gaps are not regarded. O(n log n), if
/// few holes are lost to alignment.
Placement placeBestFitInOrder(const Problem &problem,
                              llvm::ArrayRef<uint32_t> order);

} // namespace mlir::remat::placement

#endif // REMAT_LIB_PLACEMENT_TIMEORDER_H
