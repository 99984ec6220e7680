//===- ChainPrograms.cpp - The dynamic programs for chains ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The three programs share one recurrence under different rules. D(s, t, l, mu)
// is the least overhead (time of forwards beside the F_all that each stage
// needs) of the backwards of stages l to t, from stored a^{s-1} and δ^l. mu is
// all memory that no outer part of the schedule holds, including a^{s-1} and
// δ^l. D is the least of
//   all  (s = t): D(s+1, s+1, l, mu - a^{s-1} - (ā^s - a^s)), if s < l;
//   ck: u^s + D(s+1, t', l, mu - a^{s-1}) + D(s, t, t'-1, mu), t < t' <= l;
//   move (s < t): u^s + D(s+1, t, l, mu);
// each where mu has room for stage s itself. u is the time of F_ck and F_∅. A
// sweep or a move over several stages is a series of moves.
//
// The floating program (Beaumont et al., Theorem 4.7, as corrected in
// docs/internals/chains.md) uses all three options. Storing a^{s-1} and moving
// on later beats storing some a^{r-1}, s < r <= t, only if it is smaller: all
// but the kept of these, the last one of several, only move (Corollary 4.5,
// reversed). Such D's need no table entry: each is a sweep, then a D that has
// one. This gives the best weakly memory-persistent sequence (Definition 4.3).
// By Lemma 4.4 no other is better, but its proof needs δ^l to be no larger than
// a^l; otherwise rerunning a stage before δ grows may pay.
//
// In the persistent program (Theorem 4.8) stored activations stay: every sweep
// from s to t ends at t, and only D(s, s, l, .) is in the table. The precise
// program (Butt, eq. 3.1 and 3.3) also drops "all" for s < l.
//
// Whole units of memory and whole ticks of time keep sums exact.
//
//===----------------------------------------------------------------------===//

#include "Chains/MemoryFunction.h"
#include "remat/Planner/Chain.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Debug.h"

#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>

#define DEBUG_TYPE "remat-chains"

using namespace llvm;
using namespace mlir::remat::planner;

namespace {
/// A chain in units and ticks. Vectors are by stage; 0 is its input.
struct ChainUnits {
  /// For a valid `chain` and peaks up to `capacity` bytes. With bins, rounds
  /// sizes up to whole units, sums of coexisting sizes only once; otherwise the
  /// unit divides all. Rounds ticks unless times have at most six decimals and
  /// sums stay below 2^52.
  ChainUnits(const Chain &chain, int64_t capacity,
             const ChainSolverOptions &options);

  /// Units available within a budget in bytes; negative if nothing can run.
  int64_t fromBudget(int64_t budget) const {
    return budget < fixed ? -1 : (budget - fixed) / unit + activation[0];
  }
  int64_t toBudget(int64_t units) const {
    return (units - activation[0]) * unit + fixed;
  }
  /// Ticks that simplifying the function of so many backwards may lose. k
  /// backwards lose k² / stages² of epsilon in all, enough for parts of k - j
  /// and j; a whole schedule loses at most epsilon of its time.
  int64_t slackTicks(int32_t backwards) const {
    return 2 * (backwards - 1) * slackRate;
  }

  int32_t stages;
  /// Bytes.
  int64_t unit = 1;
  /// Bytes of residents and a^0, always there.
  int64_t fixed;
  /// Most useful units within the capacity, a^0 included; negative if none.
  int64_t capacity = 0;
  /// a^l and δ^l.
  std::vector<int64_t> activation, gradient;
  /// ā^l - a^l.
  std::vector<int64_t> extra;
  /// Needs of F_all^l and F_ck^l beside the gradient: a^{l-1}, results,
  /// workspace.
  std::vector<int64_t> forwardPeak, checkpointPeak;
  /// The need of B^l: ā^l, a^{l-1}, both gradients and the workspace.
  std::vector<int64_t> backwardPeak;
  /// Of F_ck^l and F_∅^l; the others run once per stage in any optimum.
  std::vector<int64_t> checkpointTicks;
  /// Upper bound for schedules that repeat no work in a phase.
  int64_t maxTicks = 0;
  double slackRate = 0;

private:
  void setSizes(const Chain &chain);
  void setTicks(const Chain &chain, double epsilon);
  int64_t mostUseful() const;
};
} // namespace

/// Stage l's a^l, δ^l, ā^l, and the needs of F_all, F_ck and B beside a^{l-1}
/// and, but for B, δ^l.
static std::array<int64_t, 6> sizesOf(const Chain &chain, size_t l) {
  const ChainStage &stage = chain.stages[l - 1];
  return {stage.activationBytes,
          stage.gradientBytes,
          stage.savedBytes,
          stage.savedBytes + stage.forwardWorkspace,
          stage.activationBytes + stage.checkpointWorkspace,
          stage.gradientBytes + chain.newGradient(l) + stage.savedBytes +
              stage.backwardWorkspace};
}

