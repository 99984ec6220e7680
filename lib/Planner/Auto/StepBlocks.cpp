//===- StepBlocks.cpp - Blocks of a step ----------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Auto/StepBlocks.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/bit.h"

using namespace llvm;
using namespace mlir::remat::planner;

StepBlocks::StepBlocks(const Graph &graph, int32_t tasksPerBlock)
    : graph(graph) {
  collectPositions();
  split(tasksPerBlock);
}

/// Whether any of the ascending positions is in [begin, end).
static bool anyWithin(ArrayRef<int32_t> positions, int32_t begin, int32_t end) {
  const auto *first = lower_bound(positions, begin);
  return first != positions.end() && *first < end;
}

void StepBlocks::collectPositions() {
  const int32_t taskCount = graph.tasks.size();
  writes.resize(graph.values.size());
  ownReads.resize(graph.values.size());
  reads.resize(graph.values.size());
  turn = taskCount;
  for (int32_t at = 0; at != taskCount; ++at) {
    const Task &task = graph.tasks[graph.baseOrder[at]];
    if (task.phase == Phase::Backward)
      turn = std::min(turn, at);
    for (ValueId output : task.outputs)
      writes[output].push_back(at);
    for (ValueId input : task.inputs) {
      ownReads[input].push_back(at);
      SmallVectorImpl<int32_t> &list = reads[graph.root(input)];
      if (list.empty() || list.back() != at)
        list.push_back(at);
    }
  }
  resultsUpTo.assign(taskCount + 1, 0);
  for (size_t value = 0; value != graph.values.size(); ++value)
    if (graph.values[value].isResult && !graph.values[value].viewOf &&
        !writes[value].empty())
      resultsUpTo[writes[value].front() + 1] += graph.values[value].bytes;
  for (int32_t at = 0; at != taskCount; ++at)
    resultsUpTo[at + 1] += resultsUpTo[at];
}

void StepBlocks::split(int32_t tasksPerBlock) {
  // Number of storages across each position of the forward pass, and the last
  // read of those made from there on.
  std::vector<int32_t> crossing(turn + 1, 0);
  std::vector<int32_t> lastRead(turn + 1, turn);
  for (size_t value = 0; value != graph.values.size(); ++value) {
    if (writes[value].empty() || writes[value].front() >= turn)
      continue;
    const ValueId root = graph.root(value);
    const int32_t begin = writes[value].front();
    if (!reads[root].empty())
      lastRead[begin] = std::max(lastRead[begin], reads[root].back() + 1);
    if (root != ValueId(value))
      continue;
    const auto *end = lower_bound(reads[root], turn);
    if (end == reads[root].begin() || *(end - 1) <= begin)
      continue;
    ++crossing[begin + 1];
    --crossing[*(end - 1) + 1];
  }
  for (int32_t at = 1; at <= turn; ++at)
    crossing[at] += crossing[at - 1];
  for (int32_t at = turn; at > 0; --at)
    lastRead[at - 1] = std::max(lastRead[at - 1], lastRead[at]);
  for (int32_t begin = 0; begin != turn;) {
    // The best separator among those that give blocks of about that size.
    int32_t end = turn;
    if (turn - begin > 2 * tasksPerBlock) {
      end = begin + tasksPerBlock;
      for (int32_t at = end + 1; at != begin + 2 * tasksPerBlock; ++at)
        if (crossing[at] < crossing[end])
          end = at;
    }
    StepBlock &block = blocks.emplace_back();
    block.forwardBegin = begin;
    block.forwardEnd = end;
    block.laterEnd = lastRead[begin];
    begin = end;
  }
  int32_t laterBegin = turn;
  for (StepBlock &block : reverse(blocks)) {
    block.laterBegin = laterBegin;
    laterBegin = block.laterEnd;
  }
}

class StepBlocks::Extractor {
public:
  Extractor(const StepBlocks &blocks, const StepBlock &block)
      : blocks(blocks), graph(blocks.graph), block(block) {}

  Expected<BlockProblem> run() {
    addTasks();
    addValues();
    orderOutsideTasks();
    makeKey();
    if (Error error = local.finalize())
      return std::move(error);
    return std::move(problem);
  }

private:
  /// Number of a value within the block.
  ValueId number(ValueId value) {
    for (ValueId next = value; localOf.try_emplace(next, values.size()).second;
         next = *graph.values[next].viewOf) {
      values.push_back(next);
      if (!graph.values[next].viewOf)
        break;
    }
    return localOf[value];
  }

  TaskId addOutside() {
    Task &task = local.tasks.emplace_back();
    task.id = local.tasks.size() - 1;
    task.phase = Phase::Other;
    task.mayRunAgain = false;
    problem.tasks.push_back(-1);
    return task.id;
  }

