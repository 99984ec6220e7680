//===- SharedWork.h - What the searches of a sweep share --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most of what strategies compute depends on the graph alone: the canonical
// numbering, the tables of chains and of lower sets, and which plans these have
// on offer. A sweep computes it once and picks for each budget.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_SHAREDWORK_H
#define REMAT_LIB_PLANNER_SHAREDWORK_H

#include "Graph/CanonicalGraph.h"
#include "remat/Planner/Problem.h"
#include "remat/Planner/Solvers.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <set>

namespace mlir::remat::planner {

/// What a strategy has on offer, for any budget.
struct OfferedPlans {
  PlanArchive plans;
  /// It looked at the budget to make them.
  bool dependOnBudget = false;
  /// It was asked.
  bool isComplete = false;
  /// Why it has nothing.
  std::string reason;
};

class SharedWork {
public:
  /// Where PlanSelection puts what it is offered; may be null.
  OfferedPlans *offered = nullptr;

  /// The graph on which `auto` searches where orders are free.
  struct Canonical {
    CanonicalNumbering numbering;
    Graph graph;
  };
  std::optional<Canonical> canonical;
  /// What other strategies have for that graph (else for the graph itself), by
  /// name: with the limits that they have as seeds, and with all of theirs.
  std::map<std::string, OfferedPlans> seeds, strategies;
  /// Plans of the searches so far, for that graph: places to start from.
  PlanArchive found;
  /// The largest budget for which no order alone was found.
  int64_t needsMoreThanOrder = 0;
  /// Budgets for which the exact search gave up.
  std::set<int64_t> tooHard;
  /// What no plan within the budget at hand can go below, once it is known.
  double timeBound = 0;
  /// The plans of neighboring budgets are there: a part of the work is enough.
  bool isRefining = false;
};

/// As `solver(problem)`, where `kept` has what the solver has on offer: it is
/// asked once unless its plans depend on the budget. Not for `auto`. Errors:
/// those of the solver.
llvm::Expected<Plan>
solveOnce(const Problem &problem, OfferedPlans &kept,
          llvm::function_ref<llvm::Expected<Plan>(const Problem &)> solver);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_SHAREDWORK_H
