//===- ExactParking.cpp - The best plan that parks, of small steps --------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parking/ExactParking.h"

#include "remat/Planner/Simulator.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Debug.h"

#include <algorithm>
#include <array>
#include <functional>
#include <queue>
#include <unordered_map>
#include <utility>

#define DEBUG_TYPE "remat-parking"

using namespace llvm;
using namespace mlir::remat::planner;

namespace {

/// Each state has arrays of so many, which are most of its bytes. Steps of
/// `maxTasksOfExactParking` tasks have room for three values by every two.
constexpr size_t kMaxStorages = 24;

/// Where a storage's bytes are.
enum Place : uint8_t {
  Nowhere,
  OnDevice,
  /// On the device, and on the host or on the way there.
  OnBoth,
  OnHost,
  /// On the device again; the host holds the bytes until the step waits for
  /// their copy.
  OnWayBack
};

enum class ActionKind : uint8_t { Start, Send, Release, Drop, Fetch, Run, End };

struct Action {
  ActionKind kind = ActionKind::Start;
  /// A task, or a storage's number.
  int8_t subject = 0;
};

/// Between two steps actions come in this order.
enum Stage : uint8_t { Sending, Releasing, Fetching };

/// What decides which actions are possible.
struct Situation {
  uint32_t runs = 0;
  std::array<Place, kMaxStorages> places = {};
  Stage stage = Sending;
  /// While releasing: storages below it stay where they are.
  int8_t next = 0;
  bool isEnd = false;

  bool operator==(const Situation &other) const {
    return runs == other.runs && places == other.places &&
           stage == other.stage && next == other.next && isEnd == other.isEnd;
  }
};

struct SituationHash {
  size_t operator()(const Situation &situation) const {
    return hash_combine(
        situation.runs, situation.stage, situation.next, situation.isEnd,
        hash_combine_range(situation.places.begin(), situation.places.end()));
  }
};

struct State {
  Situation situation;
  double now = 0;
  /// When the link is free.
  double outFree = 0;
  double backFree = 0;
  /// By storage: when its copy, out or back, is done.
  std::array<double, kMaxStorages> done = {};
  int32_t parent = -1;
  Action action;
};

class ParkingAStar {
public:
  ParkingAStar(const Problem &problem, size_t stateLimit,
               SearchControl &control)
      : problem(problem), graph(problem.graph), stateLimit(stateLimit),
        control(control) {}

  bool isApplicable();
  ExactParkingAnswer run();

private:
  bool isComplete(const Situation &situation, int storage) const {
    return (situation.runs & writersOf[storage]) == writersOf[storage];
  }
  /// Whether a task that has not run, or may run again, reads it, or it is a
  /// result.
  bool mayBeNeeded(uint32_t runs, int storage) const {
    return isResult[storage] || (readersOf[storage] & ~(runs & runsOnce));
  }
  bool mustBeNeeded(uint32_t runs, int storage) const {
    return isResult[storage] || (readersOf[storage] & ~runs);
  }
  int64_t getBytes(const Situation &situation, bool onHost) const;

  void expand(int32_t index);
  void send(int32_t index);
  void release(int32_t index);
  void fetch(int32_t index);
  void runTask(int32_t index, int task);
  void end(int32_t index);
  /// Adds `state` unless a known one is as good.
  void add(State state);
  double getRemaining(uint32_t runs) const;
  bool isBeaten(const State &state) const;
  Plan makeParkedPlan(int32_t last) const;

  const Problem &problem;
  const Graph &graph;
  const size_t stateLimit;
  SearchControl &control;
  /// Values that own a storage and are made by a task.
  std::vector<ValueId> storages;
  std::vector<int> storageOf;
  std::vector<int64_t> bytes;
  std::vector<double> copyTimes;
  std::vector<bool> isParkable;
  std::vector<bool> isResult;
  /// By storage, bits of tasks.
  std::vector<uint32_t> writersOf;
  std::vector<uint32_t> readersOf;
  uint32_t runsOnce = 0;
  uint32_t allTasks = 0;

