//===- Place.cpp - The best placement within a work limit -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Placement/Place.h"

#include "CapacitySearch.h"
#include "Heuristics.h"
#include "Model.h"
#include "Orders.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cassert>
#include <limits>
#include <numeric>

#define DEBUG_TYPE "remat-placement"

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
/// One problem in parts; the largest part decides.
class Placer {
public:
  Placer(const Problem &problem, const PlaceOptions &options)
      : problem(problem), options(options), parts(splitIntoParts(problem)),
        placed(parts.size()) {}

  Expected<PlaceResult> run();

private:
  /// No part needs to go below it: other parts, or the capacity, are as large.
  int64_t getTarget() const {
    int64_t target = std::max(options.capacity.value_or(0), options.lowerBound);
    for (const Part &part : parts)
      target = std::max(target, part.lowerBound);
    return target;
  }
  void placeByHeuristics();
  void placeAsAWhole();
  void searchParts();
  void searchSmallest(size_t index, int64_t target);
  void bisect(size_t index, int64_t target, uint64_t slice, int64_t precision);
  bool search(size_t index, int64_t capacity, uint64_t limit);
  PlaceResult join() const;

  const Problem &problem;
  const PlaceOptions &options;
  std::vector<Part> parts;
  std::vector<HeuristicResult> placed;
  /// Remaining work of the exact search.
  uint64_t work = 0;
  uint64_t numSearches = 0;
};
} // namespace

/// Returns a unit such that each buffer ends at a multiple in placements
/// without needless holes.
static int64_t getUnit(const Problem &problem) {
  int64_t unit = 0;
  for (const Buffer &buffer : problem.buffers)
    unit = std::gcd(unit, buffer.sizeInBytes);
  if (unit == 0)
    return 1;
  // Rounding up to the alignment keeps multiples of the unit if one is a
  // multiple of the other.
  for (bool isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const Buffer &buffer : problem.buffers)
      if (buffer.sizeInBytes > 0 && unit % buffer.alignment != 0 &&
          buffer.alignment % unit != 0) {
        unit = std::gcd(unit, buffer.alignment);
        isSmaller = true;
      }
  }
  return unit;
}

void Placer::placeByHeuristics() {
  // The largest first: its size is the others' target.
  Order order = orderByPosition(parts.size());
  llvm::stable_sort(order, [&](uint32_t a, uint32_t b) {
    return parts[a].lowerBound > parts[b].lowerBound;
  });
  int64_t target = getTarget();
  for (uint32_t i : order) {
    const Problem &part = parts[i].problem;
    // Work by effort, from about a tenth of a second on. One order may take the
    // square of the number of buffers.
    const uint64_t base = std::clamp<uint64_t>(
        10000 * uint64_t(part.buffers.size()), 50000000, 500000000);
    const HeuristicLimits limits = {
        target, base * (uint64_t(1) << (2 * options.effort)) / 4};
    placed[i] = placement::placeByHeuristics(part, limits);
    if (options.effort == 0 || !canSearch(part))
      improveByLocalSearch(part, limits, placed[i]);
    target = std::max(target, placed[i].placement.sizeInBytes);
    LLVM_DEBUG(dbgs() << "part " << i << " of " << part.buffers.size()
                      << " buffers: " << placed[i].placement.sizeInBytes
                      << " bytes by " << placed[i].algorithm << ", bound "
                      << parts[i].lowerBound << '\n');
  }
}

/// Keeps the parts that get smaller if MLIR's planner runs on the whole: its
/// choice of holes depends on the arena's extent.
void Placer::placeAsAWhole() {
  const Placement whole = placeBestFitInTimeOrder(problem);
  for (auto [part, found] : zip_equal(parts, placed)) {
    Placement own;
    for (uint32_t buffer : part.buffers) {
      own.offsets.push_back(whole.offsets[buffer]);
      own.sizeInBytes =
          std::max(own.sizeInBytes,
                   own.offsets.back() + problem.buffers[buffer].sizeInBytes);
    }
    if (own.sizeInBytes < found.placement.sizeInBytes)
      found = {std::move(own), "best-fit"};
  }
}

/// Work of the exact search by effort, from about two seconds on. From 2,000
/// buffers it finds less and would take longer than all heuristics.
static uint64_t getSearchWork(const PlaceOptions &options, size_t count) {
  if (options.workLimit != 0)
    return options.workLimit;
  constexpr uint64_t byEffort[] = {0, 1000000000, 10000000000, 100000000000};
  const uint64_t excess = std::max<uint64_t>(count / 1000, 1);
  return byEffort[options.effort] / (excess * excess * excess);
}

