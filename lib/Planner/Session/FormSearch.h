//===- FormSearch.h - Tries forms until one is the best ---------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_SESSION_FORMSEARCH_H
#define REMAT_LIB_PLANNER_SESSION_FORMSEARCH_H

#include "FormCandidates.h"

#include <chrono>

namespace mlir::remat::planner {

/// The best form so far, and the answer for it.
struct FoundForm {
  FormCandidate *candidate = nullptr;
  Outcome outcome;

  bool hasPlan() const { return candidate && outcome.hasPlan(); }
};

/// Whatever ended one search ended the answer.
void addStops(const Outcome &other, Outcome &outcome);

/// What the searches of one ask share: the candidates, the host, the time.
class FormSearch {
public:
  /// The time limit, in seconds, is for all searches together and begins now.
  /// `candidates` must outlive this.
  FormSearch(FormCandidates &candidates, const HostMemory &host,
             std::optional<double> timeLimit);

  /// Solves a form, and takes it for the best if it is: with a budget the
  /// fastest, without one that of smallest peak; of refusals the one of
  /// smallest peak. Returns whether it has a plan; false, too, for a form that
  /// cannot be planned. One search at most. Errors: those of `Session::solve`.
  llvm::Expected<bool> offer(const Ask &ask, FormCandidate &candidate,
                             FoundForm &best);

  /// Infinite without a time limit; negative after it.
  double getSecondsLeft() const;
  /// Whether an interrupt or the time limit ends the search.
  bool isOver(const Ask &ask) const;

  /// Whether stacks may lie on the host.
  bool mayParkStacks() const {
    return candidates.forms.mayParkStacks() && host.isAvailable();
  }

  FormCandidates &candidates;
  /// Of the ask. Those that are offered see it only where values between the
  /// loops are to be parked.
  const HostMemory host;

private:
  std::optional<std::chrono::steady_clock::time_point> deadline;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_SESSION_FORMSEARCH_H
