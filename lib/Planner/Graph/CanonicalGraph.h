//===- CanonicalGraph.h - A graph without file order ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step can be written in many ways: ops in any topological order, ids and
// names at will. Its canonical numbering depends on its structure alone, and so
// does the plan of the renumbered graph.
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
  /// For tests: no task got its number from its place in the base order, unless
  /// it can be exchanged with those that look the same. The renumbered graph is
  /// then the same for each way to write the step.
  bool isUnique = false;
};

/// Numbers tasks and values by their properties and connections. Ids, names,
/// types, base order and the places in `tasks` and `values` play no part unless
/// tasks cannot be told apart otherwise. Tasks are told apart by 64-bit colors;
/// if two coincide by chance, the numbering is valid, but less canonical.
///
/// Forward tasks come depth-first from the loss, operands in their order; a
/// task that only the backward pass reads comes as soon as it can run. Backward
/// tasks follow by their forward tasks (or, if none is stated, by the forward
/// values that they read), the last one first, gradients without further
/// readers before others. Constants come where they are first read. O((V + E)
/// log V), where E has a pair for each writer and each reader of an
/// accumulating value.
CanonicalNumbering numberCanonically(const Graph &graph);

/// The graph under that numbering: finalized, without names, with the new
/// numbers as ids and the order of its tasks as base order. A numbering that
/// belongs to the graph gives no error. O((V + E) log V).
llvm::Expected<Graph> renumber(const Graph &graph,
                               const CanonicalNumbering &numbering);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_CANONICALGRAPH_H
