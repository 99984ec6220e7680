//===- SolvePersistent.cpp - Memory-persistent schedules of chains --------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chains/SplitProgram.h"
#include "remat/Planner/Chain.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cmath>

using namespace llvm;
using namespace mlir::remat::planner;

namespace {
class PersistentTable : public ChainTable {
public:
  PersistentTable(const Chain &chain, std::unique_ptr<SplitTable> table)
      : chain(chain), table(std::move(table)),
        offset(chain.residentBytes + chain.inputBytes) {}

  std::vector<int64_t> budgets() const override {
    std::vector<int64_t> budgets = table->steps();
    for (int64_t &bytes : budgets)
      bytes += offset;
    return budgets;
  }

  std::optional<ChainSchedule> scheduleWithin(int64_t budget) const override {
    const int64_t m = std::min(std::max<int64_t>(budget, -1) - offset,
                               table->problem.capacity);
    if (table->overhead(1, table->problem.stages, m) == SplitTable::infinite)
      return std::nullopt;
    Expected<ChainSchedule> schedule = simulateChain(chain, table->ops(m));
    if (!schedule) {
      consumeError(schedule.takeError());
      return std::nullopt;
    }
    return std::move(*schedule);
  }

private:
  const Chain chain;
  const std::unique_ptr<SplitTable> table;
  const int64_t offset;
};
} // namespace

/// Calls `round` on all sizes but the capacity.
static void roundSizes(SplitProblem &problem,
                       function_ref<int64_t(int64_t)> round) {
  for (auto *array :
       {&problem.checkpoint, &problem.held, &problem.saved, &problem.forwardAll,
        &problem.backward, &problem.forwardOnly})
    for (int64_t &bytes : *array)
      bytes = round(bytes);
}

/// Sizes as multiples of the capacity over `bins`, rounded up.
static void roundUp(SplitProblem &problem, int64_t bins) {
  const int64_t unit = std::max<int64_t>(1, problem.capacity / bins);
  roundSizes(problem, [&](int64_t bytes) {
    return bytes > 0 ? (bytes - 1) / unit * unit + unit
                     : -(-bytes / unit) * unit;
  });
}

/// A bound that no overhead within the capacity is below: sizes and times are
/// rounded down.
static double boundOverhead(SplitProblem problem) {
  constexpr int64_t bins = 1 << 13;
  const int64_t unit = problem.capacity / bins + 1;
  auto roundDown = [&](int64_t bytes) {
    const int64_t down = bytes / unit * unit;
    return down > bytes ? down - unit : down;
  };
  roundSizes(problem, roundDown);
  problem.capacity = roundDown(problem.capacity) + unit;
  const double timeUnit = problem.prefixTime.back() / (1 << 16);
  if (timeUnit == 0)
    return 0;
  for (size_t l = 1; l != problem.time.size(); ++l) {
    problem.time[l] = std::floor(problem.time[l] / timeUnit);
    problem.prefixTime[l] = problem.prefixTime[l - 1] + problem.time[l];
  }
  const int32_t stages = problem.stages;
  const int64_t capacity = problem.capacity;
  std::unique_ptr<SplitTable> table = solveWithArrays(std::move(problem));
  return table ? timeUnit * table->overhead(1, stages, capacity) : 0;
}

/// Thins the lists of steps as far as the bound allows.
static std::unique_ptr<SplitTable>
solveNearly(const SplitProblem &problem, double baseTime, double epsilon) {
  const double bound = boundOverhead(problem);
  for (size_t maxSteps = 512;; maxSteps *= 4) {
    std::unique_ptr<SplitTable> table = solveWithSteps(problem, maxSteps);
    const double overhead =
        table->overhead(1, problem.stages, problem.capacity);
    if (overhead == SplitTable::infinite ||
        baseTime + overhead <= (1 + epsilon) * (baseTime + bound) ||
        maxSteps > (size_t(1) << 20))
      return table;
  }
}

static ChainTableOr solve(const Chain &chain, int64_t capacity,
                          const ChainSolverOptions &options, bool maySave) {
  if (Error error = chain.check())
    return std::move(error);
  if (Error error = options.check())
    return std::move(error);
  SplitProblem problem = makeSplitProblem(chain, capacity, maySave);
  if (options.bins > 0)
    roundUp(problem, options.bins);
  std::unique_ptr<SplitTable> table = solveWithArrays(problem);
  if (!table && options.epsilon > 0) {
    double baseTime = 0;
    for (const ChainStage &stage : chain.stages)
      baseTime += stage.forwardTime + stage.backwardTime;
    table = solveNearly(problem, baseTime, options.epsilon);
  }
  if (!table)
    table = solveWithSteps(std::move(problem));
  return std::make_unique<PersistentTable>(chain, std::move(table));
}

ChainTableOr
mlir::remat::planner::solvePersistent(const Chain &chain, int64_t capacity,
                                      const ChainSolverOptions &options) {
  return solve(chain, capacity, options, /*maySave=*/true);
}

ChainTableOr
mlir::remat::planner::solvePrecise(const Chain &chain, int64_t capacity,
                                   const ChainSolverOptions &options) {
  return solve(chain, capacity, options, /*maySave=*/false);
}