  std::vector<State> states;
  std::unordered_map<Situation, std::vector<int32_t>, SituationHash> known;
  using Entry = std::pair<double, int32_t>;
  /// The least time, then the latest state.
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
};

} // namespace

bool ParkingAStar::isApplicable() {
  if (graph.tasks.size() > maxTasksOfExactParking || !problem.budget)
    return false;
  storageOf.assign(graph.values.size(), -1);
  const std::vector<bool> parkable = getParkable(graph);
  for (auto [id, value] : enumerate(graph.values)) {
    if (value.viewOf)
      return false;
    ArrayRef<TaskId> writers = graph.writers(id);
    if (writers.empty())
      continue;
    storageOf[id] = storages.size();
    storages.push_back(id);
    bytes.push_back(value.bytes);
    copyTimes.push_back(problem.host.link.getTime(value.bytes));
    isParkable.push_back(parkable[id]);
    isResult.push_back(value.isResult);
    auto getBits = [](ArrayRef<TaskId> tasks) {
      uint32_t bits = 0;
      for (TaskId task : tasks)
        bits |= 1u << task;
      return bits;
    };
    writersOf.push_back(getBits(writers));
    readersOf.push_back(getBits(graph.readers(id)));
  }
  for (auto [id, task] : enumerate(graph.tasks)) {
    if (!task.variants.empty() || task.policy == Policy::Recompute)
      return false;
    allTasks |= 1u << id;
    if (task.runsOnce())
      runsOnce |= 1u << id;
  }
  return storages.size() <= kMaxStorages;
}

int64_t ParkingAStar::getBytes(const Situation &situation, bool onHost) const {
  int64_t sum = onHost ? 0 : graph.residentBytes;
  for (size_t i = 0; i != storages.size(); ++i) {
    const Place place = situation.places[i];
    const bool counts =
        onHost ? place >= OnBoth : place != Nowhere && place != OnHost;
    sum += counts ? bytes[i] : 0;
  }
  return sum;
}

double ParkingAStar::getRemaining(uint32_t runs) const {
  double time = 0;
  for (auto [id, task] : enumerate(graph.tasks))
    if (!(runs >> id & 1))
      time += task.time;
  return time;
}

/// Whether a known state in the same situation is as early in all.
bool ParkingAStar::isBeaten(const State &state) const {
  auto found = known.find(state.situation);
  if (found == known.end())
    return false;
  return any_of(found->second, [&](int32_t index) {
    const State &other = states[index];
    auto isNoLater = [&](double mine, double others) {
      return others <= std::max(mine, state.now);
    };
    if (other.now > state.now || !isNoLater(state.outFree, other.outFree) ||
        !isNoLater(state.backFree, other.backFree))
      return false;
    for (size_t i = 0; i != storages.size(); ++i)
      if (!isNoLater(state.done[i], other.done[i]))
        return false;
    return true;
  });
}

void ParkingAStar::add(State state) {
  if (states.size() >= stateLimit || isBeaten(state))
    return;
  const int32_t index = states.size();
  open.emplace(state.now + getRemaining(state.situation.runs), -index);
  known[state.situation].push_back(index);
  states.push_back(state);
}

void ParkingAStar::send(int32_t index) {
  const Situation situation = states[index].situation;
  const int64_t held = getBytes(situation, /*onHost=*/true);
  for (size_t i = 0; i != storages.size(); ++i) {
    if (situation.places[i] != OnDevice || !isParkable[i] ||
        held + bytes[i] > problem.host.budget)
      continue;
    State next = states[index];
    next.situation.places[i] = OnBoth;
    next.done[i] = next.outFree =
        std::max(next.now, next.outFree) + copyTimes[i];
    next.parent = index;
    next.action = {ActionKind::Send, static_cast<int8_t>(i)};
    add(next);
  }
}

