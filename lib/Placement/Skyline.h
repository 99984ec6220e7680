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

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <vector>

namespace mlir::remat::placement {

/// Buffers as hulls of their lives, in sections, and sizes.
class Skyline {
public:
  Skyline(llvm::ArrayRef<uint64_t> starts, llvm::ArrayRef<uint64_t> ends,
          llvm::ArrayRef<uint64_t> sizes)
      : starts(starts), ends(ends), sizes(sizes) {}

  /// Returns the order in which the buffers come to lie on the skyline; those
  /// of `preference` that come first are preferred. Gaps, alignments and
  /// conflicts play no part. O(n √n) at worst.
  std::vector<uint32_t> getOrder(llvm::ArrayRef<uint32_t> preference) const;

private:
  llvm::ArrayRef<uint64_t> starts, ends, sizes;
};

} // namespace mlir::remat::placement

#endif // REMAT_LIB_PLACEMENT_SKYLINE_H
