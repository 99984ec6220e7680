//===- ChainUnits.cpp - Chains in whole numbers ---------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chains/ChainUnits.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numeric>

using namespace llvm;
using namespace mlir::remat::planner;

static int64_t divideUp(int64_t bytes, int64_t unit) {
  return bytes / unit + (bytes % unit > 0);
}

/// The figures of stage l that the programs add up: its sizes, and sums of
/// sizes that are there together. Beside a^{l-1} and, but for the backward, δ.
namespace {
struct StageSizes {
  explicit StageSizes(const Chain &chain, size_t l) {
    const ChainStage &stage = chain.stages[l - 1];
    activation = stage.activationBytes;
    gradient = stage.gradientBytes;
    saved = stage.savedBytes;
    forward = stage.savedBytes + stage.forwardWorkspace;
    checkpoint = stage.activationBytes + stage.checkpointWorkspace;
    backward = stage.gradientBytes + chain.newGradient(l) + stage.savedBytes +
               stage.backwardWorkspace;
  }
  std::array<int64_t, 6> all() const {
    return {activation, gradient, saved, forward, checkpoint, backward};
  }

  int64_t activation, gradient, saved, forward, checkpoint, backward;
};
} // namespace

static int64_t commonUnit(const Chain &chain) {
  int64_t unit = std::gcd(chain.inputBytes, chain.inputGradientBytes);
  for (size_t l = 1; l <= chain.stages.size(); ++l)
    for (int64_t bytes : StageSizes(chain, l).all())
      unit = std::gcd(unit, bytes);
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

ChainUnits::ChainUnits(const Chain &chain, int64_t capacity,
                       const ChainSolverOptions &options)
    : stages(chain.stages.size()),
      fixed(chain.residentBytes + chain.inputBytes) {
  assert(stages > 0 && "a chain without stages passed its check");
  // Nothing fits into less than nothing.
  capacity = std::max<int64_t>(capacity, -1);
  unit = options.bins ? std::max<int64_t>(1, (capacity - fixed) / options.bins)
                      : commonUnit(chain);
  setSizes(chain);
  setTicks(chain, options.epsilon);
  this->capacity = std::min(fromBudget(capacity), mostUseful());
}

void ChainUnits::setSizes(const Chain &chain) {
  auto toUnits = [&](int64_t bytes) { return divideUp(bytes, unit); };
  activation = {toUnits(chain.inputBytes)};
  gradient = {toUnits(chain.inputGradientBytes)};
  extra = forwardPeak = checkpointPeak = backwardPeak = {0};
  for (int32_t l = 1; l <= stages; ++l) {
    const StageSizes sizes(chain, l);
    const int64_t input = activation.back();
    activation.push_back(toUnits(sizes.activation));
    gradient.push_back(toUnits(sizes.gradient));
    extra.push_back(toUnits(sizes.saved) - activation.back());
    forwardPeak.push_back(input + toUnits(sizes.forward));
    checkpointPeak.push_back(input + toUnits(sizes.checkpoint));
    // A workspace may be negative, but the input is there before and after.
    backwardPeak.push_back(input +
                           std::max<int64_t>(0, toUnits(sizes.backward)));
  }
}

void ChainUnits::setTicks(const Chain &chain, double epsilon) {
  const double rate = tickRate(chain);
  double baseTime = 0;
  checkpointTicks = {0};
  for (const ChainStage &stage : chain.stages) {
    checkpointTicks.push_back(std::llround(stage.checkpointTime * rate));
    maxTicks += checkpointTicks.back();
    baseTime += stage.forwardTime + stage.backwardTime;
  }
  maxTicks *= stages;
  slackRate =
      std::min(epsilon * baseTime * rate, static_cast<double>(maxTicks)) /
      stages / stages;
}

/// More memory changes nothing: every ā can be stored, or, where F_all runs
/// right before its backward, every a.
int64_t ChainUnits::mostUseful() const {
  int64_t most = 0, allSaved = 0, allKept = 0;
  for (int32_t l = 1; l <= stages; ++l) {
    const int64_t last = gradient[stages];
    most = std::max(
        {most, allSaved + last + forwardPeak[l], allSaved + backwardPeak[l],
         allKept + gradient[l] + forwardPeak[l], allKept + backwardPeak[l],
         allKept + last + checkpointPeak[l]});
    allSaved += activation[l - 1] + extra[l];
    allKept += activation[l - 1];
  }
  return most;
}

int64_t ChainUnits::fromBudget(int64_t budget) const {
  return budget < fixed ? -1 : (budget - fixed) / unit + activation[0];
}
