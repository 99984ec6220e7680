//===- WindowSearch.cpp - Exact choices for a few ops ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Storages that ops of the window read or make are followed; all others are a
// profile of bytes over the stages, which are the runs that touch what is
// followed and the places where an op may run again. Between two stages nothing
// happens but that bytes of others come and go: the most of them counts.
//
// A storage is dropped only where something would not fit otherwise, and by
// minimal sets: a state then holds all that any plan with the same runs does.
// With more held for less time, a state dominates another one of its stage.
//
//===----------------------------------------------------------------------===//

#include "WindowSearch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/bit.h"

#include <algorithm>
#include <limits>
#include <tuple>

using namespace llvm;
using namespace mlir::remat::planner;

using TouchKind = EventSchedule::TouchKind;

/// Fewer bytes than any sum: where nothing runs.
static constexpr int64_t noBytes = std::numeric_limits<int64_t>::min() / 4;

template <typename Function>
static void forEachBit(uint64_t mask, Function function) {
  for (; mask; mask &= mask - 1)
    function(countr_zero(mask));
}

WindowSearch::WindowSearch(const StepModel &model)
    : model(model), bitOf(model.storages.size(), -1) {}

int64_t WindowSearch::bytesOf(Mask mask) const {
  int64_t sum = 0;
  forEachBit(mask, [&](int bit) { sum += bytes[bit]; });
  return sum;
}

bool WindowSearch::chooseStorages(const EventSchedule &schedule,
                                  ArrayRef<Slot> ops) {
  for (StorageId storage : storages)
    bitOf[storage] = -1;
  storages.clear();
  bytes.clear();
  freeOps.clear();
  remakeable = 0;
  auto follow = [&](StorageId storage) {
    // What occupies nothing is never dropped.
    if (model.storages[storage].bytes == 0 || bitOf[storage] >= 0)
      return;
    bitOf[storage] = 0;
    storages.push_back(storage);
  };
  for (Slot op : ops) {
    for (StorageId storage : model.makes(op))
      follow(storage);
    for (StorageId storage : model.reads(op))
      follow(storage);
  }
  constexpr size_t maxStorages = 64;
  if (storages.size() > maxStorages)
    return false;
  // Sets of large ones are tried first.
  llvm::sort(storages, [&](StorageId a, StorageId b) {
    const int64_t bytesOfA = model.storages[a].bytes;
    const int64_t bytesOfB = model.storages[b].bytes;
    return bytesOfA != bytesOfB ? bytesOfA > bytesOfB : a < b;
  });
  for (const auto &[bit, storage] : enumerate(storages)) {
    bitOf[storage] = bit;
    bytes.push_back(model.storages[storage].bytes);
  }
  makerOf.assign(storages.size(), -1);
  auto maskOf = [&](ArrayRef<StorageId> list) {
    Mask mask = 0;
    for (StorageId storage : list)
      if (bitOf[storage] >= 0)
        mask |= Mask(1) << bitOf[storage];
    return mask;
  };
  for (Slot op : ops) {
    const StepModel::Op &properties = model.ops[op];
    FreeOp freeOp;
    freeOp.op = op;
    freeOp.time = properties.time;
    freeOp.workspace = properties.workspace;
    freeOp.reads = maskOf(model.reads(op));
    freeOp.makes = maskOf(model.makes(op));
    freeOp.first = schedule.firstMoment(op);
    // That what occupies nothing is there is not followed, nor that all have
    // added to what accumulates.
    bool mayMove = limits.mayReorder;
    for (StorageId storage : model.makes(op))
      mayMove &= model.storages[storage].bytes > 0;
    freeOp.earliest = mayMove ? 0 : freeOp.first;
    for (StorageId storage : model.reads(op))
      for (const auto &[i, touch] : enumerate(schedule.touches(storage)))
        if (touch.kind == TouchKind::Adds ||
            (i == 0 && model.storages[storage].bytes == 0))
          freeOp.earliest = std::max(freeOp.earliest, touch.moment + 1);
    forEachBit(freeOp.makes, [&](int bit) { makerOf[bit] = freeOps.size(); });
    remakeable |= freeOp.makes;
    freeOps.push_back(freeOp);
  }
  return true;
}

