//===- ParkingSearch.cpp - Parkings for given steps -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parking/ParkingSearch.h"

#include "Graph/CopyUses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Debug.h"

#include <algorithm>
#include <queue>
#include <utility>

#define DEBUG_TYPE "remat-parking"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

/// Weight of the time by which a pause is shorter than its two copies, against
/// their time on the link. More than 1: the step surely waits for the one, the
/// other costs something only where further copies need the link. No
/// measurement set the multiple; it decides which pauses are tried first, and
/// later rounds try others.
static constexpr double kWaitWeight = 4;
/// Rates vary by so much, half of it either way, when a search fills up again:
/// pauses change places if one is rated less than 5/3 of the other, while one
/// that is far better still comes first. Not measured.
static constexpr double kNoise = 0.5;
/// A search removes at most this many pauses at once. Each that comes in their
/// place costs a pass over all steps and pauses: the fewer go, the more rounds
/// the work limit has. More than one, as a better choice may need several to
/// go. Not measured.
static constexpr int64_t kMaxRemoved = 8;

ParkingSearch::ParkingSearch(const Graph &graph, ArrayRef<Step> steps,
                             const HostMemory &host)
    : graph(graph), steps(steps.vec()), host(host),
      bare(cantFail(simulate(graph, steps), "the steps are valid")),
      bytesAtEnd(getBytesAtEnd(graph, bare)),
      timeline(getDurations(graph, steps)) {
  timeline.run({}, {});
  bareStarts = timeline.getStarts().vec();
  const CopyUses uses(graph, steps, bare);
  const int32_t stepCount = steps.size();
  // By step: changes of what pauses could take away.
  std::vector<int64_t> away(stepCount + 1, 0);
  for (int32_t index = 0, end = bare.copies.size(); index != end; ++index) {
    const Copy &copy = bare.copies[index];
    ArrayRef<int32_t> at = uses.getUses(index);
    auto add = [&](int32_t before, int32_t after) {
      if (after - before < 2 || copy.bytes > host.budget)
        return;
      pauses.push_back({copy.value, index, copy.bytes,
                        host.link.getTime(copy.bytes), at.front(), before,
                        after});
      away[before + 1] += copy.bytes;
      away[after] -= copy.bytes;
    };
    for (size_t i = 1; i < at.size(); ++i)
      add(at[i - 1], at[i]);
    // A result, which stays to the end.
    if (!at.empty() && copy.lastStep > at.back())
      add(at.back(), stepCount);
  }
  leastPeak = bytesAtEnd;
  int64_t parked = 0;
  for (int32_t step = 0; step != stepCount; ++step) {
    parked += away[step];
    leastPeak = std::max(leastPeak, bare.liveBytes[step] - parked);
  }
}

/// Nothing is parked.
ParkingSearch::Choice ParkingSearch::makeChoice(int64_t budget) const {
  Choice choice;
  choice.isParked.assign(pauses.size(), 0);
  choice.held.assign(steps.size(), 0);
  choice.slack.reserve(steps.size());
  for (int64_t bytes : bare.liveBytes)
    choice.slack.push_back(budget - bytes);
  return choice;
}

void ParkingSearch::toggle(Choice &choice, int32_t index, bool isParked) {
  const Pause &pause = pauses[index];
  choice.isParked[index] = isParked;
  const int64_t bytes = isParked ? pause.bytes : -pause.bytes;
  for (int32_t step = pause.before + 1; step != pause.after; ++step)
    choice.slack[step] += bytes;
  for (int32_t step = pause.before; step != pause.after; ++step)
    choice.held[step] += bytes;
  work += pause.after - pause.before;
}

void ParkingSearch::measureHeld(const Choice &choice, int32_t at) {
  heldTo = choice.held;
  for (int32_t step = at; step-- > 0;)
    heldTo[step] = std::max(heldTo[step], heldTo[step + 1]);
  for (int32_t step = at + 1, end = heldTo.size(); step < end; ++step)
    heldTo[step] = std::max(heldTo[step], heldTo[step - 1]);
}

/// Over-budget bytes, summed over the steps of the pause, for the time of its
/// copies and of the waits that it cannot avoid.
double ParkingSearch::rate(const Pause &pause) const {
  const double over = bytesOver[pause.after] - bytesOver[pause.before + 1];
  const int32_t count = stepsOver[pause.after] - stepsOver[pause.before + 1];
  const double covered =
      std::min(over, static_cast<double>(pause.bytes) * count);
  const double length = bareStarts[pause.after] - bareStarts[pause.before + 1];
  const double wait = std::max(2 * pause.time - length, 0.0);
  return covered / (2 * pause.time + kWaitWeight * wait);
}