/// Searches parts that are larger than they need to be.
void Placer::searchParts() {
  if (parts.empty() || options.effort == 0)
    return;
  work = getSearchWork(options, problem.buffers.size());
  while (work > 0) {
    // The first of the largest parts.
    auto isSmaller = [](const HeuristicResult &a, const HeuristicResult &b) {
      return a.placement.sizeInBytes < b.placement.sizeInBytes;
    };
    const size_t largest = max_element(placed, isSmaller) - placed.begin();
    const int64_t target = getTarget();
    const int64_t size = placed[largest].placement.sizeInBytes;
    if (size <= target || !canSearch(parts[largest].problem))
      return;
    searchSmallest(largest, target);
    // If it is not smaller now, no work makes the whole smaller.
    if (placed[largest].placement.sizeInBytes == size)
      return;
  }
}

/// Shrinks a part down to `target`: at once, which often succeeds; else
/// roughly, in small slices of work, then with the rest. A capacity that fails
/// within a slice says little about others.
void Placer::searchSmallest(size_t index, int64_t target) {
  // A capacity is met or not.
  if (options.capacity) {
    search(index, target, work);
    return;
  }
  const uint64_t all = work;
  if (search(index, target, all / 8 + 1))
    return;
  bisect(index, target, all / 32 + 1, /*precision=*/8);
  // The target may be another part's.
  while (work > 0 && placed[index].placement.sizeInBytes >
                         std::max(target, parts[index].lowerBound))
    bisect(index, target, all / 3 + 1,
           /*precision=*/std::numeric_limits<int64_t>::max());
}

/// Bisects between failed and found sizes, each within a slice of work, down to
/// the given part of the distance from `target`.
void Placer::bisect(size_t index, int64_t target, uint64_t slice,
                    int64_t precision) {
  const Placement &found = placed[index].placement;
  const int64_t unit = getUnit(parts[index].problem);
  const int64_t least = (found.sizeInBytes - target) / precision;
  int64_t failed = target;
  while (work > 0) {
    failed = std::max(failed, parts[index].lowerBound - unit);
    const int64_t room = found.sizeInBytes - failed;
    // Only the failed size is left.
    if (room <= unit)
      return void(search(index, target, work));
    if (room <= least)
      return;
    const int64_t middle = failed + (room / unit + 1) / 2 * unit;
    if (!search(index, middle, std::min(slice, work)))
      failed = middle;
  }
}

/// Searches a placement of a part within `capacity` and keeps the result.
bool Placer::search(size_t index, int64_t capacity, uint64_t limit) {
  assert(index < parts.size() && "a part of the problem");
  Part &part = parts[index];
  // A new seed, to not repeat failed attempts.
  SearchOutcome outcome =
      searchWithin(part.problem, capacity, limit, numSearches++);
  work -= std::min(work, std::max<uint64_t>(outcome.work, 1));
  LLVM_DEBUG(dbgs() << "search of part " << index << " within " << capacity
                    << " bytes: "
                    << (outcome.placement      ? "found"
                        : outcome.isInfeasible ? "infeasible"
                                               : "given up")
                    << " after " << outcome.work << " of " << limit
                    << " steps\n");
  if (outcome.isInfeasible)
    part.lowerBound = std::max(
        part.lowerBound,
        int64_t(alignTo(uint64_t(capacity) + 1, getUnit(part.problem))));
  if (!outcome.placement)
    return false;
  placed[index] = {std::move(*outcome.placement), "search"};
  return true;
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
  if (parts.size() > 1 && problem.conflicts.empty())
    placeAsAWhole();
  searchParts();
  PlaceResult result = join();
  assert(result.lowerBound <=
             std::max(result.placement.sizeInBytes, options.lowerBound) &&
         "a placement below its proven bound");
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
  if (options.effort < 0 || options.effort > 3)
    return createStringError("the effort is " + Twine(options.effort) +
                             "; give 0 (heuristics alone) to 3");
  return Placer(problem, options).run();
}

Placement placement::placeBestFitInTimeOrder(const Problem &problem) {
  return placeBestFitInTimeOrder(problem,
                                 orderByPosition(problem.buffers.size()));
}
