//===- StepBlocks.h - Blocks of a step --------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_STEPBLOCKS_H
#define REMAT_LIB_PLANNER_STEPBLOCKS_H

#include "remat/Planner/Graph.h"

namespace mlir::remat::planner {

/// A stretch of the forward pass between two separators, which few values
/// cross, and the later stretch that reads its results: half-open ranges of the
/// base order. Block i + 1 nests between the stretches of block i.
struct StepBlock {
  int32_t forwardBegin = 0;
  int32_t forwardEnd = 0;
  int32_t laterBegin = 0;
  int32_t laterEnd = 0;
};

/// A block as a step of its own; equal layers give equal ones. Four tasks that
/// run once stand for the rest: `source` makes incoming values, `leave` reads
/// those that the blocks in between read, `enter` makes those that return,
/// `sink` reads those that later tasks read. Values that inner blocks keep
/// alive anyway have no bytes.
struct BlockProblem {
  Graph graph;
  /// By task; -1 for those four.
  std::vector<TaskId> tasks;
  TaskId enter = 0;
  /// Bytes of storages that begin at `enter`.
  int64_t enteringBytes = 0;
  /// Equal for equal problems, task by task.
  std::vector<int64_t> key;
};

/// Splits a step into blocks of about `tasksPerBlock` forward tasks.
class StepBlocks {
public:
  /// O((V + E) log E). The graph must outlive it.
  StepBlocks(const Graph &graph, int32_t tasksPerBlock);

  llvm::ArrayRef<StepBlock> getBlocks() const { return blocks; }
  /// The first position after all blocks.
  int32_t end() const { return blocks.empty() ? turn : blocks[0].laterEnd; }
  /// O(block · degree · log E). Passes on errors of Graph::finalize: the block
  /// cannot stand alone.
  llvm::Expected<BlockProblem> extract(const StepBlock &block) const;
  /// Bytes of results made before a block's later stretch.
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
  // Ascending positions. By value: writers, readers; by root: readers, also
  // through views.
  std::vector<llvm::SmallVector<int32_t, 1>> writes;
  std::vector<llvm::SmallVector<int32_t, 2>> ownReads, reads;
  /// By position: bytes of results made earlier.
  std::vector<int64_t> resultsUpTo;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_STEPBLOCKS_H
