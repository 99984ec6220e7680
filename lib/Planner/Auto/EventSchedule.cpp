//===- EventSchedule.cpp - Runs of a step's ops at slots ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Auto/EventSchedule.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <algorithm>
#include <cassert>
#include <limits>

using namespace llvm;
using namespace mlir::remat::planner;

ScheduleRuns mlir::remat::planner::everyOpOnce(const StepModel &model) {
  ScheduleRuns once;
  append_range(once.firstSlots, llvm::seq(model.size()));
  return once;
}

/// The first of a slot's runs of `op` or a later one.
template <typename Runs> static auto *lowerRun(Runs &runs, Slot op) {
  return partition_point(
      runs, [&](const EventSchedule::Run &run) { return run.op < op; });
}

template <typename Function>
static void forEachTouch(const StepModel &model, Slot op, Function touch) {
  using TouchKind = EventSchedule::TouchKind;
  for (StorageId storage : model.reads(op))
    touch(storage, TouchKind::Reads);
  for (StorageId storage : model.makes(op))
    touch(storage, TouchKind::Makes);
  for (StorageId storage : model.adds(op))
    touch(storage, TouchKind::Adds);
}

EventSchedule::EventSchedule(const StepModel &model, int64_t limit,
                             const ScheduleRuns &initial)
    : model(&model), firstSlots(initial.firstSlots),
      count(initial.events.size()) {
  assert(firstSlots.size() == model.ops.size() && "every op runs");
  // An extra slot for the end, which reads the results.
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
  deriveTouches();
  bytes = SlotBytes(deriveBytes(), limit);
}

void EventSchedule::deriveTouches() {
  touchLists.resize(model->storages.size());
  for (Slot slot = 0, e = runs.size(); slot != e; ++slot)
    for (const Run &run : runs[slot]) {
      if (run.op == model->size())
        continue;
      forEachTouch(*model, run.op, [&](StorageId storage, TouchKind kind) {
        touchLists[storage].push_back({momentOf(slot, run.op), kind});
      });
    }
  for (size_t i = 0; i != touchLists.size(); ++i)
    if (model->storages[i].isResult)
      touchLists[i].push_back(
          {momentOf(model->size(), model->size()), TouchKind::Reads});
  for (const SmallVector<Touch, 4> &list : touchLists) {
    assert(!list.empty() && list.front().kind != TouchKind::Reads &&
           "a storage is read before it is made");
    spans.push_back({list.front().moment, list.back().moment});
  }
}

std::vector<int64_t> EventSchedule::deriveBytes() {
  // In run order: a copy counts from its first to its last run.
  int64_t alive = model->graph.residentBytes;
  for (Slot slot = 0, e = runs.size(); slot != e; ++slot)
    for (Run &run : runs[slot]) {
      run.relative = alive;
      if (run.op == model->size())
        continue;
      alive += begunBytes({slot, run.op});
      run.relative = alive + model->ops[run.op].workspace;
      for (StorageId storage : model->touched(run.op))
        if (endsBefore(storage,
                       lowerTouch(storage, momentOf(slot, run.op)) + 1))
          alive -= model->storages[storage].bytes;
    }
  highest.assign(runs.size(), SlotBytes::nothing);
  std::vector<int64_t> sums(runs.size(), SlotBytes::nothing);
  for (size_t slot = 0; slot != runs.size(); ++slot) {
    if (runs[slot].empty())
      continue;
    const int64_t level = runs[slot].front().relative;
    for (Run &run : runs[slot]) {
      run.relative -= level;
      highest[slot] = std::max(highest[slot], run.relative);
    }
    sums[slot] = level + highest[slot];
  }
  return sums;
}

size_t EventSchedule::lowerTouch(StorageId storage, Moment moment) const {
  const SmallVector<Touch, 4> &list = touchLists[storage];
  return partition_point(
             list, [&](const Touch &touch) { return touch.moment < moment; }) -
         list.begin();
}

/// Moments next to a moment, as ends of ranges; no run need be there.
static Moment justAfter(Moment moment) { return moment + 1; }
static Moment justBefore(Moment moment) {
  return opOfMoment(moment) > 0 ? moment - 1
                                : momentOf(slotOfMoment(moment) - 1,
                                           std::numeric_limits<Slot>::max());
}

// A copy lives from the touch that makes it to the last one before the next
// that makes one. An accumulating storage has one copy, from its first touch.

