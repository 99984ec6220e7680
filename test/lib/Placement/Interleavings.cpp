//===- Interleavings.cpp - Owners of bytes in any order -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interleavings.h"

#include "remat/Support/SplitMix64.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <numeric>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::placement;

namespace {

/// What waits for what, and who uses which buffer.
struct Step {
  Step(ArrayRef<TaskAccess> tasks, ArrayRef<ByteRange> ranges);

  ArrayRef<TaskAccess> tasks;
  ArrayRef<ByteRange> ranges;
  // By task: those that wait for it, for how many it waits, and the buffers
  // that it accesses.
  std::vector<std::vector<uint32_t>> waiting;
  std::vector<uint32_t> numAwaited;
  std::vector<std::vector<uint32_t>> buffers;
  /// By buffer: how many tasks access it.
  std::vector<uint32_t> numUsers;
};

/// One execution.
class Execution {
public:
  Execution(const Step &step, SplitMix64 &random);

  /// At most so many tasks at once.
  Error run(size_t maxRunning);
  /// Starts `held` as early as it can and ends it when nothing else can run.
  Error runHolding(uint32_t held);

private:
  uint32_t takeReady(size_t index);
  Error start(uint32_t task);
  Error claim(uint32_t buffer, uint32_t task);
  /// Whether the task runs the last ops of one buffer before the first of the
  /// other, by itself.
  bool isHandedOver(uint32_t owner, uint32_t buffer, uint32_t task) const;
  void finish(uint32_t task);
  /// Starts and ends all tasks that are ready, and those that become so, one
  /// after another: those that `isWanted`.
  Error drain(function_ref<bool(uint32_t)> isWanted);

  const Step &step;
  SplitMix64 &random;
  std::vector<uint32_t> awaited;
  std::vector<uint32_t> usersLeft;
  /// By buffer: the task that started its life, or -1.
  std::vector<int64_t> firstUser;
  std::vector<uint32_t> ready, running, owners;
};

} // namespace

Step::Step(ArrayRef<TaskAccess> tasks, ArrayRef<ByteRange> ranges)
    : tasks(tasks), ranges(ranges), waiting(tasks.size()),
      numAwaited(tasks.size()), buffers(tasks.size()), numUsers(ranges.size()) {
  struct Access {
    uint32_t task;
    bool writes;
  };
  std::vector<std::vector<Access>> accesses(ranges.size());
  auto add = [&](uint32_t object, uint32_t task, bool writes) {
    if (object >= accesses.size())
      accesses.resize(object + 1);
    accesses[object].push_back({task, writes});
  };
  for (size_t task = 0; task < tasks.size(); ++task) {
    for (uint32_t object : tasks[task].reads)
      add(object, task, false);
    for (uint32_t object : tasks[task].writes)
      add(object, task, true);
  }
  for (size_t object = 0; object < accesses.size(); ++object) {
    ArrayRef<Access> list = accesses[object];
    for (size_t later = 0; later < list.size(); ++later) {
      for (size_t earlier = 0; earlier < later; ++earlier)
        if ((list[earlier].writes || list[later].writes) &&
            list[earlier].task != list[later].task)
          waiting[list[earlier].task].push_back(list[later].task);
      if (object < ranges.size())
        buffers[list[later].task].push_back(object);
    }
  }
  auto makeUnique = [](std::vector<uint32_t> &list) {
    llvm::sort(list);
    list.erase(llvm::unique(list), list.end());
  };
  for (size_t task = 0; task < tasks.size(); ++task) {
    makeUnique(waiting[task]);
    makeUnique(buffers[task]);
    for (uint32_t other : waiting[task])
      ++numAwaited[other];
    for (uint32_t buffer : buffers[task])
      ++numUsers[buffer];
  }
}

Execution::Execution(const Step &step, SplitMix64 &random)
    : step(step), random(random), awaited(step.numAwaited),
      usersLeft(step.numUsers), firstUser(step.numUsers.size(), -1) {
  for (size_t task = 0; task < step.tasks.size(); ++task)
    if (awaited[task] == 0)
      ready.push_back(task);
}

uint32_t Execution::takeReady(size_t index) {
  std::swap(ready[index], ready.back());
  uint32_t task = ready.back();
  ready.pop_back();
  return task;
}

bool Execution::isHandedOver(uint32_t owner, uint32_t buffer,
                             uint32_t task) const {
  if (!step.tasks[task].isSequence || !is_contained(step.buffers[task], owner))
    return false;
  return usersLeft[owner] == 1 ||
         (usersLeft[buffer] == 1 && firstUser[owner] == task);
}

