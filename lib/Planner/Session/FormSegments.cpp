//===- FormSegments.cpp - Runs the loops of forms in segments -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormSegments.h"

#include "Loops/SegmentChoices.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::remat::planner;

/// Of loops in segments for a budget. Each makes a form and searches it, and
/// corrects what is known of the room.
static constexpr int mostSegmentings = 6;
/// Of the smallest segments of one more level, and those of them that are
/// tried: loops of several pairs cannot all run in segments.
static constexpr size_t mostSmallest = 3;
static constexpr size_t mostTried = 16;
/// Of the other segments of one more level that are made to see their peaks.
static constexpr size_t mostSampled = 6;
/// With so few, every search is short.
static constexpr size_t fewTasks = 64;

Error mlir::remat::planner::runFormsInSegments(FormSearch &search,
                                               const Ask &ask,
                                               FoundForm &best) {
  FormCandidates &candidates = search.candidates;
  const LoopTurns &turns = candidates.forms.getTurns();
  if (!candidates.getLeanest().getSession())
    return Error::success();
  const std::vector<StackChoice> choices = candidates.getHullChoices();
  std::vector<const FormCandidate *> tried;
  // Off by a slice, as for more stacks; a form that needs too much corrects it.
  int64_t limit = candidates.getLeanest().getRoom(*ask.budget) +
                  candidates.getLargestSlice();
  for (int made = 0;
       made != mostSegmentings && limit >= 0 && !search.isOver(ask); ++made) {
    const std::vector<StackChoice> found =
        findSegmentedChoices(turns, choices, limit);
    auto isNew = [&](const StackChoice &choice) {
      return !llvm::is_contained(tried, &candidates.get(choice));
    };
    const auto fastest = llvm::find_if(found, isNew);
    if (fastest == found.end())
      break;
    FormCandidate &next = candidates.get(*fastest);
    if (best.hasPlan() && next.getLeastTime() >= best.outcome.plan.time)
      break;
    tried.push_back(&next);
    if (!next.getSession())
      continue;
    Expected<bool> offered = search.offer(ask, next, best);
    if (!offered)
      return offered.takeError();
    limit = next.getRoom(*ask.budget);
    if (limit >= next.choice.bytes)
      limit += candidates.getLargestSlice();
  }
  return Error::success();
}

/// Whether the peak of the base order is more than one part of `parts` above
/// `peak`. Searches of large forms rarely save that much.
static bool isFarAbove(FormCandidate &candidate, int64_t peak, int64_t parts) {
  return candidate.getSession()->getGraph().tasks.size() > fewTasks &&
         candidate.getBasePeak() - peak > peak / parts;
}

Error mlir::remat::planner::runFormsInSmallestSegments(FormSearch &search,
                                                       const Ask &ask,
                                                       FoundForm &best) {
  FormCandidates &candidates = search.candidates;
  const LoopTurns &turns = candidates.forms.getTurns();
  const std::vector<StackChoice> choices = candidates.getHullChoices();
  for (unsigned levels = 1; levels <= mostSegmentLevels; ++levels) {
    const std::vector<StackChoice> found =
        findSmallestSegmentedChoices(turns, choices, levels);
    auto isFaster = [&](const FormCandidate &candidate) {
      return !best.hasPlan() ||
             candidate.getLeastTime() < best.outcome.plan.time;
    };
    size_t made = 0;
    for (const StackChoice &choice : ArrayRef(found).take_front(mostTried)) {
      if (made == mostSmallest || search.isOver(ask))
        break;
      FormCandidate &next = candidates.get(choice);
      if (!isFaster(next) || !next.getSession())
        continue;
      ++made;
      if (!isFaster(next) || !next.mayFit(*ask.budget) ||
          isFarAbove(next, *ask.budget, /*parts=*/8))
        continue;
      Expected<bool> offered = search.offer(ask, next, best);
      if (!offered)
        return offered.takeError();
    }
  }
  return Error::success();
}

/// Makes the first of `choices`, which go from the fewest bytes to the most,
/// and some of the others, evenly spaced. Returns those that can be planned,
/// the smallest base peak first: a turn that makes much again at once needs
/// more than its stacks say.
static std::vector<FormCandidate *>
sampleSmallest(FormCandidates &candidates, ArrayRef<StackChoice> choices) {
  const size_t step =
      std::max<size_t>(llvm::divideCeil(choices.size(), mostSampled), 1);
  std::vector<FormCandidate *> sampled;
  for (auto [number, choice] : llvm::enumerate(choices))
    if (number < mostSmallest || number % step == 0 ||
        number + 1 == choices.size()) {
      FormCandidate &candidate = candidates.get(choice);
      if (candidate.getSession())
        sampled.push_back(&candidate);
    }
  llvm::stable_sort(sampled, [&](FormCandidate *a, FormCandidate *b) {
    return a->getBasePeak() < b->getBasePeak();
  });
  return sampled;
}

Error mlir::remat::planner::shrinkBySegments(FormSearch &search, const Ask &ask,
                                             FoundForm &best) {
  FormCandidates &candidates = search.candidates;
  const LoopTurns &turns = candidates.forms.getTurns();
  const std::vector<StackChoice> choices = candidates.getHullChoices();
  for (unsigned levels = 1; levels <= mostSegmentLevels; ++levels) {
    const FormCandidate *before = best.candidate;
    const std::vector<FormCandidate *> sampled = sampleSmallest(
        candidates, findSmallestSegmentedChoices(turns, choices, levels));
    for (FormCandidate *next : sampled) {
      if (search.isOver(ask))
        break;
      if (best.hasPlan() &&
          isFarAbove(*next, best.outcome.plan.peak, /*parts=*/16))
        continue;
      Expected<bool> offered = search.offer(ask, *next, best);
      if (!offered)
        return offered.takeError();
    }
    if (best.candidate == before || search.isOver(ask))
      break;
  }
  return Error::success();
}