  void addInside(int32_t begin, int32_t end) {
    for (int32_t at = begin; at != end; ++at) {
      const TaskId id = graph.baseOrder[at];
      Task &task = local.tasks.emplace_back(graph.tasks[id]);
      task.id = local.tasks.size() - 1;
      task.forward.reset();
      task.variants.clear();
      for (ValueId &input : task.inputs)
        input = number(input);
      for (ValueId &output : task.outputs)
        output = number(output);
      problem.tasks.push_back(id);
    }
  }

  void addTasks() {
    source = addOutside();
    addInside(block.forwardBegin, block.forwardEnd);
    leave = addOutside();
    problem.enter = addOutside();
    addInside(block.laterBegin, block.laterEnd);
    sink = addOutside();
    append_range(local.baseOrder, llvm::seq<TaskId>(0, local.tasks.size()));
  }

  /// Lets an outside task make a value.
  void makeOutside(TaskId task, ValueId localValue) {
    local.tasks[task].outputs.push_back(localValue);
    // Views need their sources.
    const std::optional<ValueId> viewOf = local.values[localValue].viewOf;
    if (!viewOf)
      return;
    ArrayRef<int32_t> base = blocks.writes[values[*viewOf]];
    if (base.empty() ||
        base.front() != blocks.writes[values[localValue]].front())
      local.tasks[task].inputs.push_back(*viewOf);
  }

  /// Chooses the outside tasks that make and read a value.
  void connect(ValueId localValue) {
    const ValueId value = values[localValue], root = graph.root(value);
    Value &copy = local.values[localValue];
    ArrayRef<int32_t> written = blocks.writes[value], read = blocks.reads[root];
    ArrayRef<int32_t> ownRead = blocks.ownReads[value];
    if (written.empty())
      return;
    const int32_t end = graph.tasks.size();
    const bool isBefore = anyWithin(written, 0, block.forwardBegin);
    if (isBefore)
      makeOutside(source, localValue);
    if (anyWithin(written, block.forwardEnd, block.laterBegin)) {
      makeOutside(problem.enter, localValue);
      if (root == value && written.front() >= block.forwardEnd)
        problem.enteringBytes += copy.bytes;
    }
    if (anyWithin(written, block.laterEnd, end))
      local.tasks[sink].outputs.push_back(localValue);
    if (written.back() < block.forwardEnd) {
      if (anyWithin(ownRead, block.forwardEnd, block.laterBegin))
        local.tasks[leave].inputs.push_back(localValue);
      if (anyWithin(read, blocks.turn, block.laterBegin))
        copy.bytes = 0;
    }
    // Makers of incoming values may rerun, unless the block needs the values.
    if (anyWithin(ownRead, block.laterEnd, end) &&
        (!isBefore || anyWithin(read, block.laterBegin, block.laterEnd)))
      local.tasks[sink].inputs.push_back(localValue);
  }

  void addValues() {
    for (const auto &[i, value] : enumerate(values)) {
      const Value &original = graph.values[value];
      Value &copy = local.values.emplace_back();
      copy.id = i;
      copy.bytes = original.bytes;
      copy.accumulate = original.accumulate;
      copy.isResult = original.isResult;
      if (original.viewOf)
        copy.viewOf = localOf[*original.viewOf];
    }
    for (size_t i = 0; i != values.size(); ++i)
      connect(i);
  }

  /// `enter` comes after `leave`.
  void orderOutsideTasks() {
    const ValueId token = local.values.size();
    local.values.emplace_back().id = token;
    local.tasks[leave].outputs.push_back(token);
    local.tasks[problem.enter].inputs.push_back(token);
    for (TaskId task : {source, problem.enter, sink}) {
      SmallVectorImpl<ValueId> &inputs = local.tasks[task].inputs;
      llvm::sort(inputs);
      inputs.erase(llvm::unique(inputs), inputs.end());
      erase_if(inputs, [&](ValueId input) {
        // Ascending.
        return binary_search(local.tasks[task].outputs, input);
      });
    }
  }

  void makeKey() {
    for (const Task &task : local.tasks) {
      append_range(problem.key,
                   std::initializer_list<int64_t>{
                       bit_cast<int64_t>(task.time), task.workspace,
                       task.mayRunAgain, int64_t(task.policy),
                       int64_t(task.inputs.size()),
                       int64_t(task.outputs.size())});
      append_range(problem.key, task.inputs);
      append_range(problem.key, task.outputs);
    }
    for (const Value &value : local.values)
      append_range(problem.key,
                   std::initializer_list<int64_t>{
                       value.bytes, value.accumulate, value.isResult,
                       value.viewOf ? *value.viewOf : int64_t(-1)});
  }

  const StepBlocks &blocks;
  const Graph &graph;
  const StepBlock &block;
  BlockProblem problem;
  Graph &local = problem.graph;
  TaskId source = 0;
  TaskId leave = 0;
  TaskId sink = 0;
  /// By value of the block: the step's value; and the inverse.
  std::vector<ValueId> values;
  DenseMap<ValueId, ValueId> localOf;
};

Expected<BlockProblem> StepBlocks::extract(const StepBlock &block) const {
  return Extractor(*this, block).run();
}
