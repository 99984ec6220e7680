//===- Parking.cpp - Storages that wait on the host -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Parking.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::remat::planner;

/// With an exponent as people write it: "1e18", not "1e+18".
static std::string formatNumber(double number) {
  std::string text;
  raw_string_ostream(text) << format("%g", number);
  auto [digits, exponent] = StringRef(text).split('e');
  int power = 0;
  exponent.consume_front("+");
  if (exponent.getAsInteger(10, power))
    return text;
  return (digits + "e" + Twine(power)).str();
}

static std::string formatRange(double low, double high) {
  return "is out of range; give a number from " + formatNumber(low) + " to " +
         formatNumber(high);
}

Error HostLink::check() const {
  if (bandwidth == 0)
    return createStringError("the link to the host has no bandwidth; give the "
                             "bytes that it carries per unit of time");
  if (!(bandwidth >= minBandwidth && bandwidth <= maxBandwidth))
    return createStringError("the link's bandwidth of " +
                             formatNumber(bandwidth) + " " +
                             formatRange(minBandwidth, maxBandwidth));
  if (!(latency >= 0 && latency <= maxLatency))
    return createStringError("the link's latency of " + formatNumber(latency) +
                             " " + formatRange(0, maxLatency));
  return Error::success();
}

Error HostMemory::check() const {
  if (budget < 0 || budget > maxBudget)
    return createStringError("the host budget of " + Twine(budget) +
                             " bytes is out of range; give a number of bytes "
                             "from 0 to " +
                             Twine(maxBudget));
  return isAvailable() ? link.check() : Error::success();
}

std::vector<bool> mlir::remat::planner::getParkable(const Graph &graph) {
  std::vector<bool> parkable(graph.values.size());
  for (auto [id, value] : enumerate(graph.values))
    parkable[id] = value.mayPark && !value.viewOf && !value.accumulate &&
                   value.bytes > 0 && !graph.writers(id).empty();
  for (const Value &value : graph.values)
    if (value.viewOf)
      parkable[*value.viewOf] = false;
  return parkable;
}
