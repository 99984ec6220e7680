//===- Parts.h - What can be placed on its own ------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLACEMENT_PARTS_H
#define REMAT_LIB_PLACEMENT_PARTS_H

#include "Model.h"

namespace mlir::remat::placement {

/// Buffers of a problem that can be placed without a look at the others.
struct Part {
  Problem problem;
  /// The position in the whole problem of each.
  std::vector<uint32_t> buffers;
  /// Bytes below which no placement of the part can go.
  int64_t lowerBound = 0;
};

/// Splits a checked problem where nothing stays alive and no conflict leads
/// across, in the order of time. O(n log n + conflicts).
std::vector<Part> splitIntoParts(const Problem &problem);

} // namespace mlir::remat::placement

#endif // REMAT_LIB_PLACEMENT_PARTS_H
