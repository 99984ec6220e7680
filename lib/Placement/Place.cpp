//===- Place.cpp - Algorithms that place buffers --------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Placement/Place.h"

#include "Heuristics.h"
#include "Model.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <numeric>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

char CapacityError::ID;

void CapacityError::log(raw_ostream &os) const {
  if (isProven)
    os << "no placement has " << capacity << " bytes: the proven bound is "
       << lowerBound;
  else
    os << "no placement within " << capacity << " bytes was found; the "
       << "smallest has " << smallestSize << ", the proven bound is "
       << lowerBound;
}

std::error_code CapacityError::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

Expected<PlaceResult> placement::place(const Problem &problem,
                                       const PlaceOptions &options) {
  if (Error error = check(problem))
    return std::move(error);
  PlaceResult result;
  result.algorithm = "none";
  if (problem.buffers.empty())
    return result;
  result.lowerBound = Model(problem).getLowerBound();
  HeuristicResult found = placeByHeuristics(
      problem,
      {std::max(result.lowerBound, options.capacity.value_or(0)), 100000000});
  result.placement = std::move(found.placement);
  result.algorithm = found.algorithm;
  if (options.capacity && *options.capacity < result.placement.sizeInBytes)
    return make_error<CapacityError>(*options.capacity < result.lowerBound,
                                     *options.capacity, result.lowerBound,
                                     result.placement.sizeInBytes);
  return result;
}
