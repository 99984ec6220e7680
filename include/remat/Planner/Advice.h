//===- Advice.h - What would make a refused budget possible -----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_ADVICE_H
#define REMAT_PLANNER_ADVICE_H

#include "remat/Planner/Session.h"
#include "remat/Support/OptionSpelling.h"

namespace mlir::remat::planner {

/// A change of the options or of the step with which a plan is known.
struct Advice {
  enum class Kind {
    /// To `bytes`.
    RaiseBudget,
    /// With a budget of `bytes` if that is not the refused one.
    TakeAuto,
    /// Try other orders of the step.
    ReorderFully,
    /// The default effort in place of the least.
    SearchMore,
    /// The budget of the host to `subject`; only if there is one.
    RaiseHost,
    /// `task` may run only once; let it run again.
    LetRunAgain,
    /// On `task`.
    DropPin,
    /// Do not return `value`.
    ReturnLess,
    HalveResident,
    /// Halve operands, results and workspace of `task` and of the `others` ops
    /// that need most beside it.
    ShrinkTask,
  };
  Kind kind = Kind::RaiseBudget;
  std::optional<TaskId> task;
  std::optional<ValueId> value;
  int32_t others = 0;
  /// Bytes that the change of the step, or of the host's budget, is about; 0
  /// for other options.
  int64_t subject = 0;
  /// The budget that is known to be met then.
  int64_t bytes = 0;
  /// More than the refused budget.
  bool isRaised = false;

  /// An option to type, not a change of the step.
  bool isOption() const { return kind <= Kind::RaiseHost; }
};

/// At most three changes, each tried with the result that it is enough: options
/// that meet the refused budget, the smallest budget known to be met with the
/// options as they are, other options with a smaller one, changes of the step.
/// `refusal` answers `ask`. The same options have the same result when typed,
/// unless a time limit or an interrupt ends the search.
///
/// Changes of the step are tried where the bound of the changed step allows the
/// budget, at most three, with the least effort. Costs a search like the ask's,
/// rarely more, for the budget, and for each option that could help; two for
/// more of the host.
std::vector<Advice> advise(const Graph &graph, const Ask &ask,
                           const Outcome &refusal);

/// Of advice to raise the budget, if there is some: to how much.
std::optional<int64_t> getAdvisedBudget(llvm::ArrayRef<Advice> advice);

/// In words, as the tool in use spells options; `task` and `value` name its
/// subject ("the op at step.mlir:3:8", "'conv1'").
std::string describe(const Advice &advice, const OptionSpelling &spelling,
                     llvm::StringRef task, llvm::StringRef value);
/// With the names of the graph.
std::string describe(const Advice &advice, const OptionSpelling &spelling,
                     const Graph &graph);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_ADVICE_H
