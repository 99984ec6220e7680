//===- SolveFloating.cpp - The best of all chain schedules ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Beaumont et al., Theorem 4.7, as corrected in docs/strategies.md. Let
// D(s, t, l, mu) be the least overhead of the backwards of stages l to t, from
// stored a^{s-1} and δ^l, where mu is all memory that no outer part of the
// schedule holds: a^{s-1} and δ^l are in it. It is the least of
//   all  (s = t): D(s+1, s+1, l, mu - a^{s-1} - (ā^s - a^s)), if s < l;
//   ck: u^s + D(s+1, t', l, mu - a^{s-1}) + D(s, t, t'-1, mu), t < t' <= l;
//   move (s < t): u^s + D(s+1, t, l, mu);
// each where mu has room for the operations of stage s themselves, u being the
// time of F_ck and F_∅. A sweep over several stages, and a move over several,
// are moves one after the other.
//
// To store a^{s-1} and move on later is better than to store some a^{r-1} with
// s < r <= t in its place only if it is smaller: all but the smallest of these,
// the last one of several, only moves (this is Corollary 4.5, turned round).
// Such D's are not tabled: they are a sweep and then a D that is.
//
// That is the best of the weakly memory-persistent sequences (Definition 4.3).
// By Lemma 4.4 no other is better, but its proof wants δ^l to be no larger than
// a^l; otherwise it may pay to run a stage again before δ grows.
//
//===----------------------------------------------------------------------===//

#include "Chains/ChainUnits.h"
#include "Chains/FloatingProgram.h"
#include "Chains/MemoryFunction.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::remat::planner;

namespace {
/// Beyond, the pairs of stages alone would be too many.
constexpr int32_t maxStages = 1000;
/// Steps or places looked at: half a minute to a minute.
constexpr int64_t defaultWork = int64_t(1) << 34;
constexpr size_t maxTableBytes = size_t(1) << 31;
/// Up to that many units rows are faster than steps.
constexpr int64_t maxRowUnits = 1 << 14;

/// The table of D for one chain.
template <class Function> class FloatingTable final : public ChainTable {
public:
  FloatingTable(const Chain &chain, ChainUnits units)
      : chain(chain), units(std::move(units)), count(this->units.stages) {}

  /// Gives up after that much work.
  Error fill(int64_t maxWork);
  std::vector<int64_t> budgets() const override;
  std::optional<ChainSchedule> scheduleWithin(int64_t budget) const override;

private:
  using Term = FunctionTerm<Function>;
  using Minimum = typename Function::Minimum;

  /// A part of a schedule that is still to be written down: D(s, t, l, memory),
  /// or the backward of stage s, where l is 0.
  struct Part {
    int32_t s, t, l;
    int64_t memory;
  };

  /// Pairs (s, t), s <= t.
  size_t pair(int32_t s, int32_t t) const {
    return size_t(s - 1) * count + (t - 1);
  }
  const Function &tabled(int32_t s, int32_t t, int32_t l) const {
    return table[firstOf[pair(s, t)] + (l - t)];
  }
  /// mu -> D(s, t, l, mu - shift) + ticks from `threshold` on.
  Term term(int32_t s, int32_t t, int32_t l, int64_t shift, int64_t threshold,
            int64_t ticks) const;
  /// What follows F_all^s, where s < l.
  Term afterAll(int32_t s, int32_t l) const;
  /// What follows F_ck^s, first of its two parts; and what follows F_∅^s.
  Term afterKeep(int32_t s, int32_t t, int32_t l) const;
  Term afterDrop(int32_t s, int32_t t, int32_t l) const;
  /// The memory that F_all^s and B^s need.
  int64_t allThreshold(int32_t s, int32_t l) const {
    return std::max(units.gradient[l] + units.forwardPeak[s],
                    units.backwardPeak[s]);
  }
  int64_t keepThreshold(int32_t s, int32_t l) const {
    return units.gradient[l] + units.checkpointPeak[s];
  }

  void findSmallest();
  void fillOne(Minimum &minimum, int32_t s, int32_t t, int32_t l) const;
  Error checkLimits(int64_t work, int64_t maxWork, size_t bytes) const;
  void expand(Part part, std::vector<ChainOp> &ops,
              std::vector<Part> &parts) const;

  Chain chain;
  ChainUnits units;
  int32_t count;
  /// By pair (s, t): the r from s to t with the smallest a^{r-1}, the last of
  /// several; the ticks and the memory of the sweep from s to there.
  std::vector<int32_t> smallest;
  std::vector<int64_t> sweepTicks, sweepPeak;
  /// By pair (s, t) with smallest r = s: where D(s, t, t, .) is in the table;
  /// D(s, t, l, .) for l > t follow it.
  std::vector<size_t> firstOf;
  std::vector<Function> table;
};
} // namespace