void WindowSearch::addFixedStages(const EventSchedule &schedule) {
  stages.clear();
  // First runs that stay; the others are where they are one among many.
  SmallVector<Moment, 16> moving;
  for (const FreeOp &freeOp : freeOps)
    if (freeOp.earliest < freeOp.first)
      moving.push_back(freeOp.first);
  for (const auto &[bit, storage] : enumerate(storages)) {
    for (const auto &[i, touch] : enumerate(schedule.touches(storage))) {
      if (is_contained(moving, touch.moment))
        continue;
      Stage stage;
      stage.moment = touch.moment;
      // An accumulating storage begins at its first touch.
      const bool isMade =
          touch.kind == TouchKind::Makes ||
          (touch.kind == TouchKind::Adds && i == 0);
      (isMade ? stage.makes : stage.reads) |= Mask(1) << bit;
      stages.push_back(stage);
    }
  }
  llvm::sort(stages, [](const Stage &a, const Stage &b) {
    return a.moment < b.moment;
  });
  size_t count = 0;
  for (const Stage &stage : stages) {
    if (count && stages[count - 1].moment == stage.moment) {
      stages[count - 1].reads |= stage.reads;
      stages[count - 1].makes |= stage.makes;
      continue;
    }
    stages[count++] = stage;
  }
  stages.resize(count);
}

void WindowSearch::addCandidates(const EventSchedule &schedule,
                                 ArrayRef<Event> before) {
  // By free op, the slots.
  SmallVector<SmallVector<Slot, 32>, 16> slots(freeOps.size());
  if (limits.everySlot) {
    for (SmallVector<Slot, 32> &list : slots)
      append_range(list, seq<Slot>(0, model.size() + 1));
  } else {
    for (const Stage &stage : stages) {
      const Slot at = slotOfMoment(stage.moment);
      // To make what is read here, and what has to be made for that.
      Mask wanted = stage.reads & remakeable, seen = wanted;
      while (wanted) {
        const int32_t maker = makerOf[countr_zero(wanted)];
        wanted &= ~freeOps[maker].makes;
        slots[maker].push_back(at);
        const Mask more = freeOps[maker].reads & remakeable & ~seen;
        seen |= more;
        wanted |= more;
      }
      // While what it reads is there.
      for (const auto &[i, freeOp] : enumerate(freeOps))
        if (freeOp.reads & (stage.reads | stage.makes))
          slots[i].push_back(at);
    }
    for (const Event &event : before)
      for (const auto &[i, freeOp] : enumerate(freeOps))
        if (freeOp.op == event.op)
          slots[i].push_back(event.at);
  }
  for (const auto &[i, list] : enumerate(slots)) {
    llvm::sort(list);
    list.erase(llvm::unique(list), list.end());
    const FreeOp &freeOp = freeOps[i];
    for (Slot at : list) {
      Stage stage;
      stage.moment = momentOf(at, freeOp.op);
      stage.candidate = i;
      if (stage.moment >= freeOp.earliest && stage.moment != freeOp.first)
        stages.push_back(stage);
    }
    if (freeOp.earliest < freeOp.first) {
      Stage stage;
      stage.moment = freeOp.first;
      stage.candidate = i;
      stages.push_back(stage);
    }
  }
  llvm::sort(stages, [](const Stage &a, const Stage &b) {
    return a.moment < b.moment;
  });
}

WindowSearch::Mask WindowSearch::crossingAfter(const EventSchedule &schedule,
                                               Mask crossing,
                                               const Stage &stage) const {
  Mask touched = stage.reads | stage.makes;
  if (stage.candidate >= 0) {
    const FreeOp &freeOp = freeOps[stage.candidate];
    if (stage.moment != freeOp.first)
      return crossing;
    touched = freeOp.reads | freeOp.makes;
  }
  crossing &= ~touched;
  forEachBit(touched, [&](int bit) {
    const size_t next =
        schedule.lowerTouch(storages[bit], stage.moment + 1);
    ArrayRef<EventSchedule::Touch> touches = schedule.touches(storages[bit]);
    if (next != touches.size() && touches[next].kind != TouchKind::Makes)
      crossing |= Mask(1) << bit;
  });
  return crossing;
}

