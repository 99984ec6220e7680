//===- ParkedSimulator.cpp - The memory model with the host ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph/CopyTimeline.h"
#include "Graph/CopyUses.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <tuple>
#include <utility>

using namespace llvm;
using namespace mlir::remat::planner;

namespace {

/// Places parkings on the copies of a simulated plan.
class ParkingPlacer {
public:
  ParkingPlacer(const Graph &graph, ArrayRef<Step> steps,
                ArrayRef<Parking> parkings, const HostLink &link,
                ParkedSimulation &result)
      : graph(graph), parkings(parkings), link(link), stepCount(steps.size()),
        uses(graph, steps, result), result(result) {}

  Error place();
  ArrayRef<CopyOrder> getOrders() const { return orders; }

private:
  Error fail(const Parking &parking, const Twine &problem) const {
    return createStringError("the parking of " +
                             Graph::describe(graph.values[parking.value]) +
                             " " + problem);
  }
  Error checkAlone(const Parking &parking) const;
  /// Sets `copyOf` and the order of `parking`.
  Error findCopy(size_t parking);
  /// Checks a copy's parking against the one before, which may be null, and
  /// moves its bytes.
  Error chain(size_t parking, const size_t *previous);
  void holdOnHost(size_t first, size_t last);

  const Graph &graph;
  ArrayRef<Parking> parkings;
  const HostLink &link;
  const int32_t stepCount;
  const CopyUses uses;
  ParkedSimulation &result;
  /// By parking.
  std::vector<int32_t> copyOf;
  std::vector<CopyOrder> orders;
  /// By step: changes of the parked bytes that are not on the device.
  std::vector<int64_t> awayBytes;
};

} // namespace

Error ParkingPlacer::checkAlone(const Parking &parking) const {
  if (parking.value < 0 ||
      static_cast<size_t>(parking.value) >= graph.values.size())
    return createStringError("a parking names no value of the graph");
  if (!uses.isParkable(parking.value))
    return fail(parking,
                "is of a value that may not be parked: it must own a storage "
                "of at least one byte that no view shares, be made by an op, "
                "not accumulate, and not have may_park false");
  if (parking.fetchStep > stepCount)
    return fail(parking, "ends at step " + Twine(parking.fetchStep) + " of " +
                             Twine(stepCount));
  const int32_t send = parking.sendStep.value_or(0);
  if (send < 0 || send > parking.releaseStep ||
      parking.releaseStep >= parking.fetchStep)
    return fail(parking,
                (parking.sendStep ? "is sent after step " + Twine(send) + ", "
                                  : Twine("is ")) +
                    "released after step " + Twine(parking.releaseStep) +
                    " and fetched before step " + Twine(parking.fetchStep) +
                    ", which are not in that order");
  return Error::success();
}

Error ParkingPlacer::findCopy(size_t index) {
  const Parking &parking = parkings[index];
  const int32_t from = parking.sendStep.value_or(parking.releaseStep);
  const std::optional<int32_t> copy =
      uses.findCopy(result, parking.value, from);
  const bool isAtEnd = parking.fetchStep == stepCount;
  const bool isNeeded =
      copy && (isAtEnd ? graph.values[parking.value].isResult
                       : result.copies[*copy].lastStep >= parking.fetchStep);
  if (!isNeeded)
    return fail(parking, "begins at step " + Twine(from) +
                             ", but no copy is there then and needed at its "
                             "fetch at step " +
                             Twine(parking.fetchStep));
  // The next copy would take this one's place while it is away.
  if (uses.findCopy(result, parking.value, parking.fetchStep - 1) != copy)
    return fail(parking, "spans a step that makes the value again");
  copyOf[index] = *copy;
  ArrayRef<int32_t> steps = uses.getUses(*copy);
  const auto *next = partition_point(
      steps, [&](int32_t step) { return step <= parking.releaseStep; });
  if (next != steps.end() && *next < parking.fetchStep)
    return fail(parking, "has the value away at step " + Twine(*next) +
                             ", which reads it");
  orders[index] = {parking.sendStep, parking.releaseStep, parking.fetchStep,
                   next == steps.end() ? stepCount : *next,
                   link.getTime(result.copies[*copy].bytes)};
  result.parkingCopies[index].awaitStep = orders[index].awaitStep;
  return Error::success();
}

/// The host holds the bytes of a copy from the first send to the last await.
void ParkingPlacer::holdOnHost(size_t first, size_t last) {
  const int64_t bytes = result.copies[copyOf[first]].bytes;
  result.hostBytes[*parkings[first].sendStep] += bytes;
  if (const int32_t end = orders[last].awaitStep; end != stepCount)
    result.hostBytes[end] -= bytes;
}

