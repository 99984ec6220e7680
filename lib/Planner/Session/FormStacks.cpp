//===- FormStacks.cpp - Adjusts the stacks of the best form ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormStacks.h"

#include "Loops/SegmentChoices.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <utility>

using namespace llvm;
using namespace mlir::remat::planner;

/// Of more stacks where a budget has bytes left. Each makes a form and searches
/// it; the first is off by what a turn needs beside its stacks, and each
/// corrects the room for the next.
static constexpr int mostFillings = 4;
/// Where few stacks are preferred: stacks below this share of the budget go if
/// the step then takes no more than this share of its time longer. XLA's heap
/// lost 24 to 48 MiB on plans for llama-scan with statistics of softmax (4.5 of
/// 5,423 MiB each, 0.04% of the time together), and nothing without.
static constexpr double smallStack = 0.002, mostSmallStacksTake = 0.002;

Error mlir::remat::planner::fillWithStacks(FormSearch &search, const Ask &ask,
                                           FoundForm &best) {
  FormCandidates &candidates = search.candidates;
  const LoopTurns &turns = candidates.forms.getTurns();
  if (!best.hasPlan())
    return Error::success();
  // Where ops outside of the loops run again already, nothing is left.
  const int64_t room = best.candidate->getRoom(*ask.budget);
  // Off by what one turn needs beside its stacks.
  int64_t limit = room < 0 ? room : room + candidates.getLargestSlice();
  for (int filled = 0;
       filled != mostFillings && limit >= 0 && !search.isOver(ask); ++filled) {
    const std::optional<StackChoice> choice =
        chooseStacksLike(turns, best.candidate->choice, limit);
    if (!choice || choice->isLike(best.candidate->choice))
      break;
    FormCandidate &more = candidates.get(*choice);
    if (!more.getSession() || more.getLeastTime() >= best.outcome.plan.time)
      break;
    // Beyond the room, only its base order is worth a try.
    if (choice->bytes <= room || more.getBasePeak() <= *ask.budget) {
      Expected<bool> offered = search.offer(ask, more, best);
      if (!offered)
        return offered.takeError();
    }
    // What is known to need too much is not tried again.
    const int64_t known = more.getRoom(*ask.budget);
    limit =
        best.candidate == &more ? known : std::min(known, choice->bytes - 1);
  }
  return Error::success();
}

/// `choice` without the stacks of less than `bytes` bytes that it can do
/// without, the smallest first.
static std::optional<StackChoice> chooseWithoutSmall(const LoopTurns &turns,
                                                     const StackChoice &choice,
                                                     double bytes) {
  std::vector<TurnValueId> small;
  for (auto [id, value] : llvm::enumerate(turns.values)) {
    // As given, against what is asked of it.
    if (choice.isKept[id] && !value.mayBeKept)
      return std::nullopt;
    if (choice.isKept[id] && static_cast<double>(value.stackBytes) < bytes)
      small.push_back(id);
  }
  llvm::stable_sort(small, [&](TurnValueId a, TurnValueId b) {
    return turns.values[a].stackBytes < turns.values[b].stackBytes;
  });
  std::optional<StackChoice> fewer;
  std::vector<bool> isKept = choice.isKept;
  for (TurnValueId id : small) {
    isKept[id] = false;
    if (std::optional<StackChoice> without = completeChoice(turns, isKept))
      fewer = std::move(without);
    else
      isKept[id] = true;
  }
  // A single large stack leaves no gaps to others.
  if (fewer && llvm::count(fewer->isKept, true) < 2)
    return std::nullopt;
  if (fewer && !choice.segments.empty())
    fewer = runInSegments(turns, *fewer, choice.segments);
  if (!fewer || choice.isOnHost.empty())
    return fewer;
  for (TurnValueId id = 0, end = turns.values.size(); id != end; ++id)
    if (fewer->isKept[id] && choice.isOnHost[id])
      moveToHost(turns, id, *fewer);
  return fewer;
}

Error mlir::remat::planner::dropSmallStacks(FormSearch &search, const Ask &ask,
                                            FoundForm &best) {
  FormCandidates &candidates = search.candidates;
  if (!candidates.forms.prefersFewStacks() ||
      best.candidate == &candidates.getGiven())
    return Error::success();
  const double limit = smallStack * static_cast<double>(*ask.budget);
  std::optional<StackChoice> fewer = chooseWithoutSmall(
      candidates.forms.getTurns(), best.candidate->choice, limit);
  if (!fewer)
    return Error::success();
  FoundForm simple;
  Expected<bool> hasPlan = search.offer(ask, candidates.get(*fewer), simple);
  if (!hasPlan)
    return hasPlan.takeError();
  if (*hasPlan && simple.outcome.plan.time <=
                      best.outcome.plan.time * (1 + mostSmallStacksTake))
    std::swap(best, simple);
  addStops(simple.outcome, best.outcome);
  return Error::success();
}
