//===- CanonicalGraph.h - A graph without file order ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same step can be written down in many ways: its ops listed in any
// topological order, ops and values numbered and named at will. Here it gets
// one numbering that comes from its structure alone, so that what is searched
// on the renumbered graph does not depend on how the step was written down.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_CANONICALGRAPH_H
#define REMAT_LIB_PLANNER_CANONICALGRAPH_H

#include "remat/Planner/Plan.h"

namespace mlir::remat::planner {

/// Where tasks and values go.
struct CanonicalNumbering {
  /// By new number: the task and the value of the graph. The tasks stand in an
  /// order in which the step can run.
  std::vector<TaskId> tasks;
  std::vector<ValueId> values;
  /// No two tasks were told apart by their places in the base order alone (or,
  /// which is likely where there are few that look the same, those that were
  /// can be exchanged). The renumbered graph is then the same for each way to
  /// write the step down. For tests.
  bool isUnique = false;
};

/// Numbers tasks and values by what they are and how they hang together: bytes,
/// times, workspaces, phases, pins, flags, variants, operands in their order,
/// views, accumulation, forward tasks of backward tasks, gradients, results,
/// the loss. Ids, names, types, base order and the places in `tasks` and
/// `values` play no part, unless tasks cannot be told apart otherwise.
///
/// Colors are hashed along the graph, upwards, downwards and across, until they
/// do not get finer (after Weisfeiler and Leman 1968); of tasks that look the
/// same, one is marked and the colors hashed again, a few times (after McKay,
/// "Practical graph isomorphism", 1981). Colors are 64 bits wide; should two
/// coincide by chance, the numbering is still valid, and less canonical.
///
/// The order is that of a textbook: depth-first from the loss, operands in
/// their order, what the backward pass alone reads right after it can be made;
/// then the backward tasks by the forward tasks that they belong to (what they
/// read of the forward pass, where no task is stated), the last one first,
/// gradients that nobody goes on with before others; constants where they are
/// first read. O((V + E) log V), where E has a pair for each writer and each
/// reader of an accumulating value.
CanonicalNumbering numberCanonically(const Graph &graph);

/// The graph under that numbering: finalized, its ids the new numbers, its base
/// order the order of its tasks, without names. A numbering of that graph never
/// gives an error. O((V + E) log V).
llvm::Expected<Graph> renumber(const Graph &graph,
                               const CanonicalNumbering &numbering);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_CANONICALGRAPH_H
