//===- ChainUnits.cpp - Chains in whole numbers ---------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chains/ChainUnits.h"

#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace llvm;
using namespace mlir::remat::planner;

static int64_t divideUp(int64_t bytes, int64_t unit) {
  return bytes / unit + (bytes % unit > 0);
}

/// Calls `f` with every size of the chain but what is resident.
template <class F> static void forEachSize(Chain &chain, F f) {
  f(chain.inputBytes);
  f(chain.inputGradientBytes);
  for (ChainStage &stage : chain.stages)
    for (int64_t *bytes :
         {&stage.activationBytes, &stage.savedBytes, &stage.gradientBytes,
          &stage.forwardWorkspace, &stage.checkpointWorkspace,
          &stage.backwardWorkspace, &stage.passingBytes})
      f(*bytes);
}

static int64_t commonUnit(Chain chain) {
  int64_t unit = 0;
  forEachSize(chain, [&](int64_t &bytes) { unit = std::gcd(unit, bytes); });
  return std::max<int64_t>(unit, 1);
}

/// Ticks per unit of time.
static double tickRate(const Chain &chain) {
  double sum = 0;
  for (const ChainStage &stage : chain.stages)
    sum += stage.checkpointTime;
  if (sum == 0)
    return 1;
  // No phase runs a stage twice, and there are as many phases as stages.
  const double limit = std::ldexp(1.0, 52) / (chain.stages.size() + 1);
  double rate = 1;
  for (int decimals = 0; decimals <= 6; ++decimals, rate *= 10)
    if (sum * rate <= limit &&
        all_of(chain.stages, [&](const ChainStage &stage) {
          const double ticks = stage.checkpointTime * rate;
          return std::abs(ticks - std::round(ticks)) <= 1e-12 * ticks;
        }))
      return rate;
  return std::ldexp(1.0, std::ilogb(limit / sum) - 1);
}

Expected<ChainUnits> ChainUnits::make(const Chain &chain, int64_t capacity,
                                      const ChainSolverOptions &options) {
  if (Error error = options.check())
    return std::move(error);
  ChainUnits units;
  units.stages = chain.stages.size();
  units.resident = chain.residentBytes;
  units.unit = options.bins && capacity > 0 ? divideUp(capacity, options.bins)
                                            : commonUnit(chain);
  Chain scaled = chain;
  scaled.residentBytes = 0;
  forEachSize(scaled,
              [&](int64_t &bytes) { bytes = divideUp(bytes, units.unit); });
  // What a backward adds is rounded up, not what it passes.
  for (size_t l = 1; l <= chain.stages.size(); ++l)
    scaled.stages[l - 1].passingBytes =
        scaled.gradient(l - 1) - divideUp(chain.newGradient(l), units.unit);
  Expected<ChainSchedule> storeAll = simulateChain(scaled, storeAllOps(scaled));
  if (!storeAll)
    return storeAll.takeError();
  units.capacity = std::min(units.fromBudget(capacity), storeAll->peak);

  const double rate = tickRate(chain);
  double baseTime = 0;
  units.extra = units.forwardPeak = units.checkpointPeak = units.backwardPeak =
      units.checkpointTicks = {0};
  units.activation = {scaled.inputBytes};
  units.gradient = {scaled.inputGradientBytes};
  for (const ChainStage &stage : scaled.stages) {
    const int64_t input = units.activation.back();
    units.forwardPeak.push_back(input + stage.savedBytes +
                                stage.forwardWorkspace);
    units.checkpointPeak.push_back(input + stage.activationBytes +
                                   stage.checkpointWorkspace);
    units.backwardPeak.push_back(input + stage.savedBytes +
                                 stage.gradientBytes + units.gradient.back() -
                                 stage.passingBytes + stage.backwardWorkspace);
    units.activation.push_back(stage.activationBytes);
    units.gradient.push_back(stage.gradientBytes);
    units.extra.push_back(stage.savedBytes - stage.activationBytes);
    units.checkpointTicks.push_back(std::llround(stage.checkpointTime * rate));
    units.maxTicks += units.checkpointTicks.back();
    baseTime += stage.forwardTime + stage.backwardTime;
  }
  units.maxTicks *= units.stages;
  units.slackRate = std::min(options.epsilon * baseTime * rate,
                             static_cast<double>(units.maxTicks)) /
                    units.stages / units.stages;
  return units;
}

int64_t ChainUnits::fromBudget(int64_t budget) const {
  return budget < resident ? -1 : (budget - resident) / unit;
}
