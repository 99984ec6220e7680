//===- SolverBench.cpp - How long planning takes ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   remat-solver-bench [Google Benchmark's options] [GRAPH.json...]
//
// Times the simulator and the strategies on the graph files and on generated
// layered steps. Machines differ and have bad days, so what counts are the
// ratios at the end: each figure against a baseline of the same run.
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/GraphIO.h"
#include "remat/Planner/LowerSets.h"
#include "remat/Planner/Session.h"
#include "remat/Planner/Simulator.h"
#include "remat/Planner/Strategies.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

#include <benchmark/benchmark.h>

#include <map>
#include <memory>
#include <random>

using namespace llvm;
using namespace mlir::remat::planner;

namespace {

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

/// A step of `layers` residual layers: each a chain of eight tasks, two of them
/// dear, with a side branch and an addition; and a backward task for each.
/// Sizes and times are not round, as after a cost model.
std::unique_ptr<Graph> makeLayeredStep(int layers) {
  constexpr int perLayer = 10;
  const int count = layers * perLayer;
  auto graph = std::make_unique<Graph>();
  graph->name = "layered-" + std::to_string(3 * count);
  std::mt19937_64 random(count);
  graph->values.resize(2 * count + 1);
  graph->tasks.resize(3 * count);
  const int input = 2 * count;
  graph->values[input].kind = ValueKind::Input;
  for (int i = 0; i != 2 * count + 1; ++i)
    graph->values[i].id = i;
  std::vector<int> readers(count, 0);
  for (int i = 0; i != count; ++i) {
    const int place = i % perLayer, layer = i - place;
    std::vector<int> reads;
    if (place == perLayer - 1)
      reads = {layer - 1, i - 1, i - 2};
    else if (place == perLayer - 2)
      reads = {layer + 2};
    else
      reads = {i - 1};
    Task &forward = graph->tasks[i];
    Task &backward = graph->tasks[2 * count - 1 - i];
    Task &update = graph->tasks[2 * count + i];
    forward.id = i;
    backward.id = 2 * count - 1 - i;
    update.id = 2 * count + i;
    forward.time = (place % 4 ? 1000 : 40000) + random() % 1000 + 0.375;
    backward.time = 2 * forward.time;
    update.time = 500;
    backward.phase = Phase::Backward;
    update.phase = Phase::Other;
    backward.mayRunAgain = update.mayRunAgain = false;
    backward.forward = i;
    graph->values[i].bytes =
        64 * (1000 + random() % 200) * (place == 1 ? 4 : 1);
    graph->values[count + i].bytes = graph->values[i].bytes;
    graph->values[count + i].kind = ValueKind::Gradient;
    graph->values[count + i].gradientOf = i;
    forward.outputs = {i};
    backward.inputs = {i};
    if (i != count - 1)
      backward.inputs.push_back(count + i);
    update.inputs = {count + i};
    for (int read : reads) {
      if (read < 0) {
        forward.inputs.push_back(input);
        continue;
      }
      forward.inputs.push_back(read);
      backward.inputs.push_back(read);
      backward.outputs.push_back(count + read);
      ++readers[read];
    }
  }
  for (int i = 0; i != count; ++i)
    graph->values[count + i].accumulate = readers[i] > 1;
  graph->loss = count - 1;
  graph->values[count - 1].isResult = true;
  ExitOnError()(graph->finalize());
  return graph;
}

std::unique_ptr<Graph> readFile(const char *path) {
  ExitOnError exitOnError(std::string(path) + ": ");
  auto buffer = exitOnError(errorOrToExpected(MemoryBuffer::getFile(path)));
  auto graph = std::make_unique<Graph>(
      exitOnError(readGraph(buffer->getBuffer(), [](const Twine &) {})));
  graph->name = sys::path::stem(path).str();
  return graph;
}

//===----------------------------------------------------------------------===//
// The program of section 4.2 as printed
//===----------------------------------------------------------------------===//

/// Visits every pair of a family with every state and no bound but the budget:
/// the baseline of LowerSetSearch. Returns the least overhead.
std::optional<int64_t> solvePlainly(const ForwardModel &model,
                                    const LowerSetFamily &family,
                                    int64_t budget) {
  const size_t nodeCount = model.nodes.size();
  auto after = [&](const std::vector<bool> &set) {
    std::vector<bool> result(nodeCount);
    for (size_t i = 0; i != nodeCount; ++i)
      if (set[i])
        for (int32_t succ : model.nodes[i].succs)
          result[succ] = true;
    return result;
  };
  struct Set {
    std::vector<bool> members, boundary;
    int64_t beyond = 0;
    // Overhead to M(U).
    std::map<int64_t, int64_t> states;
  };
  std::vector<Set> sets(family.size());
  for (size_t i = 0; i != sets.size(); ++i) {
    Set &set = sets[i];
    set.members.resize(nodeCount);
    set.boundary.resize(nodeCount);
    for (size_t node = 0; node != nodeCount; ++node)
      set.members[node] = family.contains(i, node);
    for (int32_t node : family.boundary(i))
      set.boundary[node] = true;
    std::vector<bool> next = after(set.members), besides(nodeCount);
    for (size_t node = 0; node != nodeCount; ++node)
      if (next[node])
        for (int32_t pred : model.nodes[node].preds)
          besides[pred] = true;
    for (size_t node = 0; node != nodeCount; ++node)
      if (!set.members[node])
        set.beyond += (next[node] + besides[node]) * model.nodes[node].bytes;
  }
  sets[0].states[0] = 0;
  for (size_t from = 0; from != sets.size(); ++from)
    for (size_t to = from + 1; to != sets.size(); ++to) {
      int64_t inside = 0, cached = 0, dropped = 0;
      bool isSubset = true;
      for (size_t node = 0; node != nodeCount && isSubset; ++node) {
        if (sets[from].members[node]) {
          isSubset = sets[to].members[node];
          continue;
        }
        if (!sets[to].members[node])
          continue;
        inside += model.nodes[node].bytes;
        (sets[to].boundary[node] ? cached : dropped) +=
            sets[to].boundary[node] ? model.nodes[node].bytes
                                    : model.nodes[node].time;
      }
      if (!isSubset)
        continue;
      if (to + 1 == sets.size())
        dropped = 0;
      for (auto [cost, bytes] : sets[from].states) {
        if (bytes + 2 * inside + sets[to].beyond > budget)
          continue;
        auto [state, isNew] =
            sets[to].states.insert({cost + dropped, bytes + cached});
        if (!isNew)
          state->second = std::min(state->second, bytes + cached);
      }
    }
  if (sets.back().states.empty())
    return std::nullopt;
  return sets.back().states.begin()->first;
}

//===----------------------------------------------------------------------===//
// Benchmarks
//===----------------------------------------------------------------------===//

/// Nominal budgets between the smallest and the one that needs no
/// recomputation.
int64_t nominalBudget(const LowerSetSearch &search) {
  return search.smallestBudget() +
         (search.largestBudget() - search.smallestBudget()) / 20;
}

/// Above that, the plain program takes minutes.
constexpr size_t maxPlainSets = 1500;

void registerGraph(const Graph &graph) {
  auto add = [&](const std::string &what, auto body) {
    benchmark::RegisterBenchmark((graph.name + "/" + what).c_str(), body)
        ->Unit(benchmark::kMillisecond);
  };
  add("simulate", [&graph](benchmark::State &state) {
    const std::vector<Step> steps = baseSteps(graph);
    PlanEvaluator evaluator(graph);
    for (auto _ : state)
      benchmark::DoNotOptimize(evaluator.evaluate(steps));
    state.SetItemsProcessed(state.iterations() * steps.size());
  });
  for (const Strategy &strategy : strategies()) {
    Ask ask;
    ask.strategy = strategy.name.str();
    ask.isAssessed = false;
    const Outcome outcome = cantFail(Session(graph).solve(ask));
    if (!outcome.hasPlan()) {
      errs() << graph.name << "/" << strategy.name << ": " << outcome.message
             << "\n";
      continue;
    }
    add(strategy.name.str(), [&graph, ask](benchmark::State &state) {
      for (auto _ : state)
        benchmark::DoNotOptimize(cantFail(Session(graph).solve(ask)));
    });
  }

  Expected<ForwardModel> forward = buildForwardModel(graph);
  if (!forward) {
    consumeError(forward.takeError());
    return;
  }
  auto model = std::make_shared<ForwardModel>(std::move(*forward));
  auto addSearch = [&](const std::string &name, LowerSetFamily made) {
    auto family = std::make_shared<LowerSetFamily>(std::move(made));
    add("one-search-" + name, [model, family](benchmark::State &state) {
      for (auto _ : state) {
        LowerSetSearch search(*model, *family);
        search.setWorkLimit(150'000'000);
        benchmark::DoNotOptimize(
            search.solve(nominalBudget(search), Objective::Time));
        if (search.gaveUp())
          state.SkipWithError("the search gave up");
      }
    });
    add("table-" + name, [model, family](benchmark::State &state) {
      for (auto _ : state)
        benchmark::DoNotOptimize(
            LowerSetTable(*model, *family, Objective::Time, 64).front());
    });
    // Frontiers grow without bound where times are not small whole numbers.
    if (family->size() > maxPlainSets || model->timeUnit != 1)
      return;
    add("plain-search-" + name, [model, family](benchmark::State &state) {
      LowerSetSearch search(*model, *family);
      const int64_t budget = nominalBudget(search);
      std::optional<int64_t> least;
      for (auto _ : state)
        least = solvePlainly(*model, *family, budget);
      if (search.solve(budget, Objective::Time)->cost != *least)
        state.SkipWithError("the two programs disagree");
    });
  };
  addSearch("pruned", LowerSetFamily::pruned(*model, 8192, true));
  if (std::optional<LowerSetFamily> all = LowerSetFamily::all(*model, 65536))
    addSearch("all", std::move(*all));
}

/// Prints what Google Benchmark prints, then the ratios.
class RatioReporter : public benchmark::ConsoleReporter {
public:
  void ReportRuns(const std::vector<Run> &runs) override {
    for (const Run &run : runs)
      if (!run.error_occurred && run.run_type == Run::RT_Iteration)
        times[run.benchmark_name()] =
            run.GetAdjustedCPUTime() /
            benchmark::GetTimeUnitMultiplier(run.time_unit);
    ConsoleReporter::ReportRuns(runs);
  }

