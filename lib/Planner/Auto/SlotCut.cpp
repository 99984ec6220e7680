//===- SlotCut.cpp - The cheapest runs after which a slot fits ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The network is that of FirstRunBound.cpp, on a schedule in place of a graph.
// The source's side has the storages r that are read after the slot and the ops
// w that run again after it.
//
//     source -> r    infinite          r is alive over the slot, not used at it
//     r -> w         price · bytes     r is read later, and as w does not run
//                                      again, its copy must be alive
//     r -> sink      price · bytes     the same where r cannot be made again,
//                                      and only a run of w would keep it alive
//     w -> r'        infinite          a run of w reads r'
//     w -> sink      cost              it runs again
//
// Steps repeat themselves: at the price where one part of them is worth making
// again all are, and the cut goes from far too many bytes to far too few.
// Prices just below for storages made late and just above for those made early
// take a part of them.
//
// Without cuts, overheads rise by 1.0 points on traces (densenet121 at 60%: 6.9
// to 13.4%) and 0.3 on nets; without the two prices, by 0.2 on nets; without
// anchors, by up to 2.1 where there is little memory (GRU of 10,000 ops at 25%:
// 20.5 to 22.7%).
//
//===----------------------------------------------------------------------===//

#include "Auto/SlotCut.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Debug.h"

#include <algorithm>
#include <functional>
#include <limits>

#define DEBUG_TYPE "remat-event-search"

using namespace llvm;
using namespace mlir::remat::planner;

using TouchKind = EventSchedule::TouchKind;

// Sums of price times amount stay below MinCut::infinite.
static constexpr int64_t maxCosts = int64_t(1) << 28;
static constexpr int64_t maxSizes = int64_t(1) << 31;

/// The part by which a split changes prices.
static constexpr int64_t splitPart = 1024;

static constexpr Slot never = std::numeric_limits<Slot>::max();

SlotCut::SlotCut(const StepModel &model, SearchControl *control)
    : model(model), control(control), storageNode(model.storages.size(), -1),
      opNode(model.size(), -1), demand(model.size(), never),
      isAnchor(model.size(), false) {
  double time = 0;
  for (const StepModel::Op &op : model.ops)
    time += op.time;
  const double unit = time > 0 ? time / (maxCosts - 1) : 1;
  costs.reserve(model.ops.size());
  for (const StepModel::Op &op : model.ops) {
    // Of runs that take no time, as few as possible.
    costs.push_back(std::max<int64_t>(1, static_cast<int64_t>(op.time / unit)));
    costLimit += costs.back();
  }
  int64_t bytes = 0;
  for (const StepModel::Storage &storage : model.storages)
    bytes += storage.bytes;
  // Rounding up adds at most one unit a storage.
  const int64_t storages = model.storages.size();
  while (bytes / byteUnit + storages >= maxSizes)
    byteUnit *= 2;
}

void SlotCut::reset() {
  scanned += cut.work() + networkStorages.size() + networkOps.size();
  cut.clear();
  for (StorageId storage : networkStorages)
    storageNode[storage] = -1;
  for (Slot op : networkOps) {
    opNode[op] = -1;
    demand[op] = never;
  }
  networkStorages.clear();
  networkOps.clear();
  costArcs.clear();
  byteArcs.clear();
  firmArcs.clear();
  alive.clear();
  aliveBytes = 0;
}

void SlotCut::collectAlive(const EventSchedule &schedule) {
  scanned += model.storages.size();
  for (auto [id, storage] : enumerate(model.storages)) {
    if (!mayRemake(id) || storage.bytes == 0 || !schedule.spansSlot(id, slot))
      continue;
    ArrayRef<EventSchedule::Touch> touches = schedule.touches(id);
    const size_t next = schedule.lowerTouch(id, momentOf(slot + 1, 0));
    if (touches[next].kind == TouchKind::Makes ||
        touches[next - 1].moment >= momentOf(slot, 0))
      continue;
    alive.push_back(
        {static_cast<int32_t>(id), slotOfMoment(touches[next].moment)});
    aliveBytes += storage.bytes;
  }
}

