//===- remat-plan.cpp - Plans for training steps given as graph files -----===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A graph file in, a plan file out; or a plan evaluated. No IR.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Flags.h"

#include "remat/Heap/PlanBuffers.h"
#include "remat/Planner/Advice.h"
#include "remat/Planner/BudgetResolution.h"
#include "remat/Planner/ChainIO.h"
#include "remat/Planner/GraphIO.h"
#include "remat/Planner/NotApplicable.h"
#include "remat/Planner/PlanLength.h"
#include "remat/Planner/Refusal.h"
#include "remat/Planner/Simulator.h"
#include "remat/Planner/Strategies.h"
#include "remat/Report/GraphReport.h"
#include "remat/Report/SearchMonitor.h"
#include "remat/Support/DebugOnly.h"
#include "remat/Support/FatalErrors.h"
#include "remat/Support/Figures.h"
#include "remat/Support/JSONReader.h"
#include "remat/Support/OutputFile.h"
#include "remat/Support/Version.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;
using namespace flags;

static const OptionSpelling spelling = {"--"};

ExitCode fail(Error error, ExitCode code) {
  WithColor::error(errs(), "remat-plan") << toString(std::move(error)) << "\n";
  return code;
}

Expected<std::unique_ptr<MemoryBuffer>> readFile(StringRef path) {
  // Without a null terminator, files of any size and pipes work.
  auto buffer = MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true,
                                             /*RequiresNullTerminator=*/false);
  if (!buffer)
    return createStringError("cannot read '" + path +
                             "': " + buffer.getError().message());
  return std::move(*buffer);
}

Error writeJSON(StringRef path, function_ref<void(json::OStream &)> write) {
  std::string text;
  raw_string_ostream os(text);
  json::OStream json(os, /*IndentSize=*/2);
  write(json);
  os << "\n";
  return mlir::remat::writeOutputFile(path, text);
}

static ExitCode answer(function_ref<void(json::OStream &)> write,
                       ExitCode code = ExitOk) {
  if (Error error = writeJSON(outputPath, write))
    return fail(std::move(error));
  return code;
}

/// Calls `solve` with a request that a terminal observes: it shows the search's
/// progress; the first Ctrl-C returns the best plan.
template <typename Solve>
static auto watch(const Graph &graph, Ask ask, Solve solve) {
  TerminalMonitor monitor;
  // A line has no room for folders.
  WatchedSearch watched(&monitor, sys::path::filename(graphPath), graph);
  ask.observer = watched.getObserver();
  return solve(ask);
}

static void warnIfStopped(bool wasCut) {
  if (InterruptGuard::flag())
    WithColor::warning(errs(), "remat-plan")
        << "the search was interrupted; its best plan so far is taken, which "
           "depends on when that was\n";
  else if (wasCut)
    WithColor::warning(errs(), "remat-plan")
        << "the time limit ended the search; its best plan so far is taken, "
           "which depends on the machine\n";
}

static void warn(StringRef path, const Twine &message) {
  WithColor::warning(errs(), "remat-plan") << path << ": " << message << "\n";
}

static ExitCode failNotApplicable(const Twine &strategy, StringRef reason) {
  return fail(createStringError(strategy + " does not apply: " + reason),
              ExitNotApplicable);
}

