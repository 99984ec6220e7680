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
#include "llvm/ADT/iterator_range.h"

#include <algorithm>
#include <limits>
#include <tuple>

using namespace llvm;
using namespace mlir::remat::planner;

using TouchKind = EventSchedule::TouchKind;

/// Fewer bytes than any sum: where nothing runs.
static constexpr int64_t noBytes = std::numeric_limits<int64_t>::min() / 4;

namespace {

/// The members of a mask, ascending.
class BitIterator {
public:
  explicit BitIterator(uint64_t rest) : rest(rest) {}
  int operator*() const { return countr_zero(rest); }
  BitIterator &operator++() {
    rest &= rest - 1;
    return *this;
  }
  bool operator!=(const BitIterator &other) const { return rest != other.rest; }

private:
  uint64_t rest;
};

} // namespace

static iterator_range<BitIterator> bitsOf(uint64_t mask) {
  return {BitIterator(mask), BitIterator(0)};
}

WindowSearch::WindowSearch(const StepModel &model)
    : model(model), bitOf(model.storages.size(), -1) {}

int64_t WindowSearch::bytesOf(Mask mask) const {
  int64_t sum = 0;
  for (int bit : bitsOf(mask))
    sum += bytes[bit];
  return sum;
}

/// Where what an op reads has been made for the first time, as far as that is
/// not followed: what occupies nothing is no part of a state, nor how many of
/// those that do not move have added to what accumulates.
Moment WindowSearch::earliestMoment(const EventSchedule &schedule,
                                    Slot op) const {
  Moment earliest = 0;
  for (StorageId storage : model.reads(op))
    for (const auto &[i, touch] : enumerate(schedule.touches(storage)))
      if (touch.kind == TouchKind::Reads ? false
          : touch.kind == TouchKind::Adds
              ? !isMoving(touch.moment)
              : i == 0 && model.storages[storage].bytes == 0)
        earliest = std::max(earliest, touch.moment + 1);
  return earliest;
}

bool WindowSearch::isMoving(Moment moment) const {
  return any_of(freeOps, [&](const FreeOp &freeOp) {
    return freeOp.moves && freeOp.first == moment;
  });
}

void WindowSearch::addFreeOps(const EventSchedule &schedule,
                              ArrayRef<Slot> ops) {
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
    freeOp.moves = limits.mayReorder && all_of(model.makes(op), isFollowed) &&
                   all_of(model.adds(op), isFollowed);
    if (freeOp.moves || model.ops[op].canRunAgain)
      freeOps.push_back(freeOp);
  }
  // One that stays can be what another one waits for.
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

bool WindowSearch::chooseStorages() {
  for (StorageId storage : storages)
    bitOf[storage] = -1;
  storages.clear();
  auto follow = [&](StorageId storage) {
    if (model.storages[storage].bytes == 0 || bitOf[storage] >= 0)
      return;
    bitOf[storage] = 0;
    storages.push_back(storage);
  };
  for (const FreeOp &freeOp : freeOps)
    for (ArrayRef<StorageId> list :
         {model.reads(freeOp.op), model.makes(freeOp.op),
          model.adds(freeOp.op)})
      for (StorageId storage : list)
        follow(storage);
  constexpr size_t maxBits = 64;
  if (storages.size() + freeOps.size() > maxBits)
    return false;
  // Sets of large ones are tried first.
  llvm::sort(storages, [&](StorageId a, StorageId b) {
    const int64_t bytesOfA = model.storages[a].bytes;
    const int64_t bytesOfB = model.storages[b].bytes;
    return bytesOfA != bytesOfB ? bytesOfA > bytesOfB : a < b;
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
    for (int bit : bitsOf(freeOp.makes))
      makerOf[bit] = i;
  }
  for (FreeOp &freeOp : freeOps)
    freeOp.reads |= addersOf(freeOp.reads);
  return true;
}

WindowSearch::Mask WindowSearch::addersOf(Mask mask) const {
  Mask adders = 0;
  if (mask & accumulating)
    for (const FreeOp &freeOp : freeOps)
      if (freeOp.adds & mask)
        adders |= freeOp.done;
  return adders;
}

void WindowSearch::addFixedStages(const EventSchedule &schedule) {
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
        // It begins at its first touch.
        (i == 0 ? stage.makes : stage.reads) = mask;
      stages.push_back(stage);
    }
  }
  sortStages();
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

