//===- PlannerFuzzer.cpp - Fuzzes the readers of graph and plan files -----===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An input is a graph file and, after a line "%%", a plan file and, after
// another, a budget. Whatever they hold: no crash, and what is accepted is
// consistent. Run it as
//
//   remat-planner-fuzzer -dict=planner.dict CORPUS planner-corpus
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/GraphIO.h"
#include "remat/Planner/Session.h"
#include "remat/Planner/Simulator.h"
#include "remat/Support/Budget.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

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

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef input(reinterpret_cast<const char *>(data), size);
  auto [graphText, rest] = input.split("\n%%\n");
  auto [planText, budgetText] = rest.split("\n%%\n");

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
  return 0;
}