static ExitCode evaluate(const Graph &graph) {
  auto buffer = readFile(planPath);
  if (!buffer)
    return fail(buffer.takeError());
  Expected<PlanFile> file =
      readPlan((*buffer)->getBuffer(), graph,
               [](const Twine &message) { warn(planPath, message); });
  if (!file)
    return fail(
        createStringError(planPath + ": " + toString(file.takeError())));

  HostMemory host = file->host;
  readHost(host);
  if (Error error = host.check())
    return fail(std::move(error));
  std::optional<int64_t> budget = file->budget;
  if (hasBudget()) {
    Expected<Budget> parsed = parseBudget(request.budget);
    if (!parsed)
      return fail(parsed.takeError());
    Ask asked = getAsk();
    asked.host = host;
    Session session(graph);
    Expected<ResolvedBudget> resolved =
        watch(graph, asked, [&](const Ask &ask) {
          return resolveBudget(session, ask, *parsed);
        });
    if (!resolved)
      return fail(resolved.takeError());
    if (resolved->status == Status::NotApplicable)
      return failNotApplicable("the strategy '" + request.strategy + "'",
                               resolved->message);
    warnIfStopped(resolved->isCut);
    budget = resolved->bytes;
  }

  // Simulates even plans that break another rule.
  Plan plan = file->plan;
  Problem within(graph, budget);
  within.host = host;
  std::optional<std::string> problem;
  Expected<ParkedSimulation> simulation =
      simulate(graph, plan.steps, plan.parkings, host.link);
  if (!simulation) {
    problem = toString(simulation.takeError());
  } else {
    if (!file->hasPeak)
      plan.peak = simulation->peak;
    if (!file->hasHostPeak)
      plan.hostPeak = simulation->hostPeak;
    if (!file->hasTime)
      plan.time = simulation->time;
    if (Error error = verify(within, plan))
      problem = toString(std::move(error));
    else if (file->fingerprint && *file->fingerprint != graph.fingerprint())
      problem = "the plan was made for another graph: their fingerprints "
                "differ";
  }

  ExitCode code = answer(
      [&](json::OStream &json) {
        json.object([&] {
          json.attribute("version", kFileVersion);
          json.attribute("valid", !problem);
          if (problem)
            json.attribute("error", json::fixUTF8(*problem));
          if (!plan.strategy.empty())
            json.attribute("strategy", plan.strategy);
          if (budget)
            json.attribute("budget", *budget);
          json.attribute("base_time", graph.baseTime());
          json.attribute("steps", static_cast<int64_t>(plan.steps.size()));
          if (!simulation)
            return;
          double extra = simulation->time - graph.baseTime();
          json.attribute("peak", simulation->peak);
          json.attribute("peak_step", simulation->peakStep);
          if (!plan.parkings.empty())
            json.attribute("host_peak", simulation->hostPeak);
          json.attribute("time", simulation->time);
          json.attribute("overhead_forward_percent",
                         getPercent(extra, graph.forwardTime()));
          json.attribute("overhead_step_percent",
                         getPercent(extra, graph.baseTime()));
        });
      },
      problem ? ExitBadInput : ExitOk);
  if (problem)
    (void)fail(createStringError(planPath + ": " + *problem));
  return code;
}

static StringRef getName(const Graph &graph) {
  return graph.name.empty() ? sys::path::stem(graphPath)
                            : StringRef(graph.name);
}

/// Writes the report of one plan, if requested, after `describe` has added the
/// outcome.
static Error
writeReport(const Graph &graph,
            function_ref<Error(mlir::remat::FunctionReport &)> describe) {
  if (reportPath.empty() || sweepCommand)
    return Error::success();
  Expected<mlir::remat::FunctionReport> report =
      mlir::remat::describeGraph(graph, getName(graph));
  if (!report)
    return report.takeError();
  if (Error error = describe(*report))
    return error;
  mlir::remat::Report file;
  file.add(std::move(*report));
  return file.writeTo(reportPath);
}

static void note(const Twine &message) {
  WithColor::note(errs(), "remat-plan") << message << "\n";
}

/// Notes the op at which most is alive, and the largest values there.
static void noteCrowdedPlace(const Graph &graph, const CrowdedPlace &place) {
  note("most is alive at " +
       (place.task ? nameTask(graph, *place.task)
                   : std::string("the end of the step")) +
       ": " + describeSum(graph, place));
  constexpr size_t shown = 3;
  const ArrayRef<ValueId> live = place.live;
  int64_t rest = 0;
  for (ValueId id : live.drop_front(std::min(shown, live.size())))
    rest += graph.values[id].bytes;
  for (auto [index, id] : enumerate(live.take_front(shown))) {
    std::string text = "alive: " + formatSize(graph.values[id].bytes) + ", " +
                       nameValue(graph, id);
    if (index + 1 == shown && rest > 0)
      text += "; and " + std::to_string(live.size() - shown) + " more, " +
              formatSize(rest);
    note(text);
  }
}

