//===- CanonicalGraph.h - A graph without file order ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps can be written in many ways: ops in any topological order, arbitrary
// ids and names. The canonical numbering, and with it the plan of the
// renumbered graph, depends on structure alone.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_CANONICALGRAPH_H
#define REMAT_LIB_PLANNER_CANONICALGRAPH_H

#include "remat/Planner/Plan.h"

namespace mlir::remat::planner {

struct CanonicalNumbering {
  /// By new number: the graph's task and value. Tasks are in a topological
  /// order.
  std::vector<TaskId> tasks;
  std::vector<ValueId> values;
  /// For tests: base order numbered no task, except among interchangeable ones.
  /// The renumbered graph is then the same for each way to write the step.
  bool isUnique = false;
};

/// Numbers tasks and values by properties and connections. Ids, names, types,
/// base order and places in `tasks` and `values` only break ties. Tasks differ
/// by 64-bit colors; a chance collision makes the numbering less canonical, yet
/// valid.
///
/// Forward tasks come depth-first from the loss, in operand order; a task that
/// only the backward pass reads comes as soon as it can run. Backward tasks
/// follow by their forward tasks (or, if unstated, by the forward values that
/// they read), the last first, gradients without further readers first.
/// Constants come at their first read. O((V + E) log V), where E pairs each
/// writer with each reader of an accumulating value.
CanonicalNumbering numberCanonically(const Graph &graph);

/// Returns the renumbered graph, finalized and without names; new numbers are
/// ids, and the task order is the base order. No error if the numbering belongs
/// to the graph. O((V + E) log V).
llvm::Expected<Graph> renumber(const Graph &graph,
                               const CanonicalNumbering &numbering);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_CANONICALGRAPH_H
