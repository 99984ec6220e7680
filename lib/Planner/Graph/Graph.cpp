//===- Graph.cpp - A training step as the planner sees it -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Graph.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <cmath>
#include <limits>

using namespace llvm;
using namespace mlir::remat::planner;

namespace {

std::string named(StringRef what, int64_t id, StringRef name) {
  std::string text = (what + " " + Twine(id)).str();
  if (!name.empty())
    text += (" ('" + name + "')").str();
  return text;
}

/// Names the smallest duplicate id.
template <typename T>
Error checkIds(const std::vector<T> &elements, StringRef nouns) {
  std::vector<int64_t> ids;
  ids.reserve(elements.size());
  for (const T &element : elements)
    ids.push_back(element.id);
  llvm::sort(ids);
  auto it = std::adjacent_find(ids.begin(), ids.end());
  if (it == ids.end())
    return Error::success();
  return createStringError("two " + nouns + " have the id " + Twine(*it));
}

Error bytesError(const Twine &what, int64_t bytes) {
  return createStringError(what + " is " + Twine(bytes) +
                           " bytes; it must be at least 0");
}

/// Checks the costs of a task or variant.
Error checkCosts(const Twine &what, double time, int64_t workspace) {
  if (std::isfinite(time) && time >= 0 && time <= Graph::maxTime)
    return workspace < 0 ? bytesError("the workspace of " + what, workspace)
                         : Error::success();
  std::string text;
  raw_string_ostream(text) << time;
  return createStringError("the time of " + what + " is " + text +
                           "; it must be a number from 0 to 1e18");
}

Error sumError(const Twine &what, int64_t bytes) {
  return createStringError("with " + what + " (" + Twine(bytes) +
                           " bytes) the sizes sum to more than the limit of " +
                           Twine(Graph::maxTotalBytes) + " bytes");
}

} // namespace

StringRef mlir::remat::planner::stringifyPhase(Phase phase) {
  static constexpr StringLiteral names[] = {"forward", "backward", "other"};
  static_assert(std::size(names) == size_t(Phase::Other) + 1);
  return names[static_cast<size_t>(phase)];
}

StringRef mlir::remat::planner::stringifyPolicy(Policy policy) {
  static constexpr StringLiteral names[] = {"auto", "save", "recompute"};
  static_assert(std::size(names) == size_t(Policy::Recompute) + 1);
  return names[static_cast<size_t>(policy)];
}

std::string Graph::describe(const Task &task) {
  return named("op", task.id, task.name);
}

std::string Graph::describe(const Value &value) {
  return named("value", value.id, value.name);
}

Error Graph::validateValues() {
  constexpr size_t maxCount = std::numeric_limits<int32_t>::max();
  if (values.size() >= maxCount || tasks.size() >= maxCount)
    return createStringError("more than 2^31 - 2 values or ops");
  if (Error error = checkIds(values, "values"))
    return error;
  auto inRange = [&](ValueId id) {
    return id >= 0 && static_cast<size_t>(id) < values.size();
  };
  if (loss && !inRange(*loss))
    return createStringError("the loss is no value of the graph");
  if (residentBytes < 0)
    return bytesError("what is resident", residentBytes);
  for (const Value &value : values) {
    if (value.bytes < 0)
      return bytesError("the size of " + describe(value), value.bytes);
    if (value.gradientOf && !inRange(*value.gradientOf))
      return createStringError(describe(value) +
                               " is the gradient of no value of the graph");
    if (value.viewOf && !inRange(*value.viewOf))
      return createStringError(describe(value) +
                               " is a view of no value of the graph");
    if (value.viewOf && value.accumulate)
      return createStringError(describe(value) +
                               " cannot both be a view and accumulate");
  }
  return Error::success();
}