void WindowSearch::sortStages() {
  llvm::sort(stages, [](const Stage &a, const Stage &b) {
    return a.moment < b.moment;
  });
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
      Mask wanted = stage.reads & made, seen = wanted;
      while (wanted) {
        const int32_t maker = makerOf[countr_zero(wanted)];
        wanted &= ~freeOps[maker].makes;
        slots[maker].push_back(at);
        const Mask more = freeOps[maker].reads & made & ~seen;
        seen |= more;
        wanted |= more;
      }
      // While what it reads is there.
      for (const auto &[i, freeOp] : enumerate(freeOps))
        if (freeOp.reads & (stage.reads | stage.makes | stage.adds))
          slots[i].push_back(at);
    }
    // Where others of them ran.
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
      // After the end nothing runs for the first time.
      if (stage.moment < freeOp.earliest ||
          (at == model.size() && freeOp.done) ||
          (!freeOp.moves && stage.moment <= freeOp.first))
        continue;
      stages.push_back(stage);
    }
  }
  sortStages();
}

WindowSearch::Mask WindowSearch::crossingAfter(const EventSchedule &schedule,
                                               Mask crossing,
                                               const Stage &stage) const {
  Mask touched = (stage.reads | stage.makes | stage.adds) & ~done;
  if (stage.candidate >= 0) {
    const FreeOp &freeOp = freeOps[stage.candidate];
    if (stage.moment != freeOp.first)
      return crossing;
    touched = freeOp.storages;
  }
  crossing &= ~touched;
  for (int bit : bitsOf(touched)) {
    const size_t next = schedule.lowerTouch(storages[bit], stage.moment + 1);
    ArrayRef<EventSchedule::Touch> touches = schedule.touches(storages[bit]);
    if (next != touches.size() && touches[next].kind != TouchKind::Makes)
      crossing |= Mask(1) << bit;
  }
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
                    bytesOf(crossing | stage.reads | stage.makes | stage.adds);
    } else if (const FreeOp &freeOp = freeOps[stage.candidate];
               stage.moment == freeOp.first) {
      stage.bytes = mostWithin(at, op, op) -
                    bytesOf(crossing | freeOp.storages);
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

bool WindowSearch::setBound(State &state, size_t stage) const {
  state.bound = state.time;
  state.boundCount = state.count;
  // What accumulates comes with those that add to it.
  const Mask there = state.held | accumulating;
  const Mask gone = ~stages[stage].madeLater;
  Mask missing = stages[stage].needed & ~there, seen = missing;
  while (missing) {
    if (missing & gone)
      return false;
    const int32_t maker = makerOf[countr_zero(missing)];
    // Made later, but not by what may run anywhere.
    if (maker < 0)
      return false;
    const FreeOp &freeOp = freeOps[maker];
    if (state.held & freeOp.done)
      return false;
    missing &= ~freeOp.makes;
    seen |= freeOp.makes;
    state.bound += freeOp.time;
    ++state.boundCount;
    const Mask inputs = freeOp.reads & ~there & ~seen;
    if (inputs & gone)
      return false;
    missing |= inputs & made;
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
    state.held |= freeOp.makes | freeOp.adds;
    state.time += freeOp.time;
    ++state.count;
  } else {
    state.held |= stages[stage].makes | stages[stage].adds;
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
  Mask mustStay = (stage.needed & ~remakeable) | accumulating | done;
  for (int bit : bitsOf(done & ~state.held))
    mustStay |= freeOps[makerOf[bit]].reads & ~remakeable &
                ~(stage.madeLater & ~made);
  Mask begun = 0;
  if (stage.candidate < 0) {
    if (stage.reads & ~state.held)
      return;
    mustStay |= stage.reads;
    begun = stage.makes | stage.adds;
  } else if (runs) {
    const FreeOp &freeOp = freeOps[stage.candidate];
    mustStay |= freeOp.reads;
    begun = freeOp.makes | freeOp.adds;
  }
  if (stage.candidate < 0 || runs)
    room =
        std::min(room, limit - stage.bytes - bytesOf(begun & ~state.held));
  drop(state, held - room, state.held & ~mustStay & ~begun, index, runs);
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
                    (state.held & done) == (layer[i].held & done) &&
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
  if (model.hasDropped)
    return answer;
  addFreeOps(schedule, ops);
  if (!chooseStorages())
    return answer;
  addFixedStages(schedule);
  addCandidates(schedule, before);
  measureStages(schedule);
  deriveMasks();
  answer.stages = stages.size();

  double once = 0;
  for (const FreeOp &freeOp : freeOps)
    if (freeOp.moves) {
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
      if (!(freeOp.reads & ~state.held) && !(freeOp.done & state.held) &&
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
    if (!freeOp.moves)
      continue;
    auto it = find_if(answer.events, [&](const Event &event) {
      return event.op == freeOp.op;
    });
    // Nobody reads what it makes, but it has to run; and not at the end, where
    // only what is there already is made again.
    if (it == answer.events.end() || it->at == model.size())
      return answer;
    if (momentOf(*it) != freeOp.first)
      answer.firsts.push_back(*it);
    answer.events.erase(it);
  }
  answer.isBetter = true;
  return answer;
}
