//===- Place.cpp - The best placement within a work limit -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Placement/Place.h"

#include "Heuristics.h"
#include "Parts.h"

#include "llvm/ADT/STLExtras.h"
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

namespace {
/// One problem, in parts, of which the largest decides.
class Placer {
public:
  Placer(const Problem &problem, const PlaceOptions &options)
      : problem(problem), options(options), parts(splitIntoParts(problem)),
        placed(parts.size()) {}

  Expected<PlaceResult> run();

private:
  /// What no part needs to go below: the others, or the capacity, are there.
  int64_t getTarget() const {
    int64_t target = std::max(options.capacity.value_or(0), options.lowerBound);
    for (const Part &part : parts)
      target = std::max(target, part.lowerBound);
    return target;
  }
  void placeByHeuristics();
  PlaceResult join() const;

  const Problem &problem;
  const PlaceOptions &options;
  std::vector<Part> parts;
  std::vector<HeuristicResult> placed;
};
} // namespace

/// Work of the heuristics, by effort: from about a tenth of a second on.
static uint64_t getHeuristicWork(const PlaceOptions &options, size_t count) {
  // Each order looks at each buffer at least a few times.
  const uint64_t base = std::max<uint64_t>(50000000, 10000 * uint64_t(count));
  return base * (uint64_t(1) << (2 * options.effort)) / 4;
}

void Placer::placeByHeuristics() {
  // The largest first: what it needs, the others have too.
  std::vector<size_t> order(parts.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::stable_sort(order, [&](size_t a, size_t b) {
    return parts[a].lowerBound > parts[b].lowerBound;
  });
  int64_t target = getTarget();
  for (size_t i : order) {
    placed[i] = placement::placeByHeuristics(
        parts[i].problem,
        {target, getHeuristicWork(options, parts[i].buffers.size())});
    target = std::max(target, placed[i].placement.sizeInBytes);
  }
}

PlaceResult Placer::join() const {
  PlaceResult result;
  result.algorithm = "none";
  result.lowerBound = options.lowerBound;
  result.placement.offsets.resize(problem.buffers.size());
  for (auto [part, found] : zip_equal(parts, placed)) {
    for (auto [buffer, offset] :
         zip_equal(part.buffers, found.placement.offsets))
      result.placement.offsets[buffer] = offset;
    result.lowerBound = std::max(result.lowerBound, part.lowerBound);
    if (&part == &parts.front() ||
        found.placement.sizeInBytes > result.placement.sizeInBytes) {
      result.placement.sizeInBytes = found.placement.sizeInBytes;
      result.algorithm = found.algorithm;
    }
  }
  return result;
}

Expected<PlaceResult> Placer::run() {
  placeByHeuristics();
  PlaceResult result = join();
  if (!options.capacity || result.placement.sizeInBytes <= *options.capacity)
    return result;
  return make_error<CapacityError>(*options.capacity < result.lowerBound,
                                   *options.capacity, result.lowerBound,
                                   result.placement.sizeInBytes);
}

Expected<PlaceResult> placement::place(const Problem &problem,
                                       const PlaceOptions &options) {
  if (Error error = check(problem))
    return std::move(error);
  return Placer(problem, options).run();
}