Error ParkingPlacer::chain(size_t index, const size_t *previous) {
  const Parking &parking = parkings[index];
  if (!previous) {
    if (!parking.sendStep)
      return fail(parking, "copies nothing out, and the host does not hold the "
                           "value");
  } else if (const int32_t there = orders[*previous].awaitStep;
             parking.sendStep.value_or(parking.releaseStep) < there) {
    return fail(parking,
                "begins at step " +
                    Twine(parking.sendStep.value_or(parking.releaseStep)) +
                    ", before the value is back from its last one, at "
                    "step " +
                    Twine(there));
  }
  const int64_t bytes = result.copies[copyOf[index]].bytes;
  awayBytes[parking.releaseStep + 1] += bytes;
  awayBytes[parking.fetchStep] -= bytes;
  return Error::success();
}

Error ParkingPlacer::place() {
  copyOf.resize(parkings.size());
  orders.resize(parkings.size());
  result.parkingCopies.resize(parkings.size());
  result.hostBytes.assign(stepCount, 0);
  awayBytes.assign(stepCount + 1, 0);
  for (auto [index, parking] : enumerate(parkings)) {
    if (Error error = checkAlone(parking))
      return error;
    if (Error error = findCopy(index))
      return error;
  }
  std::vector<size_t> byCopy(parkings.size());
  for (size_t i = 0; i != byCopy.size(); ++i)
    byCopy[i] = i;
  llvm::sort(byCopy, [&](size_t a, size_t b) {
    return std::make_tuple(copyOf[a], parkings[a].releaseStep, a) <
           std::make_tuple(copyOf[b], parkings[b].releaseStep, b);
  });
  const size_t *previous = nullptr;
  size_t held = 0;
  for (const size_t &index : byCopy) {
    if (previous && copyOf[*previous] != copyOf[index]) {
      holdOnHost(held, *previous);
      previous = nullptr;
    }
    if (Error error = chain(index, previous))
      return error;
    if (previous && parkings[index].sendStep)
      holdOnHost(held, *previous);
    if (parkings[index].sendStep)
      held = index;
    previous = &index;
  }
  if (previous)
    holdOnHost(held, *previous);

  int64_t away = 0;
  for (int32_t step = 0; step != stepCount; ++step) {
    away += awayBytes[step];
    result.liveBytes[step] -= away;
  }
  // Each stay on the device is a copy of its own.
  for (const size_t &index : llvm::reverse(byCopy)) {
    Copy &stay = result.copies[copyOf[index]];
    Copy later = stay;
    later.firstStep = parkings[index].fetchStep;
    stay.lastStep = parkings[index].releaseStep;
    if (later.firstStep != stepCount)
      result.copies.push_back(later);
  }
  llvm::stable_sort(result.copies, [](const Copy &a, const Copy &b) {
    return a.firstStep < b.firstStep;
  });
  return Error::success();
}

Expected<ParkedSimulation>
mlir::remat::planner::simulate(const Graph &graph, ArrayRef<Step> steps,
                               ArrayRef<Parking> parkings,
                               const HostLink &link) {
  Expected<Simulation> bare = simulate(graph, steps);
  if (!bare)
    return bare.takeError();
  ParkedSimulation result;
  static_cast<Simulation &>(result) = std::move(*bare);
  if (parkings.empty()) {
    result.hostBytes.assign(steps.size(), 0);
    return result;
  }
  if (Error error = link.check())
    return std::move(error);
  const int64_t bytesAtEnd = getBytesAtEnd(graph, result);
  ParkingPlacer placer(graph, steps, parkings, link, result);
  if (Error error = placer.place())
    return std::move(error);
  result.peak = graph.residentBytes;
  for (auto [index, bytes] : enumerate(result.liveBytes))
    if (index == 0 || bytes > result.peak) {
      result.peak = bytes;
      result.peakStep = index;
    }
  if (bytesAtEnd > result.peak) {
    result.peak = bytesAtEnd;
    result.peakStep = static_cast<int32_t>(steps.size()) - 1;
  }
  int64_t held = 0;
  for (int64_t &bytes : result.hostBytes) {
    held += bytes;
    bytes = held;
    result.hostPeak = std::max(result.hostPeak, held);
  }
  result.time = CopyTimeline(getDurations(graph, steps))
                    .run(placer.getOrders(), result.parkingCopies);
  return result;
}
