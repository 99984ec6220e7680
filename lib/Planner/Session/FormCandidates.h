//===- FormCandidates.h - Forms of a step, made as needed -------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_SESSION_FORMCANDIDATES_H
#define REMAT_LIB_PLANNER_SESSION_FORMCANDIDATES_H

#include "remat/Planner/LoopForms.h"
#include "remat/Planner/Session.h"

#include <deque>
#include <memory>
#include <utility>

namespace mlir::remat::planner {

/// A form, or what is known of it before it is made.
class FormCandidate {
public:
  /// `estimate`: of the time of the form's tasks, each once.
  FormCandidate(LoopForms &forms, StackChoice choice, double estimate)
      : choice(std::move(choice)), forms(forms), estimate(estimate) {}

  /// Makes the form. Null if it cannot be planned.
  Session *getSession();
  /// Of a form that is made and can be planned.
  const LoopForm &getForm() const { return *form; }
  /// No plan takes less time, as far as known, in the unit of the graph's
  /// times.
  double getLeastTime() const;
  /// Makes the form, which can be planned. Bytes.
  int64_t getBasePeak();
  /// Whether a plan within `budget` bytes is not ruled out. Makes the form;
  /// false if it cannot be planned. Beyond the base order's peak, the time of
  /// one `lowerBoundPeak`.
  bool mayFit(int64_t budget);
  /// The bytes of stacks and states with which a form like this one fits;
  /// negative if none does. Makes the form, which can be planned.
  int64_t getRoom(int64_t budget);

  const StackChoice choice;

private:
  LoopForms &forms;
  double estimate;
  bool isMade = false;
  const LoopForm *form = nullptr;
  std::unique_ptr<Session> session;
};

/// The forms of one step that a search has come to. Each is made once, when
/// something asks for more than its choice says.
class FormCandidates {
public:
  /// Begins with the given form, which is made, and the corners of the hull of
  /// stacks against time. `forms` must outlive this. The time of
  /// `findBestTrades`.
  explicit FormCandidates(LoopForms &forms);
  FormCandidates(const FormCandidates &) = delete;
  FormCandidates &operator=(const FormCandidates &) = delete;

  /// The step as it was given.
  FormCandidate &getGiven() const { return *given; }
  /// From the most bytes of stacks to the fewest. Never empty.
  llvm::ArrayRef<FormCandidate *> getHull() const { return hull; }
  /// The one with fewest stacks.
  FormCandidate &getLeanest() const { return *hull.back(); }
  /// From the most bytes of stacks to the fewest. O(hull).
  std::vector<StackChoice> getHullChoices() const;
  /// The one whose loops do what `choice` says; adds it if there is none.
  /// References stay valid. O(candidates).
  FormCandidate &get(const StackChoice &choice);

  /// The position on the hull of the first form that `mayFit` within `budget`
  /// bytes; the hull's size if none may. With less in stacks, bounds are
  /// smaller, as a rule that decides how fast a plan is, not whether it holds.
  /// Makes O(log hull) forms.
  size_t findFirstThatMayFit(int64_t budget);
  /// The most bytes that one turn makes of one value. O(values · states).
  int64_t getLargestSlice() const;

  LoopForms &forms;

private:
  std::vector<FormCandidate *> hull;
  std::deque<FormCandidate> candidates;
  FormCandidate *given = nullptr;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_SESSION_FORMCANDIDATES_H