Error Graph::deriveRoots() {
  roots.assign(values.size(), -1);
  std::vector<ValueId> chain;
  for (ValueId start = 0, e = values.size(); start != e; ++start) {
    chain.clear();
    ValueId at = start;
    while (roots[at] == -1 && values[at].viewOf) {
      // Marks the values of the current walk.
      roots[at] = -2;
      chain.push_back(at);
      at = *values[at].viewOf;
    }
    if (roots[at] == -2)
      return createStringError(describe(values[at]) + " is a view of itself");
    if (roots[at] == -1)
      roots[at] = at;
    for (ValueId value : chain)
      roots[value] = roots[at];
  }

  // At most one copy per value is alive at a time: a view can hold an older
  // copy of its root than a later run made.
  int64_t left = maxTotalBytes;
  if (residentBytes > left)
    return sumError("what is resident", residentBytes);
  left -= residentBytes;
  for (ValueId value = 0, e = values.size(); value != e; ++value) {
    const int64_t bytes = values[roots[value]].bytes;
    if (bytes > left)
      return sumError(describe(values[value]), bytes);
    left -= bytes;
  }
  for (const Task &task : tasks) {
    if (task.workspace > left)
      return sumError("the workspace of " + describe(task), task.workspace);
    for (const Variant &variant : task.variants)
      if (variant.workspace > left)
        return sumError("the workspace of a variant of " + describe(task),
                        variant.workspace);
  }
  return Error::success();
}

Error Graph::validateTasks() {
  if (Error error = checkIds(tasks, "ops"))
    return error;
  std::vector<TaskId> seenIn(values.size(), -1), seenOut(values.size(), -1);
  auto mark = [&](const Task &task, ArrayRef<ValueId> list,
                  std::vector<TaskId> &seen, StringRef verb) -> Error {
    TaskId index = &task - tasks.data();
    for (ValueId value : list) {
      if (value < 0 || static_cast<size_t>(value) >= values.size())
        return createStringError(describe(task) + " " + verb +
                                 " what is no value of the graph");
      if (seen[value] == index)
        return createStringError(describe(task) + " " + verb + " " +
                                 describe(values[value]) + " twice");
      seen[value] = index;
    }
    return Error::success();
  };

  totalTime = totalForwardTime = 0;
  for (const Task &task : tasks) {
    if (Error error = mark(task, task.inputs, seenIn, "reads"))
      return error;
    if (Error error = mark(task, task.outputs, seenOut, "writes"))
      return error;
    if (Error error = checkCosts(describe(task), task.time, task.workspace))
      return error;
    if (task.forward && (*task.forward < 0 ||
                         static_cast<size_t>(*task.forward) >= tasks.size()))
      return createStringError(describe(task) +
                               " differentiates no op of the graph");
    if (task.forward && tasks[*task.forward].phase != Phase::Forward)
      return createStringError(describe(task) + " differentiates " +
                               describe(tasks[*task.forward]) +
                               ", which is not a forward op");
    totalTime += task.time;
    if (task.phase == Phase::Forward)
      totalForwardTime += task.time;
  }
  return validateVariants();
}

Error Graph::validateVariants() {
  // Reads and writes of the current run, by its number.
  std::vector<int64_t> reads(values.size(), -1), makes(values.size(), -1);
  int64_t run = -1;
  for (const Task &task : tasks) {
    auto checkRun = [&](ArrayRef<ValueId> outputs) -> Error {
      ++run;
      for (ValueId value : task.inputs)
        reads[value] = run;
      for (ValueId value : outputs) {
        if (makes[value] == run)
          return createStringError("a variant of " + describe(task) +
                                   " writes " + describe(values[value]) +
                                   " twice");
        makes[value] = run;
      }
      for (ValueId value : outputs) {
        std::optional<ValueId> source = values[value].viewOf;
        if (source && reads[*source] != run && makes[*source] != run)
          return createStringError(describe(task) + " makes " +
                                   describe(values[value]) + ", a view of " +
                                   describe(values[*source]) +
                                   ", which it neither reads nor writes");
      }
      return Error::success();
    };
    if (Error error = checkRun(task.outputs))
      return error;
    for (const Variant &variant : task.variants) {
      for (ValueId value : variant.outputs)
        if (!is_contained(task.outputs, value))
          return createStringError("a variant of " + describe(task) +
                                   " writes a value that the op does not");
      if (Error error = checkRun(variant.outputs))
        return error;
      if (Error error = checkCosts("a variant of " + describe(task),
                                   variant.time, variant.workspace))
        return error;
    }
  }
  return Error::success();
}

