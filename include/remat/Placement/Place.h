//===- Place.h - Algorithms that place buffers ------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function returns offsets for a problem that passes `check`. None uses a
// clock, so the same problem has the same placement on any machine.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLACEMENT_PLACE_H
#define REMAT_PLACEMENT_PLACE_H

#include "remat/Placement/Placement.h"

#include <optional>
#include <string>

namespace mlir::remat::placement {

struct PlaceOptions {
  /// Bytes that the arena may have. Without it, find the smallest arena.
  std::optional<int64_t> capacity;
  /// The work: 0 (heuristics alone), 1 (at most about a second for a few
  /// thousand buffers), 2 and 3 (each an order of magnitude more).
  int effort = 1;
  /// Work of the exact search, in touched buffers and sections; 0 takes the
  /// limit of `effort`.
  uint64_t workLimit = 0;
  /// A lower bound in bytes that the caller proved (`getAntichainBound`): a
  /// placement that meets it ends the work.
  int64_t lowerBound = 0;
};

/// A placement and its proven bound.
struct PlaceResult {
  Placement placement;
  /// A lower bound in bytes on every placement of this problem.
  int64_t lowerBound = 0;
  /// The algorithm that found it: "best-fit", "search", ...
  std::string algorithm;

  bool isOptimal() const { return placement.sizeInBytes == lowerBound; }
};

/// No placement fits the capacity (`isProven`: it is below `lowerBound`), or
/// none was found. The smallest arena found has `smallestSize` bytes.
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

/// Returns a placement within the capacity; without one, the smallest found, by
/// heuristics in several orders, then an exact search within the work limit.
/// Without conflicts never larger than `placeBestFitInTimeOrder`. Errors: those
/// of `check`; an effort out of range; CapacityError. docs/placement.md has the
/// algorithms, their complexity and sources.
llvm::Expected<PlaceResult> place(const Problem &problem,
                                  const PlaceOptions &options = {});

/// The best-fit algorithm of MLIR's static memory planner, the baseline of
/// `place`. By `timeStart`, then by position, each buffer goes into the
/// smallest sufficient hole between the live buffers, or to the end. Ignores
/// gaps and conflicts. O(n log n), if few holes are lost to alignment.
Placement placeBestFitInTimeOrder(const Problem &problem);

} // namespace mlir::remat::placement

#endif // REMAT_PLACEMENT_PLACE_H
