//===- TaskOrder.cpp - What data dependence orders ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TaskOrder.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <tuple>

using namespace llvm;
using namespace mlir::remat::placement;

TaskOrder::TaskOrder(ArrayRef<TaskAccess> tasks, size_t bufferCount)
    : successors(tasks.size()), isSequence(tasks.size()), entries(bufferCount),
      exits(bufferCount) {
  struct ObjectState {
    int64_t lastWriter = -1, lastAccess = -1;
    /// Since the last writer.
    SmallVector<uint32_t, 4> readers;
  };
  std::vector<ObjectState> objects(bufferCount);
  auto access = [&](uint32_t object, uint32_t task) -> ObjectState & {
    if (object >= objects.size())
      objects.resize(size_t(object) + 1);
    objects[object].lastAccess = task;
    return objects[object];
  };
  auto depend = [&](uint32_t later, int64_t earlier) {
    if (earlier < 0 || earlier == later)
      return;
    auto &list = successors[earlier];
    if (list.empty() || list.back() != later)
      list.push_back(later);
  };
  for (uint32_t index = 0; index < tasks.size(); ++index) {
    const TaskAccess &task = tasks[index];
    isSequence[index] = task.isSequence;
    for (uint32_t object : task.reads) {
      ObjectState &state = access(object, index);
      depend(index, state.lastWriter);
      // Read before written: ordered after no other access.
      if (state.lastWriter < 0 && object < bufferCount &&
          !is_contained(entries[object], index))
        entries[object].push_back(index);
      if (state.readers.empty() || state.readers.back() != index)
        state.readers.push_back(index);
    }
    for (uint32_t object : task.writes) {
      ObjectState &state = access(object, index);
      if (object < bufferCount && state.lastWriter < 0 && state.readers.empty())
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
    return std::tuple(entries[buffer].front(), objects[buffer].lastAccess,
                      buffer);
  };
  llvm::sort(accessed, [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
}

namespace {
/// The tasks that reach some buffers' entries: a column per entry, a row of
/// bits per task. Works in blocks, for memory linear in the tasks.
class Block {
public:
  /// Takes accessed buffers from position `begin` on: all that fit, at least 1.
  Block(const TaskOrder &order, size_t begin)
      : order(order), begin(begin), end(begin), firstColumn{0} {
    ArrayRef<uint32_t> buffers = order.accessed;
    constexpr unsigned columnsPerBlock = 4096;
    unsigned columns = 0;
    while (end < buffers.size()) {
      unsigned count = order.entries[buffers[end]].size();
      if (end > begin && columns + count > columnsPerBlock)
        break;
      firstColumn.push_back(columns += count);
      ++end;
    }
    row.resize(columns);
    scratch.resize(columns);
    rows.assign(order.successors.size(), scratch);
    for (size_t position = begin; position < end; ++position)
      for (auto [i, entry] : enumerate(order.entries[buffers[position]]))
        rows[entry].set(firstColumn[position - begin] + i);
    for (size_t task = rows.size(); task-- > 0;)
      addReached(task, rows[task]);
  }

  size_t getEnd() const { return end; }
  /// Sets `row` to the columns that all exits of `buffer` reach.
  void reachFromExits(uint32_t buffer) {
    row.set();
    for (uint32_t exit : order.exits[buffer]) {
      // A sequence may overwrite its own last accesses.
      if (order.isSequence[exit]) {
        row &= rows[exit];
        continue;
      }
      scratch.reset();
      addReached(exit, scratch);
      row &= scratch;
    }
  }
  /// Whether all exits last given reach all entries of the buffer at
  /// `position`.
  bool reaches(size_t position) const {
    return row.find_first_unset_in(firstColumn[position - begin],
                                   firstColumn[position - begin + 1]) < 0;
  }

private:
  /// Adds the columns that `task` reaches, itself excluded.
  void addReached(uint32_t task, BitVector &into) {
    for (uint32_t successor : order.successors[task])
      into |= rows[successor];
  }

  const TaskOrder &order;
  size_t begin, end;
  std::vector<unsigned> firstColumn;
  /// By task: the columns whose entry it is or reaches.
  std::vector<BitVector> rows;
  BitVector row, scratch;
};
} // namespace

bool TaskOrder::visitPairs(
    function_ref<bool(uint32_t, uint32_t, bool)> visit) const {
  for (size_t begin = 0, end; begin < accessed.size(); begin = end) {
    Block block(*this, begin);
    end = block.getEnd();
    for (size_t a = 0; a < end; ++a) {
      block.reachFromExits(accessed[a]);
      for (size_t b = std::max(a + 1, begin); b < end; ++b)
        if (!visit(a, b, block.reaches(b)))
          return false;
    }
  }
  return true;
}
