//===- ChainBench.cpp - How long the programs for chains take -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   remat-chain-bench [Google Benchmark's options]
//
// Times the programs for chains on random ones. Each is a ratio against the
// recurrence as printed: one dense table over units of memory, without bounds.
//
//===----------------------------------------------------------------------===//

#include "Chains/Revolve.h"
#include "remat/Planner/Chain.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <benchmark/benchmark.h>

#include <map>

using namespace llvm;
using namespace mlir::remat::planner;

namespace {

/// The random chains that other implementations were measured on: xorshift64,
/// seeded by the length.
class Generator {
public:
  explicit Generator(int32_t length) : state(1000003ull * length + 17) {
    for (int i = 0; i != 16; ++i)
      next();
  }
  int64_t between(int64_t low, int64_t high) {
    return low + int64_t((next() >> 33) % uint64_t(high - low + 1));
  }

private:
  uint64_t next() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  }
  uint64_t state;
};

/// `scale` takes the common unit away: sizes become about as many times as
/// large, each with bytes of its own.
Chain makeChain(int32_t length, int64_t scale = 1) {
  Generator random(length);
  Generator bytes(length + 1);
  auto scaled = [&](int64_t size) {
    return scale == 1 || size == 0 ? size
                                   : size * scale + bytes.between(0, scale - 1);
  };
  Chain chain;
  int64_t previous = random.between(1, 16);
  chain.inputBytes = chain.inputGradientBytes = scaled(previous);
  for (int32_t l = 0; l != length; ++l) {
    ChainStage stage;
    const int64_t a = random.between(1, 16);
    stage.activationBytes = stage.gradientBytes = scaled(a);
    stage.savedBytes = stage.activationBytes + scaled(random.between(0, 32));
    stage.forwardWorkspace = stage.checkpointWorkspace =
        scaled(random.between(0, std::min(previous, a)));
    stage.backwardWorkspace = scaled(random.between(0, 16));
    stage.forwardTime = stage.checkpointTime = random.between(1, 100);
    stage.backwardTime =
        stage.forwardTime + random.between(0, int64_t(stage.forwardTime));
    previous = a;
    chain.stages.push_back(stage);
  }
  chain.stages.push_back(ChainStage());
  return chain;
}

int64_t storeAllPeak(const Chain &chain) {
  return cantFail(simulateChain(chain, storeAllOps(chain))).peak;
}

/// Theorem 4.8 as printed, one number for each pair of stages and unit of
/// memory. Returns the makespan.
double solvePlainly(const Chain &chain, int64_t budget) {
  const int32_t n = chain.stages.size();
  const int64_t units = budget - chain.inputBytes;
  constexpr float infinite = 1e9f;
  std::vector<std::vector<float>> table((n + 1) * (n + 2));
  auto row = [&](int32_t s, int32_t t) -> std::vector<float> & {
    return table[s * (n + 1) + t];
  };
  for (int32_t t = 1; t <= n; ++t)
    for (int32_t s = t; s >= 1; --s) {
      const ChainStage &stage = chain.stages[s - 1];
      std::vector<float> &values = row(s, t);
      values.assign(units + 1, infinite);
      const int64_t all = std::max(
          chain.gradient(t) + stage.savedBytes + stage.forwardWorkspace,
          chain.gradient(s) + chain.gradient(s - 1) + stage.savedBytes +
              stage.backwardWorkspace);
      const float time = stage.forwardTime + stage.backwardTime;
      for (int64_t m = std::max<int64_t>(all, 0); m <= units; ++m)
        values[m] = s == t ? time : time + row(s + 1, t)[m - stage.savedBytes];
      float sweep = 0;
      int64_t need = 0;
      for (int32_t r = s + 1; r <= t; ++r) {
        const ChainStage &last = chain.stages[r - 2];
        sweep += last.forwardTime;
        need = std::max(need, chain.gradient(t) + last.activationBytes +
                                  last.forwardWorkspace +
                                  (r - 1 > s ? chain.activation(r - 2) : 0));
        const int64_t kept = chain.activation(r - 1);
        const int64_t from = std::max(need, kept);
        float *to = values.data();
        const float *left = row(s, r - 1).data();
        const float *right = row(r, t).data() - kept;
        for (int64_t m = from; m <= units; ++m)
          to[m] = std::min(to[m], sweep + left[m] + right[m]);
      }
    }
  return row(1, n)[units];
}

