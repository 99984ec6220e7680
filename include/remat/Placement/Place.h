//===- Place.h - Algorithms that place buffers ------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLACEMENT_PLACE_H
#define REMAT_PLACEMENT_PLACE_H

#include "remat/Placement/Placement.h"

#include <optional>
#include <string>

namespace mlir::remat::placement {

struct PlaceOptions {
  /// Limit of the arena; none: find the smallest.
  std::optional<int64_t> capacity;
  /// 0 (heuristics alone), 1 (at most about a second for a few thousand
  /// buffers), 2 and 3 (each an order of magnitude more).
  int effort = 1;
  /// Of the exact search, in touched buffers and sections; 0: by `effort`.
  uint64_t workLimit = 0;
  /// Bytes that the caller proved (`getAntichainBound`); met, it ends the work.
  int64_t lowerBound = 0;
};

struct PlaceResult {
  Placement placement;
  int64_t lowerBound = 0;
  /// The algorithm that found it: "best-fit", "search", ...
  std::string algorithm;

  bool isOptimal() const { return placement.sizeInBytes == lowerBound; }
};

/// No placement fits the capacity (`isProven`: it is below `lowerBound`), or
/// none was found. `smallestSize`: the smallest arena found.
class CapacityError : public llvm::ErrorInfo<CapacityError> {
public:
  static char ID;
  CapacityError(bool isProven, int64_t capacity, int64_t lowerBound,
                int64_t smallestSize)
      : isProven(isProven), capacity(capacity), lowerBound(lowerBound),
        smallestSize(smallestSize) {}

  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

  bool isProven;
  int64_t capacity;
  int64_t lowerBound;
  int64_t smallestSize;
};

/// Places a problem that passes `check`, within the capacity or else as small
/// as found: heuristics in several orders, then an exact search within the work
/// limit. Uses no clock: the same on any machine. Without conflicts never
/// larger than `placeBestFitInTimeOrder`. Errors: those of `check`; an effort
/// out of range; CapacityError. Algorithms, complexity, sources:
/// docs/placement.md.
llvm::Expected<PlaceResult> place(const Problem &problem,
                                  const PlaceOptions &options = {});

/// Best fit of MLIR's static memory planner, the baseline of `place`: by
/// `timeStart`, then position, each buffer takes the smallest sufficient hole
/// between live buffers, or the end. Ignores gaps and conflicts. O(n log n), if
/// few holes are lost to alignment.
Placement placeBestFitInTimeOrder(const Problem &problem);

/// The heap of XLA (GlobalDecreasingSizeBestFitHeap), the smaller of two. In
/// one buffers come by decreasing size, then longer life (spatial), in the
/// other by longer life, then decreasing size (temporal); then by position.
/// Each takes the smallest hole that fits between those alive at the same time,
/// or the end. A life is as long as the number of buffers with bytes that begin
/// or end in it. Ignores gaps and conflicts. O(n²).
Placement placeBestFitBySizeOrLife(const Problem &problem);

} // namespace mlir::remat::placement

#endif // REMAT_PLACEMENT_PLACE_H