bool SlotCut::isDecided(const EventSchedule &schedule, StorageId storage,
                        Event reader) {
  ArrayRef<EventSchedule::Touch> touches = schedule.touches(storage);
  // The last touch before the reader decides, unless reads lie between.
  for (size_t last = schedule.lowerTouch(storage, momentOf(reader));
       last-- != 0;) {
    ++scanned;
    const EventSchedule::Touch &touch = touches[last];
    if (touch.moment >= momentOf(slot + 1, 0)) {
      // Made after the slot, or alive over it in any case.
      if (touch.kind == TouchKind::Makes || !mayRemake(storage))
        return false;
      continue;
    }
    if (touch.moment >= momentOf(slot, 0))
      return false;
    // Alive over the slot for a later reader, and never dropped.
    return mayRemake(storage) || last + 1 == touches.size() ||
           touches[last + 1].kind == TouchKind::Makes;
  }
  return false;
}

int32_t SlotCut::nodeOf(StorageId storage, Slot at) {
  int32_t &node = storageNode[storage];
  const StepModel::Storage &kept = model.storages[storage];
  const bool canBeRemade = mayRemake(storage);
  if (canBeRemade && node < 0 && opNode[kept.producer] < 0) {
    opNode[kept.producer] = cut.addNode();
    networkOps.push_back(kept.producer);
    unopened.push(kept.producer);
  }
  if (canBeRemade)
    demand[kept.producer] = std::min(demand[kept.producer], at);
  if (node >= 0)
    return node;
  node = cut.addNode();
  networkStorages.push_back(storage);
  byteArcs.push_back(
      {cut.addArc(node, canBeRemade ? opNode[kept.producer] : MinCut::sink),
       sizeOf(storage)});
  return node;
}

void SlotCut::buildNetwork(const EventSchedule &schedule) {
  for (const Wanted &wanted : alive)
    firmArcs.push_back(
        cut.addArc(MinCut::source, nodeOf(wanted.storage, wanted.at)));
  // Readers first: an op's earliest possible place is known when it is opened.
  while (!unopened.empty()) {
    const Slot op = unopened.top();
    unopened.pop();
    costArcs.push_back({cut.addArc(opNode[op], MinCut::sink), costs[op]});
    for (StorageId operand : model.reads(op))
      if (model.storages[operand].bytes > 0 &&
          isDecided(schedule, operand, {demand[op], op}))
        firmArcs.push_back(cut.addArc(opNode[op], nodeOf(operand, demand[op])));
  }
}

SlotCut::Line SlotCut::solve(const Prices &prices) {
  for (const PricedArc &arc : costArcs)
    cut.setCapacity(arc.arc, prices.perCost * arc.amount);
  for (auto [storage, arc] : zip_equal(networkStorages, byteArcs)) {
    const int64_t price = prices.perByte * arc.amount;
    int64_t change = 0;
    if (prices.split != 0)
      change = model.storages[storage].producer < prices.split
                   ? price / splitPart
                   : -price / splitPart;
    cut.setCapacity(arc.arc, price + change);
  }
  for (int32_t arc : firmArcs)
    cut.setCapacity(arc, MinCut::infinite);
  cut.solve();
  Line line;
  for (const PricedArc &arc : costArcs)
    line.cost += cut.isCut(arc.arc) ? arc.amount : 0;
  for (const PricedArc &arc : byteArcs)
    line.bytes += cut.isCut(arc.arc) ? arc.amount : 0;
  return line;
}

bool SlotCut::solveWithin(int64_t room, uint64_t end) {
  Line low;
  for (const Wanted &wanted : alive)
    low.bytes += sizeOf(wanted.storage);
  // Least bytes, then least cost.
  Prices best = {1, costLimit + 1};
  Line high = solve(best);
  if (high.bytes > room)
    return false;
  // Where the lines of both meet, either no cut is below or a better pair
  // appears.
  while (high.cost > low.cost && low.bytes > high.bytes && !mustEnd(end)) {
    const Prices meeting = {low.bytes - high.bytes, high.cost - low.cost};
    const Line line = solve(meeting);
    if (meeting.of(line) >= meeting.of(low)) {
      if (std::optional<Prices> between =
              splitBetween(meeting, high.cost, room, end))
        best = *between;
      break;
    }
    if (line.bytes > room) {
      low = line;
      continue;
    }
    high = line;
    best = meeting;
  }
  solve(best);
  return true;
}

