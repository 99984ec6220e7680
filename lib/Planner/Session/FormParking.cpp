//===- FormParking.cpp - Moves what forms keep to the host ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormParking.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::remat::planner;

/// The smallest part of the host's budget that is tried is one in so many. Each
/// part is half of the one before; with less than an eighth of it, a form would
/// differ little from those that park nothing.
static constexpr int64_t mostPartsOfHost = 8;
/// Of forms for each part. The room for the first leaves out what a turn needs
/// beside its stacks; each form that is made corrects it for the next. With
/// four parts, at most 12 forms are made and searched. Not measured.
static constexpr int mostParkings = 3;

/// For the smallest peak, stacks are left on the device in so many parts at
/// most, which bounds the calls of `parkStacks`.
static constexpr int64_t mostPartsLeft = 8;

Error mlir::remat::planner::parkMoreStacks(FormSearch &search, const Ask &ask,
                                           FoundForm &best) {
  FormCandidates &candidates = search.candidates;
  const LoopTurns &turns = candidates.forms.getTurns();
  if (!search.mayParkStacks() || !candidates.getLeanest().getSession())
    return Error::success();
  std::vector<const FormCandidate *> tried;
  for (int64_t part = 1; part <= mostPartsOfHost; part *= 2) {
    int64_t room = candidates.getLeanest().getRoom(*ask.budget) +
                   candidates.getLargestSlice();
    for (int parked = 0;
         parked != mostParkings && room >= 0 && !search.isOver(ask); ++parked) {
      const std::optional<StackChoice> choice =
          chooseStacks(turns, room + search.host.budget / part);
      const std::optional<StackChoice> onHost =
          choice ? parkStacks(turns, *choice, room, search.host.budget)
                 : std::nullopt;
      if (!onHost || onHost->isOnHost.empty())
        break;
      FormCandidate &next = candidates.get(*onHost);
      if (llvm::is_contained(tried, &next) || !next.getSession())
        break;
      tried.push_back(&next);
      if (!best.hasPlan() || next.getLeastTime() < best.outcome.plan.time) {
        Expected<bool> offered = search.offer(ask, next, best);
        if (!offered)
          return offered.takeError();
      }
      // What a turn needs beside its stacks is known now.
      room = next.getRoom(*ask.budget);
    }
  }
  return Error::success();
}

Error mlir::remat::planner::parkSmallest(FormSearch &search, const Ask &ask,
                                         FoundForm &best) {
  const LoopTurns &turns = search.candidates.forms.getTurns();
  if (!search.mayParkStacks())
    return Error::success();
  for (const StackChoice &choice : search.candidates.getHullChoices()) {
    if (search.isOver(ask))
      break;
    if (!choice.segments.empty() || choice.bytes == 0)
      continue;
    // Stacks that do not fit there stay.
    const int64_t least =
        std::max<int64_t>(choice.bytes - search.host.budget, 0);
    std::optional<StackChoice> onHost;
    const int64_t part = (choice.bytes - least) / mostPartsLeft;
    for (int64_t bytes = least; !onHost && bytes < choice.bytes;
         bytes += std::max<int64_t>(part, 1))
      onHost = parkStacks(turns, choice, bytes, search.host.budget);
    if (!onHost || onHost->isOnHost.empty())
      continue;
    FormCandidate &next = search.candidates.get(*onHost);
    if (best.hasPlan() && !next.mayFit(best.outcome.plan.peak - 1))
      continue;
    Expected<bool> offered = search.offer(ask, next, best);
    if (!offered)
      return offered.takeError();
  }
  return Error::success();
}

Error mlir::remat::planner::parkAround(FormSearch &search, const Ask &ask,
                                       FoundForm &best) {
  std::vector<FormCandidate *> tried;
  if (best.hasPlan())
    tried = {best.candidate};
  else
    tried = {&search.candidates.getGiven(), &search.candidates.getLeanest()};
  for (FormCandidate *candidate : tried) {
    Ask parked = ask;
    parked.host = search.host;
    parked.host.budget -= candidate->choice.hostBytes;
    if (!parked.host.isAvailable() || search.isOver(ask))
      continue;
    Expected<bool> offered = search.offer(parked, *candidate, best);
    if (!offered)
      return offered.takeError();
  }
  return Error::success();
}
