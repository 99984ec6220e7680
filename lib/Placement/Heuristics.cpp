//===- Heuristics.cpp - Placement by several orders -----------------------===//
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
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <set>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

namespace {
/// Live buffers by offset, and the holes below and between them.
class LiveBuffers {
public:
  void add(int64_t start, int64_t end) {
    auto it = live.insert({start, end});
    const int64_t below = endBelow(it);
    auto above = std::next(it);
    if (above != live.end()) {
      removeHole(below, above->first);
      addHole(end, above->first);
    }
    addHole(below, start);
  }
  void remove(int64_t start, int64_t end) {
    auto it = live.find({start, end});
    const int64_t below = endBelow(it);
    auto above = std::next(it);
    removeHole(below, start);
    if (above != live.end()) {
      removeHole(end, above->first);
      addHole(below, above->first);
    }
    live.erase(it);
  }

  /// Returns the offset for a buffer in the smallest hole that fits after
  /// alignment, the lowest of those, or else in the hole above all, up to
  /// `top`.
  int64_t find(int64_t size, int64_t alignment, int64_t top) const {
    int64_t best = -1, bestSize = std::numeric_limits<int64_t>::max();
    // Alignment costs less than `alignment`: larger holes are no better.
    for (auto it = holes.lower_bound({size, 0});
         it != holes.end() &&
         (best < 0 || it->first - (alignment - 1) <= bestSize);
         ++it) {
      const int64_t start = alignTo(it->second, alignment);
      const int64_t end = it->first + it->second;
      if (start >= end || end - start < size)
        continue;
      if (end - start < bestSize || (end - start == bestSize && start < best)) {
        best = start;
        bestSize = end - start;
      }
    }
    const int64_t last =
        alignTo(live.empty() ? 0 : live.rbegin()->second, alignment);
    if (best < 0 || (last + size <= top && top - last < bestSize))
      return last;
    return best;
  }

private:
  /// Start and end of each.
  using Lives = std::multiset<std::pair<int64_t, int64_t>>;

  int64_t endBelow(Lives::const_iterator it) const {
    return it == live.begin() ? 0 : std::prev(it)->second;
  }
  void addHole(int64_t start, int64_t end) {
    if (start < end)
      holes.insert({end - start, start});
  }
  void removeHole(int64_t start, int64_t end) {
    if (start < end)
      holes.erase({end - start, start});
  }

  Lives live;
  /// Size and start of each.
  std::set<std::pair<int64_t, int64_t>> holes;
};
} // namespace

/// By buffer: how many buffers with bytes begin or end while it is alive. XLA's
/// clock: it ticks at each of these events and not from one instruction to the
/// next. At one time, all that begin come before those that end.
static std::vector<int64_t> countEventsInLives(ArrayRef<Buffer> buffers) {
  std::vector<uint32_t> byStart;
  for (auto [index, buffer] : llvm::enumerate(buffers))
    if (buffer.sizeInBytes > 0)
      byStart.push_back(index);
  llvm::stable_sort(byStart, [&](uint32_t a, uint32_t b) {
    return std::pair(buffers[a].timeStart, buffers[a].timeEnd) <
           std::pair(buffers[b].timeStart, buffers[b].timeEnd);
  });
  std::vector<uint32_t> byEnd = byStart;
  llvm::stable_sort(byEnd, [&](uint32_t a, uint32_t b) {
    return buffers[a].timeEnd < buffers[b].timeEnd;
  });
  std::vector<int64_t> events(buffers.size());
  int64_t clock = 0;
  auto start = byStart.begin();
  for (uint32_t ending : byEnd) {
    for (; start != byStart.end() &&
           buffers[*start].timeStart < buffers[ending].timeEnd;
         ++start)
      events[*start] = -clock++;
    events[ending] += clock++;
  }
  return events;
}