  void printRatios(ArrayRef<std::unique_ptr<Graph>> graphs) {
    outs() << "\nratios (CPU time against that of the baseline in this run)\n";
    for (const std::unique_ptr<Graph> &graph : graphs)
      for (auto [what, baseline] :
           {std::pair("one-search-all", "plain-search-all"),
            std::pair("one-search-pruned", "plain-search-pruned"),
            std::pair("table-pruned", "one-search-pruned"),
            std::pair("one-search-pruned", "one-search-all"),
            std::pair("lower-set-approx", "lower-set"),
            std::pair("lower-set-approx", "simulate"),
            std::pair("auto", "lower-set-approx")}) {
        auto time = times.find(graph->name + "/" + what);
        auto base = times.find(graph->name + "/" + baseline);
        if (time == times.end() || base == times.end())
          continue;
        outs() << format("%-44s %12.4f x %s\n", time->first.c_str(),
                         time->second / base->second, baseline);
      }
  }

private:
  std::map<std::string, double> times;
};

} // namespace

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  std::vector<std::unique_ptr<Graph>> graphs;
  for (int i = 1; i < argc; ++i) {
    if (StringRef(argv[i]).starts_with("-")) {
      WithColor::error() << "unknown option '" << argv[i]
                         << "'; expected Google Benchmark's options and graph "
                            "files\n";
      return 1;
    }
    graphs.push_back(readFile(argv[i]));
  }
  // 1,200 and 9,900 ops.
  graphs.push_back(makeLayeredStep(40));
  graphs.push_back(makeLayeredStep(330));
  for (const std::unique_ptr<Graph> &graph : graphs)
    registerGraph(*graph);
  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.printRatios(graphs);
  return 0;
}