bool ParkingSearch::fill(Choice &choice, const std::vector<uint8_t> &isBanned,
                         double noise) {
  const size_t stepCount = steps.size();
  bytesOver.resize(stepCount + 1);
  stepsOver.resize(stepCount + 1);
  while (true) {
    const auto worst =
        std::min_element(choice.slack.begin(), choice.slack.end());
    if (worst == choice.slack.end() || *worst >= 0)
      return true;
    const int32_t at = worst - choice.slack.begin();
    for (size_t step = 0; step != stepCount; ++step) {
      const int64_t over = std::max<int64_t>(-choice.slack[step], 0);
      bytesOver[step + 1] = bytesOver[step] + static_cast<double>(over);
      stepsOver[step + 1] = stepsOver[step] + (over > 0);
    }
    measureHeld(choice, at);
    // All pauses that come into question cover this step.
    auto hasRoomOnHost = [&](const Pause &pause) {
      return std::max(heldTo[pause.before], heldTo[pause.after - 1]) +
                 pause.bytes <=
             host.budget;
    };
    work += stepCount + candidates.size();
    int32_t best = -1;
    double bestRate = 0;
    for (int32_t index : candidates) {
      const Pause &pause = pauses[index];
      if (choice.isParked[index] || isBanned[index] || pause.before >= at ||
          at >= pause.after || !hasRoomOnHost(pause))
        continue;
      double rated = rate(pause);
      if (noise > 0)
        rated *= 1 + noise * (random.fraction() - 0.5);
      if (best < 0 || rated > bestRate) {
        best = index;
        bestRate = rated;
      }
    }
    if (best < 0)
      return false;
    toggle(choice, best, true);
  }
}

void ParkingSearch::prune(Choice &choice) {
  std::vector<int32_t> parked;
  for (int32_t index : candidates)
    if (choice.isParked[index])
      parked.push_back(index);
  // The dearest first.
  llvm::stable_sort(parked, [&](int32_t a, int32_t b) {
    return pauses[a].time > pauses[b].time;
  });
  for (int32_t index : parked) {
    const Pause &pause = pauses[index];
    auto inside = make_range(choice.slack.begin() + pause.before + 1,
                             choice.slack.begin() + pause.after);
    work += pause.after - pause.before;
    if (all_of(inside, [&](int64_t slack) { return slack >= pause.bytes; }))
      toggle(choice, index, false);
  }
}

/// Simulates the copies out if steps begin at `starts`: of the values made by
/// then, the one whose pause begins first goes next. Sets each `sendStep` that
/// there is. Returns when its copy ends, by parking.
std::vector<double>
ParkingSearch::sendEarliestDueFirst(MutableArrayRef<Parking> parkings,
                                    ArrayRef<double> starts) const {
  std::vector<double> arrivals(parkings.size(), 0);
  // `sendStep` is the step that makes the value, `releaseStep` the one before
  // the pause.
  std::vector<int32_t> byMade;
  for (auto [index, parking] : enumerate(parkings))
    if (parking.sendStep)
      byMade.push_back(index);
  llvm::sort(byMade, [&](int32_t a, int32_t b) {
    return std::make_pair(*parkings[a].sendStep, a) <
           std::make_pair(*parkings[b].sendStep, b);
  });
  auto isLater = [&](int32_t a, int32_t b) {
    return std::make_pair(parkings[a].releaseStep, a) >
           std::make_pair(parkings[b].releaseStep, b);
  };
  std::priority_queue<int32_t, std::vector<int32_t>, decltype(isLater)> ready(
      isLater);
  auto madeAt = [&](int32_t index) {
    return starts[*parkings[index].sendStep + 1];
  };
  double now = 0;
  for (size_t next = 0; next != byMade.size() || !ready.empty();) {
    if (ready.empty())
      now = std::max(now, madeAt(byMade[next]));
    for (; next != byMade.size() && madeAt(byMade[next]) <= now; ++next)
      ready.push(byMade[next]);
    const int32_t index = ready.top();
    ready.pop();
    Parking &parking = parkings[index];
    // The last step that ends by then.
    const auto *after = std::upper_bound(starts.begin(), starts.end(), now);
    const int32_t step = static_cast<int32_t>(after - starts.begin()) - 2;
    parking.sendStep = std::clamp(step, *parking.sendStep, parking.releaseStep);
    now = std::max(now, starts[*parking.sendStep + 1]) +
          host.link.getTime(graph.values[parking.value].bytes);
    arrivals[index] = now;
  }
  return arrivals;
}