/// A refusal is an answer.
static ExitCode refuse(const Graph &graph, const Outcome &refusal) {
  std::vector<std::string> advice;
  for (const Advice &each : watch(graph, getAsk(), [&](const Ask &ask) {
         return advise(graph, ask, refusal);
       }))
    advice.push_back(describe(each, spelling, graph));
  ExitCode code =
      refusal.status == Status::Infeasible ? ExitInfeasible : ExitNotFound;
  Error failed = writeReport(graph, [&](auto &report) {
    mlir::remat::describeGraphRefusal(graph, refusal, request.strategy, advice,
                                      report);
    return Error::success();
  });
  if (failed)
    code = fail(std::move(failed));
  // Then stdout is for operations, of which there are none.
  else if (!printChainOpsCommand || outputPath != "-")
    code = answer(
        [&](json::OStream &json) {
          writeRefusal(graph, refusal, request.strategy, json);
        },
        code);
  (void)fail(createStringError(describeRefusal(
      refusal, "'" + getName(graph).str() + "'", request.strategy)));
  noteCrowdedPlace(graph, findCrowdedPlace(graph, refusal));
  for (const std::string &each : advice)
    note("what would help: " + each);
  return code;
}

/// The plan in the terms of the papers on chains.
static void writeChainOps(const Chain &chain, const Plan &plan) {
  outs() << "makespan " << format("%.12g", plan.time) << "\npeak " << plan.peak
         << "\n";
  interleave(
      stepsToChainOps(chain, plan.steps), outs(),
      [](ChainOp op) { outs() << describe(op); }, " ");
  outs() << "\n";
}

static ExitCode writeBuffers(const Graph &graph, const Plan &plan) {
  Expected<PlanBuffers> buffers =
      getPlanBuffers(graph, plan.steps, plan.parkings);
  if (!buffers)
    return fail(buffers.takeError());
  std::string text;
  raw_string_ostream os(text);
  writePlanBuffers(*buffers, os);
  if (Error error = mlir::remat::writeOutputFile(outputPath, text))
    return fail(std::move(error));
  return ExitOk;
}

static ExitCode plan(const Graph &graph, const std::optional<Chain> &chain) {
  Expected<Budget> budget = parseBudget(request.budget);
  if (!budget)
    return fail(budget.takeError());
  Session session(graph);
  Expected<Outcome> found = watch(graph, getAsk(), [&](const Ask &ask) {
    return solveForBudget(session, ask, *budget);
  });
  if (!found)
    return fail(found.takeError());
  if (found->status == Status::NotApplicable)
    return failNotApplicable("the strategy '" + request.strategy + "'",
                             found->message);
  if (!found->hasPlan())
    return refuse(graph, *found);
  warnIfStopped(found->isCut);
  if (found->knee)
    WithColor::remark(errs(), "remat-plan")
        << graphPath << ": the budget is " << found->budget << " bytes ("
        << mlir::remat::formatBytes(found->budget)
        << "): " << describeKnee(*found->knee) << "\n";
  // After an interrupt, no search advises.
  const std::string warning = watch(graph, getAsk(), [&](const Ask &ask) {
    return describeLongPlan(graph, ask, found->plan, spelling);
  });
  if (!warning.empty())
    warn(graphPath, warning);
  if (Error error = writeReport(graph, [&](auto &report) {
        return mlir::remat::describeGraphPlan(graph, *found, report);
      }))
    return fail(std::move(error));
  if (printChainOpsCommand) {
    writeChainOps(*chain, found->plan);
    if (outputPath == "-")
      return ExitOk;
  }
  if (printBuffersCommand)
    return writeBuffers(graph, found->plan);
  return answer([&](json::OStream &json) {
    writeProvedPlan(graph, found->plan, found->budget, found->bound,
                    found->optimality, json, found->knee, found->host);
  });
}

