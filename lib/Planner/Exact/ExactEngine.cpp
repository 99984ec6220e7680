//===- ExactEngine.cpp - Best-first search over states --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Why nothing is lost:
//
// Drops. Run the tasks of any plan within the budget in order, dropping
// storages past their last read only when the next task does not fit. The held
// storages contain all that the plan keeps alive, so dropping enough of the
// rest, minimally, makes room.
//
// Dominance. With equal tasks done, at most the cost, and more held, every
// continuation remains possible: it drops the excess.
//
// Free runs. If a task that runs once fits now, makes no views and leaves no
// more bytes than those that it alone kept alive, it may precede any
// continuation: until its former place the storages that it frees were alive,
// and now no more bytes are. If time does not matter, the same holds for a task
// that may rerun and fits without drops: its outputs can be dropped at any
// time.
//
// The heuristic sums the cost of pending tasks that run once, and of each other
// task that makes a value which is needed, even indirectly, and not held.
// Running a task reduces it by at most the task's cost: no state is expanded
// twice.
//
//===----------------------------------------------------------------------===//

#include "Exact/ExactEngine.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "remat-exact"

using namespace llvm;
using namespace mlir::remat::planner;
using namespace mlir::remat::planner::exact;

ExactEngine::ExactEngine(const ExactModel &model, int64_t budget, bool anyPlan)
    : model(model), budget(budget), anyPlan(anyPlan),
      smallestMissed(std::numeric_limits<int64_t>::max()),
      counted(model.tasks.size(), 0) {}

std::optional<Cost> ExactEngine::restOf(const State &state) {
  Cost rest;
  Mask needed = model.looseResults;
  for (size_t bit = 0, e = model.followed.size(); bit != e; ++bit) {
    if (state.done.test(bit))
      continue;
    const ExactTask &task = model.tasks[model.followed[bit]];
    needed |= task.looseInputs;
    rest.time += task.leastTime;
    ++rest.steps;
  }
  ++countedStamp;
  Mask seen = state.held;
  for (Mask missing = needed.without(seen); missing.any();) {
    int32_t number = missing.lowest();
    missing.reset(number);
    seen.set(number);
    const ExactValue &value = model.values[number];
    if (value.madeOnce) {
      if (state.done.contains(value.writers))
        return std::nullopt;
      continue;
    }
    const ExactTask &writer = model.tasks[value.writer];
    // Already counted.
    if (writer.bit >= 0 && !state.done.test(writer.bit))
      continue;
    if (counted[value.writer] == countedStamp)
      continue;
    counted[value.writer] = countedStamp;
    rest.time += writer.leastTime;
    ++rest.steps;
    missing |= writer.looseInputs.without(seen);
  }
  return rest;
}

bool ExactEngine::isDominated(const Node &node) const {
  auto it = expanded.find(node.state.done);
  if (it == expanded.end())
    return false;
  // Looking at all would be quadratic.
  int32_t tries = 256;
  for (int32_t i = it->second; i >= 0 && tries-- > 0;
       i = nodes[i].nextExpanded) {
    const Node &other = nodes[i];
    if ((anyPlan || !(node.cost < other.cost)) &&
        other.state.extra == node.state.extra &&
        other.state.held.contains(node.state.held))
      return true;
  }
  return false;
}

EngineResult ExactEngine::run(uint64_t limit, SearchControl &control) {
  workLimit = limit;
  open(Node());
  for (int64_t round = 0; !queue.empty(); ++round) {
    if (round % 64 == 63 && control.shouldStop())
      return EngineResult::Limit;
    const Entry entry = queue.top();
    queue.pop();
    Node &node = nodes[entry.node];
    // Done, or queued again at lower cost.
    if (node.isExpanded || node.cost < entry.cost)
      continue;
    bound = node.cost + node.rest;
    if (node.rest.steps == 0 && node.state.held.contains(model.looseResults)) {
      found = entry.node;
      return EngineResult::Found;
    }
    node.isExpanded = true;
    if (isDominated(node))
      continue;
    auto [it, isNew] = expanded.try_emplace(node.state.done, entry.node);
    if (!isNew) {
      node.nextExpanded = it->second;
      it->second = entry.node;
    }
    expand(entry.node);
    if (workDone >= workLimit)
      return EngineResult::Limit;
  }
  return EngineResult::None;
}

