//===- LoopStacks.cpp - What a loop keeps for its gradient ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/LoopStacks.h"
#include "Loops/StackCut.h"
#include "remat/Planner/Graph.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir::remat::planner;
using llvm::Error;

static Error fail(const llvm::Twine &message) {
  return llvm::createStringError(message);
}

/// That the loops divide the values and tasks among them.
static Error checkLoops(const LoopTurns &turns) {
  TurnValueId value = 0;
  TurnTaskId task = 0;
  for (auto [id, loop] : llvm::enumerate(turns.loops)) {
    if (loop.turns < 1)
      return fail("loop " + llvm::Twine(id) + " has no turn");
    if (loop.firstValue != value || loop.endValue < value ||
        loop.firstTask != task || loop.endTask < task)
      return fail("loop " + llvm::Twine(id) +
                  " does not begin where the loop before it ends");
    value = loop.endValue;
    task = loop.endTask;
    auto isInside = [&loop = loop](TurnValueId state) {
      return state >= loop.firstValue && state < loop.endValue;
    };
    for (const TurnState &state : loop.states)
      if (!isInside(state.value) || (state.next && !isInside(*state.next)) ||
          state.bytes < 0)
        return fail("loop " + llvm::Twine(id) +
                    " has a state that is none of its values");
  }
  if (!turns.loops.empty() &&
      (value != static_cast<TurnValueId>(turns.values.size()) ||
       task != static_cast<TurnTaskId>(turns.tasks.size())))
    return fail("there are values or tasks of no loop");
  return Error::success();
}

Error LoopTurns::check() const {
  int64_t sum = 0;
  for (auto [id, value] : llvm::enumerate(values)) {
    if (value.stackBytes < 0)
      return fail("value " + llvm::Twine(id) +
                  " has a stack of less than no "
                  "bytes");
    if (llvm::AddOverflow(sum, value.stackBytes, sum) ||
        sum > Graph::maxTotalBytes)
      return fail("the stacks up to that of value " + llvm::Twine(id) +
                  " have more than " + llvm::Twine(Graph::maxTotalBytes) +
                  " bytes");
    if (value.maker && (*value.maker < 0 ||
                        *value.maker >= static_cast<int64_t>(tasks.size())))
      return fail("value " + llvm::Twine(id) + " is made by task " +
                  llvm::Twine(*value.maker) + ", which is none");
  }
  for (auto [id, task] : llvm::enumerate(tasks)) {
    if (!(task.time >= 0) || task.time > Graph::maxTime)
      return fail("task " + llvm::Twine(id) +
                  " takes a time that is negative "
                  "or too long");
    for (TurnValueId input : task.inputs) {
      if (input < 0 || input >= static_cast<int64_t>(values.size()))
        return fail("task " + llvm::Twine(id) + " reads value " +
                    llvm::Twine(input) + ", which is none");
      if (values[input].maker &&
          *values[input].maker >= static_cast<int64_t>(id))
        return fail("task " + llvm::Twine(id) + " reads value " +
                    llvm::Twine(input) + ", which is made later");
    }
  }
  return checkLoops(*this);
}

int64_t mlir::remat::planner::getSliceBytes(const LoopTurns &turns, size_t loop,
                                            TurnValueId value) {
  const TurnLoop &ofValue = turns.loops[loop];
  for (const TurnState &state : ofValue.states)
    if (state.value == value)
      return state.bytes;
  return turns.values[value].stackBytes / ofValue.turns;
}

