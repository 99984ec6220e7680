//===- WindowSearch.cpp - Exact choices for a few ops ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Drops minimal sets of storages, only where a run does not fit otherwise: a
// state holds all that any plan with the same runs holds. It dominates another
// of its stage that holds no more and takes no less time. The time to make all
// that is needed and not held gives a bound.
//
//===----------------------------------------------------------------------===//

#include "Auto/WindowSearch.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <tuple>

using namespace llvm;
using namespace mlir::remat::planner;

bool WindowSearch::setBound(State &state, size_t stage) const {
  state.bound = state.time;
  state.boundCount = state.count;
  // An accumulating storage comes with the ops that add to it.
  const Mask there = state.held | window.accumulating;
  const Mask gone = ~window.stages[stage].madeLater;
  Mask missing = window.stages[stage].needed & ~there, seen = missing;
  while (missing) {
    if (missing & gone)
      return false;
    const int32_t maker = window.makerOf[countr_zero(missing)];
    // Made later, outside of the window.
    if (maker < 0)
      return false;
    const WindowModel::FreeOp &freeOp = window.freeOps[maker];
    if (state.held & freeOp.done)
      return false;
    missing &= ~freeOp.makes;
    seen |= freeOp.makes;
    state.bound += freeOp.time;
    ++state.boundCount;
    const Mask inputs = freeOp.reads & ~there & ~seen;
    if (inputs & gone)
      return false;
    missing |= inputs & window.made;
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
    const WindowModel::FreeOp &freeOp =
        window.freeOps[window.stages[stage].candidate];
    state.held |= freeOp.makes | freeOp.adds;
    state.time += freeOp.time;
    ++state.count;
  } else {
    state.held |= window.stages[stage].makes | window.stages[stage].adds;
  }
  state.held &= window.stages[stage + 1].useful;
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
  if (!droppable || answer.states > options.states)
    return;
  // Larger ones come first: the last member completes a set.
  if (window.bytesOf(droppable) < missing)
    return;
  const int bit = countr_zero(droppable);
  State without = state;
  without.held &= ~(Mask(1) << bit);
  drop(without, missing - window.bytes[bit], droppable & (droppable - 1), stage,
       runs);
  drop(state, missing, droppable & (droppable - 1), stage, runs);
}

void WindowSearch::pass(const State &state, size_t index, bool runs) {
  const WindowModel::Stage &stage = window.stages[index];
  const int64_t held = window.bytesOf(state.held);
  int64_t room = std::numeric_limits<int64_t>::max();
  if (stage.bytesBefore > WindowModel::noBytes)
    room = limit - stage.bytesBefore;
  // Storages that are read later but cannot be remade must stay.
  Mask mustStay =
      (stage.needed & ~window.remakeable) | window.accumulating | window.done;
  window.forEachBit(window.done & ~state.held, [&](int bit) {
    mustStay |= window.freeOps[window.makerOf[bit]].reads & ~window.remakeable &
                ~(stage.madeLater & ~window.made);
  });
  Mask begun = 0;
  if (stage.candidate < 0) {
    if (stage.reads & ~state.held)
      return;
    mustStay |= stage.reads;
    begun = stage.makes | stage.adds;
  } else if (runs) {
    const WindowModel::FreeOp &freeOp = window.freeOps[stage.candidate];
    mustStay |= freeOp.reads;
    begun = freeOp.makes | freeOp.adds;
  }
  if (stage.candidate < 0 || runs)
    room = std::min(room,
                    limit - stage.bytes - window.bytesOf(begun & ~state.held));
  drop(state, held - room, state.held & ~mustStay & ~begun, index, runs);
}

void WindowSearch::settle() {
  llvm::sort(next, [](const State &a, const State &b) {
    return std::tie(a.time, a.count, a.held, a.trace) <
           std::tie(b.time, b.count, b.held, b.trace);
  });
  layer.clear();
  for (const State &state : next) {
    // The cheapest states dominate most often.
    constexpr size_t tries = 64;
    const size_t looked = std::min(layer.size(), tries);
    bool isDominated = false;
    for (size_t i = 0; i != looked && !isDominated; ++i)
      isDominated =
          !(state.held & ~layer[i].held) &&
          (state.held & window.done) == (layer[i].held & window.done) &&
          layer[i].count <= state.count;
    if (!isDominated)
      layer.push_back(state);
  }
  if (layer.size() <= options.width)
    return;
  answer.isExact = false;
  std::nth_element(
      layer.begin(), layer.begin() + options.width, layer.end(),
      [](const State &a, const State &b) {
        return std::tie(a.bound, a.boundCount, a.time, a.held, a.trace) <
               std::tie(b.bound, b.boundCount, b.time, b.held, b.trace);
      });
  layer.resize(options.width);
}

void WindowSearch::finish(double firstRuns) {
  const State &best = *std::min_element(
      layer.begin(), layer.end(), [](const State &a, const State &b) {
        return std::tie(a.time, a.count, a.trace) <
               std::tie(b.time, b.count, b.trace);
      });
  answer.time = best.time - firstRuns;
  for (int32_t at = best.trace; at >= 0; at = trace[at].parent) {
    const Moment moment = window.stages[trace[at].stage].moment;
    answer.events.push_back({slotOfMoment(moment), opOfMoment(moment)});
  }
  std::reverse(answer.events.begin(), answer.events.end());
  for (const WindowModel::FreeOp &freeOp : window.freeOps) {
    if (!freeOp.moves)
      continue;
    auto it = find_if(answer.events, [&](const Event &event) {
      return event.op == freeOp.op;
    });
    // Must run even if unread, and not at the end, which only remakes storages.
    if (it == answer.events.end() || it->at == window.model.size())
      return;
    if (momentOf(*it) != freeOp.first)
      answer.firsts.push_back(*it);
    answer.events.erase(it);
  }
  answer.isBetter = true;
}

WindowAnswer WindowSearch::run(const EventSchedule &schedule,
                               ArrayRef<Slot> ops, double toBeat,
                               double epsilon, ArrayRef<Event> before,
                               const WindowOptions &windowOptions) {
  options = windowOptions;
  timeToBeat = toBeat;
  timeEpsilon = epsilon;
  countToBeat = before.size();
  limit = schedule.getLimit();
  answer = WindowAnswer();
  if (window.model.hasDropped || !window.build(schedule, ops, before, options))
    return answer;
  answer.isExact = true;
  answer.stages = window.stages.size();
  // Movable first runs are like other runs.
  double firstRuns = 0;
  for (const WindowModel::FreeOp &freeOp : window.freeOps)
    if (freeOp.moves) {
      firstRuns += freeOp.time;
      ++countToBeat;
    }
  timeToBeat += firstRuns;
  trace.clear();
  layer.clear();
  State start;
  if (setBound(start, 0))
    layer.push_back(start);
  for (size_t i = 0; i + 1 < window.stages.size() && !layer.empty(); ++i) {
    next.clear();
    const int32_t candidate = window.stages[i].candidate;
    for (const State &state : layer) {
      pass(state, i, /*runs=*/false);
      if (candidate < 0)
        continue;
      const WindowModel::FreeOp &freeOp = window.freeOps[candidate];
      if (!(freeOp.reads & ~state.held) && !(freeOp.done & state.held) &&
          (freeOp.makes & ~state.held & window.stages[i + 1].useful))
        pass(state, i, /*runs=*/true);
    }
    if (answer.states > options.states) {
      answer.isExact = false;
      return answer;
    }
    settle();
  }
  if (!layer.empty())
    finish(firstRuns);
  return answer;
}