static ExitCode sweep(const Graph &graph) {
  std::vector<std::string> strategies(strategiesFlag.begin(),
                                      strategiesFlag.end());
  if (strategies.empty())
    strategies.push_back(request.strategy);
  Session session(graph);
  Expected<SweepResult> result = watch(graph, getAsk(), [&](const Ask &ask) {
    return sweep(session, ask, points, strategies);
  });
  if (!result) {
    ExitCode code = ExitBadInput;
    handleAllErrors(
        result.takeError(),
        [&](const NotApplicableError &error) {
          code = failNotApplicable(strategies.size() == 1
                                       ? "the strategy '" + strategies.front() +
                                             "'"
                                       : "each of the strategies",
                                   error.reason);
        },
        [&](const ErrorInfoBase &other) {
          code = fail(createStringError(other.message()));
        });
    return code;
  }
  warnIfStopped(result->wasStopped);
  for (const StrategySweep &each : result->strategies)
    if (!each.reason.empty())
      warn(graphPath, "the strategy '" + each.strategy +
                          "' does not apply: " + each.reason);
  if (std::string warning = describeLongPlans(graph, *result); !warning.empty())
    warn(graphPath, warning);
  if (Error error = writeSweep(graph, *result))
    return fail(std::move(error));
  return ExitOk;
}

static ExitCode writeLowerBound(const Graph &graph) {
  PeakBound bound = lowerBoundPeakOfRuns(graph);
  return answer([&](json::OStream &json) {
    json.object([&] {
      json.attribute("version", kFileVersion);
      json.attribute("lower_bound", bound.bytes);
      if (bound.task)
        json.attribute("op", graph.tasks[*bound.task].id);
      json.attributeArray("live", [&] {
        for (ValueId value : bound.live)
          json.object([&] {
            json.attribute("value", graph.values[value].id);
            json.attribute("bytes", graph.values[value].bytes);
          });
      });
    });
  });
}

/// The graph of a graph file, or of a chain file along with the chain.
static Expected<Graph> readInput(StringRef text, std::optional<Chain> &chain) {
  auto warnAtInput = [](const Twine &message) { warn(graphPath, message); };
  if (!isChainFile(text))
    return readGraph(text, warnAtInput);
  Expected<Chain> read = readChain(text, warnAtInput);
  if (!read)
    return read.takeError();
  chain = std::move(*read);
  return chainToGraph(*chain);
}

/// Reads the graph and runs the subcommand on it.
static ExitCode runOnGraph() {
  // Before reading the graph: some budgets need no search.
  Ask asked = getAsk();
  // The plan file may have the link.
  if (evaluateCommand)
    asked.host = {};
  if (Error error = asked.check())
    return fail(std::move(error));
  auto buffer = readFile(graphPath);
  if (!buffer)
    return fail(buffer.takeError());
  std::optional<Chain> chain;
  Expected<Graph> graph = readInput((*buffer)->getBuffer(), chain);
  if (!graph)
    return fail(
        createStringError(graphPath + ": " + toString(graph.takeError())));
  if (printChainOpsCommand && !chain)
    return fail(createStringError(graphPath +
                                  ": print-chain-ops is for chain files "
                                  "(with stages), and this is a graph file"));
  if (evaluateCommand)
    return evaluate(*graph);
  if (printGraphCommand)
    return answer([&](json::OStream &json) { writeGraph(*graph, json); });
  if (printLowerBoundCommand)
    return writeLowerBound(*graph);
  if (sweepCommand)
    return sweep(*graph);
  return plan(*graph, chain);
}

int main(int argc, char **argv) {
  mlir::remat::prettifyFatalErrors();
  InitLLVM init(argc, argv);
  mlir::remat::registerDebugOnly();
  cl::SetVersionPrinter([](raw_ostream &os) {
    os << "remat-plan " << REMAT_VERSION_STRING << "\n";
  });
  parse(argc, argv);
  if (listStrategiesCommand) {
    outs() << describeStrategies();
    return ExitOk;
  }
  if (Error error = check())
    return fail(std::move(error));
  return placeCommand ? placeBuffers() : runOnGraph();
}
