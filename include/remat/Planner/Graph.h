//===- Graph.h - A training step as the planner sees it ---------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A graph of tasks that read and define values. It holds no IR: GraphBuilder
// makes it from a function, readGraph from a JSON file. Sizes are int64 bytes;
// times are double, nanoseconds where the graph comes from IR and unitless
// where it comes from a file.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_GRAPH_H
#define REMAT_PLANNER_GRAPH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::remat::planner {

/// Position of a value in Graph::values.
using ValueId = int32_t;
/// Position of a task in Graph::tasks.
using TaskId = int32_t;

enum class Phase { Forward, Backward, Other };

/// What a user asks of a task: Save, its outputs are kept from its only run to
/// their last use; Recompute, its outputs are not live across the boundary
/// between forward and backward. Both are hard.
enum class Policy { Auto, Save, Recompute };

enum class ValueKind { Param, Input, Activation, Gradient };

struct Value {
  /// How files and diagnostics name the value.
  int64_t id = 0;
  std::string name;
  /// Size of its storage as the target rounds it.
  int64_t bytes = 0;
  ValueKind kind = ValueKind::Activation;
  /// The value that this gradient belongs to.
  std::optional<ValueId> gradientOf;
  /// One storage that all its writers add to in place; readable when all of
  /// them have run.
  bool accumulate = false;
  /// The value whose storage this one shares.
  std::optional<ValueId> viewOf;
  /// Lives to the end of the step once made.
  bool isResult = false;
};

/// A way to run a task that makes only some of its outputs (a chain's F_all
/// and F_∅).
struct Variant {
  std::string name;
  llvm::SmallVector<ValueId, 2> outputs;
  double time = 0;
  int64_t workspace = 0;
};

struct Task {
  /// How files and diagnostics name the task.
  int64_t id = 0;
  std::string name;
  std::string type;
  Phase phase = Phase::Forward;
  /// Distinct values, in the order of first mention.
  llvm::SmallVector<ValueId, 4> inputs;
  llvm::SmallVector<ValueId, 2> outputs;
  double time = 0;
  /// Bytes that it needs while it runs, beside inputs and outputs.
  int64_t workspace = 0;
  bool mayRunAgain = true;
  Policy policy = Policy::Auto;
  /// The forward task that this backward task differentiates.
  std::optional<TaskId> forward;
  /// Alternatives to running it whole; a step names one by its position plus
  /// one (0 is the task itself).
  std::vector<Variant> variants;
};

/// A training step. Fill values, tasks and the rest, then call `finalize`,
/// which validates the whole and derives the adjacency that everything else
/// reads. A graph that was not finalized, or whose finalization failed, must
/// not be handed to anything else.
class Graph {
public:
  /// All sizes together, views counted as large as their roots, and any one
  /// workspace: at most this. It keeps every peak, and the sum of a few of
  /// them, within int64.
  static constexpr int64_t maxTotalBytes = int64_t(1) << 60;
  /// The largest time of a task.
  static constexpr double maxTime = 1e18;

  std::string name;
  std::vector<Value> values;
  std::vector<Task> tasks;
  std::optional<ValueId> loss;
  /// Storages that are there throughout (arguments, constants): part of every
  /// peak, never part of a plan.
  int64_t residentBytes = 0;
  /// The order in which the step runs without rematerialization. Left empty,
  /// `finalize` derives it: forward tasks topologically, smallest id first,
  /// then backward tasks in the reverse order of their forward tasks, then the
  /// others; a topological order where that one is not valid.
  std::vector<TaskId> baseOrder;

  /// Validates the graph and derives adjacency and base order.
  ///
  /// Errors (by value or task id): ids out of range, negative sizes or times
  /// that are not finite or over `maxTime`, a sum of sizes over
  /// `maxTotalBytes`, a value written by several tasks without `accumulate`, an
  /// accumulating value whose writers may run again, views that form a cycle,
  /// accumulate or are made by a task that neither reads nor writes what they
  /// view, a task pinned `recompute` for a backward task that may not run
  /// again, a dependence cycle, a base order that is not a permutation or reads
  /// what is not there. O((V+E) log V).
  llvm::Error finalize();

  /// The tasks that write `value`: several only if it accumulates; none for
  /// parameters, inputs and the seed gradient of the loss, which are there from
  /// the start and count no bytes.
  llvm::ArrayRef<TaskId> writers(ValueId value) const {
    return writerLists[value];
  }
  /// The tasks that read `value`, each once, ascending.
  llvm::ArrayRef<TaskId> readers(ValueId value) const {
    return readerLists[value];
  }
  /// The value that owns the storage of `value`: itself unless it is a view.
  ValueId root(ValueId value) const { return roots[value]; }

  /// Sum of the times of all tasks, each once.
  double baseTime() const { return totalTime; }
  /// Sum of the times of the forward tasks, each once.
  double forwardTime() const { return totalForwardTime; }

  /// A hash of everything that a plan depends on. A plan file names it, so that
  /// a plan is never applied to another graph.
  uint64_t fingerprint() const;

  /// "op 12 ('conv1')", "value 7": how diagnostics name them.
  static std::string describe(const Task &task);
  static std::string describe(const Value &value);

private:
  llvm::Error validateValues();
  llvm::Error validateTasks();
  llvm::Error validateVariants();
  llvm::Error deriveRoots();
  llvm::Error deriveAdjacency();
  /// Names the tasks of a cycle among those that miss inputs.
  llvm::Error cycleError(llvm::ArrayRef<int32_t> missing) const;
  llvm::Error deriveBaseOrder();

  std::vector<llvm::SmallVector<TaskId, 1>> writerLists;
  std::vector<llvm::SmallVector<TaskId, 2>> readerLists;
  std::vector<ValueId> roots;
  double totalTime = 0;
  double totalForwardTime = 0;
};

llvm::StringRef stringifyPhase(Phase phase);
llvm::StringRef stringifyPolicy(Policy policy);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_GRAPH_H
