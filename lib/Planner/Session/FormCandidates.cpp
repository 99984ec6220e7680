//===- FormCandidates.cpp - Forms of a step, made as needed ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormCandidates.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <utility>

using namespace llvm;
using namespace mlir::remat::planner;

/// How much longer an estimated time may be than that of the form. A larger
/// margin makes forms that turn out slower, a smaller one passes over some that
/// would be faster.
static constexpr double estimateMargin = 0.02;

Session *FormCandidate::getSession() {
  if (!isMade) {
    form = forms.get(choice);
    isMade = true;
    if (form)
      session = std::make_unique<Session>(*form->graph);
  }
  return session.get();
}

double FormCandidate::getLeastTime() const {
  return isMade && form ? form->graph->baseTime()
                        : estimate * (1 - estimateMargin);
}

int64_t FormCandidate::getBasePeak() {
  getSession();
  return getForm().basePeak;
}

bool FormCandidate::mayFit(int64_t budget) {
  Session *made = getSession();
  return made &&
         (getForm().basePeak <= budget || made->getPeakBound().bytes <= budget);
}

int64_t FormCandidate::getRoom(int64_t budget) {
  // More than all sizes together changes nothing, and cannot be added to.
  const int64_t most = 4 * Graph::maxTotalBytes;
  return choice.bytes + std::min(budget, most) - getBasePeak();
}

FormCandidates::FormCandidates(LoopForms &forms) : forms(forms) {
  const StackChoice &asGiven = forms.getGiven();
  given = &candidates.emplace_back(forms, asGiven, 0);
  const double rest = given->getSession()->getGraph().baseTime() - asGiven.time;
  hull.push_back(given);
  for (StackChoice &choice : findBestTrades(forms.getTurns()))
    if (choice.isKept != asGiven.isKept) {
      const double estimate = rest + choice.time;
      hull.push_back(
          &candidates.emplace_back(forms, std::move(choice), estimate));
    }
  // What was given comes first among its equals.
  llvm::stable_sort(hull, [](const FormCandidate *a, const FormCandidate *b) {
    return a->choice.bytes > b->choice.bytes;
  });
}

std::vector<StackChoice> FormCandidates::getHullChoices() const {
  std::vector<StackChoice> choices;
  for (const FormCandidate *candidate : hull)
    choices.push_back(candidate->choice);
  return choices;
}

FormCandidate &FormCandidates::get(const StackChoice &choice) {
  for (FormCandidate &each : candidates)
    if (each.choice.isLike(choice))
      return each;
  const double rest =
      given->getSession()->getGraph().baseTime() - forms.getGiven().time;
  return candidates.emplace_back(forms, choice, rest + choice.time);
}

size_t FormCandidates::findFirstThatMayFit(int64_t budget) {
  size_t low = 0, high = hull.size();
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (hull[middle]->mayFit(budget))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

int64_t FormCandidates::getLargestSlice() const {
  const LoopTurns &turns = forms.getTurns();
  int64_t largest = 0;
  for (auto [number, loop] : llvm::enumerate(turns.loops))
    for (TurnValueId id = loop.firstValue; id != loop.endValue; ++id)
      largest = std::max(largest, getSliceBytes(turns, number, id));
  return largest;
}