Error Execution::claim(uint32_t buffer, uint32_t task) {
  ByteRange range = step.ranges[buffer];
  for (uint32_t owner : owners) {
    ByteRange other = step.ranges[owner];
    int64_t first = std::max(range.offset, other.offset);
    if (first >= range.offset + range.size ||
        first >= other.offset + other.size || isHandedOver(owner, buffer, task))
      continue;
    return createStringError(
        "byte " + Twine(first) + " has two owners: buffer " + Twine(owner) +
        ", begun by task " + Twine(firstUser[owner]) + ", and buffer " +
        Twine(buffer) + ", begun by task " + Twine(task) + " while " +
        Twine(usersLeft[owner]) + " task(s) have yet to end with the other");
  }
  firstUser[buffer] = task;
  owners.push_back(buffer);
  return Error::success();
}

Error Execution::start(uint32_t task) {
  running.push_back(task);
  for (uint32_t buffer : step.buffers[task])
    if (firstUser[buffer] < 0)
      if (Error error = claim(buffer, task))
        return error;
  return Error::success();
}

void Execution::finish(uint32_t task) {
  running.erase(llvm::find(running, task));
  for (uint32_t buffer : step.buffers[task])
    if (--usersLeft[buffer] == 0)
      owners.erase(llvm::find(owners, buffer));
  for (uint32_t other : step.waiting[task])
    if (--awaited[other] == 0)
      ready.push_back(other);
}

Error Execution::run(size_t maxRunning) {
  while (!ready.empty() || !running.empty()) {
    bool mayStart = !ready.empty() && running.size() < maxRunning;
    if (mayStart && (running.empty() || random.chance(0.5))) {
      if (Error error = start(takeReady(random.below(ready.size()))))
        return error;
      continue;
    }
    finish(running[random.below(running.size())]);
  }
  return Error::success();
}

Error Execution::drain(function_ref<bool(uint32_t)> isWanted) {
  std::vector<uint32_t> unwanted;
  while (!ready.empty()) {
    uint32_t task = takeReady(random.below(ready.size()));
    if (!isWanted(task)) {
      unwanted.push_back(task);
      continue;
    }
    if (Error error = start(task))
      return error;
    finish(task);
  }
  ready = std::move(unwanted);
  return Error::success();
}

Error Execution::runHolding(uint32_t held) {
  // What it waits for, directly or not: no later task.
  std::vector<bool> isBefore(step.tasks.size());
  isBefore[held] = true;
  for (size_t task = held; task-- > 0;)
    isBefore[task] = any_of(step.waiting[task],
                            [&](uint32_t other) { return isBefore[other]; });
  if (Error error =
          drain([&](uint32_t task) { return task != held && isBefore[task]; }))
    return error;
  takeReady(llvm::find(ready, held) - ready.begin());
  if (Error error = start(held))
    return error;
  if (Error error = drain([](uint32_t) { return true; }))
    return error;
  finish(held);
  return drain([](uint32_t) { return true; });
}

Error placement::checkInterleavings(ArrayRef<TaskAccess> tasks,
                                    ArrayRef<ByteRange> ranges,
                                    const InterleavingOptions &options) {
  Step step(tasks, ranges);
  SplitMix64 random(options.seed);
  std::vector<uint32_t> order(tasks.size());
  std::iota(order.begin(), order.end(), 0);
  for (size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[random.below(i)]);
  for (int64_t i = 0; i < options.count && !tasks.empty(); ++i) {
    Execution execution(step, random);
    Error error = i % 2 == 0
                      ? execution.run(1 + random.below(8))
                      : execution.runHolding(order[i / 2 % order.size()]);
    if (error)
      return createStringError("execution " + Twine(i) + " of seed " +
                               Twine(options.seed) + ": " +
                               toString(std::move(error)));
  }
  return Error::success();
}

Error placement::checkInterleavings(ArrayRef<TaskAccess> tasks,
                                    const Problem &problem,
                                    const Placement &placement,
                                    const InterleavingOptions &options) {
  std::vector<ByteRange> ranges;
  for (auto [buffer, offset] : zip_equal(problem.buffers, placement.offsets))
    ranges.push_back({offset, buffer.sizeInBytes});
  return checkInterleavings(tasks, ranges, options);
}

std::vector<uint32_t> placement::getRandomOrder(ArrayRef<TaskAccess> tasks,
                                                uint64_t seed) {
  Step step(tasks, {});
  SplitMix64 random(seed);
  std::vector<uint32_t> ready, order;
  for (size_t task = 0; task < tasks.size(); ++task)
    if (step.numAwaited[task] == 0)
      ready.push_back(task);
  while (!ready.empty()) {
    std::swap(ready[random.below(ready.size())], ready.back());
    uint32_t task = ready.back();
    ready.pop_back();
    order.push_back(task);
    for (uint32_t other : step.waiting[task])
      if (--step.numAwaited[other] == 0)
        ready.push_back(other);
  }
  return order;
}