void ParkingAStar::release(int32_t index) {
  const Situation situation = states[index].situation;
  const int first = situation.stage == Releasing ? situation.next : 0;
  auto move = [&](int i, Place to, ActionKind kind) {
    State next = states[index];
    next.parent = index;
    next.action = {kind, static_cast<int8_t>(i)};
    next.situation.stage = Releasing;
    next.situation.next = static_cast<int8_t>(i + 1);
    next.situation.places[i] = to;
    if (kind == ActionKind::Release)
      next.now = std::max(next.now, next.done[i]);
    next.done[i] = 0;
    add(next);
  };
  for (int i = first, e = storages.size(); i != e; ++i) {
    const Place place = situation.places[i];
    if (place != OnDevice && place != OnBoth)
      continue;
    if (place == OnBoth)
      move(i, OnHost, ActionKind::Release);
    // What a task that runs once made stays as long as it is needed.
    const bool isLost =
        mustBeNeeded(situation.runs, i) && (writersOf[i] & runsOnce);
    if (!isLost && isComplete(situation, i))
      move(i, Nowhere, ActionKind::Drop);
  }
}

void ParkingAStar::fetch(int32_t index) {
  const Situation situation = states[index].situation;
  const int64_t live = getBytes(situation, /*onHost=*/false);
  for (size_t i = 0; i != storages.size(); ++i) {
    if (situation.places[i] != OnHost || live + bytes[i] > *problem.budget)
      continue;
    State next = states[index];
    next.situation.stage = Fetching;
    next.situation.next = 0;
    next.situation.places[i] = OnWayBack;
    next.done[i] = next.backFree =
        std::max(next.now, next.backFree) + copyTimes[i];
    next.parent = index;
    next.action = {ActionKind::Fetch, static_cast<int8_t>(i)};
    add(next);
  }
}

void ParkingAStar::runTask(int32_t index, int id) {
  const Task &task = graph.tasks[id];
  State next = states[index];
  Situation &situation = next.situation;
  const bool hasRun = situation.runs >> id & 1;
  if (hasRun && (runsOnce >> id & 1))
    return;
  SmallVector<int, 4> awaited;
  for (ValueId value : task.inputs) {
    const int i = storageOf[value];
    if (i < 0)
      continue;
    const Place place = situation.places[i];
    if (place == Nowhere || place == OnHost || !isComplete(situation, i))
      return;
    if (place == OnWayBack) {
      next.now = std::max(next.now, next.done[i]);
      next.done[i] = 0;
      situation.places[i] = OnBoth;
      awaited.push_back(i);
    }
  }
  bool makesMore = !hasRun;
  for (ValueId value : task.outputs) {
    const int i = storageOf[value];
    Place &place = situation.places[i];
    // A parked copy has a reader to come.
    if (place == OnHost || place == OnWayBack)
      return;
    makesMore |= place == Nowhere && mayBeNeeded(situation.runs, i);
    if (!graph.values[value].accumulate || place == Nowhere) {
      place = OnDevice;
      next.done[i] = 0;
    }
  }
  if (!makesMore ||
      getBytes(situation, /*onHost=*/false) + task.workspace > *problem.budget)
    return;
  situation.runs |= 1u << id;
  situation.stage = Sending;
  situation.next = 0;
  for (size_t i = 0; i != storages.size(); ++i)
    if (!mayBeNeeded(situation.runs, i) &&
        (situation.places[i] == OnDevice || situation.places[i] == OnBoth) &&
        isComplete(situation, i)) {
      situation.places[i] = Nowhere;
      next.done[i] = 0;
    }
  next.now += task.time;
  next.parent = index;
  next.action = {ActionKind::Run, static_cast<int8_t>(id)};
  // The host may go on to hold the bytes that were awaited, or not.
  for (uint32_t kept = 0;
       kept != 1u << awaited.size() && states.size() < stateLimit; ++kept) {
    State other = next;
    bool isNew = true;
    for (auto [bit, i] : enumerate(awaited)) {
      if (kept >> bit & 1)
        continue;
      if (other.situation.places[i] == OnBoth)
        other.situation.places[i] = OnDevice;
      else
        isNew = false;
    }
    if (isNew)
      add(other);
  }
}