template <class Function> void FloatingTable<Function>::findSmallest() {
  smallest.resize(size_t(count) * count);
  sweepTicks.resize(smallest.size());
  sweepPeak.resize(smallest.size());
  firstOf.resize(smallest.size());
  size_t size = 0;
  for (int32_t t = 1; t <= count; ++t)
    for (int32_t s = t; s >= 1; --s) {
      const size_t at = pair(s, t), next = pair(s + 1, t);
      if (s == t ||
          units.activation[s - 1] < units.activation[smallest[next] - 1]) {
        smallest[at] = s;
        firstOf[at] = size;
        size += count - t + 1;
        continue;
      }
      smallest[at] = smallest[next];
      const bool isLast = smallest[at] == s + 1;
      sweepTicks[at] =
          units.checkpointTicks[s] + (isLast ? 0 : sweepTicks[next]);
      sweepPeak[at] = isLast
                          ? units.checkpointPeak[s]
                          : std::max(units.checkpointPeak[s], sweepPeak[next]);
    }
  table.resize(size);
}

template <class Function>
auto FloatingTable<Function>::term(int32_t s, int32_t t, int32_t l,
                                   int64_t shift, int64_t threshold,
                                   int64_t ticks) const -> Term {
  const size_t at = pair(s, t);
  if (smallest[at] != s) {
    threshold = std::max(threshold, shift + units.gradient[l] + sweepPeak[at]);
    ticks += sweepTicks[at];
  }
  return {&tabled(smallest[at], t, l), shift, threshold, ticks};
}

template <class Function>
auto FloatingTable<Function>::afterAll(int32_t s, int32_t l) const -> Term {
  return term(s + 1, s + 1, l, units.activation[s - 1] + units.extra[s],
              allThreshold(s, l), 0);
}

template <class Function>
auto FloatingTable<Function>::afterKeep(int32_t s, int32_t t, int32_t l) const
    -> Term {
  return term(s + 1, t, l, units.activation[s - 1], keepThreshold(s, l),
              units.checkpointTicks[s]);
}

template <class Function>
auto FloatingTable<Function>::afterDrop(int32_t s, int32_t t, int32_t l) const
    -> Term {
  return term(s + 1, t, l, 0, keepThreshold(s, l), units.checkpointTicks[s]);
}

template <class Function>
void FloatingTable<Function>::fillOne(Minimum &minimum, int32_t s, int32_t t,
                                      int32_t l) const {
  if (s == t && s == l)
    minimum.offerConstant(allThreshold(s, l), 0);
  else if (s == t)
    minimum.offer(afterAll(s, l));
  for (int32_t split = t + 1; split <= l; ++split)
    minimum.offerSum(afterKeep(s, split, l), tabled(s, t, split - 1));
  // What is lost in a move has been counted where it was lost.
  minimum.simplify(units.slackTicks(l - t + 1));
  if (s < t)
    minimum.offer(afterDrop(s, t, l));
}

template <class Function>
Error FloatingTable<Function>::checkLimits(int64_t work, int64_t maxWork,
                                           size_t bytes) const {
  if (work <= maxWork && bytes <= maxTableBytes)
    return Error::success();
  return createStringError(
      "the floating program for the " + Twine(count) +
      " stages of the chain needs " +
      (work > maxWork
           ? "more than " + Twine(maxWork) + " steps of work"
           : "tables of more than " + Twine(maxTableBytes) + " bytes") +
      "; use memory bins, a larger epsilon, or the persistent program");
}

template <class Function> Error FloatingTable<Function>::fill(int64_t maxWork) {
  findSmallest();
  Minimum minimum(units.capacity);
  size_t bytes = smallest.size() * 28 + table.size() * sizeof(Function);
  for (int32_t s = count; s >= 1; --s)
    for (int32_t t = s; t <= count; ++t) {
      if (smallest[pair(s, t)] != s)
        continue;
      for (int32_t l = t; l <= count; ++l) {
        minimum.clear();
        fillOne(minimum, s, t, l);
        Function &function = table[firstOf[pair(s, t)] + (l - t)];
        function = minimum.take();
        bytes += function.bytes();
      }
      if (Error error = checkLimits(minimum.work(), maxWork, bytes))
        return error;
    }
  return Error::success();
}