void ExactEngine::gatherStorages(const Node &node) {
  storages.clear();
  (node.state.held & model.single).forEach([&](int32_t value) {
    storages.push_back({{}, model.values[value].bytes});
    storages.back().values.set(value);
  });
  for (const std::vector<int32_t> &group : model.groups) {
    const size_t begin = storages.size();
    for (int32_t value : group) {
      if (!node.state.held.test(value))
        continue;
      // Copies are numbered by their first members.
      const size_t i = begin + model.copyOf(node.state, model.values[value]);
      if (i == storages.size())
        storages.push_back({{}, model.values[value].bytes});
      storages[i].values.set(value);
    }
  }
  llvm::stable_sort(storages, [](const Storage &a, const Storage &b) {
    return a.bytes > b.bytes;
  });
}

bool ExactEngine::mayRun(const Node &node, const ExactTask &task) const {
  return (task.mayRunAgain || !node.state.done.test(task.bit)) &&
         node.state.held.contains(task.looseInputs) &&
         node.state.done.contains(task.after) &&
         !(model.hasPins && readsPinned(node, task));
}

bool ExactEngine::readsPinned(const Node &node, const ExactTask &task) const {
  // Once the backward pass has begun, only its tasks and forward tasks that
  // rerun for it must not read pinned values.
  const Mask &done = node.state.done;
  if (!model.forward.any() || !model.backward.any() ||
      !done.contains(model.forward))
    return false;
  const bool servesBackward =
      task.isBackward ||
      (task.isForward && done.test(task.bit) && done.meets(model.backward));
  bool isPinned = false;
  if (servesBackward)
    task.looseInputs.forEach([&](int32_t number) {
      int32_t shift = model.values[number].pinShift;
      isPinned |= shift >= 0 && (node.state.extra.test(shift) ||
                                 node.state.extra.test(shift + 1));
    });
  return isPinned;
}

bool ExactEngine::isPointless(const Node &node, const ExactTask &task) const {
  if (task.bit >= 0 && !node.state.done.test(task.bit))
    return false;
  for (const ExactOption &option : task.options)
    for (const ExactOutput &output : option.outputs) {
      const ExactValue &value = model.values[output.value];
      // A new copy helps if the old one must not be read, or if its views can
      // be dropped with it.
      if ((value.pinShift >= 0 || value.group >= 0 ||
           !node.state.held.test(output.value)) &&
          model.isUseful(value, node.state.done))
        return false;
    }
  return true;
}

int64_t ExactEngine::bytesDuring(const Node &node, const ExactTask &task,
                                 const ExactOption &option) const {
  int64_t bytes = model.graph.residentBytes + node.fixedBytes +
                  node.looseBytes + option.bytes;
  for (int32_t number : task.fixedOutputs)
    if (!node.state.done.meets(model.fixed[number].writers))
      bytes += model.fixed[number].bytes;
  for (int32_t number : option.accumulating)
    if (!node.state.done.meets(model.values[number].writers))
      bytes += model.values[number].bytes;
  // A remade value replaces its older copy unless a view holds that.
  if (option.makes.meets(node.state.held))
    for (const Storage &storage : storages)
      if (option.makes.contains(storage.values) &&
          !model.values[storage.values.lowest()].accumulates)
        bytes -= storage.bytes;
  return bytes;
}

int64_t ExactEngine::fixedChange(const ExactTask &task, const Mask &before,
                                 const Mask &after) const {
  int64_t change = 0;
  for (ArrayRef<int32_t> list :
       {ArrayRef(task.fixedInputs), ArrayRef(task.fixedOutputs)})
    for (int32_t number : list) {
      const ExactValue &value = model.fixed[number];
      change += value.bytes * (model.fixedAlive(value, after) -
                               model.fixedAlive(value, before));
    }
  return change;
}

bool ExactEngine::isFree(const Node &node, const ExactTask &task) const {
  if (task.options.size() != 1 || model.hasPins)
    return false;
  const ExactOption &option = task.options.front();
  if (task.mayRunAgain)
    return anyPlan && model.single.contains(option.makes) &&
           bytesDuring(node, task, option) <= budget;
  Mask after = node.state.done;
  after.set(task.bit);
  int64_t left = fixedChange(task, node.state.done, after);
  for (const ExactOutput &output : option.outputs) {
    const ExactValue &value = model.values[output.value];
    if (output.source >= 0 || value.group >= 0)
      return false;
    if (!node.state.held.test(output.value))
      left += value.bytes;
  }
  return left <= 0 && bytesDuring(node, task, option) <= budget;
}

