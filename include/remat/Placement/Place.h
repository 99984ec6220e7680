//===- Place.h - Algorithms that place buffers ------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each returns offsets for a problem that passes `check`; none looks at a
// clock, so that the same problem has the same placement on any machine.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLACEMENT_PLACE_H
#define REMAT_PLACEMENT_PLACE_H

#include "remat/Placement/Placement.h"

#include <optional>
#include <string>

namespace mlir::remat::placement {

struct PlaceOptions {
  /// Bytes that the arena may have; the smallest arena is sought without.
  std::optional<int64_t> capacity;
  /// How much work it may take: 0 (heuristics alone), 1 (at most about a second
  /// for a few thousand buffers), 2 and 3 (each more by an order of magnitude).
  int effort = 1;
  /// Work of the exact search in place of what `effort` allows, in units of
  /// touched buffers and sections; 0 is what `effort` allows.
  uint64_t workLimit = 0;
  /// Bytes below which the caller proved that no placement of this problem goes
  /// (`getAntichainBound`): work ends where it is met.
  int64_t lowerBound = 0;
};

/// A placement and its proven bound.
struct PlaceResult {
  Placement placement;
  /// Bytes below which no placement of this problem can go.
  int64_t lowerBound = 0;
  /// The algorithm that found it: "best-fit", "search", ...
  std::string algorithm;

  bool isOptimal() const { return placement.sizeInBytes == lowerBound; }
};

/// The capacity cannot be met (`isProven`: it is below `lowerBound`), or was
/// not: the smallest arena that was found has `smallestSize` bytes.
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

/// Returns a placement within the capacity, or the smallest that was found if
/// there is none: the best of the heuristics in several orders, then of an
/// exact search bounded by the work limit. Never larger than
/// `placeBestFitInTimeOrder` (without conflicts, of which that knows nothing).
/// Errors: those of `check`; an effort that there is not; CapacityError. The
/// algorithms, their complexity and sources are in docs/placement.md.
llvm::Expected<PlaceResult> place(const Problem &problem,
                                  const PlaceOptions &options = {});

/// Returns what the best-fit algorithm of MLIR's static memory planner does:
/// buffers in the order of `timeStart`, each into the smallest gap between
/// those alive that holds it, at the end if none does. Buffers of the same
/// `timeStart` in the order given. Gaps in the life of a buffer are not used,
/// conflicts not regarded. The baseline that `place` is compared with.
/// O(n log n), if few holes are lost to alignment.
Placement placeBestFitInTimeOrder(const Problem &problem);

} // namespace mlir::remat::placement

#endif // REMAT_PLACEMENT_PLACE_H
