//===- Graph.h - A training step as the planner sees it ---------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tasks that read and define values, without IR: from a function (GraphBuilder)
// or a JSON file (readGraph). Sizes are bytes. Times are nanoseconds from IR,
// unitless from a file.
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

/// A user's hard constraint on a task. Save: it runs once, and its outputs stay
/// until their last use. Recompute: its outputs are not live across the
/// boundary between forward and backward.
enum class Policy { Auto, Save, Recompute };

enum class ValueKind { Param, Input, Activation, Gradient };

struct Value {
  /// Its name in files and diagnostics.
  int64_t id = 0;
  std::string name;
  /// Size of its storage, rounded as the target rounds it.
  int64_t bytes = 0;
  ValueKind kind = ValueKind::Activation;
  /// The value that this gradient belongs to.
  std::optional<ValueId> gradientOf;
  /// Its writers add to one storage in place; it is readable after all of them.
  bool accumulate = false;
  /// The value whose storage this one shares.
  std::optional<ValueId> viewOf;
  /// Lives to the end of the step once made.
  bool isResult = false;
  /// A plan may have its bytes wait on the host (`getParkable`).
  bool mayPark = true;
};

/// A way to run a task that makes only some of its outputs.
struct Variant {
  std::string name;
  llvm::SmallVector<ValueId, 2> outputs;
  double time = 0;
  int64_t workspace = 0;
};

struct Task {
  /// Its name in files and diagnostics.
  int64_t id = 0;
  std::string name;
  std::string type;
  Phase phase = Phase::Forward;
  /// Distinct values, in the order of first mention.
  llvm::SmallVector<ValueId, 4> inputs;
  llvm::SmallVector<ValueId, 2> outputs;
  double time = 0;
  /// While it runs, beside inputs and outputs.
  int64_t workspace = 0;
  bool mayRunAgain = true;
  /// A loop, a branch, a call or a task of several ops, which a plan keeps
  /// whole. Its workspace is that of its inside as it is written: the most that
  /// a run needs, not the least that any run of the step does. Nor does a run
  /// need all its inputs and outputs at once.
  bool isWhole = false;
  Policy policy = Policy::Auto;
  /// The forward task that this backward task differentiates.
  std::optional<TaskId> forward;
  /// A step names one by its position plus one; 0 is the whole task.
  std::vector<Variant> variants;

  /// Every valid plan runs it exactly once.
  bool runsOnce() const { return !mayRunAgain || policy == Policy::Save; }
  /// By the variant's number in a step.
  llvm::ArrayRef<ValueId> outputsOf(int32_t variant) const {
    return variant ? variants[variant - 1].outputs : outputs;
  }
  double timeOf(int32_t variant) const {
    return variant ? variants[variant - 1].time : time;
  }
  int64_t workspaceOf(int32_t variant) const {
    return variant ? variants[variant - 1].workspace : workspace;
  }
};

/// A result's storage among the resident bytes: empty until the value is made.
struct ReservedStorage {
  ValueId value = 0;
  int64_t bytes = 0;
  /// Values over which this one may be written: one that has no later reader
  /// may lie in the storage to the end.
  llvm::SmallVector<ValueId, 2> overwritable;
};

/// A training step. Fill in the fields, then call `finalize`; only finalized
/// graphs may be passed on.
class Graph {
public:
  /// Limits the sum of all sizes (a view counts as much as its root) and one
  /// workspace, so that a few peaks add up within int64.
  static constexpr int64_t maxTotalBytes = int64_t(1) << 60;
  /// Of a task.
  static constexpr double maxTime = 1e18;

  std::string name;
  std::vector<Value> values;
  std::vector<Task> tasks;
  std::optional<ValueId> loss;
  /// Storages that live throughout (arguments, constants), in every peak.
  int64_t residentBytes = 0;
  /// Order without rematerialization. If empty, `finalize` sorts forward tasks
  /// topologically, smallest id first, then backward tasks in reverse order of
  /// their forward tasks, then others; or close to that, if dependences forbid.
  std::vector<TaskId> baseOrder;

  /// Validates the graph and derives adjacency and base order. O((V+E) log V).
  ///
  /// Errors name the value or task: ids out of range; negative sizes; times
  /// negative, not finite or over `maxTime`; size sum over `maxTotalBytes`;
  /// several writers without `accumulate`; an accumulating value whose writers
  /// may run again; views that form a cycle, accumulate, or whose task does not
  /// access the viewed value; a task pinned `recompute` that a backward task
  /// reads but that may not run again; a dependence cycle; a base order that is
  /// not topological.
  llvm::Error finalize();

  /// Several only if it accumulates; none for parameters, inputs and the seed
  /// gradient, which exist from the start at 0 bytes.
  llvm::ArrayRef<TaskId> writers(ValueId value) const {
    return writerLists[value];
  }
  /// Each once, ascending.
  llvm::ArrayRef<TaskId> readers(ValueId value) const {
    return readerLists[value];
  }
  /// A task reads it, or it is a result.
  bool isNeeded(ValueId value) const {
    return values[value].isResult || !readerLists[value].empty();
  }
  /// Itself unless it is a view.
  ValueId root(ValueId value) const { return roots[value]; }

  /// By task: its place in the base order. O(V).
  std::vector<int32_t> getRanks() const;

  /// Of all tasks, each once.
  double baseTime() const { return totalTime; }
  /// Of the forward tasks, each once.
  double forwardTime() const { return totalForwardTime; }

  /// Hash of all that a plan depends on, for plan files. Leaves out `mayPark`,
  /// which `verify` checks.
  uint64_t fingerprint() const;

  /// "op 12 ('conv1')", "value 7": names for diagnostics.
  static std::string describe(const Task &task);
  static std::string describe(const Value &value);

private:
  llvm::Error validateValues();
  llvm::Error validateTasks();
  llvm::Error validateVariants();
  llvm::Error deriveRoots();
  llvm::Error deriveAdjacency();
  llvm::Error settleBaseOrder();
  llvm::Error checkBaseOrder() const;

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