void WindowSearch::measureStages(const EventSchedule &schedule) {
  // The bytes of runs of a slot from op `first` to op `last`.
  auto mostWithin = [&](Slot slot, Slot first, Slot last) {
    int64_t most = noBytes;
    for (const EventSchedule::Run &run : schedule.runsAt(slot))
      if (first <= run.op && run.op <= last)
        most = std::max(most, schedule.levelOf(slot) + run.relative);
    return most;
  };
  constexpr Slot lastOp = std::numeric_limits<Slot>::max();
  Mask crossing = 0;
  for (size_t i = 0; i != stages.size(); ++i) {
    Stage &stage = stages[i];
    const Slot at = slotOfMoment(stage.moment), op = opOfMoment(stage.moment);
    stage.bytesBefore = noBytes;
    if (i != 0) {
      const Slot previous = slotOfMoment(stages[i - 1].moment);
      const Slot previousOp = opOfMoment(stages[i - 1].moment);
      int64_t most = noBytes;
      if (previous == at) {
        most = mostWithin(at, previousOp + 1, op - 1);
      } else {
        most = std::max(mostWithin(previous, previousOp + 1, lastOp),
                        mostWithin(at, 0, op - 1));
        if (previous + 1 < at)
          most = std::max(most, schedule.peakBetween(previous + 1, at - 1));
      }
      if (most >= 0)
        stage.bytesBefore = most - bytesOf(crossing);
    }
    if (stage.candidate < 0) {
      stage.bytes = mostWithin(at, op, op) -
                    bytesOf(crossing | stage.reads | stage.makes);
    } else if (const FreeOp &freeOp = freeOps[stage.candidate];
               stage.moment == freeOp.first) {
      stage.bytes = mostWithin(at, op, op) -
                    bytesOf(crossing | freeOp.reads | freeOp.makes);
    } else {
      stage.bytes = schedule.crossingBytes({at, op}) - bytesOf(crossing) +
                    freeOp.workspace;
    }
    crossing = crossingAfter(schedule, crossing, stage);
  }
}

void WindowSearch::deriveMasks() {
  // One more, for the states after the last.
  stages.emplace_back();
  for (size_t i = stages.size() - 1; i-- > 0;) {
    Stage &stage = stages[i];
    const Stage &after = stages[i + 1];
    if (stage.candidate < 0) {
      stage.useful = stage.reads | (after.useful & ~stage.makes);
      stage.needed = stage.reads | (after.needed & ~stage.makes);
      stage.madeLater = after.madeLater | stage.makes;
      continue;
    }
    const FreeOp &freeOp = freeOps[stage.candidate];
    stage.useful = after.useful;
    if (after.useful & freeOp.makes)
      stage.useful |= freeOp.reads;
    stage.needed = after.needed;
    stage.madeLater = after.madeLater;
  }
}

bool WindowSearch::setBound(State &state, size_t stage) const {
  state.bound = state.time;
  state.boundCount = state.count;
  Mask missing = stages[stage].needed & ~state.held, seen = missing;
  while (missing) {
    const int32_t maker = makerOf[countr_zero(missing)];
    if (maker < 0)
      return false;
    const FreeOp &freeOp = freeOps[maker];
    missing &= ~freeOp.makes;
    seen |= freeOp.makes;
    state.bound += freeOp.time;
    ++state.boundCount;
    const Mask inputs = freeOp.reads & ~state.held;
    // Gone for good.
    if (inputs & ~remakeable & ~stages[stage].madeLater)
      return false;
    missing |= inputs & remakeable & ~seen;
    seen |= inputs;
  }
  if (state.bound > timeToBeat + timeEpsilon)
    return false;
  return state.bound < timeToBeat - timeEpsilon ||
         state.boundCount < countToBeat;
}

void WindowSearch::push(State state, size_t stage, bool runs) {
  ++answer.states;
  if (runs) {
    const FreeOp &freeOp = freeOps[stages[stage].candidate];
    state.held |= freeOp.makes;
    state.time += freeOp.time;
    ++state.count;
  } else {
    state.held |= stages[stage].makes;
  }
  state.held &= stages[stage + 1].useful;
  if (!setBound(state, stage + 1))
    return;
  if (runs) {
    trace.push_back({state.trace, int32_t(stage)});
    state.trace = trace.size() - 1;
  }
  next.push_back(state);
}

void WindowSearch::drop(const State &state, int64_t missing, Mask droppable,
                        size_t stage, bool runs) {
  if (missing <= 0) {
    push(state, stage, runs);
    return;
  }
  if (!droppable || answer.states > limits.states)
    return;
  // Larger ones come first: a set is large enough by its smallest member.
  if (bytesOf(droppable) < missing)
    return;
  const int bit = countr_zero(droppable);
  State without = state;
  without.held &= ~(Mask(1) << bit);
  drop(without, missing - bytes[bit], droppable & (droppable - 1), stage, runs);
  drop(state, missing, droppable & (droppable - 1), stage, runs);
}

