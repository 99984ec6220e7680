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

namespace mlir::remat::planner {

/// A change of the step, its pins or the search that lowers the smallest
/// budget.
struct Advice {
  enum class Kind {
    /// To the smallest budget with a known plan.
    RaiseBudget,
    /// `task` may run only once; let it run again.
    LetRunAgain,
    /// On `task`.
    DropPin,
    /// Halve operands, results and workspace of `task` and of the `others` ops
    /// that need most beside it.
    ShrinkTask,
    /// Do not return `value`.
    ReturnLess,
    HalveResident,
    TakeAuto,
    /// Try other orders of the step.
    ReorderFully,
  };
  Kind kind = Kind::RaiseBudget;
  std::optional<TaskId> task;
  std::optional<ValueId> value;
  int32_t others = 0;
  /// Bytes that the change is about; 0 for searches.
  int64_t subject = 0;
  /// The smallest budget then: of a plan (`isReached`) or a proven bound.
  int64_t bytes = 0;
  bool isReached = false;
  /// Within the refused budget.
  bool isEnough = false;
  /// How much less than today.
  int64_t saved = 0;
};

/// At most three changes that save most, best first; raising the budget comes
/// last, if there is room. Leaves out savings below a hundredth, unless enough.
/// `refusal` answers `ask`.
///
/// For an infeasible budget, figures are proven bounds of the changed step,
/// from about ten bounds, and log(tasks) more. Where no plan was found, they
/// are the smallest peak that a search of least effort reaches; three searches.
std::vector<Advice> advise(const Graph &graph, const Ask &ask,
                           const Outcome &refusal);

/// In words; `task` and `value` name its subject ("this op", "op 12
/// ('conv1')").
std::string describe(const Advice &advice, llvm::StringRef task,
                     llvm::StringRef value);
/// With the names of the graph.
std::string describe(const Advice &advice, const Graph &graph);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_ADVICE_H