Placement placement::placeBestFitBySizeOrLife(const Problem &problem) {
  Problem whole;
  whole.buffers = problem.buffers;
  for (Buffer &buffer : whole.buffers)
    buffer.gaps.clear();
  const Model model(whole);
  const std::vector<int64_t> lives = countEventsInLives(whole.buffers);
  std::vector<uint32_t> order(whole.buffers.size());
  std::iota(order.begin(), order.end(), 0);
  auto placeBy = [&](auto getRank) {
    std::vector<uint32_t> sorted = order;
    llvm::stable_sort(sorted, [&](uint32_t a, uint32_t b) {
      return getRank(a) > getRank(b);
    });
    return *FirstFit(model).place(sorted, Fit::Best);
  };
  Placement bySize = placeBy([&](uint32_t buffer) {
    return std::pair(whole.buffers[buffer].sizeInBytes, lives[buffer]);
  });
  if (bySize.sizeInBytes == model.getLowerBound())
    return bySize;
  Placement byLife = placeBy([&](uint32_t buffer) {
    return std::pair(lives[buffer], whole.buffers[buffer].sizeInBytes);
  });
  return byLife.sizeInBytes < bySize.sizeInBytes ? byLife : bySize;
}

// As MLIR's static memory planner (bestFitMemoryPlanner), but keeps holes
// between live buffers by size instead of finding them anew.
Placement placement::placeBestFitInTimeOrder(const Problem &problem,
                                             std::vector<uint32_t> order) {
  const std::vector<Buffer> &buffers = problem.buffers;
  llvm::stable_sort(order, [&](uint32_t a, uint32_t b) {
    return buffers[a].timeStart < buffers[b].timeStart;
  });
  Placement result;
  result.offsets.resize(buffers.size());
  LiveBuffers live;
  using Event = std::pair<int64_t, uint32_t>;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> ends;
  auto endOf = [&](uint32_t index) {
    return result.offsets[index] + buffers[index].sizeInBytes;
  };
  for (uint32_t index : order) {
    const Buffer &buffer = buffers[index];
    for (; !ends.empty() && ends.top().first <= buffer.timeStart; ends.pop()) {
      const uint32_t dead = ends.top().second;
      live.remove(result.offsets[dead], endOf(dead));
    }
    result.offsets[index] =
        live.find(buffer.sizeInBytes, buffer.alignment, result.sizeInBytes);
    live.add(result.offsets[index], endOf(index));
    ends.push({buffer.timeEnd, index});
    result.sizeInBytes = std::max(result.sizeInBytes, endOf(index));
  }
  return result;
}

namespace {
class HeuristicSearch {
public:
  HeuristicSearch(const Problem &problem, const HeuristicLimits &limits)
      : problem(problem), limits(limits), model(problem), firstFit(model) {}

  HeuristicResult run() {
    // MLIR's planner knows no conflicts.
    if (!model.hasConflicts())
      placeInTimeOrder();
    tryOrders();
    if (!model.hasConflicts())
      tryTies();
    return std::move(best);
  }

private:
  bool isDone() const {
    return best.placement.sizeInBytes <= limits.target ||
           firstFit.getWork() > limits.workLimit;
  }
  void keep(Placement found, const Twine &name) {
    if (best.algorithm.empty() ||
        found.sizeInBytes < best.placement.sizeInBytes)
      best = {std::move(found), name.str()};
  }

  /// MLIR's planner, with ties between starts broken by the given order.
  void placeInTimeOrder(Order order) {
    keep(placeBestFitInTimeOrder(problem, std::move(order)), "best-fit");
  }
  /// As they are, reversed, and by size: upstream does not specify ties.
  void placeInTimeOrder() {
    Order order = orderByPosition(model.getNumBuffers());
    placeInTimeOrder(order);
    placeInTimeOrder(Order(order.rbegin(), order.rend()));
    llvm::stable_sort(order, [&](uint32_t a, uint32_t b) {
      return model.getSize(a) > model.getSize(b);
    });
    placeInTimeOrder(order);
  }
  /// In random orders.
  void tryTies() {
    const uint32_t count = model.getNumBuffers();
    Order order = orderByPosition(count);
    SplitMix64 random(0);
    for (uint32_t turns = std::min(20u, 20000 / count); turns > 0 && !isDone();
         --turns) {
      for (uint32_t i = count; i > 1; --i)
        std::swap(order[i - 1], order[random.below(i)]);
      placeInTimeOrder(order);
    }
  }
  void tryOrders();
  void tryOrder(Order order, StringRef name, bool isForSkyline);

  const Problem &problem;
  const HeuristicLimits limits;
  Model model;
  FirstFit firstFit;
  HeuristicResult best;
};
} // namespace

void HeuristicSearch::tryOrders() {
  const Orders orders(model);
  // The skyline's orders are cheap for any number of buffers.
  for (bool isSkyline : {true, false})
    for (const Orders::Rule &rule : Orders::getRules()) {
      if (!best.algorithm.empty() && isDone())
        return;
      if (rule.isForSkyline == isSkyline)
        tryOrder(orders.get(rule), rule.name, isSkyline);
    }
}

