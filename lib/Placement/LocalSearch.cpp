//===- LocalSearch.cpp - Orders by local search ---------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Heuristics.h"

#include "FirstFit.h"
#include "Orders.h"
#include "remat/Support/SplitMix64.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

namespace {
/// From one placement to the next.
class LocalSearch {
public:
  LocalSearch(const Problem &problem, const HeuristicLimits &limits,
              HeuristicResult &best)
      : limits(limits), model(problem), firstFit(model), best(best) {
    firstFit.setWorkLimit(limits.workLimit);
  }

  void run();

private:
  void startFrom(std::vector<int64_t> from, int64_t itsSize) {
    offsets = std::move(from);
    size = itsSize;
    order = Orders::byOffset(offsets);
  }
  uint32_t chooseForMove();
  Orders::Order makeMoves(int64_t count);
  bool isDone() const {
    return best.placement.sizeInBytes <= limits.target ||
           firstFit.getWork() > limits.workLimit / 2;
  }

  const HeuristicLimits limits;
  const Model model;
  FirstFit firstFit;
  HeuristicResult &best;
  SplitMix64 random{0};
  /// Where the search is.
  std::vector<int64_t> offsets;
  Orders::Order order;
  int64_t size = 0;
};
} // namespace

/// Returns the position in `order` of one of the buffers that end at `size`, or
/// of any, in one of four cases.
uint32_t LocalSearch::chooseForMove() {
  if (random.chance(0.25))
    return random.below(order.size());
  SmallVector<uint32_t> tops;
  for (auto [position, buffer] : enumerate(order))
    if (offsets[buffer] + model.getSize(buffer) == size)
      tops.push_back(position);
  return tops[random.below(tops.size())];
}

/// Returns the order with some buffers placed earlier.
Orders::Order LocalSearch::makeMoves(int64_t count) {
  Orders::Order moved = order;
  for (; count > 0; --count)
    if (const uint32_t from = chooseForMove())
      std::rotate(moved.begin() + random.below(from), moved.begin() + from,
                  moved.begin() + from + 1);
  return moved;
}

/// Moves are kept that make the arena no larger. Where that leads nowhere for
/// long, several buffers of the best placement are moved, whatever comes of it,
/// and the search goes on from there.
void LocalSearch::run() {
  const uint32_t count = model.getNumBuffers();
  // With so many, a turn takes long, and changes little.
  if (count < 2 || count > 20000)
    return;
  startFrom(best.placement.offsets, best.placement.sizeInBytes);
  const uint64_t patience = 30 + count;
  // More turns than these find little.
  const uint64_t turns = 200 + 15 * uint64_t(count);
  std::vector<int64_t> found;
  for (uint64_t turn = 0, lastGain = 0; turn < turns && !isDone(); ++turn) {
    const bool isKick = turn - lastGain >= patience;
    if (isKick)
      startFrom(best.placement.offsets, best.placement.sizeInBytes);
    const int64_t limit =
        isKick ? std::numeric_limits<int64_t>::max() - 1 : size;
    const int64_t foundSize = firstFit.place(
        makeMoves(isKick ? 2 + random.below(4) : 1), found, Fit::First, limit);
    if (foundSize > limit)
      continue;
    if (foundSize < size || isKick)
      lastGain = turn;
    if (foundSize < best.placement.sizeInBytes) {
      best.placement = {found, foundSize};
      best.algorithm = "local-search";
    }
    startFrom(found, foundSize);
  }
}

void placement::improveByLocalSearch(const Problem &problem,
                                     const HeuristicLimits &limits,
                                     HeuristicResult &result) {
  LocalSearch(problem, limits, result).run();
}