std::optional<StackChoice>
mlir::remat::planner::completeChoice(const LoopTurns &turns,
                                     const std::vector<bool> &isKept) {
  assert(isKept.size() == turns.values.size() && "one answer for each value");
  std::vector<llvm::SmallVector<TurnValueId, 2>> made(turns.tasks.size());
  std::vector<bool> isNeeded(turns.values.size());
  StackChoice choice;
  choice.isKept.resize(turns.values.size());
  choice.isRemade.resize(turns.tasks.size());
  for (auto [id, value] : llvm::enumerate(turns.values)) {
    isNeeded[id] = value.isRead;
    if (value.maker)
      made[*value.maker].push_back(id);
  }
  auto mustBeMade = [&](TurnValueId id) {
    return isNeeded[id] && !(isKept[id] && turns.values[id].mayBeKept);
  };
  auto keep = [&](TurnValueId id) {
    if (!isNeeded[id])
      return;
    choice.isKept[id] = true;
    choice.bytes += turns.values[id].stackBytes;
  };
  // Readers are later tasks.
  for (TurnTaskId id = turns.tasks.size() - 1; id >= 0; --id) {
    const TurnTask &task = turns.tasks[id];
    if (llvm::none_of(made[id], mustBeMade)) {
      llvm::for_each(made[id], keep);
      continue;
    }
    if (!task.mayRunAgain)
      return std::nullopt;
    choice.isRemade[id] = true;
    choice.time += task.time;
    for (TurnValueId input : task.inputs)
      isNeeded[input] = true;
  }
  for (TurnValueId id = 0, end = turns.values.size(); id != end; ++id) {
    if (turns.values[id].maker)
      continue;
    if (mustBeMade(id))
      return std::nullopt;
    keep(id);
  }
  return choice;
}

/// Adds the points strictly below the line from `more` to `less`, in order.
static void addPointsBetween(StackCut &cut, const StackChoice &more,
                             const StackChoice &less,
                             std::vector<StackChoice> &points) {
  if (more.bytes <= less.bytes || more.time >= less.time)
    return;
  const TradePrices prices = {less.time - more.time,
                              static_cast<double>(more.bytes - less.bytes)};
  std::optional<StackChoice> found = cut.solve(prices);
  assert(found && "there are choices");
  const double line = prices.getCost(more);
  // What rounding may hide of a cost is no better point.
  if (prices.getCost(*found) >= line - line * 1e-12 ||
      found->bytes >= more.bytes || found->bytes <= less.bytes)
    return;
  addPointsBetween(cut, more, *found, points);
  points.push_back(*found);
  addPointsBetween(cut, *found, less, points);
}

std::vector<StackChoice>
mlir::remat::planner::findBestTrades(const LoopTurns &turns) {
  StackCut cut(turns);
  std::optional<StackChoice> fastest = cut.solve(cut.getFastestFirst());
  if (!fastest)
    return {};
  const StackChoice smallest = *cut.solve(cut.getSmallestFirst());
  std::vector<StackChoice> points = {*fastest};
  addPointsBetween(cut, *fastest, smallest, points);
  if (smallest.bytes < fastest->bytes)
    points.push_back(smallest);
  return points;
}

namespace {
/// Branches on whether single values are kept.
class StackSearch {
public:
  StackSearch(const LoopTurns &turns, int64_t limit, uint64_t workLimit)
      : turns(turns), limit(limit),
        mostCuts(workLimit / (turns.values.size() + turns.tasks.size() + 1)),
        cut(turns) {}

  std::optional<StackChoice> run();

private:
  /// The neighbors of `limit` on the hull of what is not fixed.
  struct Bracket {
    std::optional<StackChoice> more, less;
    /// No choice within the limit takes less time.
    double bound = 0;
  };
  std::optional<Bracket> bracket();
  void offer(const StackChoice &choice);
  void branch();
  std::optional<TurnValueId> chooseBranch(const Bracket &found) const;

  const LoopTurns &turns;
  const int64_t limit;
  const uint64_t mostCuts;
  StackCut cut;
  std::optional<StackChoice> best;
};
} // namespace

void StackSearch::offer(const StackChoice &choice) {
  // Fixed values may be kept in vain.
  std::optional<StackChoice> completed = completeChoice(turns, choice.isKept);
  if (completed && completed->bytes <= limit &&
      (!best || completed->time < best->time ||
       (completed->time == best->time && completed->bytes < best->bytes)))
    best = std::move(completed);
}