void ParkingAStar::end(int32_t index) {
  State next = states[index];
  for (size_t i = 0; i != storages.size(); ++i) {
    const Place place = next.situation.places[i];
    // A parking ends with a reader, or as a result.
    if (place == OnHost ||
        (isResult[i] ? place == Nowhere : place == OnWayBack))
      return;
    if (place == OnWayBack)
      next.now = std::max(next.now, next.done[i]);
  }
  next.situation.isEnd = true;
  next.parent = index;
  next.action = {ActionKind::End, 0};
  add(next);
}

void ParkingAStar::expand(int32_t index) {
  const Situation situation = states[index].situation;
  if (situation.runs == allTasks)
    end(index);
  if (situation.stage == Sending)
    send(index);
  if (situation.stage != Fetching)
    release(index);
  fetch(index);
  for (int task = 0, e = graph.tasks.size(); task != e; ++task)
    runTask(index, task);
}

Plan ParkingAStar::makeParkedPlan(int32_t last) const {
  std::vector<Action> actions;
  for (int32_t at = last; at >= 0; at = states[at].parent)
    actions.push_back(states[at].action);
  std::vector<Step> steps;
  std::vector<Parking> parkings;
  // By storage.
  std::vector<std::optional<int32_t>> sent(storages.size());
  std::vector<int32_t> current(storages.size(), -1);
  for (const Action action : llvm::reverse(actions)) {
    const int32_t count = steps.size();
    const int8_t i = action.subject;
    switch (action.kind) {
    case ActionKind::Send:
      sent[i] = count - 1;
      break;
    case ActionKind::Release:
      current[i] = parkings.size();
      parkings.push_back({storages[i], sent[i], count - 1, count});
      sent[i].reset();
      break;
    case ActionKind::Fetch:
      parkings[current[i]].fetchStep = count;
      break;
    case ActionKind::Run:
      steps.push_back({i, 0});
      break;
    case ActionKind::Start:
    case ActionKind::Drop:
    case ActionKind::End:
      break;
    }
  }
  const ParkedSimulation simulation =
      cantFail(simulate(graph, steps, parkings, problem.host.link),
               "the search follows the rules of the simulator");
  assert(simulation.time <= states[last].now * (1 + 1e-12) &&
         simulation.peak <= *problem.budget &&
         simulation.hostPeak <= problem.host.budget && "as the search has it");
  return makePlan(steps, std::move(parkings), simulation);
}

ExactParkingAnswer ParkingAStar::run() {
  ExactParkingAnswer answer;
  add(State());
  // Each a batch, as reading the clock takes longer.
  constexpr size_t statesPerCheck = 1024;
  size_t checkAt = statesPerCheck;
  while (!open.empty() && states.size() < stateLimit) {
    const int32_t index = -open.top().second;
    open.pop();
    if (states[index].situation.isEnd) {
      answer.isComplete = true;
      answer.plan = makeParkedPlan(index);
      return answer;
    }
    expand(index);
    if (states.size() >= checkAt) {
      checkAt = states.size() + statesPerCheck;
      if (control.shouldStop())
        return answer;
    }
  }
  LLVM_DEBUG(dbgs() << "exact parking: " << states.size() << " states\n");
  answer.isComplete = states.size() < stateLimit;
  return answer;
}

ExactParkingAnswer mlir::remat::planner::searchParkingsExactly(
    const Problem &problem, size_t stateLimit, SearchControl &control) {
  ParkingAStar search(problem, stateLimit, control);
  if (!search.isApplicable())
    return {};
  return search.run();
}