Error Graph::deriveAdjacency() {
  writerLists.assign(values.size(), {});
  readerLists.assign(values.size(), {});
  for (TaskId index = 0, e = tasks.size(); index != e; ++index) {
    for (ValueId value : tasks[index].inputs)
      readerLists[value].push_back(index);
    for (ValueId value : tasks[index].outputs)
      writerLists[value].push_back(index);
  }
  for (ValueId index = 0, e = values.size(); index != e; ++index) {
    const Value &value = values[index];
    ArrayRef<TaskId> by = writers(index);
    if (by.size() > 1 && !value.accumulate)
      return createStringError(describe(value) + " is written by " +
                               describe(tasks[by[0]]) + " and " +
                               describe(tasks[by[1]]) +
                               "; only a value with accumulate may be");
    if (value.accumulate)
      for (TaskId writer : by)
        if (tasks[writer].mayRunAgain)
          return createStringError(describe(value) + " accumulates, but " +
                                   describe(tasks[writer]) +
                                   ", which adds to it, may run again");
    if (value.viewOf && by.empty() && !writers(*value.viewOf).empty())
      return createStringError(describe(value) + " is a view of " +
                               describe(values[*value.viewOf]) +
                               ", but no op makes it");
  }
  for (const Task &task : tasks) {
    if (task.policy != Policy::Recompute || task.mayRunAgain ||
        task.phase != Phase::Forward)
      continue;
    for (ValueId output : task.outputs)
      for (TaskId reader : readers(output))
        if (tasks[reader].phase == Phase::Backward)
          return createStringError(
              describe(task) + " is pinned recompute and read by " +
              describe(tasks[reader]) +
              ", but may not run again; unpin it or let it run again");
  }
  return Error::success();
}

Error Graph::finalize() {
  if (Error error = validateValues())
    return error;
  if (Error error = validateTasks())
    return error;
  if (Error error = deriveRoots())
    return error;
  if (Error error = deriveAdjacency())
    return error;
  return settleBaseOrder();
}

std::vector<int32_t> Graph::getRanks() const {
  std::vector<int32_t> ranks(tasks.size());
  for (const auto &[rank, task] : enumerate(baseOrder))
    ranks[task] = rank;
  return ranks;
}

uint64_t Graph::fingerprint() const {
  SmallString<1024> bytes;
  raw_svector_ostream stream(bytes);
  support::endian::Writer out(stream, endianness::little);
  auto writeTime = [&](double time) {
    // -0 and 0 are the same time.
    out.write<double>(time == 0 ? 0.0 : time);
  };
  auto writeValues = [&](ArrayRef<ValueId> list) {
    out.write<uint64_t>(list.size());
    for (ValueId value : list)
      out.write<int64_t>(values[value].id);
  };
  auto writeId = [&](const auto &elements, std::optional<int32_t> position) {
    out.write<uint8_t>(position.has_value());
    out.write<int64_t>(position ? elements[*position].id : 0);
  };

  // The version of this serialization.
  out.write<uint32_t>(1);
  out.write<int64_t>(residentBytes);
  writeId(values, loss);
  out.write<uint64_t>(values.size());
  for (const Value &value : values) {
    out.write<int64_t>(value.id);
    out.write<int64_t>(value.bytes);
    out.write<uint8_t>(static_cast<uint8_t>(value.kind));
    writeId(values, value.gradientOf);
    out.write<uint8_t>(value.accumulate);
    writeId(values, value.viewOf);
    out.write<uint8_t>(value.isResult);
  }
  out.write<uint64_t>(tasks.size());
  for (const Task &task : tasks) {
    out.write<int64_t>(task.id);
    out.write<uint8_t>(static_cast<uint8_t>(task.phase));
    writeValues(task.inputs);
    writeValues(task.outputs);
    writeTime(task.time);
    out.write<int64_t>(task.workspace);
    out.write<uint8_t>(task.mayRunAgain);
    out.write<uint8_t>(static_cast<uint8_t>(task.policy));
    writeId(tasks, task.forward);
    out.write<uint64_t>(task.variants.size());
    for (const Variant &variant : task.variants) {
      writeValues(variant.outputs);
      writeTime(variant.time);
      out.write<int64_t>(variant.workspace);
    }
  }
  return xxh3_64bits(stream.str());
}