template <class Function>
std::vector<int64_t> FloatingTable<Function>::budgets() const {
  std::vector<int64_t> budgets;
  for (const MemoryStep &step : tabled(1, 1, count).asSteps())
    budgets.push_back(units.toBudget(step.memory));
  return budgets;
}

template <class Function>
void FloatingTable<Function>::expand(Part part, std::vector<ChainOp> &ops,
                                     std::vector<Part> &parts) const {
  const auto [start, t, l, memory] = part;
  if (l == 0) {
    ops.push_back({ChainOpKind::Backward, start});
    return;
  }
  const int32_t s = smallest[pair(start, t)];
  for (int32_t swept = start; swept != s; ++swept)
    ops.push_back({ChainOpKind::ForwardDrop, swept});

  // What is tabled is the least of these.
  int64_t best = unreachableTicks;
  int32_t bestSplit = 0;
  for (int32_t split = t + 1; split <= l; ++split) {
    const int64_t first = afterKeep(s, split, l).at(memory);
    const int64_t second = tabled(s, t, split - 1).at(memory);
    if (first < best && second < best && first + second < best) {
      best = first + second;
      bestSplit = split;
    }
  }
  if (s == t && (s == l ? memory >= allThreshold(s, l)
                        : afterAll(s, l).at(memory) <= best)) {
    ops.push_back({ChainOpKind::ForwardAll, s});
    parts.push_back({s, 0, 0, 0});
    if (s < l)
      parts.push_back(
          {s + 1, s + 1, l, memory - units.activation[s - 1] - units.extra[s]});
  } else if (s < t && afterDrop(s, t, l).at(memory) <= best) {
    ops.push_back({ChainOpKind::ForwardDrop, s});
    parts.push_back({s + 1, t, l, memory});
  } else {
    ops.push_back({ChainOpKind::ForwardKeep, s});
    parts.push_back({s, t, bestSplit - 1, memory});
    parts.push_back({s + 1, bestSplit, l, memory - units.activation[s - 1]});
  }
}

template <class Function>
std::optional<ChainSchedule>
FloatingTable<Function>::scheduleWithin(int64_t budget) const {
  const int64_t memory = std::min(units.fromBudget(budget), units.capacity);
  if (tabled(1, 1, count).at(memory) == unreachableTicks)
    return std::nullopt;
  std::vector<ChainOp> ops;
  std::vector<Part> parts = {{1, 1, count, memory}};
  while (!parts.empty()) {
    const Part part = parts.back();
    parts.pop_back();
    expand(part, ops, parts);
  }
  Expected<ChainSchedule> schedule = simulateChain(chain, ops);
  if (!schedule) {
    consumeError(schedule.takeError());
    return std::nullopt;
  }
  return std::move(*schedule);
}

namespace {
/// Nothing fits.
class EmptyTable final : public ChainTable {
public:
  std::vector<int64_t> budgets() const override { return {}; }
  std::optional<ChainSchedule> scheduleWithin(int64_t) const override {
    return std::nullopt;
  }
};
} // namespace

template <class Function>
static ChainTableOr makeTable(const Chain &chain, ChainUnits units,
                              int64_t maxWork) {
  auto table =
      std::make_unique<FloatingTable<Function>>(chain, std::move(units));
  if (Error error = table->fill(maxWork))
    return error;
  return table;
}

ChainTableOr
mlir::remat::planner::solveFloating(const Chain &chain, int64_t capacity,
                                    const ChainSolverOptions &options) {
  return solveFloatingWithin(chain, capacity, options, defaultWork);
}

ChainTableOr
mlir::remat::planner::solveFloatingWithin(const Chain &chain, int64_t capacity,
                                          const ChainSolverOptions &options,
                                          int64_t maxWork) {
  if (Error error = chain.check())
    return error;
  if (chain.stages.size() > maxStages)
    return createStringError("the chain has " + Twine(chain.stages.size()) +
                             " stages; the floating program is for up to " +
                             Twine(maxStages) +
                             ": merge stages, or use the persistent program");
  Expected<ChainUnits> units = ChainUnits::make(chain, capacity, options);
  if (!units)
    return units.takeError();
  if (units->capacity < 0)
    return std::make_unique<EmptyTable>();
  if (units->capacity > maxRowUnits)
    return makeTable<StepFunction>(chain, std::move(*units), maxWork);
  if (units->maxTicks <= maxNarrowTicks)
    return makeTable<RowFunction<int32_t>>(chain, std::move(*units), maxWork);
  return makeTable<RowFunction<int64_t>>(chain, std::move(*units), maxWork);
}