static int64_t commonUnit(const Chain &chain) {
  int64_t unit = std::gcd(chain.inputBytes, chain.inputGradientBytes);
  for (size_t l = 1; l <= chain.stages.size(); ++l)
    for (int64_t bytes : sizesOf(chain, l))
      unit = std::gcd(unit, bytes);
  return std::max<int64_t>(unit, 1);
}

static double tickRate(const Chain &chain) {
  double sum = 0;
  for (const ChainStage &stage : chain.stages)
    sum += stage.checkpointTime;
  if (sum == 0)
    return 1;
  // No phase runs a stage twice, and each stage has one phase.
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
  capacity = std::max<int64_t>(capacity, -1);
  unit = options.bins ? std::max<int64_t>(1, (capacity - fixed) / options.bins)
                      : commonUnit(chain);
  setSizes(chain);
  setTicks(chain, options.epsilon);
  this->capacity = std::min(fromBudget(capacity), mostUseful());
}

void ChainUnits::setSizes(const Chain &chain) {
  auto toUnits = [&](int64_t bytes) {
    return bytes / unit + (bytes % unit > 0);
  };
  activation = {toUnits(chain.inputBytes)};
  gradient = {toUnits(chain.inputGradientBytes)};
  extra = forwardPeak = checkpointPeak = backwardPeak = {0};
  for (int32_t l = 1; l <= stages; ++l) {
    const auto [output, delta, saved, forward, checkpoint, backward] =
        sizesOf(chain, l);
    const int64_t input = activation.back();
    activation.push_back(toUnits(output));
    gradient.push_back(toUnits(delta));
    extra.push_back(toUnits(saved) - activation.back());
    forwardPeak.push_back(input + toUnits(forward));
    checkpointPeak.push_back(input + toUnits(checkpoint));
    // A workspace may be negative, but the input stays throughout.
    backwardPeak.push_back(input + std::max<int64_t>(0, toUnits(backward)));
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

/// More memory is useless: every ā fits or, where F_all runs right before its
/// backward, every a.
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

namespace {
/// The floating program is cubic in the stages for its functions alone.
constexpr size_t maxFloatingStages = 1000;
constexpr size_t maxTableBytes = size_t(1) << 31;
/// Up to this many units rows are faster than steps.
constexpr int64_t maxRowUnits = 1 << 14;
constexpr int64_t unlimited = std::numeric_limits<int64_t>::max();

/// How the programs differ.
struct ProgramRules {
  /// F_all may run before other forwards.
  bool maySave;
  /// A stored activation may give way to a later one.
  bool mayMove;
};

template <class Function> class ProgramTable final : public ChainTable {
public:
  ProgramTable(const Chain &chain, ChainUnits units, ProgramRules rules)
      : chain(chain), units(std::move(units)), rules(rules),
        count(this->units.stages) {}

  /// Gives up after `maxWork` steps or `maxBytes` of functions.
  Error fill(int64_t maxWork, size_t maxBytes);
  std::vector<int64_t> budgets() const override;
  std::optional<ChainSchedule> scheduleWithin(int64_t budget) const override;

private:
  using Term = FunctionTerm<Function>;
  using Minimum = typename Function::Minimum;

  /// A pending part of a schedule: D(s, t, l, memory) or, where l is 0, the
  /// backward of stage s.
  struct Part {
    int32_t s, t, l;
    int64_t memory;
  };

  /// Pairs (s, t), s <= t.
  size_t pair(int32_t s, int32_t t) const {
    return size_t(s - 1) * count + (t - 1);
  }
  const Function &tabled(int32_t s, int32_t t, int32_t l) const {
    assert(kept[pair(s, t)] == s && t <= l && "D(s, t, l) is not in the table");
    return table[firstOf[pair(s, t)] + (l - t)];
  }
  /// mu -> D(s, t, l, mu - shift) + ticks from `threshold` on.
  Term term(int32_t s, int32_t t, int32_t l, int64_t shift, int64_t threshold,
            int64_t ticks) const;
  /// Follows F_all^s, where s < l.
  Term afterAll(int32_t s, int32_t l) const {
    return term(s + 1, s + 1, l, units.activation[s - 1] + units.extra[s],
                allThreshold(s, l), 0);
  }
  /// Follows F_ck^s, as the first of two parts, and F_∅^s.
  Term afterKeep(int32_t s, int32_t t, int32_t l) const {
    return term(s + 1, t, l, units.activation[s - 1], keepThreshold(s, l),
                units.checkpointTicks[s]);
  }
  Term afterDrop(int32_t s, int32_t t, int32_t l) const {
    return term(s + 1, t, l, 0, keepThreshold(s, l), units.checkpointTicks[s]);
  }
  int64_t allThreshold(int32_t s, int32_t l) const {
    return std::max(units.gradient[l] + units.forwardPeak[s],
                    units.backwardPeak[s]);
  }
  int64_t keepThreshold(int32_t s, int32_t l) const {
    return units.gradient[l] + units.checkpointPeak[s];
  }

  void findKept();
  void fillOne(Minimum &minimum, int32_t s, int32_t t, int32_t l) const;
  void expand(Part part, std::vector<ChainOp> &ops,
              std::vector<Part> &parts) const;

  const Chain chain;
  const ChainUnits units;
  const ProgramRules rules;
  const int32_t count;
  /// By pair (s, t): the r in [s, t] whose a^{r-1} is stored: the smallest, the
  /// last of several, or that of t if it may not move; ticks and memory of the
  /// sweep from s to it.
  std::vector<int32_t> kept;
  std::vector<int64_t> sweepTicks, sweepPeak;
  /// By pair (s, t) with kept r = s: the table index of D(s, t, t, .); D(s, t,
  /// l, .) for l > t follow it.
  std::vector<size_t> firstOf;
  std::vector<Function> table;
};
} // namespace

template <class Function> void ProgramTable<Function>::findKept() {
  kept.resize(size_t(count) * count);
  sweepTicks.resize(kept.size());
  sweepPeak.resize(kept.size());
  firstOf.resize(kept.size());
  size_t size = 0;
  for (int32_t t = 1; t <= count; ++t)
    for (int32_t s = t; s >= 1; --s) {
      const size_t at = pair(s, t), next = pair(s + 1, t);
      if (s == t || (rules.mayMove && units.activation[s - 1] <
                                          units.activation[kept[next] - 1])) {
        kept[at] = s;
        firstOf[at] = size;
        size += count - t + 1;
        continue;
      }
      kept[at] = kept[next];
      const bool isLast = kept[at] == s + 1;
      sweepTicks[at] =
          units.checkpointTicks[s] + (isLast ? 0 : sweepTicks[next]);
      sweepPeak[at] = isLast
                          ? units.checkpointPeak[s]
                          : std::max(units.checkpointPeak[s], sweepPeak[next]);
    }
  table.resize(size);
}

template <class Function>
auto ProgramTable<Function>::term(int32_t s, int32_t t, int32_t l,
                                  int64_t shift, int64_t threshold,
                                  int64_t ticks) const -> Term {
  const size_t at = pair(s, t);
  if (kept[at] != s) {
    threshold = std::max(threshold, shift + units.gradient[l] + sweepPeak[at]);
    ticks += sweepTicks[at];
  }
  return {&tabled(kept[at], t, l), shift, threshold, ticks};
}

template <class Function>
void ProgramTable<Function>::fillOne(Minimum &minimum, int32_t s, int32_t t,
                                     int32_t l) const {
  if (s == t && s == l)
    minimum.offerConstant(allThreshold(s, l), 0);
  else if (s == t && rules.maySave)
    minimum.offer(afterAll(s, l));
  for (int32_t split = t + 1; split <= l; ++split)
    minimum.offerSum(afterKeep(s, split, l), tabled(s, t, split - 1));
  // Rows stay exact, as fewer steps do not speed them up. The loss of a move
  // was counted where it arose.
  if constexpr (std::is_same_v<Function, StepFunction>)
    minimum.simplify(units.slackTicks(l - t + 1));
  if (s < t)
    minimum.offer(afterDrop(s, t, l));
}

template <class Function>
Error ProgramTable<Function>::fill(int64_t maxWork, size_t maxBytes) {
  findKept();
  Minimum minimum(units.capacity);
  size_t bytes = kept.size() * 28 + table.size() * sizeof(Function);
  for (int32_t s = count; s >= 1; --s)
    for (int32_t t = s; t <= count; ++t) {
      if (kept[pair(s, t)] != s)
        continue;
      for (int32_t l = t; l <= count; ++l) {
        minimum.clear();
        fillOne(minimum, s, t, l);
        Function &function = table[firstOf[pair(s, t)] + (l - t)];
        function = minimum.take();
        bytes += function.bytes();
      }
      if (minimum.work() > maxWork || bytes > maxBytes)
        return createStringError(
            "the floating program for the " + Twine(count) +
            " stages of the chain needs " +
            (minimum.work() > maxWork
                 ? "more than " + Twine(maxWork) + " steps of work"
                 : "tables of more than " + Twine(maxBytes) + " bytes") +
            "; use memory bins, a larger epsilon, or the persistent program");
    }
  LLVM_DEBUG(dbgs() << "chain of " << count << " stages: " << table.size()
                    << " functions in " << bytes << " bytes, " << minimum.work()
                    << " steps of work\n");
  return Error::success();
}

template <class Function>
std::vector<int64_t> ProgramTable<Function>::budgets() const {
  std::vector<int64_t> budgets;
  for (const MemoryStep &step : tabled(1, 1, count).asSteps())
    budgets.push_back(units.toBudget(step.memory));
  return budgets;
}

template <class Function>
void ProgramTable<Function>::expand(Part part, std::vector<ChainOp> &ops,
                                    std::vector<Part> &parts) const {
  const auto [start, t, l, memory] = part;
  if (l == 0) {
    ops.push_back({ChainOpKind::Backward, start});
    return;
  }
  const int32_t s = kept[pair(start, t)];
  for (int32_t swept = start; swept != s; ++swept)
    ops.push_back({ChainOpKind::ForwardDrop, swept});
  // The table has the least of these.
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
                        : rules.maySave && afterAll(s, l).at(memory) <= best)) {
    ops.push_back({ChainOpKind::ForwardAll, s});
    parts.push_back({s, 0, 0, 0});
    if (s < l)
      parts.push_back(
          {s + 1, s + 1, l, memory - units.activation[s - 1] - units.extra[s]});
  } else if (s < t && afterDrop(s, t, l).at(memory) <= best) {
    ops.push_back({ChainOpKind::ForwardDrop, s});
    parts.push_back({s + 1, t, l, memory});
  } else {
    assert(bestSplit > t && "no option gives the value of the table");
    ops.push_back({ChainOpKind::ForwardKeep, s});
    parts.push_back({s, t, bestSplit - 1, memory});
    parts.push_back({s + 1, bestSplit, l, memory - units.activation[s - 1]});
  }
}

