//===- EventSchedule.cpp - Runs of a step's ops at slots ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Auto/EventSchedule.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <limits>

using namespace llvm;
using namespace mlir::remat::planner;

static ScheduleRuns everyOpOnce(const StepModel &model) {
  ScheduleRuns once;
  for (Slot slot = 0; slot != model.size(); ++slot)
    once.firstSlots.push_back(slot);
  return once;
}

EventSchedule::EventSchedule(const StepModel &model, int64_t limit)
    : EventSchedule(model, limit, everyOpOnce(model)) {}

EventSchedule::EventSchedule(const StepModel &model, int64_t limit,
                             const ScheduleRuns &initial)
    : model(&model), limit(std::min(limit, noLimit)),
      firstSlots(initial.firstSlots), count(initial.events.size()) {
  // One slot more for the end, where the results are read.
  runs.resize(model.size() + 1);
  for (Slot op = 0; op != model.size(); ++op)
    runs[firstSlots[op]].push_back({op, 0});
  for (const Event &event : initial.events) {
    runs[event.at].push_back({event.op, 0});
    addedTime += model.ops[event.op].time;
  }
  runs[model.size()].push_back({model.size(), 0});
  for (SmallVector<Run, 1> &list : runs)
    llvm::sort(list, [](const Run &a, const Run &b) { return a.op < b.op; });
  derive();
  setLimit(limit);
}

/// Derives touches and bytes from the runs.
void EventSchedule::derive() {
  const Slot slots = runs.size();
  tops.assign(slots, nothing);
  highest.assign(slots, nothing);
  const Slot blocks = (slots + blockSize - 1) / blockSize;
  blockAdd.assign(blocks, 0);
  blockHighest.assign(blocks, 0);
  blockLowest.assign(blocks, 0);
  const Slot groups = (slots + groupSize - 1) / groupSize;
  groupAdd.assign(groups, 0);
  groupHighest.assign(groups, 0);
  groupLowest.assign(groups, 0);
  touchLists.resize(model->storages.size());
  for (Slot slot = 0; slot != slots; ++slot)
    for (const Run &run : runs[slot]) {
      if (run.op == model->size())
        continue;
      const Moment moment = momentOf(slot, run.op);
      for (StorageId storage : model->reads(run.op))
        touchLists[storage].push_back({moment, TouchKind::Reads});
      for (StorageId storage : model->makes(run.op))
        touchLists[storage].push_back({moment, TouchKind::Makes});
      for (StorageId storage : model->adds(run.op))
        touchLists[storage].push_back({moment, TouchKind::Adds});
    }
  for (size_t i = 0; i != touchLists.size(); ++i)
    if (model->storages[i].isResult)
      touchLists[i].push_back(
          {momentOf(model->size(), model->size()), TouchKind::Reads});
  for (const SmallVector<Touch, 4> &list : touchLists)
    spans.push_back({list.front().moment, list.back().moment});

  // In the order of the runs: what a run begins counts from it on, what ends at
  // it no more after it.
  int64_t alive = model->graph.residentBytes;
  for (Slot slot = 0; slot != slots; ++slot)
    for (Run &run : runs[slot]) {
      if (run.op == model->size()) {
        run.relative = alive;
        continue;
      }
      const Moment moment = momentOf(slot, run.op);
      alive += begunBytes({slot, run.op});
      run.relative = alive + model->ops[run.op].workspace;
      auto endCopies = [&](ArrayRef<StorageId> storages) {
        for (StorageId storage : storages) {
          const SmallVector<Touch, 4> &list = touchLists[storage];
          size_t next = lowerTouch(storage, moment) + 1;
          if (next == list.size() || list[next].kind == TouchKind::Makes)
            alive -= model->storages[storage].bytes;
        }
      };
      endCopies(model->reads(run.op));
      endCopies(model->makes(run.op));
      endCopies(model->adds(run.op));
    }
  for (Slot slot = 0; slot != slots; ++slot) {
    if (runs[slot].empty())
      continue;
    const int64_t level = runs[slot].front().relative;
    for (Run &run : runs[slot]) {
      run.relative -= level;
      highest[slot] = std::max(highest[slot], run.relative);
    }
    tops[slot] = level + highest[slot];
  }
}

