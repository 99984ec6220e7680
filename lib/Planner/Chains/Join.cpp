//===- Join.cpp - Chains that meet at the loss ----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Join.h"
#include "Chains/Revolve.h"
#include "remat/Planner/Graph.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/CheckedArithmetic.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace llvm;
using namespace mlir::remat::planner;

static constexpr size_t maxBranches = 8;
static constexpr int64_t maxCells = int64_t(1) << 25;
static constexpr int64_t maxSteps = int64_t(1) << 34;
static constexpr double unreachable = std::numeric_limits<double>::infinity();

static Error checkJoin(ArrayRef<int32_t> lengths, const JoinCosts &costs) {
  if (lengths.empty() || lengths.size() > maxBranches)
    return createStringError("a join of " + Twine(lengths.size()) +
                             " branches; there must be 1 to " +
                             Twine(maxBranches));
  for (int32_t length : lengths)
    if (length < 0)
      return createStringError("a branch has the length " + Twine(length) +
                               "; it must not be negative");
  for (double cost : {costs.forward, costs.backward, costs.turn})
    if (!std::isfinite(cost) || cost < 0 || cost > Graph::maxTime)
      return createStringError("the time of an operation of the join is "
                               "negative, not finite or over 1e18");
  return Error::success();
}

int64_t mlir::remat::planner::leastJoinSlots(ArrayRef<int32_t> lengths) {
  const int64_t branches = lengths.size();
  const int64_t notEmpty =
      count_if(lengths, [](int32_t length) { return length > 0; });
  return branches + notEmpty +
         (notEmpty > 0 && !is_contained(lengths, 1) ? 1 : 0);
}

Expected<JoinTable> JoinTable::make(ArrayRef<int32_t> lengths, int64_t slots,
                                    const JoinCosts &costs) {
  if (Error error = checkJoin(lengths, costs))
    return error;
  JoinTable table;
  table.branchLengths = lengths.vec();
  table.costs = costs;
  const int64_t stages =
      std::accumulate(lengths.begin(), lengths.end(), int64_t(0));
  table.maxSlots =
      std::clamp<int64_t>(slots, 0, stages + int64_t(lengths.size()));
  std::optional<int64_t> cells = table.maxSlots + 1;
  for (int32_t length : lengths) {
    table.strides.push_back(*cells / (table.maxSlots + 1));
    cells = checkedMul<int64_t>(*cells, int64_t(length) + 1);
    if (!cells || *cells > maxCells ||
        stages > maxSteps / std::max<int64_t>(*cells, 1))
      return createStringError(
          "the table of the join for " + Twine(table.maxSlots) + " slots and " +
          Twine(stages) + " stages in " + Twine(lengths.size()) +
          " branches has more than " + Twine(maxCells) +
          " cells or takes more than " + Twine(maxSteps) +
          " steps; merge stages, or ask for fewer slots");
  }
  table.times.assign(*cells, unreachable);
  table.fillSegments();
  table.fill();
  return table;
}

void JoinTable::fillSegments() {
  const int32_t longest = *max_element(branchLengths);
  segmentTimes.assign((size_t(longest) + 1) * (maxSlots + 1), unreachable);
  // The other branches have a slot each.
  const int64_t others = branchLengths.size() - 1;
  for (int64_t slots = others + 2; slots <= maxSlots; ++slots) {
    // Beside x̄ and the x that moves. Each further stage reruns as often as the
    // repeats at its place.
    const int64_t stored = slots - others - 2;
    const int32_t reach = stored ? longest : std::min(longest, 1);
    int64_t repeats = 0;
    double forwards = 0;
    for (int32_t count = 1; count <= reach; ++count) {
      segmentTimes[count * (maxSlots + 1) + slots] =
          (count + forwards) * costs.forward + count * costs.backward;
      if (stored && revolveReach(stored, repeats) == count)
        ++repeats;
      forwards += repeats;
    }
  }
}

void JoinTable::fillCell(size_t cell, ArrayRef<int32_t> lengths) {
  for (size_t branch = 0; branch != lengths.size(); ++branch)
    for (int32_t count = 1; count <= lengths[branch]; ++count) {
      const double *ahead = &at(cell - count * strides[branch], 0);
      const double *back = segment(count);
      double *into = &at(cell, 0);
      for (int64_t slots = 1; slots <= maxSlots; ++slots)
        into[slots] = std::min(into[slots], ahead[slots - 1] + back[slots]);
    }
}

void JoinTable::fill() {
  std::vector<int32_t> lengths(branchLengths.size(), 0);
  for (int64_t slots = lengths.size(); slots <= maxSlots; ++slots)
    at(0, slots) = costs.turn;
  const size_t cells = times.size() / (maxSlots + 1);
  for (size_t cell = 1; cell != cells; ++cell) {
    for (size_t branch = 0; ++lengths[branch] > branchLengths[branch]; ++branch)
      lengths[branch] = 0;
    fillCell(cell, lengths);
  }
}

std::optional<double> JoinTable::makespan(int64_t slots) const {
  if (slots < 0)
    return std::nullopt;
  const size_t cells = times.size() / (maxSlots + 1);
  const double time = at(cells - 1, std::min(slots, maxSlots));
  return time == unreachable ? std::nullopt : std::optional<double>(time);
}

std::optional<std::vector<JoinOp>> JoinTable::schedule(int64_t slots) const {
  if (!makespan(slots))
    return std::nullopt;
  slots = std::min(slots, maxSlots);
  struct Segment {
    int32_t branch, first, count;
    int64_t slots;
  };
  std::vector<JoinOp> ops;
  std::vector<Segment> segments;
  std::vector<int32_t> left = branchLengths;
  size_t cell = times.size() / (maxSlots + 1) - 1;
  for (; cell != 0; --slots) {
    Segment best = {0, 0, 0, slots};
    double least = unreachable;
    for (size_t branch = 0; branch != left.size(); ++branch)
      for (int32_t count = 1; count <= left[branch]; ++count) {
        const double time = at(cell - count * strides[branch], slots - 1) +
                            segment(count)[slots];
        if (time < least) {
          least = time;
          best.branch = branch;
          best.first = branchLengths[branch] - left[branch];
          best.count = count;
        }
      }
    for (int32_t i = 0; i != best.count; ++i)
      ops.push_back({i ? JoinOpKind::ForwardDrop : JoinOpKind::ForwardKeep,
                     best.branch, best.first + i});
    segments.push_back(best);
    left[best.branch] -= best.count;
    cell -= best.count * strides[best.branch];
  }
  ops.push_back({JoinOpKind::Turn});
  for (const Segment &segment : reverse(segments)) {
    const int64_t stored =
        segment.slots - int64_t(branchLengths.size() - 1) - 2;
    forEachRevolveOp(segment.count, stored, [&](ChainOp op) {
      // F̄ makes its own needs of F.
      if (op.kind == ChainOpKind::ForwardAll)
        return;
      const JoinOpKind kind =
          op.kind == ChainOpKind::Backward      ? JoinOpKind::Backward
          : op.kind == ChainOpKind::ForwardKeep ? JoinOpKind::ForwardKeep
                                                : JoinOpKind::ForwardDrop;
      ops.push_back({kind, segment.branch, segment.first + op.stage - 1});
    });
  }
  return ops;
}