void WindowSearch::pass(const State &state, size_t index, bool runs) {
  const Stage &stage = stages[index];
  const int64_t held = bytesOf(state.held);
  int64_t room = std::numeric_limits<int64_t>::max();
  if (stage.bytesBefore > noBytes)
    room = limit - stage.bytesBefore;
  // What is read later must stay if it cannot be made again.
  Mask mustStay = stage.needed & ~remakeable;
  Mask made = 0;
  if (stage.candidate < 0) {
    if (stage.reads & ~state.held)
      return;
    mustStay |= stage.reads;
    made = stage.makes;
  } else if (runs) {
    mustStay |= freeOps[stage.candidate].reads;
    made = freeOps[stage.candidate].makes;
  }
  if (stage.candidate < 0 || runs)
    room = std::min(room,
                    limit - stage.bytes - bytesOf(made & ~state.held));
  drop(state, held - room, state.held & ~mustStay & ~made, index, runs);
}

void WindowSearch::settle() {
  llvm::sort(next, [](const State &a, const State &b) {
    return std::tie(a.time, a.count, a.held, a.trace) <
           std::tie(b.time, b.count, b.held, b.trace);
  });
  layer.clear();
  for (const State &state : next) {
    // Those that cost least are the most likely ones to dominate others.
    constexpr size_t tries = 64;
    const size_t looked = std::min(layer.size(), tries);
    bool isDominated = false;
    for (size_t i = 0; i != looked && !isDominated; ++i)
      isDominated = !(state.held & ~layer[i].held) &&
                    layer[i].count <= state.count;
    if (!isDominated)
      layer.push_back(state);
  }
  if (layer.size() <= limits.width)
    return;
  answer.isExact = false;
  std::nth_element(layer.begin(), layer.begin() + limits.width, layer.end(),
                   [](const State &a, const State &b) {
                     return std::tie(a.bound, a.boundCount, a.time, a.held,
                                     a.trace) <
                            std::tie(b.bound, b.boundCount, b.time, b.held,
                                     b.trace);
                   });
  layer.resize(limits.width);
}

WindowAnswer WindowSearch::run(const EventSchedule &schedule,
                               ArrayRef<Slot> ops, double toBeat,
                               double epsilon, ArrayRef<Event> before,
                               const WindowLimits &windowLimits) {
  limits = windowLimits;
  timeToBeat = toBeat;
  timeEpsilon = epsilon;
  countToBeat = before.size();
  limit = schedule.getLimit();
  answer = WindowAnswer();
  if (model.hasDropped || !chooseStorages(schedule, ops))
    return answer;
  addFixedStages(schedule);
  addCandidates(schedule, before);
  measureStages(schedule);
  deriveMasks();

  double once = 0;
  for (const FreeOp &freeOp : freeOps)
    if (freeOp.earliest < freeOp.first) {
      once += freeOp.time;
      ++countToBeat;
    }
  timeToBeat += once;

  answer.isExact = true;
  trace.clear();
  layer.clear();
  State start;
  if (setBound(start, 0))
    layer.push_back(start);
  for (size_t i = 0; i + 1 < stages.size() && !layer.empty(); ++i) {
    next.clear();
    const int32_t candidate = stages[i].candidate;
    for (const State &state : layer) {
      pass(state, i, /*runs=*/false);
      if (candidate < 0)
        continue;
      const FreeOp &freeOp = freeOps[candidate];
      if (!(freeOp.reads & ~state.held) &&
          (freeOp.makes & ~state.held & stages[i + 1].useful))
        pass(state, i, /*runs=*/true);
    }
    if (answer.states > limits.states) {
      answer.isExact = false;
      return answer;
    }
    settle();
  }
  if (layer.empty())
    return answer;
  const State &best = *std::min_element(
      layer.begin(), layer.end(), [](const State &a, const State &b) {
        return std::tie(a.time, a.count, a.trace) <
               std::tie(b.time, b.count, b.trace);
      });
  answer.time = best.time - once;
  for (int32_t at = best.trace; at >= 0; at = trace[at].parent) {
    const Stage &stage = stages[trace[at].stage];
    answer.events.push_back(
        {slotOfMoment(stage.moment), opOfMoment(stage.moment)});
  }
  std::reverse(answer.events.begin(), answer.events.end());
  for (const FreeOp &freeOp : freeOps) {
    if (freeOp.earliest >= freeOp.first)
      continue;
    auto it = find_if(answer.events, [&](const Event &event) {
      return event.op == freeOp.op;
    });
    // Nobody reads what it makes, but it has to run.
    if (it == answer.events.end())
      return answer;
    if (momentOf(*it) != freeOp.first)
      answer.firsts.push_back(*it);
    answer.events.erase(it);
  }
  answer.isBetter = true;
  return answer;
}
