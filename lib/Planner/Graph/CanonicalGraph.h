//===- CanonicalGraph.h - A graph without file order ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same step can be written in many ways: its ops in any topological order,
// ops and values numbered and named at will. Its canonical numbering depends on
// its structure alone, so the plan of a renumbered graph does not depend on how
// the step was written.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_CANONICALGRAPH_H
#define REMAT_LIB_PLANNER_CANONICALGRAPH_H

#include "remat/Planner/Plan.h"

namespace mlir::remat::planner {

/// A numbering of tasks and values.
struct CanonicalNumbering {
  /// By new number: the task and the value of the graph. The order of the tasks
  /// is a topological one.
  std::vector<TaskId> tasks;
  std::vector<ValueId> values;
  /// For tests: no two tasks that look different only by their places in the
  /// base order got their numbers from these (or, which is likely where few
  /// tasks look the same, such tasks can be exchanged). The renumbered graph is
  /// then the same for each way to write the step.
  bool isUnique = false;
};

/// Numbers tasks and values by their properties and connections: bytes, times,
/// workspaces, phases, pins, flags, variants, operands in their order, views,
/// accumulation, forward tasks of backward tasks, gradients, results, the loss.
/// Ids, names, types, base order and the places in `tasks` and `values` play no
/// part unless tasks cannot be told apart otherwise. Coloring.h tells tasks
/// apart; if two colors coincide by chance, the numbering is still valid, but
/// less canonical.
///
/// The order is that of a textbook. Forward tasks come depth-first from the
/// loss, operands in their order; a task that only the backward pass reads
/// comes as soon as it can run. Backward tasks follow by their forward tasks
/// (or, if none is stated, by the forward values that they read), the last one
/// first, gradients without further readers before others. Constants come where
/// they are first read. O((V + E) log V), where E has a pair for each writer
/// and each reader of an accumulating value.
CanonicalNumbering numberCanonically(const Graph &graph);

/// The graph under that numbering: finalized, without names, with the new
/// numbers as ids and the order of its tasks as base order. A numbering that
/// belongs to the graph gives no error. O((V + E) log V).
llvm::Expected<Graph> renumber(const Graph &graph,
                               const CanonicalNumbering &numbering);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_CANONICALGRAPH_H
