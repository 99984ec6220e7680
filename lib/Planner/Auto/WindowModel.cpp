//===- WindowModel.cpp - A few ops of a schedule --------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Auto/WindowModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::remat::planner;

using TouchKind = EventSchedule::TouchKind;

static bool isEarlier(const WindowModel::Stage &a,
                      const WindowModel::Stage &b) {
  return a.moment < b.moment;
}

bool WindowModel::build(const EventSchedule &schedule, ArrayRef<Slot> ops,
                        ArrayRef<Event> before, const WindowOptions &options) {
  addFreeOps(schedule, ops, options.mayReorder);
  if (!chooseStorages())
    return false;
  addFixedStages(schedule);
  addCandidates(schedule, before, options.everySlot);
  measureStages(schedule);
  deriveMasks();
  return true;
}

/// The moment from which an op's operands exist, as far as states do not say:
/// they follow neither storages without bytes nor how many fixed ops have added
/// to accumulating storages.
Moment WindowModel::earliestMoment(const EventSchedule &schedule,
                                   Slot op) const {
  Moment earliest = 0;
  for (StorageId storage : model.reads(op))
    for (const auto &[i, touch] : enumerate(schedule.touches(storage)))
      if (touch.kind == TouchKind::Adds
              ? !isMoving(touch.moment)
              : i == 0 && model.storages[storage].bytes == 0)
        earliest = std::max(earliest, touch.moment + 1);
  return earliest;
}

bool WindowModel::isMoving(Moment moment) const {
  return any_of(freeOps, [&](const FreeOp &freeOp) {
    return freeOp.moves && freeOp.first == moment;
  });
}

void WindowModel::addFreeOps(const EventSchedule &schedule, ArrayRef<Slot> ops,
                             bool mayReorder) {
  freeOps.clear();
  for (Slot op : ops) {
    FreeOp freeOp;
    freeOp.op = op;
    freeOp.time = model.ops[op].time;
    freeOp.workspace = model.ops[op].workspace;
    freeOp.first = schedule.firstMoment(op);
    auto isFollowed = [&](StorageId storage) {
      return model.storages[storage].bytes > 0;
    };
    freeOp.moves = mayReorder && all_of(model.makes(op), isFollowed) &&
                   all_of(model.adds(op), isFollowed);
    if (freeOp.moves || model.ops[op].canRunAgain)
      freeOps.push_back(freeOp);
  }
  // Another op may wait for a fixed one.
  for (bool isSettled = false; !isSettled;) {
    isSettled = true;
    for (FreeOp &freeOp : freeOps) {
      freeOp.earliest = earliestMoment(schedule, freeOp.op);
      if (freeOp.moves && freeOp.earliest > freeOp.first) {
        freeOp.moves = false;
        isSettled = false;
      }
    }
  }
  erase_if(freeOps, [&](const FreeOp &freeOp) {
    return !freeOp.moves && !model.ops[freeOp.op].canRunAgain;
  });
}

bool WindowModel::chooseStorages() {
  for (StorageId storage : storages)
    bitOf[storage] = -1;
  storages.clear();
  for (const FreeOp &freeOp : freeOps)
    for (StorageId storage : model.touched(freeOp.op))
      if (model.storages[storage].bytes != 0 && bitOf[storage] < 0) {
        bitOf[storage] = 0;
        storages.push_back(storage);
      }
  constexpr size_t maxBits = 64;
  if (storages.size() + freeOps.size() > maxBits)
    return false;
  // Try sets of large ones first.
  llvm::sort(storages, [&](StorageId a, StorageId b) {
    return std::pair(-model.storages[a].bytes, a) <
           std::pair(-model.storages[b].bytes, b);
  });
  bytes.assign(storages.size() + freeOps.size(), 0);
  for (const auto &[bit, storage] : enumerate(storages)) {
    bitOf[storage] = bit;
    bytes[bit] = model.storages[storage].bytes;
  }
  makerOf.assign(bytes.size(), -1);
  remakeable = made = done = accumulating = 0;
  auto maskOf = [&](ArrayRef<StorageId> list) {
    Mask mask = 0;
    for (StorageId storage : list)
      if (bitOf[storage] >= 0)
        mask |= Mask(1) << bitOf[storage];
    return mask;
  };
  for (const auto &[i, freeOp] : enumerate(freeOps)) {
    freeOp.reads = maskOf(model.reads(freeOp.op));
    freeOp.makes = maskOf(model.makes(freeOp.op));
    freeOp.adds = maskOf(model.adds(freeOp.op));
    freeOp.storages = freeOp.reads | freeOp.makes | freeOp.adds;
    if (model.ops[freeOp.op].canRunAgain)
      remakeable |= freeOp.makes;
    else
      freeOp.done = Mask(1) << (storages.size() + i);
    freeOp.makes |= freeOp.done;
    done |= freeOp.done;
    made |= freeOp.makes;
    accumulating |= freeOp.adds;
    for (Mask rest = freeOp.makes; rest; rest &= rest - 1)
      makerOf[countr_zero(rest)] = i;
  }
  for (FreeOp &freeOp : freeOps)
    freeOp.reads |= addersOf(freeOp.reads);
  return true;
}

WindowModel::Mask WindowModel::addersOf(Mask mask) const {
  Mask adders = 0;
  if (mask & accumulating)
    for (const FreeOp &freeOp : freeOps)
      if (freeOp.adds & mask)
        adders |= freeOp.done;
  return adders;
}

