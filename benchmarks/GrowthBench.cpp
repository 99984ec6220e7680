//===- GrowthBench.cpp - How planning grows with the step -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   remat-growth-bench [Google Benchmark's options]
//
// Plans generated steps of 100, 1,000, 10,000 and 100,000 ops, layered and
// recurrent, for half of their peak by `auto` at the least and the default
// effort and by baselines. At the end: how the CPU time grows, how far from the
// proven bound `auto` may be, and ratios of time and of overhead against
// baselines of the same run. Exponents near 1, gaps and ratios are what counts;
// seconds are those of the machine.
//
//===----------------------------------------------------------------------===//

#include "LayeredGraphs.h"

#include "remat/Planner/Bounds.h"
#include "remat/Planner/Optimality.h"
#include "remat/Planner/Session.h"
#include "remat/Planner/Simulator.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <map>
#include <memory>
#include <sys/resource.h>

using namespace llvm;
using namespace mlir::remat::planner;

namespace {

constexpr int64_t sizes[] = {100, 1000, 10000, 100000};
/// How often the work of a baseline grows with the square of the step or worse.
constexpr int64_t maxQuadraticOps = 1000;

/// What is planned: a graph, and half of the peak of its base order or, where
/// weights leave little of that, three quarters of the way from the least that
/// must be alive.
struct Instance {
  Instance(LayeredKind kind, int64_t ops)
      : graph(cantFail(makeLayeredGraph(kind, ops, /*seed=*/1))) {
    const int64_t peak = PlanEvaluator(graph).evaluate(baseSteps(graph))->peak;
    const int64_t bound = lowerBoundPeak(graph).bytes;
    const bool isHalfEnough = peak / 2 > 2 * bound;
    budget = isHalfEnough ? peak / 2 : peak - (peak - bound) / 4;
  }

  Graph graph;
  int64_t budget;
};

/// The instance of that kind and size. The last one is kept: benchmarks of one
/// instance follow each other, and all together would add to the memory that
/// each is said to need.
const Instance &instanceOf(LayeredKind kind, int64_t ops) {
  static std::pair<LayeredKind, int64_t> lastKey;
  static std::unique_ptr<Instance> last;
  if (!last || lastKey != std::make_pair(kind, ops)) {
    last.reset();
    last = std::make_unique<Instance>(kind, ops);
    lastKey = {kind, ops};
  }
  return *last;
}

/// A way to plan.
struct Planner {
  std::string name;
  StringRef strategy;
  int effort;
  int64_t maxOps;
};

ArrayRef<Planner> planners() {
  static const Planner all[] = {
      {"auto-effort-0", "auto", 0, sizes[3]},
      {"auto-effort-1", "auto", 1, sizes[3]},
      {"lower-set-approx", "lower-set-approx", 0, maxQuadraticOps},
      {"periodic", "periodic", 0, sizes[2]},
      {"chen", "chen", 0, sizes[3]},
      {"simulate", "none", 0, sizes[3]},
  };
  return all;
}

std::string nameOf(LayeredKind kind, int64_t ops, StringRef what) {
  return (stringifyLayeredKind(kind) + "/" + Twine(ops) + "/" + what).str();
}

/// Time beyond every task once, in percent of the forward tasks' time.
double overheadOf(const Graph &graph, const Plan &plan) {
  return 100 * (plan.time - graph.baseTime()) / graph.forwardTime();
}

/// The most memory that the process had so far, in MiB.
double peakMemory() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024.0;
}

/// Solves, verifies, and bounds, as remat-plan does but for the files.
void plan(benchmark::State &state, LayeredKind kind, int64_t ops,
          const Planner &planner) {
  const Instance &instance = instanceOf(kind, ops);
  const Graph &graph = instance.graph;
  Ask ask;
  ask.budget = instance.budget;
  ask.strategy = planner.strategy.str();
  ask.search.effort = planner.effort;
  ask.isAssessed = ask.strategy == "auto";
  if (planner.strategy == "none") {
    // What the simulator alone takes.
    PlanEvaluator evaluator(graph);
    const std::vector<Step> steps = baseSteps(graph);
    for (auto _ : state)
      benchmark::DoNotOptimize(evaluator.evaluate(steps));
    return;
  }
  std::optional<Plan> found;
  std::optional<double> gap;
  for (auto _ : state) {
    Expected<Outcome> answer = Session(graph).solve(ask);
    if (!answer) {
      state.SkipWithError(toString(answer.takeError()).c_str());
      return;
    }
    if (!answer->hasPlan()) {
      state.SkipWithError(answer->message.c_str());
      return;
    }
    if (ask.isAssessed)
      gap = answer->optimality.gapStepPercent;
    found = std::move(answer->plan);
  }
  state.counters["ops"] = graph.tasks.size();
  state.counters["overhead_%"] = overheadOf(graph, *found);
  if (gap)
    state.counters["gap_%"] = *gap;
  state.counters["max_rss_MiB"] = peakMemory();
}

