//===- BlockSearch.h - Plans of blocks --------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_BLOCKSEARCH_H
#define REMAT_LIB_PLANNER_BLOCKSEARCH_H

#include "Auto/StepBlocks.h"
#include "Graph/SearchControl.h"

namespace mlir::remat::planner {

/// Composes plans of a large step from plans of its blocks. Equal blocks are
/// solved once; a dynamic program chooses a plan for each block.
class BlockSearch {
public:
  /// Solves each kind of block for several amounts of bytes that it may keep
  /// from its forward to its later stretch. A kind of more than 16 times
  /// `tasksPerBlock` tasks gets its base order only. If some block cannot stand
  /// by itself, there are no plans. Ignores pins to recompute and variants.
  /// `work` bounds the improvement of plans; the 17 repairs of each kind before
  /// that take up to 1,000 touched storages per task. An interrupt or the end
  /// of the time leaves the plans found so far.
  BlockSearch(const Graph &graph, int32_t tasksPerBlock, SearchControl &control,
              uint64_t work);

  /// The fastest composition whose peak within each block, with the bytes that
  /// the blocks before it keep, is within `nominal`; empty if there is none.
  /// The plan is valid, but its real peak may be above or below, as values that
  /// blocks share are counted roughly. O(blocks · c log c), where c is the
  /// options of a block times the 256 sums that are told apart.
  std::vector<Step> plan(int64_t nominal) const;

  /// For tests.
  size_t blockCount() const { return kindOf.size(); }
  size_t kindCount() const { return kinds.size(); }

private:
  /// A plan of one block, in tasks of its problem.
  struct Option {
    /// The steps up to `leave`, and those from `enter` on.
    std::vector<Step> forward;
    std::vector<Step> later;
    /// Bytes alive at `enter`, without those that it makes.
    int64_t kept = 0;
    /// The largest sums of bytes alive before `enter`, and from there on.
    int64_t forwardPeak = 0;
    int64_t laterPeak = 0;
    double time = 0;
  };
  /// Finds plans of a kind; only the base order unless it `maySearch`.
  void solveKind(const BlockProblem &problem, std::vector<Option> &options,
                 SearchControl &control, bool maySearch, uint64_t work);

  const Graph &graph;
  StepBlocks blocks;
  /// By kind of block.
  std::vector<std::vector<Option>> kinds;
  /// By block.
  std::vector<int32_t> kindOf;
  /// By block: the step's tasks behind those of its problem.
  std::vector<std::vector<TaskId>> tasksOf;
};

/// Searches with blocks of these sizes, for nominal budgets around `budget`,
/// and returns the fastest plan within it, or the one with the smallest peak if
/// none is within it; empty if there is no plan.
std::vector<Step> stepsByBlocks(const Graph &graph, int64_t budget,
                                llvm::ArrayRef<int32_t> tasksPerBlock,
                                SearchControl &control, uint64_t work);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_BLOCKSEARCH_H