/// Begins each copy out at its pause: the host holds no bytes before. Returns
/// when they end.
std::vector<double>
ParkingSearch::sendAtRelease(MutableArrayRef<Parking> parkings,
                             ArrayRef<double> starts) const {
  std::vector<double> arrivals(parkings.size(), 0);
  std::vector<int32_t> order;
  for (auto [index, parking] : enumerate(parkings)) {
    if (!parking.sendStep)
      continue;
    parking.sendStep = parking.releaseStep;
    order.push_back(index);
  }
  llvm::sort(order, [&](int32_t a, int32_t b) {
    return std::make_pair(parkings[a].releaseStep, a) <
           std::make_pair(parkings[b].releaseStep, b);
  });
  double now = 0;
  for (int32_t index : order) {
    now = std::max(now, starts[parkings[index].releaseStep + 1]) +
          host.link.getTime(graph.values[parkings[index].value].bytes);
    arrivals[index] = now;
  }
  return arrivals;
}

bool ParkingSearch::fitsOnHost(const Layout &layout) const {
  ArrayRef<Parking> parkings = layout.parkings;
  std::vector<int64_t> held(steps.size() + 1, 0);
  for (size_t first = 0; first != parkings.size();) {
    size_t last = first;
    while (last + 1 != parkings.size() && !parkings[last + 1].sendStep)
      ++last;
    const Pause &pause = pauses[layout.pauses[last]];
    held[*parkings[first].sendStep] += pause.bytes;
    held[pause.after] -= pause.bytes;
    first = last + 1;
  }
  int64_t sum = 0;
  return none_of(held,
                 [&](int64_t bytes) { return (sum += bytes) > host.budget; });
}

ParkingSearch::Layout ParkingSearch::layOut(const Choice &choice,
                                            ArrayRef<double> starts) {
  Layout layout;
  for (int32_t index : candidates) {
    if (!choice.isParked[index])
      continue;
    const Pause &pause = pauses[index];
    const bool isThere = !layout.pauses.empty() &&
                         pauses[layout.pauses.back()].copy == pause.copy;
    Parking parking = {pause.value, pause.made, pause.before, pause.after};
    if (isThere)
      parking.sendStep.reset();
    layout.pauses.push_back(index);
    layout.parkings.push_back(parking);
  }
  std::vector<Parking> &parkings = layout.parkings;
  const size_t count = parkings.size();
  std::vector<double> arrivals = sendEarliestDueFirst(parkings, starts);
  if (!fitsOnHost(layout))
    arrivals = sendAtRelease(parkings, starts);
  if (!fitsOnHost(layout)) {
    // The host gives up bytes between two stays, at the price of another copy.
    for (Parking &parking : parkings)
      parking.sendStep = parking.releaseStep;
    arrivals = sendAtRelease(parkings, starts);
    assert(fitsOnHost(layout) && "`fill` leaves the pauses room");
  }

  std::vector<int64_t> slack = choice.slack;
  std::vector<int32_t> order(count);
  for (size_t i = 0; i != count; ++i)
    order[i] = i;
  auto pauseOf = [&](int32_t index) -> const Pause & {
    return pauses[layout.pauses[index]];
  };
  // Storages stay until they are copied, if there is room: the first to go
  // first.
  llvm::sort(order, [&](int32_t a, int32_t b) {
    return std::make_pair(arrivals[a], a) < std::make_pair(arrivals[b], b);
  });
  for (int32_t index : order) {
    Parking &parking = parkings[index];
    const int64_t bytes = pauseOf(index).bytes;
    while (starts[parking.releaseStep + 1] < arrivals[index] &&
           parking.releaseStep + 2 < parking.fetchStep &&
           slack[parking.releaseStep + 1] >= bytes)
      slack[++parking.releaseStep] -= bytes;
    work += parking.releaseStep - pauseOf(index).before + 1;
  }
  // Copies back begin as late as they may, the last first, or as early as there
  // is room.
  llvm::sort(order, [&](int32_t a, int32_t b) {
    return std::make_pair(pauseOf(a).after, a) >
           std::make_pair(pauseOf(b).after, b);
  });
  double nextBegin = starts.back();
  for (int32_t index : order) {
    Parking &parking = parkings[index];
    const Pause &pause = pauseOf(index);
    const double begin = std::min(nextBegin, starts[pause.after]) - pause.time;
    while (starts[parking.fetchStep] > begin &&
           parking.releaseStep + 2 < parking.fetchStep &&
           slack[parking.fetchStep - 1] >= pause.bytes)
      slack[--parking.fetchStep] -= pause.bytes;
    nextBegin = std::max(begin, starts[parking.fetchStep]);
    work += pause.after - parking.fetchStep + 1;
  }

  std::vector<CopyOrder> orders;
  std::vector<ParkingCopies> copies(count);
  for (size_t i = 0; i != count; ++i)
    orders.push_back({parkings[i].sendStep, parkings[i].releaseStep,
                      parkings[i].fetchStep, pauseOf(i).after,
                      pauseOf(i).time});
  layout.time = timeline.run(orders, copies);
  for (const ParkingCopies &each : copies)
    layout.waits.push_back(each.outWait + each.backWait);
  work += steps.size();
  return layout;
}