/// Prints what Google Benchmark prints, then growth and ratios.
class GrowthReporter : public benchmark::ConsoleReporter {
public:
  GrowthReporter() : ConsoleReporter(OO_Tabular) {}

  void ReportRuns(const std::vector<Run> &runs) override {
    for (const Run &run : runs)
      if (!run.error_occurred && run.run_type == Run::RT_Iteration) {
        Result &result = results[run.benchmark_name()];
        result.seconds = run.GetAdjustedCPUTime() /
                         benchmark::GetTimeUnitMultiplier(run.time_unit);
        auto overhead = run.counters.find("overhead_%");
        if (overhead != run.counters.end())
          result.overhead = overhead->second;
        auto gap = run.counters.find("gap_%");
        if (gap != run.counters.end())
          result.gap = gap->second;
      }
    ConsoleReporter::ReportRuns(runs);
  }

  void printGrowth() const {
    outs()
        << "\ngrowth of the CPU time (as ops^x, from one size to the next)\n";
    for (StringRef what :
         {"auto-effort-0", "auto-effort-1", "chen", "simulate"})
      for (LayeredKind kind : layeredKinds()) {
        std::string line;
        for (size_t i = 0; i + 1 != std::size(sizes); ++i) {
          const Result *from = find(nameOf(kind, sizes[i], what));
          const Result *to = find(nameOf(kind, sizes[i + 1], what));
          if (!from || !to)
            continue;
          const double exponent = std::log(to->seconds / from->seconds) /
                                  std::log(double(sizes[i + 1]) / sizes[i]);
          raw_string_ostream(line) << format(
              "  %lld to %lld: x = %.2f", static_cast<long long>(sizes[i]),
              static_cast<long long>(sizes[i + 1]), exponent);
        }
        if (!line.empty())
          outs() << left_justify(
                        (stringifyLayeredKind(kind) + "/" + what).str(), 28)
                 << line << "\n";
      }
  }

  void printGaps() const {
    outs() << "\ngap to the proven bound, in percent of the step, by ops\n";
    for (StringRef what : {"auto-effort-0", "auto-effort-1"})
      for (LayeredKind kind : layeredKinds()) {
        outs() << left_justify((stringifyLayeredKind(kind) + "/" + what).str(),
                               32);
        for (int64_t ops : sizes) {
          const Result *result = find(nameOf(kind, ops, what));
          if (result && result->gap)
            outs() << format("%10.2f", *result->gap);
          else
            outs() << "         -";
        }
        outs() << "\n";
      }
  }

  void printRatios() const {
    outs() << "\nratios against baselines of this run (CPU time; overhead)\n";
    for (int64_t ops : sizes)
      for (LayeredKind kind : layeredKinds())
        for (auto [what, baseline] :
             {std::pair("auto-effort-0", "simulate"),
              std::pair("auto-effort-0", "chen"),
              std::pair("auto-effort-0", "periodic"),
              std::pair("auto-effort-0", "lower-set-approx"),
              std::pair("auto-effort-1", "auto-effort-0"),
              std::pair("auto-effort-1", "lower-set-approx")}) {
          const Result *result = find(nameOf(kind, ops, what));
          const Result *base = find(nameOf(kind, ops, baseline));
          if (!result || !base)
            continue;
          outs() << left_justify(nameOf(kind, ops, what), 36)
                 << format("%12.4f x", result->seconds / base->seconds);
          if (result->overhead && base->overhead && *base->overhead > 0)
            outs() << format("%10.4f x", *result->overhead / *base->overhead);
          else
            outs() << "           -";
          outs() << "  " << baseline << "\n";
        }
  }

private:
  struct Result {
    double seconds = 0;
    std::optional<double> overhead;
    std::optional<double> gap;
  };
  const Result *find(const std::string &name) const {
    auto it = results.find(name);
    return it == results.end() ? nullptr : &it->second;
  }

  std::map<std::string, Result> results;
};

} // namespace

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  if (argc > 1) {
    WithColor::error() << "unknown argument '" << argv[1]
                       << "'; expected Google Benchmark's options\n";
    return 1;
  }
  // By size, as the memory that is reported is the most so far.
  for (int64_t ops : sizes)
    for (LayeredKind kind : layeredKinds())
      for (const Planner &planner : planners())
        if (ops <= planner.maxOps)
          benchmark::RegisterBenchmark(nameOf(kind, ops, planner.name).c_str(),
                                       [=, &planner](benchmark::State &state) {
                                         plan(state, kind, ops, planner);
                                       })
              ->Unit(benchmark::kMillisecond);
  GrowthReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.printGrowth();
  reporter.printGaps();
  reporter.printRatios();
  return 0;
}
