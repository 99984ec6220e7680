//===- References.h - Plain ways to the same results ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What placements are compared with: written as literally as can be, and with
// nothing of what they check.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_UNITTESTS_PLACEMENT_REFERENCES_H
#define REMAT_UNITTESTS_PLACEMENT_REFERENCES_H

#include "remat/Placement/Placement.h"
#include "remat/Support/SplitMix64.h"

#include <optional>
#include <string>

namespace mlir::remat::placement {

/// What random problems have.
struct RandomSpec {
  int64_t maxBuffers = 40;
  int64_t maxSteps = 60;
  int64_t maxSize = 100;
  bool hasZeroSizes = false;
  bool hasAlignments = false;
  bool hasGaps = false;
  bool hasConflicts = false;
};

/// Returns combinations of what problems can have, for `kind` from 0.
RandomSpec getSpec(int kind);

/// Returns a problem that passes `check`. One step in four starts many lives.
Problem makeRandomProblem(SplitMix64 &random, const RandomSpec &spec);

/// Returns what is wrong with a placement, found pair by pair and step by step;
/// nothing if it is right. O(n² · steps).
std::optional<std::string> findFault(const Problem &problem,
                                     const Placement &placement);

/// Returns the bytes that the best-fit algorithm of MLIR's static memory
/// planner needs for the buffers in this order, in which starts must not
/// descend.
int64_t getBestFitSize(const std::vector<Buffer> &buffers,
                       const std::vector<size_t> &order);

/// Returns the smallest size there is: that of all orders in which buffers can
/// be placed one by one, each as low as it can be. For up to 8 buffers.
int64_t getSmallestSize(const Problem &problem);

} // namespace mlir::remat::placement

#endif // REMAT_UNITTESTS_PLACEMENT_REFERENCES_H