void EventSchedule::addTouchBytes(StorageId storage, size_t at, Touch touch,
                                  int64_t size) {
  const SmallVector<Touch, 4> &list = touchLists[storage];
  const auto [moment, kind] = touch;
  const bool servesLater = !endsBefore(storage, at);
  if (at == 0) {
    // The first of all: later touches make their own copy or add to this one.
    addBetween(moment, servesLater ? justBefore(list[at].moment) : moment,
               size);
  } else if (kind == TouchKind::Makes) {
    // Takes over the later readers.
    if (servesLater)
      addBetween(justAfter(list[at - 1].moment), justBefore(moment), -size);
    else
      addBetween(moment, moment, size);
  } else if (!servesLater) {
    addBetween(justAfter(list[at - 1].moment), moment, size);
  }
}

void EventSchedule::addTouch(StorageId storage, Touch touch) {
  ++touched;
  SmallVector<Touch, 4> &list = touchLists[storage];
  const size_t at = lowerTouch(storage, touch.moment);
  assert((at == list.size() || list[at].moment != touch.moment) &&
         "the run touches the storage already");
  assert((at != 0 || touch.kind != TouchKind::Reads) &&
         "the run reads what is not made yet");
  addTouchBytes(storage, at, touch, model->storages[storage].bytes);
  list.insert(list.begin() + at, touch);
  spans[storage] = {list.front().moment, list.back().moment};
}

void EventSchedule::removeTouch(StorageId storage, Moment moment) {
  ++touched;
  SmallVector<Touch, 4> &list = touchLists[storage];
  const size_t at = lowerTouch(storage, moment);
  assert(at != list.size() && list[at].moment == moment &&
         "the run does not touch the storage");
  const Touch touch = list[at];
  list.erase(list.begin() + at);
  assert(!list.empty() && list.front().kind != TouchKind::Reads &&
         "readers are left without a copy");
  spans[storage] = {list.front().moment, list.back().moment};
  addTouchBytes(storage, at, touch, -model->storages[storage].bytes);
}

