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
#include "remat/Planner/Plan.h"

namespace mlir::remat::planner {

/// Composes plans of a large step from plans of its blocks. Solves equal blocks
/// once; a dynamic program chooses a plan for each.
class BlockSearch {
public:
  /// Solves each kind of block for several amounts of bytes kept from its
  /// forward to its later stretch. Kinds of more than 16 times `tasksPerBlock`
  /// tasks get their base order only. No plans if a block cannot stand alone.
  /// Ignores pins to recompute and variants. `work` bounds the improvement; the
  /// 17 repairs of each kind before it take up to 1,000 touched storages per
  /// task. An interrupt or the time limit keeps the plans found.
  BlockSearch(const Graph &graph, int32_t tasksPerBlock, SearchControl &control,
              uint64_t work);

  /// The fastest composition whose peak within each block, plus the bytes that
  /// earlier blocks keep, is within `nominal`; empty if none. Valid, but its
  /// real peak differs: shared values are counted roughly. O(blocks · c log c),
  /// c = options of a block times 256 sums.
  std::vector<Step> plan(int64_t nominal) const;

  /// For tests.
  size_t blockCount() const { return kindOf.size(); }
  size_t kindCount() const { return kinds.size(); }

private:
  /// A plan of one block, in tasks of its problem.
  struct Option {
    /// Steps up to `leave`, and from `enter` on.
    std::vector<Step> forward;
    std::vector<Step> later;
    /// Bytes alive at `enter`, without its own.
    int64_t kept = 0;
    /// Largest sums of bytes alive before `enter`, and from it on.
    int64_t forwardPeak = 0;
    int64_t laterPeak = 0;
    double time = 0;
  };
  /// Only the base order unless it `maySearch`.
  void solveKind(const BlockProblem &problem, std::vector<Option> &options,
                 SearchControl &control, bool maySearch, uint64_t work);

  const Graph &graph;
  StepBlocks blocks;
  /// By kind of block.
  std::vector<std::vector<Option>> kinds;
  /// By block.
  std::vector<int32_t> kindOf;
  /// By block: the step's tasks behind its problem's.
  std::vector<std::vector<TaskId>> tasksOf;
};

/// The fastest plan within `budget` from blocks of these sizes, else the one
/// with the smallest peak; empty if no plan.
std::vector<Step> stepsByBlocks(const Graph &graph, int64_t budget,
                                llvm::ArrayRef<int32_t> tasksPerBlock,
                                SearchControl &control, uint64_t work);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_BLOCKSEARCH_H
