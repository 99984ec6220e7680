//===- PlannerFuzzer.cpp - Fuzzes files of graphs and plans, and asks -----===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An input is a graph file and, each after a line "%%", a plan file, a budget
// and a host: its bytes, bandwidth and latency. Whatever they hold: no crash,
// and what is accepted, or answered to a small graph, is consistent. Run it as
//
//   remat-planner-fuzzer -dict=planner.dict CORPUS planner-corpus
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/GraphIO.h"
#include "remat/Planner/Session.h"
#include "remat/Planner/Simulator.h"
#include "remat/Support/Budget.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

/// Of graphs that are solved with a host. Exact searches of so few take a
/// fraction of a second, most of them a millisecond.
static constexpr size_t mostTasks = 6, mostValues = 8;

static void check(bool holds, const char *what) {
  if (!holds)
    reportFatalInternalError(what);
}

/// What is written must read as the same graph.
static void checkRoundTrip(const Graph &graph) {
  std::string text;
  raw_string_ostream os(text);
  json::OStream json(os);
  writeGraph(graph, json);
  Expected<Graph> again = readGraph(
      text, [](const Twine &) { check(false, "wrote unknown keys"); });
  if (!again)
    reportFatalInternalError(again.takeError());
  check(again->fingerprint() == graph.fingerprint(), "fingerprint changed");
  check(again->baseOrder == graph.baseOrder, "base order changed");
}

static void checkPlan(const Graph &graph, StringRef text,
                      std::optional<int64_t> budget) {
  Expected<PlanFile> file = readPlan(text, graph, [](const Twine &) {});
  if (!file) {
    consumeError(file.takeError());
    return;
  }
  Plan plan = file->plan;
  Expected<Simulation> simulation = simulate(graph, plan.steps);
  std::optional<ScheduleFigures> quick =
      PlanEvaluator(graph).evaluate(plan.steps);
  check(bool(simulation) == quick.has_value(), "evaluators disagree");
  if (!simulation) {
    consumeError(simulation.takeError());
    check(bool(verify(Problem(graph), plan)), "verify accepts what cannot run");
    return;
  }
  check(simulation->peak == quick->peak, "peaks disagree");
  Problem problem(graph, budget);
  problem.host = file->host;
  Expected<ParkedSimulation> parked =
      simulate(graph, plan.steps, plan.parkings, problem.host.link);
  if (!parked) {
    consumeError(parked.takeError());
    check(errorToBool(verify(problem, plan)), "verify accepts any parkings");
    return;
  }
  check(parked->peak <= simulation->peak, "parking takes device bytes");
  check(parked->time >= simulation->time, "parking saves time");
  if (!file->hasPeak)
    plan.peak = parked->peak;
  if (!file->hasHostPeak)
    plan.hostPeak = parked->hostPeak;
  if (!file->hasTime)
    plan.time = parked->time;
  if (Error error = verify(problem, plan)) {
    consumeError(std::move(error));
    return;
  }
  check(lowerBoundPeak(graph, parked->hostPeak).bytes <= plan.peak,
        "the bound is none");
  std::string written;
  raw_string_ostream os(written);
  json::OStream json(os);
  writePlan(graph, plan, budget, json, {}, problem.host);
  Expected<PlanFile> again = readPlan(written, graph, [](const Twine &) {});
  if (!again)
    reportFatalInternalError(again.takeError());
  check(again->plan.steps == plan.steps, "steps changed");
  check(again->plan.parkings == plan.parkings, "parkings changed");
}

/// What is no number stays 0.
static HostMemory readHost(StringRef text) {
  HostMemory host;
  auto [bytes, link] = text.trim().split(' ');
  auto [bandwidth, latency] = link.split(' ');
  bytes.getAsInteger(10, host.budget);
  bandwidth.getAsDouble(host.link.bandwidth);
  latency.getAsDouble(host.link.latency);
  return host;
}

/// The answer to a valid ask about a graph without pins.
static Outcome solve(const Graph &graph, const Ask &ask) {
  Expected<Outcome> answer = Session(graph).solve(ask);
  if (!answer)
    reportFatalInternalError(answer.takeError());
  Outcome &outcome = *answer;
  Problem problem = ask.getProblem(graph);
  if (outcome.hasPlan()) {
    if (Error error = verify(problem, outcome.plan))
      reportFatalInternalError(std::move(error));
    check(outcome.bound.bytes <= outcome.plan.peak, "no bound of the peak");
    return std::move(outcome);
  }
  check(outcome.isRefusal(), "neither a plan nor a refusal");
  check(outcome.smallest.peak > *ask.budget, "refused what it found");
  check(outcome.bound.bytes <= outcome.smallest.peak, "no bound of the peak");
  problem.budget.reset();
  if (Error error = verify(problem, outcome.smallest))
    reportFatalInternalError(std::move(error));
  return std::move(outcome);
}

/// Solves a small graph with a host, and without one.
static void checkParking(const Graph &graph, std::optional<int64_t> budget,
                         const HostMemory &host) {
  // Pins that no plan keeps are an error.
  const bool isPinned = any_of(graph.tasks, [](const Task &task) {
    return task.policy != Policy::Auto;
  });
  if (graph.tasks.size() > mostTasks || graph.values.size() > mostValues ||
      isPinned || !host.isAvailable())
    return;
  Ask ask;
  ask.budget = budget;
  ask.host = host;
  ask.search.effort = 0;
  if (Error error = ask.check()) {
    consumeError(std::move(error));
    return;
  }
  const Outcome parked = solve(graph, ask);
  ask.host = {};
  const Outcome plain = solve(graph, ask);
  if (!plain.hasPlan())
    return;
  check(parked.hasPlan(), "a host takes a plan away");
  // Up to rounding.
  check(budget ? parked.plan.time <= plain.plan.time * (1 + 1e-9)
               : parked.plan.peak <= plain.plan.peak,
        "a host makes a plan worse");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef input(reinterpret_cast<const char *>(data), size);
  auto [graphText, rest] = input.split("\n%%\n");
  auto [planText, numbers] = rest.split("\n%%\n");
  auto [budgetText, hostText] = numbers.split("\n%%\n");

  std::optional<int64_t> budget;
  Expected<Budget> parsed = parseBudget(budgetText);
  if (!parsed)
    consumeError(parsed.takeError());
  else if (parsed->kind == Budget::Kind::Bytes)
    budget = parsed->bytes;

  Expected<Graph> graph = readGraph(graphText, [](const Twine &) {});
  if (!graph) {
    consumeError(graph.takeError());
    return 0;
  }
  checkRoundTrip(*graph);
  // A plan, a refusal, or pins that the base order does not keep.
  Ask ask;
  ask.strategy = "none";
  ask.budget = budget;
  Expected<Outcome> outcome = Session(*graph).solve(ask);
  if (!outcome)
    consumeError(outcome.takeError());
  else
    check(!budget || !outcome->hasPlan() || outcome->plan.peak <= *budget,
          "solve went over the budget");
  checkPlan(*graph, planText, budget);
  checkParking(*graph, budget, readHost(hostText));
  return 0;
}
