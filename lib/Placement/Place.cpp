//===- Place.cpp - Algorithms that place buffers --------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Placement/Place.h"

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

Placement placement::placeBestFitInTimeOrder(const Problem &problem) {
  const std::vector<Buffer> &buffers = problem.buffers;
  std::vector<size_t> order(buffers.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::stable_sort(order, [&](size_t a, size_t b) {
    return buffers[a].timeStart < buffers[b].timeStart;
  });
  Placement result;
  result.offsets.resize(buffers.size());
  std::vector<size_t> placed;
  for (size_t index : order) {
    const Buffer &buffer = buffers[index];
    std::vector<std::pair<int64_t, int64_t>> occupied;
    for (size_t other : placed)
      if (buffers[other].timeEnd > buffer.timeStart)
        occupied.push_back(
            {result.offsets[other],
             result.offsets[other] + buffers[other].sizeInBytes});
    llvm::sort(occupied);
    int64_t best = -1, bestGap = std::numeric_limits<int64_t>::max();
    int64_t free = 0;
    auto consider = [&](int64_t end) {
      int64_t start = alignTo(free, buffer.alignment);
      if (start < end && end - start >= buffer.sizeInBytes &&
          end - start < bestGap) {
        best = start;
        bestGap = end - start;
      }
    };
    for (auto [start, end] : occupied) {
      consider(start);
      free = std::max(free, end);
    }
    consider(result.sizeInBytes);
    int64_t offset = best >= 0 ? best : alignTo(free, buffer.alignment);
    result.offsets[index] = offset;
    result.sizeInBytes =
        std::max(result.sizeInBytes, offset + buffer.sizeInBytes);
    placed.push_back(index);
  }
  return result;
}

Expected<PlaceResult> placement::place(const Problem &problem,
                                       const PlaceOptions &options) {
  if (Error error = check(problem))
    return std::move(error);
  PlaceResult result;
  result.lowerBound = getLiveMaximum(problem);
  result.placement = placeBestFitInTimeOrder(problem);
  result.algorithm = "best-fit";
  if (options.capacity && *options.capacity < result.placement.sizeInBytes)
    return make_error<CapacityError>(*options.capacity < result.lowerBound,
                                     *options.capacity, result.lowerBound,
                                     result.placement.sizeInBytes);
  return result;
}