void ExactEngine::expand(int32_t index) {
  current = index;
  // Adding a node moves nodes.
  const Node node = nodes[index];
  gatherStorages(node);
  SmallVector<int32_t, 32> ready;
  for (int32_t i = 0, e = model.tasks.size(); i != e; ++i) {
    const ExactTask &task = model.tasks[i];
    if (!mayRun(node, task) || isPointless(node, task))
      continue;
    if (isFree(node, task)) {
      tryOption(index, i, 0);
      return;
    }
    ready.push_back(i);
  }
  for (int32_t i : ready)
    for (size_t k = 0, e = model.tasks[i].options.size(); k != e; ++k) {
      tryOption(index, i, k);
      if (workDone >= workLimit)
        return;
    }
}

void ExactEngine::tryOption(int32_t index, int32_t taskIndex, int32_t option) {
  const ExactTask &task = model.tasks[taskIndex];
  const ExactOption &run = task.options[option];
  currentTask = taskIndex;
  currentOption = option;
  const int64_t missing = bytesDuring(nodes[index], task, run) - budget;
  if (missing <= 0)
    return addSuccessor({});
  gatherDroppable(nodes[index], task, run);
  dropAndRun(0, missing, {});
}

void ExactEngine::gatherDroppable(const Node &node, const ExactTask &task,
                                  const ExactOption &option) {
  const Mask &done = node.state.done;
  droppable.clear();
  for (const Storage &storage : storages) {
    if (storage.bytes == 0 || storage.values.meets(task.looseInputs) ||
        option.makes.contains(storage.values))
      continue;
    bool mustStay = false;
    storage.values.forEach([&](int32_t number) {
      const ExactValue &value = model.values[number];
      mustStay |=
          value.madeOnce && (value.isResult || !done.contains(value.writers) ||
                             !done.contains(value.onceReaders));
    });
    if (!mustStay)
      droppable.push_back(storage);
  }
  droppableFrom.assign(droppable.size() + 1, 0);
  for (size_t i = droppable.size(); i-- > 0;)
    droppableFrom[i] = droppableFrom[i + 1] + droppable[i].bytes;
}

void ExactEngine::dropAndRun(size_t from, int64_t missing,
                             const Mask &dropped) {
  // Largest first: the smallest member completes a set, so it is minimal. A set
  // that falls short shows a sufficient budget.
  if (droppableFrom[from] < missing) {
    smallestMissed =
        std::min(smallestMissed, budget + missing - droppableFrom[from]);
    return;
  }
  if (workDone >= workLimit)
    return;
  const Storage storage = droppable[from];
  if (storage.bytes >= missing)
    addSuccessor(dropped | storage.values);
  else
    dropAndRun(from + 1, missing - storage.bytes, dropped | storage.values);
  dropAndRun(from + 1, missing, dropped);
}

void ExactEngine::markPins(State &state, const State &before) const {
  const ExactTask &task = model.tasks[currentTask];
  const bool inForward = !before.done.contains(model.forward) &&
                         !before.done.meets(model.backward);
  for (const ExactOutput &output : task.options[currentOption].outputs) {
    const int32_t shift = model.values[output.value].pinShift;
    if (shift < 0)
      continue;
    const bool madeByPinned = task.isPinned && inForward;
    bool storageByPinned = madeByPinned;
    if (output.source >= 0) {
      const int32_t source = model.values[output.source].pinShift;
      storageByPinned = source >= 0 && before.extra.test(source + 1);
    }
    state.extra.assign(shift, madeByPinned);
    state.extra.assign(shift + 1, storageByPinned);
  }
}

void ExactEngine::dropUseless(State &state) const {
  Mask useless;
  state.held.forEach([&](int32_t number) {
    if (!model.isUseful(model.values[number], state.done))
      useless.set(number);
  });
  state.held = state.held.without(useless);
  if (!model.hasPins)
    return;
  for (size_t i = 0, e = model.values.size(); i != e; ++i)
    if (const int32_t shift = model.values[i].pinShift;
        shift >= 0 && !state.held.test(i)) {
      state.extra.reset(shift);
      state.extra.reset(shift + 1);
    }
}