void EventSchedule::touchAll(Event event) {
  forEachTouch(*model, event.op, [&](StorageId storage, TouchKind kind) {
    addTouch(storage, {momentOf(event), kind});
  });
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

int64_t EventSchedule::begunBytes(Event event) const {
  if (event.op == model->size())
    return 0;
  int64_t begun = model->ops[event.op].madeBytes;
  for (StorageId storage : model->adds(event.op))
    if (touchLists[storage].front().moment == momentOf(event))
      begun += model->storages[storage].bytes;
  return begun;
}

int64_t EventSchedule::crossingBytes(Event event) const {
  // The input of the next run; the end of the step is the last one.
  Slot at = event.at;
  const Run *next = lowerRun(runs[at], event.op);
  while (next == runs[at].end())
    next = runs[++at].begin();
  const int64_t before =
      levelOf(at) + next->relative - begunBytes({at, next->op});
  return next->op == model->size() ? before
                                   : before - model->ops[next->op].workspace;
}

void EventSchedule::addRun(Event event) {
  int64_t relative =
      crossingBytes(event) + model->ops[event.op].workspace - levelOf(event.at);
  SmallVector<Run, 1> &list = runs[event.at];
  list.insert(lowerRun(list, event.op), {event.op, relative});
  setHighest(event.at, std::max(highest[event.at], relative));
}

void EventSchedule::removeRun(Event event) {
  SmallVector<Run, 1> &list = runs[event.at];
  Run *run = lowerRun(list, event.op);
  assert(run != list.end() && run->op == event.op && "no such run");
  const bool isHighest = run->relative == highest[event.at];
  list.erase(run);
  if (isHighest)
    settleSlot(event.at);
}

void EventSchedule::setHighest(Slot slot, int64_t most) {
  if (most == highest[slot])
    return;
  bytes.addAt(slot, most - highest[slot]);
  highest[slot] = most;
}

void EventSchedule::settleSlot(Slot slot) {
  int64_t most = SlotBytes::nothing;
  for (const Run &run : runs[slot])
    most = std::max(most, run.relative);
  touched += runs[slot].size() / 64;
  setHighest(slot, most);
}

void EventSchedule::addWithin(Slot slot, Slot firstOp, Slot lastOp,
                              int64_t added) {
  SmallVector<Run, 1> &list = runs[slot];
  if (list.empty())
    return;
  if (firstOp <= list.front().op && list.back().op <= lastOp) {
    bytes.add(slot, slot, added);
    return;
  }
  // Slots can have many runs: look at all only if the highest comes down.
  int64_t most = SlotBytes::nothing;
  Run *const begin = lowerRun(list, firstOp);
  Run *run = begin;
  for (; run != list.end() && run->op <= lastOp; ++run) {
    most = std::max(most, run->relative);
    run->relative += added;
  }
  // As much work as this many touches.
  touched += (run - begin) / 64;
  if (most == SlotBytes::nothing)
    return;
  if (added > 0)
    setHighest(slot, std::max(highest[slot], most + added));
  else if (most == highest[slot])
    settleSlot(slot);
}

void EventSchedule::addBetween(Moment first, Moment last, int64_t added) {
  if (first > last || added == 0)
    return;
  constexpr Slot lastOfAll = std::numeric_limits<Slot>::max();
  const Slot firstSlot = slotOfMoment(first), lastSlot = slotOfMoment(last);
  if (firstSlot == lastSlot)
    return addWithin(firstSlot, opOfMoment(first), opOfMoment(last), added);
  addWithin(firstSlot, opOfMoment(first), lastOfAll, added);
  if (firstSlot + 1 < lastSlot)
    bytes.add(firstSlot + 1, lastSlot - 1, added);
  addWithin(lastSlot, 0, opOfMoment(last), added);
}

void EventSchedule::add(Event event) {
  assert(event.at >= 0 && event.at <= model->size() && "no such slot");
  assert(event.op >= 0 && event.op < model->size() && "no such op");
  assert(model->ops[event.op].canRunAgain && "the op runs once");
  assert(momentOf(event) > firstMoment(event.op) &&
         "the op has not run for the first time yet");
  assert(!contains(event) && "the run is there already");
  addRun(event);
  touchAll(event);
  addedTime += model->ops[event.op].time;
  ++count;
}

void EventSchedule::remove(Event event) {
  assert(contains(event) && "no such run");
  assert(momentOf(event) != firstMoment(event.op) && "a first run must stay");
  untouchAll(event);
  removeRun(event);
  addedTime -= model->ops[event.op].time;
  --count;
}

bool EventSchedule::contains(Event event) const {
  const Run *run = lowerRun(runs[event.at], event.op);
  return run != runs[event.at].end() && run->op == event.op;
}

bool EventSchedule::mayFitWithout(Event event) const {
  const Moment moment = momentOf(event);
  // Without the event, some operands end earlier. That frees at most their
  // bytes, from the earliest of their other last uses on.
  int64_t freed = 0;
  Slot freedFrom = event.at;
  for (StorageId storage : model->reads(event.op)) {
    const SmallVector<Touch, 4> &list = touchLists[storage];
    const size_t at = lowerTouch(storage, moment);
    if (!endsBefore(storage, at + 1))
      continue;
    freed += model->storages[storage].bytes;
    freedFrom = std::min(freedFrom, slotOfMoment(list[at - 1].moment));
  }
  for (StorageId storage : model->makes(event.op)) {
    const SmallVector<Touch, 4> &list = touchLists[storage];
    const size_t at = lowerTouch(storage, moment);
    if (endsBefore(storage, at + 1))
      continue;
    const Slot first = slotOfMoment(list[at - 1].moment) + 1;
    const int64_t room = getLimit() - model->storages[storage].bytes;
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
      // Follows all writers of an accumulating storage and the first maker of
      // any other.
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
  // Readers of an accumulating storage follow all writers.
  return all_of(model->adds(op), [&](StorageId storage) {
    const auto *reader = find_if_not(touchLists[storage], isWriter);
    return reader == touchLists[storage].end() || reader->moment >= moment;
  });
}

void EventSchedule::moveFirst(Slot op, Slot to) {
  const Event old = {firstSlots[op], op}, moved = {to, op};
  assert(to >= 0 && to < model->size() && "no such slot");
  assert(!contains(moved) && "the op runs there already");
  // Adds the new run first, so that readers always have a copy.
  addRun(moved);
  touchAll(moved);
  untouchAll(old);
  removeRun(old);
  firstSlots[op] = to;
}

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
  // By storage and by view: the number of its copy.
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
      // Made along with the previous one.
      if (!isStale(view))
        continue;
      TaskId task = graph.writers(view).front();
      steps.push_back({task, 0});
      for (ValueId output : graph.tasks[task].outputs)
        viewedCopy[output] = copyOf[model->storageOf[output]];
    }
  };
  // Every task runs: unread views run as soon as possible.
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
      // Views of its operands.
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