void EventSchedule::setLimit(int64_t newLimit) {
  // Sums that go below zero on the way must not overflow with it.
  limit = std::min(newLimit, noLimit);
  totalExcess = 0;
  for (Slot slot = 0, e = tops.size(); slot != e; ++slot)
    totalExcess += std::max<int64_t>(0, bytesAt(slot) - limit);
  for (Slot block = 0, e = blockCount(); block != e; ++block)
    settleBlock(block);
  for (Slot group = 0, e = groupCount(); group != e; ++group)
    settleGroup(group);
}

//===----------------------------------------------------------------------===//
// Touches
//===----------------------------------------------------------------------===//

size_t EventSchedule::lowerTouch(StorageId storage, Moment moment) const {
  const SmallVector<Touch, 4> &list = touchLists[storage];
  return partition_point(
             list, [&](const Touch &touch) { return touch.moment < moment; }) -
         list.begin();
}

/// The moments next to a moment, as ends of ranges: there need not be a run.
static Moment justAfter(Moment moment) { return moment + 1; }
static Moment justBefore(Moment moment) {
  return opOfMoment(moment) > 0 ? moment - 1
                                : momentOf(slotOfMoment(moment) - 1,
                                           std::numeric_limits<Slot>::max());
}

// A copy of a storage lives from the touch that makes it to the last one before
// the next that makes one. An accumulating storage has one copy, which begins
// at its first touch, whichever that is.

void EventSchedule::addTouch(StorageId storage, Moment moment, TouchKind kind) {
  ++workDone;
  SmallVector<Touch, 4> &list = touchLists[storage];
  const int64_t bytes = model->storages[storage].bytes;
  const size_t at = lowerTouch(storage, moment);
  const bool servesLater =
      at != list.size() && list[at].kind != TouchKind::Makes;
  if (at == 0) {
    // The first of all: what follows makes a copy itself, or adds to this one.
    addBetween(moment, servesLater ? justBefore(list[at].moment) : moment,
               bytes);
  } else if (kind == TouchKind::Makes) {
    // It takes over the readers from here on.
    if (servesLater)
      addBetween(justAfter(list[at - 1].moment), justBefore(moment), -bytes);
    else
      addBetween(moment, moment, bytes);
  } else if (!servesLater) {
    addBetween(justAfter(list[at - 1].moment), moment, bytes);
  }
  list.insert(list.begin() + at, {moment, kind});
  spans[storage] = {list.front().moment, list.back().moment};
}

void EventSchedule::removeTouch(StorageId storage, Moment moment) {
  ++workDone;
  SmallVector<Touch, 4> &list = touchLists[storage];
  const int64_t bytes = model->storages[storage].bytes;
  const size_t at = lowerTouch(storage, moment);
  const TouchKind kind = list[at].kind;
  list.erase(list.begin() + at);
  if (!list.empty())
    spans[storage] = {list.front().moment, list.back().moment};
  const bool servedLater =
      at != list.size() && list[at].kind != TouchKind::Makes;
  if (at == 0) {
    addBetween(moment, servedLater ? justBefore(list[at].moment) : moment,
               -bytes);
  } else if (kind == TouchKind::Makes) {
    if (servedLater)
      addBetween(justAfter(list[at - 1].moment), justBefore(moment), bytes);
    else
      addBetween(moment, moment, -bytes);
  } else if (!servedLater) {
    addBetween(justAfter(list[at - 1].moment), moment, -bytes);
  }
}

void EventSchedule::touchAll(Event event) {
  const Moment moment = momentOf(event);
  for (StorageId storage : model->reads(event.op))
    addTouch(storage, moment, TouchKind::Reads);
  for (StorageId storage : model->makes(event.op))
    addTouch(storage, moment, TouchKind::Makes);
  for (StorageId storage : model->adds(event.op))
    addTouch(storage, moment, TouchKind::Adds);
}

