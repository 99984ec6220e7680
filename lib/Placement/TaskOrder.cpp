//===- TaskOrder.cpp - What data dependence orders ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TaskOrder.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <tuple>

using namespace llvm;
using namespace mlir::remat::placement;

namespace {
/// The accesses of one object so far.
struct ObjectState {
  int64_t lastWriter = -1;
  /// Since the last writer.
  SmallVector<uint32_t, 4> readers;
  /// The last access of all, for the order of the buffers.
  int64_t lastAccess = -1;
};
} // namespace

static size_t countObjects(ArrayRef<TaskAccess> tasks, size_t bufferCount) {
  size_t count = bufferCount;
  for (const TaskAccess &task : tasks)
    for (ArrayRef<uint32_t> objects :
         {ArrayRef<uint32_t>(task.reads), ArrayRef<uint32_t>(task.writes)})
      for (uint32_t object : objects)
        count = std::max<size_t>(count, size_t(object) + 1);
  return count;
}

TaskOrder::TaskOrder(ArrayRef<TaskAccess> tasks, size_t bufferCount)
    : successors(tasks.size()), sequences(tasks.size()), entries(bufferCount),
      exits(bufferCount) {
  std::vector<ObjectState> objects(countObjects(tasks, bufferCount));
  auto depend = [&](uint32_t later, int64_t earlier) {
    if (earlier < 0 || earlier == later)
      return;
    auto &list = successors[earlier];
    if (list.empty() || list.back() != later)
      list.push_back(later);
  };
  for (auto [position, task] : enumerate(tasks)) {
    uint32_t index = position;
    sequences[index] = task.isSequence;
    for (uint32_t object : task.reads) {
      ObjectState &state = objects[object];
      state.lastAccess = index;
      depend(index, state.lastWriter);
      // Read before anything wrote it: ordered after no other access.
      if (state.lastWriter < 0 && object < bufferCount &&
          !is_contained(entries[object], index))
        entries[object].push_back(index);
      if (state.readers.empty() || state.readers.back() != index)
        state.readers.push_back(index);
    }
    for (uint32_t object : task.writes) {
      ObjectState &state = objects[object];
      state.lastAccess = index;
      bool isFirst = state.lastWriter < 0 && state.readers.empty();
      if (isFirst && object < bufferCount)
        entries[object].push_back(index);
      for (uint32_t reader : state.readers)
        depend(index, reader);
      depend(index, state.lastWriter);
      state.lastWriter = index;
      state.readers.clear();
    }
  }

  for (uint32_t buffer = 0; buffer < bufferCount; ++buffer) {
    const ObjectState &state = objects[buffer];
    if (entries[buffer].empty())
      continue;
    accessed.push_back(buffer);
    exits[buffer].assign(state.readers.begin(), state.readers.end());
    if (exits[buffer].empty())
      exits[buffer].push_back(state.lastWriter);
  }
  auto key = [&](uint32_t buffer) {
    return std::make_tuple(entries[buffer].front(), objects[buffer].lastAccess,
                           buffer);
  };
  llvm::sort(accessed, [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
}

/// Which tasks reach the entries of some buffers: a column for each entry, a
/// row of bits for each task. Reachability is looked at block by block, so that
/// its memory is linear in the tasks.
class TaskOrder::Block {
public:
  static constexpr size_t columnsPerBlock = 4096;

  /// Takes the accessed buffers from position `begin` on, as many as fit; one
  /// at least.
  Block(const TaskOrder &order, size_t begin);

  size_t getEnd() const { return end; }
  /// Sets `row` to the columns that all exits of `buffer` reach.
  void reachFromExits(uint32_t buffer);
  /// Whether all exits last given reach all entries of the buffer at
  /// `position`.
  bool reaches(size_t position) const {
    for (size_t column = firstColumn[position - begin];
         column < firstColumn[position - begin + 1]; ++column)
      if (!(row[column / 64] >> (column % 64) & 1))
        return false;
    return true;
  }

private:
  uint64_t *rowOf(uint32_t task) { return &rows[task * words]; }
  /// Adds to `into` what `task` reaches: not itself.
  void addReached(uint32_t task, uint64_t *into) {
    for (uint32_t successor : order.getSuccessors(task))
      for (size_t i = 0; i < words; ++i)
        into[i] |= rowOf(successor)[i];
  }

  const TaskOrder &order;
  size_t begin, end;
  size_t words;
  std::vector<size_t> firstColumn;
  /// By task: the columns whose entry it is or reaches.
  std::vector<uint64_t> rows;
  std::vector<uint64_t> row, scratch;
};

TaskOrder::Block::Block(const TaskOrder &order, size_t begin)
    : order(order), begin(begin), end(begin), firstColumn{0} {
  ArrayRef<uint32_t> buffers = order.accessed;
  size_t columns = 0;
  while (end < buffers.size()) {
    size_t count = order.entries[buffers[end]].size();
    if (end > begin && columns + count > columnsPerBlock)
      break;
    firstColumn.push_back(columns += count);
    ++end;
  }
  words = columns / 64 + 1;
  rows.assign(order.getNumTasks() * words, 0);
  row.resize(words);
  scratch.resize(words);
  for (size_t position = begin; position < end; ++position)
    for (auto [i, entry] : enumerate(order.entries[buffers[position]])) {
      size_t column = firstColumn[position - begin] + i;
      rowOf(entry)[column / 64] |= uint64_t(1) << (column % 64);
    }
  for (size_t task = order.getNumTasks(); task-- > 0;)
    addReached(task, rowOf(task));
}

void TaskOrder::Block::reachFromExits(uint32_t buffer) {
  std::fill(row.begin(), row.end(), ~uint64_t(0));
  for (uint32_t exit : order.exits[buffer]) {
    std::fill(scratch.begin(), scratch.end(), 0);
    // What a sequence accesses last may be written over by itself.
    if (order.isSequence(exit))
      std::copy(rowOf(exit), rowOf(exit) + words, scratch.begin());
    else
      addReached(exit, scratch.data());
    for (size_t i = 0; i < words; ++i)
      row[i] &= scratch[i];
  }
}

bool TaskOrder::visitPairs(Visitor visit) const {
  for (size_t begin = 0; begin < accessed.size();) {
    Block block(*this, begin);
    for (size_t a = 0; a < block.getEnd(); ++a) {
      block.reachFromExits(accessed[a]);
      for (size_t b = std::max(a + 1, begin); b < block.getEnd(); ++b)
        if (!visit(a, b, block.reaches(b)))
          return false;
    }
    begin = block.getEnd();
  }
  return true;
}
