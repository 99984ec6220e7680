//===- Advice.h - What would make a refused budget possible -----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes of the step, of its pins or of the search, and what each takes from
// the smallest budget: computed from a graph that was changed so.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_ADVICE_H
#define REMAT_PLANNER_ADVICE_H

#include "remat/Planner/Session.h"

namespace mlir::remat::planner {

/// One change that would help.
struct Advice {
  enum class Kind {
    /// Give the smallest budget for which a plan is known.
    RaiseBudget,
    /// Let `task`, which may run once, run again.
    LetRunAgain,
    /// Drop what pins `task`.
    DropPin,
    /// Make what `task` reads and writes half as large, and its workspace; that
    /// of the `others` ops that need most beside it too.
    ShrinkTask,
    /// Do not return `value`.
    ReturnLess,
    /// Have half of the resident bytes.
    HalveResident,
    /// Take the strategy `auto`.
    TakeAuto,
    /// Try other orders of the step.
    ReorderFully,
  };
  Kind kind = Kind::RaiseBudget;
  std::optional<TaskId> task;
  std::optional<ValueId> value;
  int32_t others = 0;
  /// What the change is about: bytes of what the task makes, of its operands,
  /// results and workspace, of the result, resident bytes; 0 for others.
  int64_t subject = 0;
  /// The smallest budget then: a plan has it (`isReached`), or nothing is
  /// proved to need more.
  int64_t bytes = 0;
  bool isReached = false;
  /// That is within the budget that was refused.
  bool isEnough = false;
  /// How much less that is than today's figure of the same kind.
  int64_t saved = 0;
};

/// The changes that help most, at most three, those that save most first;
/// raising the budget comes last, if there is room. What saves less than a
/// hundredth is left out, unless it is enough. `refusal` is the answer to
/// `ask`.
///
/// Where the budget is infeasible, each figure is the proven bound of the
/// changed step: no plan needs less, and some may need more. Where no plan was
/// found, it is the smallest peak that a quick search reaches for the changed
/// step. Computes about ten bounds, with the logarithm
/// of the tasks more, and, where no plan was found, searches three
/// times with the least effort.
std::vector<Advice> advise(const Graph &graph, const Ask &ask,
                           const Outcome &refusal);

/// The advice in words, for people; `task` and `value` name what it is about
/// ("this op", "op 12 ('conv1')").
std::string describe(const Advice &advice, llvm::StringRef task,
                     llvm::StringRef value);
/// The same, with the names of the graph.
std::string describe(const Advice &advice, const Graph &graph);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_ADVICE_H