void WindowModel::addFixedStages(const EventSchedule &schedule) {
  stages.clear();
  for (const auto &[bit, storage] : enumerate(storages)) {
    const Mask mask = Mask(1) << bit;
    for (const auto &[i, touch] : enumerate(schedule.touches(storage))) {
      if (isMoving(touch.moment))
        continue;
      Stage stage;
      stage.moment = touch.moment;
      if (touch.kind == TouchKind::Makes)
        stage.makes = mask;
      else if (touch.kind == TouchKind::Reads)
        stage.reads = mask | addersOf(mask);
      else if (mask & accumulating)
        stage.adds = mask;
      else
        // Begins at its first touch.
        (i == 0 ? stage.makes : stage.reads) = mask;
      stages.push_back(stage);
    }
  }
  llvm::sort(stages, isEarlier);
  size_t count = 0;
  for (const Stage &stage : stages) {
    if (count && stages[count - 1].moment == stage.moment) {
      stages[count - 1].reads |= stage.reads;
      stages[count - 1].makes |= stage.makes;
      stages[count - 1].adds |= stage.adds;
      continue;
    }
    stages[count++] = stage;
  }
  stages.resize(count);
}

void WindowModel::addCandidates(const EventSchedule &schedule,
                                ArrayRef<Event> before, bool everySlot) {
  // Slots by free op.
  SmallVector<SmallVector<Slot, 32>, 16> slots(freeOps.size());
  if (everySlot) {
    for (SmallVector<Slot, 32> &list : slots)
      append_range(list, seq<Slot>(0, model.size() + 1));
  } else {
    for (const Stage &stage : stages) {
      const Slot at = slotOfMoment(stage.moment);
      // To make a storage read here, or one needed for that.
      Mask wanted = stage.reads & made, seen = wanted;
      while (wanted) {
        const int32_t maker = makerOf[countr_zero(wanted)];
        wanted &= ~freeOps[maker].makes;
        slots[maker].push_back(at);
        const Mask more = freeOps[maker].reads & made & ~seen;
        seen |= more;
        wanted |= more;
      }
      // While its operands are alive.
      for (const auto &[i, freeOp] : enumerate(freeOps))
        if (freeOp.reads & stage.touched())
          slots[i].push_back(at);
    }
    // At the runs of others.
    for (const auto &[i, freeOp] : enumerate(freeOps))
      for (const FreeOp &other : freeOps)
        if (freeOp.moves && other.moves)
          slots[i].push_back(slotOfMoment(other.first));
    for (const Event &event : before)
      for (const auto &[i, freeOp] : enumerate(freeOps))
        if (freeOp.op == event.op)
          slots[i].push_back(event.at);
  }
  for (const auto &[i, list] : enumerate(slots)) {
    const FreeOp &freeOp = freeOps[i];
    if (freeOp.moves)
      list.push_back(slotOfMoment(freeOp.first));
    llvm::sort(list);
    list.erase(llvm::unique(list), list.end());
    for (Slot at : list) {
      Stage stage;
      stage.moment = momentOf(at, freeOp.op);
      stage.candidate = i;
      // Nothing first runs after the end.
      if (stage.moment < freeOp.earliest ||
          (at == model.size() && freeOp.done) ||
          (!freeOp.moves && stage.moment <= freeOp.first))
        continue;
      stages.push_back(stage);
    }
  }
  llvm::sort(stages, isEarlier);
}

WindowModel::Mask WindowModel::crossingAfter(const EventSchedule &schedule,
                                             Mask crossing,
                                             const Stage &stage) const {
  Mask touched = stage.touched() & ~done;
  if (stage.candidate >= 0) {
    const FreeOp &freeOp = freeOps[stage.candidate];
    if (stage.moment != freeOp.first)
      return crossing;
    touched = freeOp.storages;
  }
  crossing &= ~touched;
  forEachBit(touched, [&](int bit) {
    const size_t next = schedule.lowerTouch(storages[bit], stage.moment + 1);
    ArrayRef<EventSchedule::Touch> touches = schedule.touches(storages[bit]);
    if (next != touches.size() && touches[next].kind != TouchKind::Makes)
      crossing |= Mask(1) << bit;
  });
  return crossing;
}

void WindowModel::measureStages(const EventSchedule &schedule) {
  // Bytes of a slot's runs from op `first` to op `last`.
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
      stage.bytes =
          mostWithin(at, op, op) - bytesOf(crossing | stage.touched());
    } else if (const FreeOp &freeOp = freeOps[stage.candidate];
               stage.moment == freeOp.first) {
      stage.bytes =
          mostWithin(at, op, op) - bytesOf(crossing | freeOp.storages);
    } else {
      stage.bytes = schedule.crossingBytes({at, op}) - bytesOf(crossing) +
                    freeOp.workspace;
    }
    crossing = crossingAfter(schedule, crossing, stage);
  }
}

void WindowModel::deriveMasks() {
  // One more, for the states after the last.
  stages.emplace_back();
  stages.back().useful = stages.back().needed = done;
  for (size_t i = stages.size() - 1; i-- > 0;) {
    Stage &stage = stages[i];
    const Stage &after = stages[i + 1];
    stage.madeLater = after.madeLater;
    if (stage.candidate < 0) {
      stage.useful = stage.reads | stage.adds | (after.useful & ~stage.makes);
      stage.needed = stage.reads | (after.needed & ~stage.makes);
      stage.madeLater |= stage.makes;
      continue;
    }
    const FreeOp &freeOp = freeOps[stage.candidate];
    stage.useful = after.useful;
    if (after.useful & freeOp.makes)
      stage.useful |= freeOp.reads | freeOp.adds;
    stage.needed = after.needed;
    stage.madeLater |= freeOp.makes;
  }
}
