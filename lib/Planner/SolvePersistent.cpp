//===- SolvePersistent.cpp - Memory-persistent schedules of chains --------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitProgram.h"
#include "remat/Planner/Chain.h"

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
    const int64_t m = std::min(budget - offset, table->problem.capacity);
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

static ChainTableOr solve(const Chain &chain, int64_t capacity,
                          const ChainSolverOptions &options, bool maySave) {
  if (Error error = chain.check())
    return std::move(error);
  SplitProblem problem = makeSplitProblem(chain, capacity, maySave);
  std::unique_ptr<SplitTable> table = solveWithArrays(problem);
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