void EventSchedule::untouchAll(Event event) {
  const Moment moment = momentOf(event);
  for (StorageId storage : model->adds(event.op))
    removeTouch(storage, moment);
  for (StorageId storage : model->makes(event.op))
    removeTouch(storage, moment);
  for (StorageId storage : model->reads(event.op))
    removeTouch(storage, moment);
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

int64_t EventSchedule::begunBytes(Event event) const {
  if (event.op == model->size())
    return 0;
  int64_t bytes = model->ops[event.op].madeBytes;
  for (StorageId storage : model->adds(event.op))
    if (touchLists[storage].front().moment == momentOf(event))
      bytes += model->storages[storage].bytes;
  return bytes;
}

int64_t EventSchedule::crossingBytes(Event event) const {
  // What the next run finds. There is one, at the end if nowhere else.
  Slot at = event.at;
  const Run *next = partition_point(
      runs[at], [&](const Run &run) { return run.op < event.op; });
  while (next == runs[at].end())
    next = runs[++at].begin();
  int64_t bytes = levelOf(at) + next->relative - begunBytes({at, next->op});
  return next->op == model->size() ? bytes
                                   : bytes - model->ops[next->op].workspace;
}

void EventSchedule::addRun(Event event) {
  int64_t relative =
      crossingBytes(event) + model->ops[event.op].workspace - levelOf(event.at);
  SmallVector<Run, 1> &list = runs[event.at];
  list.insert(
      partition_point(list, [&](const Run &run) { return run.op < event.op; }),
      {event.op, relative});
  setHighest(event.at, std::max(highest[event.at], relative));
}

void EventSchedule::removeRun(Event event) {
  SmallVector<Run, 1> &list = runs[event.at];
  Run *run = partition_point(
      list, [&](const Run &other) { return other.op < event.op; });
  const bool isHighest = run->relative == highest[event.at];
  list.erase(run);
  if (isHighest)
    settleSlot(event.at);
}

void EventSchedule::add(Event event) {
  addRun(event);
  touchAll(event);
  addedTime += model->ops[event.op].time;
  ++count;
}

void EventSchedule::remove(Event event) {
  untouchAll(event);
  removeRun(event);
  addedTime -= model->ops[event.op].time;
  --count;
}

bool EventSchedule::contains(Event event) const {
  const SmallVector<Run, 1> &list = runs[event.at];
  auto it =
      partition_point(list, [&](const Run &run) { return run.op < event.op; });
  return it != list.end() && it->op == event.op;
}

bool EventSchedule::mayFitWithout(Event event) const {
  const Moment moment = momentOf(event);
  // What operands would no longer be kept for: at most their bytes, from the
  // slot of the first of their last other uses on.
  int64_t freed = 0;
  Slot freedFrom = event.at;
  for (StorageId storage : model->reads(event.op)) {
    const SmallVector<Touch, 4> &list = touchLists[storage];
    const size_t at = lowerTouch(storage, moment);
    if (at + 1 != list.size() && list[at + 1].kind != TouchKind::Makes)
      continue;
    freed += model->storages[storage].bytes;
    freedFrom = std::min(freedFrom, slotOfMoment(list[at - 1].moment));
  }
  for (StorageId storage : model->makes(event.op)) {
    const SmallVector<Touch, 4> &list = touchLists[storage];
    const size_t at = lowerTouch(storage, moment);
    if (at + 1 == list.size() || list[at + 1].kind == TouchKind::Makes)
      continue;
    const Slot first = slotOfMoment(list[at - 1].moment) + 1;
    const int64_t room = limit - model->storages[storage].bytes;
    const Slot middle = std::max(first, std::min(freedFrom, event.at));
    if (peakBetween(first, middle - 1) > room ||
        peakBetween(middle, event.at - 1) > room + freed)
      return false;
  }
  return true;
}

bool EventSchedule::canMoveFirst(Slot op, Slot to) const {
  const Moment from = firstMoment(op), moment = momentOf(to, op);
  if (from == moment || contains({to, op}))
    return false;
  auto isWriter = [](const Touch &touch) {
    return touch.kind != TouchKind::Reads;
  };
  if (moment < from) {
    for (StorageId storage : model->reads(op)) {
      // Everything that writes an accumulating storage comes before, and the
      // first that makes another one.
      for (const Touch &touch : touchLists[storage]) {
        if (!isWriter(touch))
          break;
        if (touch.moment > moment)
          return false;
        if (touch.kind == TouchKind::Makes)
          break;
      }
    }
    return true;
  }
  for (StorageId storage : model->makes(op))
    if (touchLists[storage].size() > 1 &&
        touchLists[storage][1].moment < moment)
      return false;
  for (StorageId storage : model->adds(op))
    for (const Touch &touch : touchLists[storage])
      if (!isWriter(touch)) {
        if (touch.moment < moment)
          return false;
        break;
      }
  return true;
}

void EventSchedule::moveFirst(Slot op, Slot to) {
  const Event old = {firstSlots[op], op}, moved = {to, op};
  // The new run first, so that no reader is ever without a copy.
  addRun(moved);
  touchAll(moved);
  untouchAll(old);
  removeRun(old);
  firstSlots[op] = to;
}

//===----------------------------------------------------------------------===//
// What the schedule says
//===----------------------------------------------------------------------===//

std::vector<Event> EventSchedule::allEvents() const {
  std::vector<Event> all;
  all.reserve(count);
  for (Slot slot = 0; slot <= model->size(); ++slot)
    for (const Run &run : runs[slot])
      if (run.op != model->size() && firstSlots[run.op] != slot)
        all.push_back({slot, run.op});
  return all;
}

std::vector<Step> EventSchedule::steps() const {
  const Graph &graph = model->graph;
  std::vector<Step> steps;
  steps.reserve(graph.tasks.size() + count);
  // By storage and by view: the number of the copy that it has.
  std::vector<int32_t> copyOf(model->storages.size(), 0);
  std::vector<int32_t> viewedCopy(graph.values.size(), 0);
  SmallVector<ValueId, 4> stale;
  auto isStale = [&](ValueId value) {
    StorageId storage = model->storageOf[value];
    return graph.values[value].viewOf && storage >= 0 &&
           viewedCopy[value] != copyOf[storage];
  };
  auto makeView = [&](ValueId value) {
    for (; isStale(value); value = *graph.values[value].viewOf)
      stale.push_back(value);
    while (!stale.empty()) {
      ValueId view = stale.pop_back_val();
      // Made along with the one before.
      if (!isStale(view))
        continue;
      TaskId task = graph.writers(view).front();
      steps.push_back({task, 0});
      for (ValueId output : graph.tasks[task].outputs)
        viewedCopy[output] = copyOf[model->storageOf[output]];
    }
  };
  // Views that nobody reads run as soon as they can: every task runs.
  std::vector<SmallVector<ValueId, 1>> unread(model->ops.size());
  for (TaskId task : model->viewTasks) {
    ValueId value = graph.tasks[task].outputs.front();
    if (any_of(graph.tasks[task].outputs,
               [&](ValueId output) { return !graph.readers(output).empty(); }))
      continue;
    ValueId source = value;
    while (model->opOf[graph.writers(source).front()] < 0)
      source = *graph.values[source].viewOf;
    unread[model->opOf[graph.writers(source).front()]].push_back(value);
  }

  for (Slot slot = 0; slot <= model->size(); ++slot)
    for (const Run &run : runs[slot]) {
      if (run.op == model->size())
        break;
      const Task &task = graph.tasks[model->ops[run.op].task];
      for (ValueId input : task.inputs)
        makeView(input);
      // Views that it makes of its operands.
      for (ValueId output : task.outputs)
        if (graph.values[output].viewOf &&
            !is_contained(task.outputs, *graph.values[output].viewOf))
          makeView(*graph.values[output].viewOf);
      steps.push_back({model->ops[run.op].task, 0});
      for (StorageId storage : model->makes(run.op))
        ++copyOf[storage];
      for (StorageId storage : model->adds(run.op))
        copyOf[storage] = 1;
      for (ValueId output : task.outputs)
        if (graph.values[output].viewOf && model->storageOf[output] >= 0)
          viewedCopy[output] = copyOf[model->storageOf[output]];
      if (firstSlots[run.op] == slot)
        for (ValueId view : unread[run.op])
          makeView(view);
    }
  return steps;
}
