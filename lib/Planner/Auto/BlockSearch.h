//===- BlockSearch.h - Plans of blocks --------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans of large steps from plans of their blocks. Blocks that are the same are
// solved once; a dynamic program chooses a plan for each block.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_BLOCKSEARCH_H
#define REMAT_LIB_PLANNER_BLOCKSEARCH_H

#include "Auto/StepBlocks.h"
#include "Graph/SearchControl.h"

namespace mlir::remat::planner {

/// The plans of a step's blocks, from which those of the step are put together.
class BlockSearch {
public:
  /// Solves the blocks, each kind of them once, for several sums of bytes that
  /// they may keep from the forward pass to what reads them. Kinds of more than
  /// 16 times `tasksPerBlock` tasks keep their base order alone; where blocks
  /// cannot stand by themselves, there will be no plans. Pins to recompute are
  /// not kept to, variants are not used. `work` bounds how long plans are
  /// improved; before that, 17 repairs for each kind take at most 1,000 touched
  /// storages a task. An interrupt or the end of the time leaves what is found.
  BlockSearch(const Graph &graph, int32_t tasksPerBlock, SearchControl &control,
              uint64_t work);

  /// A valid plan, the choice of least time whose peak within each block, with
  /// what the blocks before it keep, is within `nominal`; empty if there is
  /// none. What blocks share is counted roughly: the plan's peak may be another
  /// one, above or below. O(blocks · c log c), where c is the options of a
  /// block times the 256 sums that are kept apart.
  std::vector<Step> plan(int64_t nominal) const;

  /// For tests.
  size_t blockCount() const { return kindOf.size(); }
  size_t kindCount() const { return kinds.size(); }

private:
  /// A plan of one block, in tasks of its problem.
  struct Option {
    /// Until `leave` and `enter`, and from there on.
    std::vector<Step> forward;
    std::vector<Step> later;
    /// Bytes alive at `enter`, beside what it makes.
    int64_t kept = 0;
    /// The largest sums of bytes alive before `enter`, and from there on.
    int64_t forwardPeak = 0;
    int64_t laterPeak = 0;
    double time = 0;
  };
  /// Unless it `maySearch`, the base order alone.
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

/// The best plan of such searches with blocks of these sizes, for nominal
/// budgets around `budget`: the fastest one within it, else the one with the
/// smallest peak; empty if there is none.
std::vector<Step> stepsByBlocks(const Graph &graph, int64_t budget,
                                llvm::ArrayRef<int32_t> tasksPerBlock,
                                SearchControl &control, uint64_t work);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_BLOCKSEARCH_H