ParkingSearch::Layout ParkingSearch::layOut(const Choice &choice) {
  Layout first = layOut(choice, bareStarts);
  if (all_of(first.waits, [](double wait) { return wait == 0; }))
    return first;
  // Waits leave more time to other copies.
  const std::vector<double> starts = timeline.getStarts().vec();
  Layout second = layOut(choice, starts);
  return second.isBetterThan(first) ? second : first;
}

void ParkingSearch::destroy(Choice &choice, const Layout &layout,
                            std::vector<uint8_t> &isBanned) {
  const int64_t count = layout.pauses.size();
  const int64_t removed =
      1 + random.below(std::clamp<int64_t>(count / 4, 1, kMaxRemoved));
  std::vector<int32_t> waiting;
  for (auto [pause, wait] : zip_equal(layout.pauses, layout.waits))
    if (wait > 0)
      waiting.push_back(pause);
  for (int64_t i = 0; i != removed; ++i) {
    const bool isOfWaiting = !waiting.empty() && random.chance(0.5);
    const int32_t pause = isOfWaiting ? waiting[random.below(waiting.size())]
                                      : layout.pauses[random.below(count)];
    if (!choice.isParked[pause])
      continue;
    toggle(choice, pause, false);
    isBanned[pause] = random.chance(0.5);
  }
}

std::optional<Plan> ParkingSearch::search(int64_t budget, uint64_t workLimit,
                                          SearchControl &control) {
  if (leastPeak > budget)
    return std::nullopt;
  random = SplitMix64(0);
  Choice choice = makeChoice(budget);
  // By step: steps over the budget before it.
  std::vector<int32_t> over = {0};
  for (int64_t slack : choice.slack)
    over.push_back(over.back() + (slack < 0));
  candidates.clear();
  for (auto [index, pause] : enumerate(pauses))
    if (over[pause.after] != over[pause.before + 1])
      candidates.push_back(index);

  std::vector<uint8_t> isBanned(pauses.size(), 0);
  if (!fill(choice, isBanned, 0))
    return std::nullopt;
  prune(choice);
  Layout current = layOut(choice);
  Layout best = current;
  const double leastTime = bareStarts.back();
  const uint64_t workBefore = work;
  while (best.time > leastTime && work - workBefore < workLimit &&
         !control.shouldStop()) {
    Choice trial = choice;
    llvm::fill(isBanned, 0);
    destroy(trial, current, isBanned);
    work += steps.size();
    if (!fill(trial, isBanned, kNoise))
      continue;
    prune(trial);
    Layout layout = layOut(trial);
    if (current.isBetterThan(layout))
      continue;
    choice = std::move(trial);
    current = std::move(layout);
    if (current.isBetterThan(best))
      best = current;
  }
  LLVM_DEBUG(dbgs() << "parking: " << best.parkings.size() << " of "
                    << candidates.size() << " pauses, waits "
                    << best.time - leastTime << "\n");
  const ParkedSimulation simulation = cantFail(
      simulate(graph, steps, best.parkings, host.link), "a layout is valid");
  assert(simulation.time == best.time && simulation.peak <= budget &&
         simulation.hostPeak <= host.budget && "as the layout has it");
  return makePlan(steps, std::move(best.parkings), simulation);
}