using Solver = ChainTableOr (*)(const Chain &, int64_t,
                                const ChainSolverOptions &);

/// Adds `name`/`percent` of the peak where everything is stored.
void addSolver(const std::string &name, Solver solver,
               std::shared_ptr<Chain> chain, int percent) {
  const int64_t budget = storeAllPeak(*chain) * percent / 100;
  benchmark::RegisterBenchmark(
      (name + "/" + std::to_string(percent)).c_str(),
      [=](benchmark::State &state) {
        for (auto _ : state) {
          ChainTableOr table = solver(*chain, budget, {});
          if (!table)
            return state.SkipWithError(toString(table.takeError()).c_str());
          benchmark::DoNotOptimize((*table)->scheduleWithin(budget));
        }
      })
      ->Unit(benchmark::kMillisecond);
}

void addPlain(const std::string &name, std::shared_ptr<Chain> chain,
              int percent) {
  const int64_t budget = storeAllPeak(*chain) * percent / 100;
  benchmark::RegisterBenchmark(
      (name + "/" + std::to_string(percent)).c_str(),
      [=](benchmark::State &state) {
        double makespan = 0;
        for (auto _ : state)
          makespan = solvePlainly(*chain, budget);
        auto exact = cantFail(solvePersistent(*chain, budget));
        if (exact->scheduleWithin(budget)->time != makespan)
          state.SkipWithError("the two programs disagree");
      })
      ->Unit(benchmark::kMillisecond);
}

/// Prints what Google Benchmark prints, then the ratios.
class RatioReporter : public benchmark::ConsoleReporter {
public:
  void ReportRuns(const std::vector<Run> &runs) override {
    for (const Run &run : runs)
      if (!run.error_occurred && run.run_type == Run::RT_Iteration)
        times[run.benchmark_name()] = run.GetAdjustedCPUTime();
    ConsoleReporter::ReportRuns(runs);
  }

  void printRatios() {
    outs() << "\nratios (CPU time against that of plain-LENGTH in this run)\n";
    for (const auto &[name, time] : times) {
      auto base = times.find("plain-" + name.substr(name.rfind('-') + 1));
      if (base != times.end() && base->first != name)
        outs() << format("%-32s %12.4f x %s\n", name.c_str(),
                         time / base->second, base->first.c_str());
    }
  }

private:
  std::map<std::string, double> times;
};

} // namespace

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 1;
  for (int32_t length : {100, 200, 339}) {
    auto chain = std::make_shared<Chain>(makeChain(length));
    auto bytes = std::make_shared<Chain>(makeChain(length, int64_t(1) << 34));
    const std::string suffix = "-" + std::to_string(length);
    for (int percent : {20, 30, 50, 75}) {
      addPlain("plain" + suffix, chain, percent);
      addSolver("persistent" + suffix, solvePersistent, chain, percent);
      addSolver("precise" + suffix, solvePrecise, chain, percent);
      if (length <= 200) {
        addSolver("floating" + suffix, solveFloating, chain, percent);
        addSolver("persistent-bytes" + suffix, solvePersistent, bytes, percent);
      }
    }
  }
  benchmark::RegisterBenchmark("revolve-10000", [](benchmark::State &state) {
    for (auto _ : state)
      benchmark::DoNotOptimize(revolveOps(10000, 100));
  })->Unit(benchmark::kMillisecond);
  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.printRatios();
  return 0;
}
