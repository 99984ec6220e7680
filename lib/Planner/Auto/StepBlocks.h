//===- StepBlocks.h - Blocks of a step --------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of a step is a stretch of its forward pass between two separators,
// which few values cross, and the later stretch that reads its results. Each
// block is a small step by itself, and blocks of the same shape (the layers of
// a network) are the same small step.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_STEPBLOCKS_H
#define REMAT_LIB_PLANNER_STEPBLOCKS_H

#include "remat/Planner/Graph.h"

namespace mlir::remat::planner {

/// Positions in the base order; ends are not included. Block i + 1 begins in
/// the forward pass where block i ends, and ends after it where block i begins.
struct StepBlock {
  int32_t forwardBegin = 0;
  int32_t forwardEnd = 0;
  int32_t laterBegin = 0;
  int32_t laterEnd = 0;
};

/// A block as a step of its own. Four tasks that run once stand for the rest of
/// the step: `source` makes the values that come in, `leave` reads those that
/// the blocks in between read, `enter` makes those that come back from there,
/// and `sink` reads those that later tasks read. Values that the blocks in
/// between keep alive anyway have no bytes.
struct BlockProblem {
  Graph graph;
  /// By task; -1 for those four.
  std::vector<TaskId> tasks;
  TaskId enter = 0;
  /// Bytes of the storages that begin at `enter`.
  int64_t enteringBytes = 0;
  /// Equal for blocks that are the same problem, task by task.
  std::vector<int64_t> key;
};

/// Splits a step into blocks of about `tasksPerBlock` forward tasks.
class StepBlocks {
public:
  /// O((V + E) log E). The graph must outlive it.
  StepBlocks(const Graph &graph, int32_t tasksPerBlock);

  llvm::ArrayRef<StepBlock> getBlocks() const { return blocks; }
  /// The first position after all blocks; the rest of the step belongs to none.
  int32_t end() const { return blocks.empty() ? turn : blocks[0].laterEnd; }
  /// O(block · degree · log E). An error is one of Graph::finalize: the block
  /// cannot stand by itself.
  llvm::Expected<BlockProblem> extract(const StepBlock &block) const;
  /// Bytes of the results that exist before the later stretch of a block
  /// begins.
  int64_t resultBytesBefore(const StepBlock &block) const {
    return resultsUpTo[block.laterBegin];
  }

private:
  class Extractor;

  void collectPositions();
  void split(int32_t tasksPerBlock);

  const Graph &graph;
  /// Where the forward pass ends.
  int32_t turn = 0;
  std::vector<StepBlock> blocks;
  // Positions, ascending. By value: that write it, that read it; by root: that
  // read it or a view of it.
  std::vector<llvm::SmallVector<int32_t, 1>> writes;
  std::vector<llvm::SmallVector<int32_t, 2>> ownReads, reads;
  /// By position: bytes of the results that earlier tasks make.
  std::vector<int64_t> resultsUpTo;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_STEPBLOCKS_H