void HeuristicSearch::tryOrder(Order order, StringRef name, bool isForSkyline) {
  if (isForSkyline) {
    SkylinePlacement placed = placeOnSkyline(model, order);
    order = std::move(placed.order);
    if (!model.hasConflicts())
      keep(std::move(placed.placement), name);
  }
  for (Fit fit : {Fit::First, Fit::Best}) {
    const uint64_t pairs =
        uint64_t(model.getNumBuffers()) * model.getNumBuffers() / 2;
    // On a skyline, the smallest hole is the lowest. Elsewhere best fit looks
    // at all buffers for each.
    if (fit == Fit::Best && (isForSkyline || pairs > limits.workLimit / 20))
      continue;
    int64_t limit = best.placement.sizeInBytes - 1;
    if (best.algorithm.empty())
      limit = std::numeric_limits<int64_t>::max();
    else if (isDone())
      return;
    else
      firstFit.setWorkLimit(std::min(
          limits.workLimit, firstFit.getWork() + limits.workLimit / 4 + 1));
    if (std::optional<Placement> found = firstFit.place(order, fit, limit))
      keep(std::move(*found),
           (fit == Fit::First ? "first-fit:" : "best-fit:") + name);
  }
}

HeuristicResult placement::placeByHeuristics(const Problem &problem,
                                             const HeuristicLimits &limits) {
  return HeuristicSearch(problem, limits).run();
}

namespace {
class LocalSearch {
public:
  LocalSearch(const Problem &problem, const HeuristicLimits &limits,
              HeuristicResult &best)
      : limits(limits), model(problem), firstFit(model), best(best) {
    firstFit.setWorkLimit(limits.workLimit);
  }

  void run();

private:
  void startFrom(const Placement &placement) {
    current = placement;
    order = orderByOffset(current.offsets);
  }
  bool isDone() const {
    return best.placement.sizeInBytes <= limits.target ||
           firstFit.getWork() > limits.workLimit / 2;
  }

  /// Returns the position in `order` of a buffer that ends highest, or of any
  /// in one of four cases.
  uint32_t chooseForMove() {
    if (random.chance(0.25))
      return random.below(order.size());
    SmallVector<uint32_t> tops;
    for (auto [position, buffer] : enumerate(order))
      if (current.offsets[buffer] + model.getSize(buffer) ==
          current.sizeInBytes)
        tops.push_back(position);
    return tops[random.below(tops.size())];
  }
  /// Places some buffers earlier.
  Order makeMoves(int64_t count) {
    Order moved = order;
    for (; count > 0; --count)
      if (const uint32_t from = chooseForMove())
        std::rotate(moved.begin() + random.below(from), moved.begin() + from,
                    moved.begin() + from + 1);
    return moved;
  }

  const HeuristicLimits limits;
  const Model model;
  FirstFit firstFit;
  HeuristicResult &best;
  SplitMix64 random{0};
  Placement current;
  Order order;
};
} // namespace

/// Keeps moves that do not enlarge the arena. After long without a gain,
/// restarts from the best placement with several moves.
void LocalSearch::run() {
  const uint32_t count = model.getNumBuffers();
  // With so many, a turn takes long and changes little.
  if (count < 2 || count > 20000)
    return;
  startFrom(best.placement);
  const uint64_t patience = 30 + count;
  // Further turns find little.
  const uint64_t turns = 200 + 15 * uint64_t(count);
  for (uint64_t turn = 0, lastGain = 0; turn < turns && !isDone(); ++turn) {
    const bool isKick = turn - lastGain >= patience;
    if (isKick)
      startFrom(best.placement);
    std::optional<Placement> found = firstFit.place(
        makeMoves(isKick ? 2 + random.below(4) : 1), Fit::First,
        isKick ? std::numeric_limits<int64_t>::max() : current.sizeInBytes);
    if (!found)
      continue;
    if (found->sizeInBytes < current.sizeInBytes || isKick)
      lastGain = turn;
    if (found->sizeInBytes < best.placement.sizeInBytes)
      best = {*found, "local-search"};
    startFrom(*found);
  }
}

void placement::improveByLocalSearch(const Problem &problem,
                                     const HeuristicLimits &limits,
                                     HeuristicResult &result) {
  LocalSearch(problem, limits, result).run();
}
