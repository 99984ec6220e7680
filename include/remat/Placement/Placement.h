//===- Placement.h - Buffers in, offsets out --------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory of a step as rectangles: each buffer gets an offset such that no
// two live buffers share a byte. Problems, placements and their checks;
// algorithms are in Place.h. The *live maximum*, the largest sum of sizes alive
// at once, bounds every placement from below. The *size* of a placement is the
// end of its highest buffer.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLACEMENT_PLACEMENT_H
#define REMAT_PLACEMENT_PLACEMENT_H

#include "llvm/Support/Error.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace mlir::remat::placement {

/// Half-open: [lower, upper).
struct TimeRange {
  int64_t lower = 0;
  int64_t upper = 0;
};

/// A buffer alive in [timeStart, timeEnd). The first four members are those of
/// MLIR's static memory planner (MemoryPlannerAlloc), in order and meaning.
struct Buffer {
  int64_t sizeInBytes = 0;
  /// The offset is a multiple of this.
  int64_t alignment = 1;
  int64_t timeStart = 0;
  int64_t timeEnd = 0;
  /// Steps of the life without content, in which others may use the bytes:
  /// ascending, apart from each other.
  std::vector<TimeRange> gaps;
};

/// Buffers that share an arena.
struct Problem {
  std::vector<Buffer> buffers;
  /// Pairs of buffers, by position, that must not share a byte even if never
  /// alive at once, because the steps may run in another order.
  std::vector<std::pair<uint32_t, uint32_t>> conflicts;
};

/// The offsets of a problem's buffers, by position.
struct Placement {
  std::vector<int64_t> offsets;
  /// End of the highest buffer.
  int64_t sizeInBytes = 0;
};

/// Conflicts aside. O(gaps).
bool overlapInTime(const Buffer &a, const Buffer &b);

/// Validates a problem:
/// (B1) sizes are not negative, alignments are positive;
/// (B2) `timeStart` < `timeEnd`;
/// (B3) gaps lie within the life, ascend, are not empty and do not cover it;
/// (B4) the sum of sizes and alignments fits into 63 bits, so that no algorithm
///      without needless holes can overflow;
/// (B5) conflicts name two different buffers of the problem.
/// The error names the buffer (by position) and the rule. O(n).
llvm::Error check(const Problem &problem);

/// Validates a placement of a checked problem:
/// (P1) there is one offset for each buffer, none is negative;
/// (P2) each is a multiple of the buffer's alignment;
/// (P3) buffers that overlap in time, or are in conflict, share no byte;
/// (P4) `sizeInBytes` is the end of the highest buffer.
/// The error names buffers and rule. O(n log n + conflicts), gaps counted in n.
llvm::Error verify(const Problem &problem, const Placement &placement);

/// Bytes, a lower bound for every placement; ignores conflicts. O(n log n).
int64_t getLiveMaximum(const Problem &problem);

} // namespace mlir::remat::placement

#endif // REMAT_PLACEMENT_PLACEMENT_H