std::optional<StackSearch::Bracket> StackSearch::bracket() {
  Bracket found;
  found.less = cut.solve(cut.getSmallestFirst());
  if (!found.less || found.less->bytes > limit)
    return std::nullopt;
  offer(*found.less);
  found.more = cut.solve(cut.getFastestFirst());
  offer(*found.more);
  if (found.more->bytes <= limit) {
    found.less = found.more;
    found.bound = found.more->time;
    return found;
  }
  while (cut.getSolved() < mostCuts) {
    const TradePrices prices = {
        found.less->time - found.more->time,
        static_cast<double>(found.more->bytes - found.less->bytes)};
    std::optional<StackChoice> next = cut.solve(prices);
    const double least = prices.getCost(*next);
    // The line through the point with these prices, at the limit.
    found.bound =
        (least - prices.byte * static_cast<double>(limit)) / prices.time;
    if (least >= prices.getCost(*found.more) * (1 - 1e-12))
      break;
    offer(*next);
    (next->bytes <= limit ? found.less : found.more) = next;
  }
  return found;
}

/// The largest stack that one neighbor keeps and the other does not.
std::optional<TurnValueId>
StackSearch::chooseBranch(const Bracket &found) const {
  std::optional<TurnValueId> chosen;
  for (auto [id, value] : llvm::enumerate(turns.values))
    if (found.more->isKept[id] != found.less->isKept[id] && !cut.isFixed(id) &&
        (!chosen || value.stackBytes > turns.values[*chosen].stackBytes))
      chosen = id;
  return chosen;
}

void StackSearch::branch() {
  if (cut.getSolved() >= mostCuts)
    return;
  std::optional<Bracket> found = bracket();
  if (!found || (best && found->bound >= best->time * (1 - 1e-12)))
    return;
  std::optional<TurnValueId> chosen = chooseBranch(*found);
  if (!chosen)
    return;
  for (bool isKept : {true, false}) {
    cut.fix(*chosen, isKept);
    branch();
  }
  cut.unfix(*chosen);
}

std::optional<StackChoice> StackSearch::run() {
  branch();
  return best;
}

std::optional<StackChoice>
mlir::remat::planner::chooseStacks(const LoopTurns &turns, int64_t bytes,
                                   uint64_t workLimit) {
  return StackSearch(turns, bytes, workLimit).run();
}

std::optional<StackChoice>
mlir::remat::planner::parkStacks(const LoopTurns &turns,
                                 const StackChoice &choice, int64_t bytes,
                                 int64_t hostBytes) {
  assert(choice.segments.empty() && choice.isOnHost.empty() &&
         "stacks of segments stay on the device");
  std::vector<TurnValueId> kept;
  for (TurnValueId id = 0, end = turns.values.size(); id != end; ++id)
    if (choice.isKept[id] && turns.values[id].stackBytes > 0)
      kept.push_back(id);
  llvm::stable_sort(kept, [&](TurnValueId a, TurnValueId b) {
    return turns.values[a].stackBytes > turns.values[b].stackBytes;
  });
  StackChoice parked = choice;
  for (auto at = kept.begin(); at != kept.end() && parked.bytes > bytes;) {
    // The last one only has to be large enough.
    const int64_t missing = parked.bytes - bytes;
    const auto tooSmall =
        std::partition_point(at, kept.end(), [&](TurnValueId id) {
          return turns.values[id].stackBytes >= missing;
        });
    const auto next = tooSmall == at ? at : std::prev(tooSmall);
    if (turns.values[*next].stackBytes <= hostBytes - parked.hostBytes)
      moveToHost(turns, *next, parked);
    // Larger ones do not fit either.
    at = std::next(next);
  }
  if (parked.bytes > bytes)
    return std::nullopt;
  return parked;
}

void mlir::remat::planner::moveToHost(const LoopTurns &turns, TurnValueId id,
                                      StackChoice &choice) {
  choice.isOnHost.resize(turns.values.size());
  assert(choice.isKept[id] && !choice.isOnHost[id] && "a stack on the device");
  choice.isOnHost[id] = true;
  choice.bytes -= turns.values[id].stackBytes;
  choice.hostBytes += turns.values[id].stackBytes;
}