template <class Function>
std::optional<ChainSchedule>
ProgramTable<Function>::scheduleWithin(int64_t budget) const {
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
  return cantFail(simulateChain(chain, ops));
}

namespace {
struct EmptyTable final : ChainTable {
  std::vector<int64_t> budgets() const override { return {}; }
  std::optional<ChainSchedule> scheduleWithin(int64_t) const override {
    return std::nullopt;
  }
};
} // namespace

static ChainTableOr solve(const Chain &chain, int64_t capacity,
                          const ChainSolverOptions &options,
                          ProgramRules rules) {
  if (Error error = chain.check())
    return error;
  if (Error error = options.check())
    return error;
  if (rules.mayMove && chain.stages.size() > maxFloatingStages)
    return createStringError("the chain has " + Twine(chain.stages.size()) +
                             " stages; the floating program is for up to " +
                             Twine(maxFloatingStages) +
                             ": merge stages, or use the persistent program");
  const ChainUnits units(chain, capacity, options);
  if (units.capacity < 0)
    return std::make_unique<EmptyTable>();
  const int64_t maxWork = rules.mayMove ? options.maxWork : unlimited;
  const bool isNarrow = units.maxTicks <= maxNarrowTicks;
  const bool inRows = units.capacity <= maxRowUnits;
  LLVM_DEBUG(dbgs() << "chain program" << (rules.maySave ? "" : ", only a's")
                    << (rules.mayMove ? ", floating" : "") << ": "
                    << units.capacity << " units of " << units.unit
                    << " bytes, up to " << units.maxTicks << " ticks, in "
                    << (!inRows    ? "steps"
                        : isNarrow ? "rows of 32 bits"
                                   : "rows of 64 bits")
                    << '\n');
  auto make = [&](auto function, size_t maxBytes) -> ChainTableOr {
    auto table =
        std::make_unique<ProgramTable<decltype(function)>>(chain, units, rules);
    if (Error error = table->fill(maxWork, maxBytes))
      return std::move(error);
    return table;
  };
  if (inRows) {
    ChainTableOr table = isNarrow ? make(RowFunction<int32_t>(), maxTableBytes)
                                  : make(RowFunction<int64_t>(), maxTableBytes);
    // Rows of very long chains are too large; steps are slower but smaller.
    if (table || rules.mayMove)
      return table;
    consumeError(table.takeError());
  }
  return make(StepFunction(), rules.mayMove ? maxTableBytes : unlimited);
}

ChainTableOr
mlir::remat::planner::solvePersistent(const Chain &chain, int64_t capacity,
                                      const ChainSolverOptions &options) {
  return solve(chain, capacity, options, {/*maySave=*/true, /*mayMove=*/false});
}

ChainTableOr
mlir::remat::planner::solveFloating(const Chain &chain, int64_t capacity,
                                    const ChainSolverOptions &options) {
  return solve(chain, capacity, options, {/*maySave=*/true, /*mayMove=*/true});
}

ChainTableOr
mlir::remat::planner::solvePrecise(const Chain &chain, int64_t capacity,
                                   const ChainSolverOptions &options) {
  return solve(chain, capacity, options,
               {/*maySave=*/false, /*mayMove=*/false});
}
