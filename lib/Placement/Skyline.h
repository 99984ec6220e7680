//===- Skyline.h - Orders from the lowest offset up -------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The heuristic of Sekiyama et al. ("Profile-guided memory optimization for
// deep neural networks", 2018, after Burke et al.'s best fit for strip
// packing): always at the lowest offset, the buffer that is preferred of those
// that live within the time for which that offset is free.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLACEMENT_SKYLINE_H
#define REMAT_LIB_PLACEMENT_SKYLINE_H

#include "Model.h"

namespace mlir::remat::placement {

struct SkylinePlacement {
  /// In which the buffers were placed.
  std::vector<uint32_t> order;
  Placement placement;
};

/// Places the buffers of `model`; those of `preference`, which holds each once,
/// that come first are preferred. Nothing goes into holes below the skyline or
/// gaps of lives; conflicts are not regarded. O(n √n) at worst.
SkylinePlacement placeOnSkyline(const Model &model,
                                llvm::ArrayRef<uint32_t> preference);

} // namespace mlir::remat::placement

#endif // REMAT_LIB_PLACEMENT_SKYLINE_H