std::optional<SlotCut::Prices> SlotCut::splitBetween(Prices prices,
                                                     int64_t maxCost,
                                                     int64_t room,
                                                     uint64_t end) {
  std::optional<Prices> best;
  // Split at `tooFew`, too many bytes stay; at `enough`, they fit.
  Slot tooFew = 0, enough = model.size();
  while (enough - tooFew > 1 && !mustEnd(end)) {
    prices.split = tooFew + (enough - tooFew) / 2;
    const Line line = solve(prices);
    if (line.bytes > room) {
      tooFew = prices.split;
      continue;
    }
    enough = prices.split;
    if (line.cost < maxCost) {
      maxCost = line.cost;
      best = prices;
    }
  }
  return best;
}

std::vector<Event> SlotCut::placeRuns(const EventSchedule &schedule) {
  std::vector<Slot> again;
  for (Slot op : networkOps) {
    demand[op] = never;
    if (runsAgain(op))
      again.push_back(op);
  }
  for (const Wanted &wanted : alive) {
    Slot &at = demand[model.storages[wanted.storage].producer];
    at = std::min(at, wanted.at);
  }
  // Readers first: operands are needed where the first of them runs.
  llvm::sort(again, std::greater<Slot>());
  std::vector<Event> runs;
  for (Slot op : again) {
    // Its readers may run late enough to find newer copies.
    if (demand[op] == never)
      continue;
    runs.push_back({demand[op], op});
    for (StorageId operand : model.reads(op)) {
      const StepModel::Storage &read = model.storages[operand];
      if (storageNode[operand] >= 0 && mayRemake(operand) &&
          runsAgain(read.producer) && isDecided(schedule, operand, runs.back()))
        demand[read.producer] = std::min(demand[read.producer], demand[op]);
    }
  }
  std::reverse(runs.begin(), runs.end());
  return runs;
}

int64_t SlotCut::addAnchors(ArrayRef<Event> runs, int64_t maxSegment) {
  // By op: where its storages are read for their own sake.
  std::vector<Slot> own(model.size(), never);
  for (const Wanted &wanted : alive) {
    Slot &at = own[model.storages[wanted.storage].producer];
    at = std::min(at, wanted.at);
  }
  DenseMap<Slot, int64_t> waiting;
  int64_t longest = 0;
  for (const Event &run : runs) {
    ++scanned;
    if (own[run.op] == never || own[run.op] <= run.at)
      continue;
    int64_t &bytes = waiting[run.at];
    bytes += model.ops[run.op].madeBytes;
    longest = std::max(longest, bytes);
    if (bytes <= maxSegment)
      continue;
    bytes = 0;
    isAnchor[run.op] = true;
    anchors.push_back(run.op);
  }
  return longest;
}

std::vector<Event> SlotCut::choose(const EventSchedule &schedule, Slot atSlot,
                                   int64_t limit, uint64_t maxWork,
                                   int64_t maxSegment) {
  for (Slot op : anchors)
    isAnchor[op] = false;
  anchors.clear();
  std::vector<Event> best;
  constexpr int maxRounds = 16;
  const uint64_t end = SaturatingAdd(getWork(), maxWork);
  for (int round = 0; round != maxRounds && getWork() <= end && !isStopped();
       ++round) {
    reset();
    slot = atSlot;
    collectAlive(schedule);
    const int64_t room = limit - (schedule.bytesAt(slot) - aliveBytes);
    if (room < 0 || room >= aliveBytes)
      break;
    buildNetwork(schedule);
    if (!solveWithin(room / byteUnit, end))
      break;
    best = placeRuns(schedule);
    LLVM_DEBUG(dbgs() << "cut at slot " << slot << ": " << alive.size()
                      << " storages alive, " << best.size() << " of "
                      << networkOps.size() << " ops run again, "
                      << anchors.size() << " anchors\n");
    const int64_t segment = addAnchors(best, maxSegment);
    longestSegment = std::max(longestSegment, segment);
    if (segment <= maxSegment)
      break;
  }
  return best;
}