void ExactEngine::numberCopies(State &state, const State &before) const {
  SmallVector<int32_t, Mask::size> copies(model.values.size(), -1);
  for (const std::vector<int32_t> &group : model.groups)
    for (int32_t number : group)
      if (before.held.test(number))
        copies[number] = model.copyOf(before, model.values[number]);
  // Outputs change while others read the former copies.
  const SmallVector<int32_t, Mask::size> old = copies;
  for (const ExactOutput &output :
       model.tasks[currentTask].options[currentOption].outputs) {
    const ExactValue &value = model.values[output.value];
    if (value.group < 0)
      continue;
    if (output.source >= 0)
      copies[output.value] = old[output.source];
    else if (!(value.accumulates && before.held.test(output.value)))
      // Not the number of an older copy.
      copies[output.value] = model.values.size();
  }
  for (const std::vector<int32_t> &group : model.groups) {
    SmallVector<int32_t, 8> numbers;
    for (int32_t number : group) {
      const ExactValue &value = model.values[number];
      uint64_t code = 0;
      if (state.held.test(number)) {
        code = find(numbers, copies[number]) - numbers.begin();
        if (code == numbers.size())
          numbers.push_back(copies[number]);
      }
      uint64_t &word = state.extra.words[value.copyShift / 64];
      uint64_t mask = (uint64_t(1) << value.copyBits) - 1;
      word &= ~(mask << (value.copyShift % 64));
      word |= code << (value.copyShift % 64);
    }
  }
}

int64_t ExactEngine::bytesOfLoose(const State &state) const {
  int64_t bytes = 0;
  (state.held & model.single).forEach([&](int32_t number) {
    bytes += model.values[number].bytes;
  });
  for (const std::vector<int32_t> &group : model.groups) {
    int32_t copies = 0;
    for (int32_t number : group)
      if (state.held.test(number))
        copies =
            std::max(copies, model.copyOf(state, model.values[number]) + 1);
    bytes += copies * model.values[group.front()].bytes;
  }
  return bytes;
}

void ExactEngine::addSuccessor(const Mask &dropped) {
  ++workDone;
  const ExactTask &task = model.tasks[currentTask];
  const ExactOption &option = task.options[currentOption];
  const Node &from = nodes[current];
  const State &before = from.state;
  Node node;
  node.state = before;
  node.state.held = before.held.without(dropped) | option.makes;
  node.cost = from.cost + Cost{option.time, 1};
  node.parent = current;
  node.task = currentTask;
  node.option = currentOption;
  node.fixedBytes = from.fixedBytes;
  if (task.bit >= 0 && !before.done.test(task.bit)) {
    node.state.done.set(task.bit);
    node.fixedBytes += fixedChange(task, before.done, node.state.done);
  }
  if (model.hasPins)
    markPins(node.state, before);
  dropUseless(node.state);
  if (!model.groups.empty())
    numberCopies(node.state, before);
  node.looseBytes = bytesOfLoose(node.state);
  open(node);
}

void ExactEngine::open(Node node) {
  auto [it, isNew] = known.try_emplace(node.state, nodes.size());
  const int32_t number = it->second;
  if (!isNew) {
    Node &other = nodes[number];
    if (anyPlan || other.isExpanded || !(node.cost < other.cost))
      return;
    node.rest = other.rest;
    other = node;
  } else {
    std::optional<Cost> rest = restOf(node.state);
    // Keep dead ends to avoid asking again.
    node.isExpanded = !rest;
    node.rest = rest.value_or(Cost());
    nodes.push_back(node);
    if (!rest)
      return;
  }
  queue.push({anyPlan ? node.rest : node.cost + node.rest, node.cost,
              currentTask, number});
}

std::vector<Step> ExactEngine::steps() const {
  std::vector<Step> result;
  for (int32_t at = found; at > 0; at = nodes[at].parent) {
    const ExactTask &task = model.tasks[nodes[at].task];
    result.push_back({task.task, task.options[nodes[at].option].variant});
  }
  std::reverse(result.begin(), result.end());
  return result;
}
