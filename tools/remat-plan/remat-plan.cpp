//===- remat-plan.cpp - Plans for training steps given as graph files -----===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A graph file in, a plan file out; or anybody's plan evaluated. No IR.
//
//===----------------------------------------------------------------------===//

#include "PlaceCommand.h"
#include "SweepCommand.h"

#include "remat/Planner/Advice.h"
#include "remat/Planner/BudgetResolution.h"
#include "remat/Planner/ChainIO.h"
#include "remat/Planner/Flags.h"
#include "remat/Planner/GraphIO.h"
#include "remat/Planner/Simulator.h"
#include "remat/Planner/Solvers.h"
#include "remat/Planner/Sweep.h"
#include "remat/Report/GraphReport.h"
#include "remat/Report/PlanBuffers.h"
#include "remat/Report/SearchMonitor.h"
#include "remat/Report/SweepReport.h"
#include "remat/Support/Figures.h"
#include "remat/Support/OutputFile.h"
#include "remat/Support/Version.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

static cl::OptionCategory category("remat-plan options");

static cl::opt<std::string>
    graphPath(cl::Positional, cl::init(""),
              cl::desc("GRAPH.json or CHAIN.json ('-' is stdin)"),
              cl::cat(category));

static cl::opt<std::string> outputPath("o", cl::init("-"),
                                       cl::value_desc("file"),
                                       cl::desc("Where to write (default: "
                                                "stdout)"),
                                       cl::cat(category));

static cl::opt<std::string> budgetText(
    "budget", cl::init("min"), cl::value_desc("budget"),
    cl::desc("Peak bytes allowed, resident bytes included: 8GiB, 500MB, a byte "
             "count, 60% (of the peak without rematerialization), min (the "
             "smallest that the strategy reaches, the default), slack:50% (min "
             "and half of the way to the peak). With --evaluate the default is "
             "the budget in the plan file"),
    cl::cat(category));

static cl::opt<std::string>
    strategyName("strategy", cl::init("auto"), cl::value_desc("name"),
                 cl::desc("How to plan (default: auto); see --list-strategies"),
                 cl::cat(category));

static cl::opt<Objective>
    objective("objective", cl::init(Objective::Time),
              cl::desc("What the lower-set strategies prefer (default: time):"),
              getObjectiveValues(), cl::cat(category));

static cl::opt<int>
    effort("effort", cl::init(1), cl::value_desc("0..3"),
           cl::desc("How much work the strategy auto puts into the plan, or "
                    "--place into the placement: 0 (fastest) to 3 (most "
                    "thorough), default 1"),
           cl::cat(category));

static cl::opt<uint64_t> workLimit(
    "work-limit", cl::init(0), cl::value_desc("steps"),
    cl::desc("Evaluation steps that the strategy auto may take, or work of "
             "--place, in place of what the effort allows; 0 is what the "
             "effort allows"),
    cl::cat(category));

static cl::opt<Reorder>
    reorder("reorder", cl::init(Reorder::Full),
            cl::desc("Which orders of the step the strategy auto may try "
                     "(default: full):"),
            getReorderValues(), cl::cat(category));

static cl::opt<double> timeLimit(
    "time-limit", cl::init(0), cl::value_desc("seconds"),
    cl::desc("Take the best plan found until then, which makes the plan depend "
             "on the machine; 0 is no limit"),
    cl::cat(category));

static cl::opt<int64_t> sweepCount(
    "sweep", cl::init(0), cl::value_desc("N"),
    cl::desc("Plan for N budgets at equal distances from min to the peak "
             "without rematerialization, which share what they find so that "
             "more budget never means more time, and print them as a JSON "
             "array"),
    cl::cat(category));

static cl::list<std::string> sweepStrategies(
    "sweep-strategies", cl::CommaSeparated, cl::value_desc("names"),
    cl::desc("With --sweep: the strategies to compare, on the same budgets, in "
             "place of --strategy"),
    cl::cat(category));

static cl::opt<std::string> reportPath(
    "report", cl::value_desc("file"),
    cl::desc("A file for people or programs beside the plan, by its extension: "
             ".html, .svg, else JSON. With --sweep, beside the array: .html, "
             ".svg, .csv, .json or .txt; '-' is a table on standard output in "
             "place of the array"),
    cl::cat(category));

static cl::opt<std::string>
    sweepFolder("plans", cl::value_desc("folder"),
                cl::desc("With --sweep: the folder, made if missing, for the "
                         "plan files 0.json, 1.json, ... of the budgets"),
                cl::cat(category));

static cl::opt<std::string> planPath(
    "evaluate", cl::value_desc("PLAN.json"),
    cl::desc("Evaluate this plan instead of making one ('-' is stdin), and "
             "print peak, time, overheads and whether it is valid, as JSON"),
    cl::cat(category));

static cl::opt<bool>
    listStrategies("list-strategies",
                   cl::desc("Print the names of the strategies and what they "
                            "do"),
                   cl::cat(category));

static cl::opt<bool>
    printGraph("print-graph",
               cl::desc("Print the graph as it was understood, with its base "
                        "order"),
               cl::cat(category));

static cl::opt<bool> printLowerBound(
    "print-lower-bound",
    cl::desc("Print what no plan can go below, and where it binds, as JSON"),
    cl::cat(category));

static cl::opt<bool> printChainOps(
    "print-chain-ops",
    cl::desc("For a chain file: print makespan, peak and the operations of the "
             "plan (F_all, F_ck, F_∅, B) to stdout; the plan file is written "
             "where -o names a file"),
    cl::cat(category));

static cl::opt<bool> printBuffers(
    "print-buffers",
    cl::desc("Write the buffers of the plan and when they are alive instead of "
             "the plan: the CSV file that --place reads. What is resident is "
             "none of them"),
    cl::cat(category));

static cl::opt<std::string> placePath(
    "place", cl::value_desc("FILE.csv"),
    cl::desc("Place buffers instead of planning: read their sizes and lives "
             "('-' is stdin) and write them with their offsets in one arena"),
    cl::cat(category));

static cl::opt<std::string>
    capacity("capacity", cl::init("-1"), cl::value_desc("bytes"),
             cl::desc("With --place: bytes that the arena may have (1048576, "
                      "1MiB); -1, the default, is the smallest arena"),
             cl::cat(category));

static constexpr char overview[] =
    "Plans rematerialization for a training step given as a graph file.\n"
    "A chain file, a chain of stages, is made into a graph. With --place, "
    "places the\nbuffers of a CSV file in one arena instead.\n\n"
    "Exit codes: 0, done; 1, bad input (with --evaluate also: the plan is not "
    "valid or over\nthe budget); 2, infeasible: the budget is below a proven "
    "lower bound; 3, not found:\nabove the bound, but below the smallest "
    "budget for which a plan was found; 4, the\nstrategy does not apply to the "
    "graph. 2 and 3 are meant for the capacity too.\n";

static ExitCode fail(Error error) {
  WithColor::error(errs(), "remat-plan") << toString(std::move(error)) << "\n";
  return ExitBadInput;
}

static Expected<std::unique_ptr<MemoryBuffer>> readFile(StringRef path) {
  // A null terminator is not asked for: files of any size and pipes are fine.
  auto buffer = MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true,
                                             /*RequiresNullTerminator=*/false);
  if (!buffer)
    return createStringError("cannot read '" + path +
                             "': " + buffer.getError().message());
  return std::move(*buffer);
}

/// Calls `solve` while a terminal shows how far it is; the first Ctrl-C makes
/// it return its best plan.
template <typename Solve> static auto watch(Problem &problem, Solve solve) {
  TerminalMonitor monitor;
  // A line has no room for folders.
  WatchedSearch watched(&monitor, sys::path::filename(graphPath), problem);
  return solve();
}

/// The time limit or an interrupt ended a search.
static bool wasStopped = false;

static void warnIfStopped() {
  if (InterruptGuard::flag())
    WithColor::warning(errs(), "remat-plan")
        << "the search was interrupted; its best plan so far is taken, which "
           "depends on when that was\n";
  else if (wasStopped)
    WithColor::warning(errs(), "remat-plan")
        << "the time limit ended the search; its best plan so far is taken, "
           "which depends on the machine\n";
}

/// Writes JSON to the output, through a temporary file: all of it or nothing.
static ExitCode writeJSON(function_ref<void(json::OStream &)> write,
                          ExitCode code = ExitOk, StringRef path = outputPath) {
  std::string text;
  raw_string_ostream os(text);
  json::OStream json(os, /*IndentSize=*/2);
  write(json);
  os << "\n";
  if (Error error = mlir::remat::writeOutputFile(path, text))
    return fail(std::move(error));
  return code;
}

static void warn(StringRef path, const Twine &message) {
  WithColor::warning(errs(), "remat-plan") << path << ": " << message << "\n";
}

/// What the flags ask of `graph`, but for the budget.
static Problem getProblem(const Graph &graph) {
  Problem problem(graph);
  problem.objective = objective;
  problem.search = getSearchOptions(effort, workLimit, reorder, timeLimit);
  problem.search.wasStopped = &wasStopped;
  return problem;
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

  std::optional<int64_t> budget = file->budget;
  if (budgetText.getNumOccurrences()) {
    Expected<Budget> parsed = parseBudget(budgetText);
    if (!parsed)
      return fail(parsed.takeError());
    Problem problem = getProblem(graph);
    Expected<int64_t> bytes = watch(
        problem, [&] { return resolveBudget(problem, *parsed, strategyName); });
    if (!bytes)
      return fail(bytes.takeError());
    warnIfStopped();
    budget = *bytes;
  }

  // The simulation is worth having where the plan breaks another rule too.
  Plan plan = file->plan;
  std::optional<std::string> problem;
  Expected<Simulation> simulation = simulate(graph, plan.steps);
  if (!simulation) {
    problem = "(C1) " + toString(simulation.takeError());
  } else {
    if (!file->hasPeak)
      plan.peak = simulation->peak;
    if (!file->hasTime)
      plan.time = simulation->time;
    if (Error error = verify(Problem(graph, budget), plan))
      problem = toString(std::move(error));
    else if (file->fingerprint && *file->fingerprint != graph.fingerprint())
      problem = "the plan was made for another graph: their fingerprints "
                "differ";
  }

  ExitCode code = writeJSON(
      [&](json::OStream &json) {
        json.object([&] {
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
          json.attribute("time", simulation->time);
          json.attribute("overhead_forward_percent",
                         getPercent(extra, graph.forwardTime()));
          json.attribute("overhead_step_percent",
                         getPercent(extra, graph.baseTime()));
        });
      },
      problem ? ExitBadInput : ExitOk);
  if (problem)
    WithColor::error(errs(), "remat-plan")
        << planPath << ": " << *problem << "\n";
  return code;
}

/// Writes the report of one plan, if one is wanted, after `describe` has added
/// what came of it.
static Error
writeReport(const Graph &graph,
            function_ref<Error(mlir::remat::FunctionReport &)> describe) {
  if (reportPath.empty() || sweepCount.getNumOccurrences())
    return Error::success();
  Expected<mlir::remat::FunctionReport> report = mlir::remat::describeGraph(
      graph,
      graph.name.empty() ? sys::path::stem(graphPath) : StringRef(graph.name));
  if (!report)
    return report.takeError();
  if (Error error = describe(*report))
    return error;
  mlir::remat::Report file;
  file.add(std::move(*report));
  return file.writeTo(reportPath);
}

/// Turns the errors of `solve` into exit codes; a refusal is an answer, and is
/// written as one.
static ExitCode refuse(const Graph &graph, Error error, const Twine &strategy) {
  ExitCode code = ExitBadInput;
  std::string message;
  std::vector<Advice> advice;
  handleAllErrors(
      std::move(error),
      [&](const RefusalError &refusal) {
        message = refusal.message;
        Problem problem = getProblem(graph);
        TerminalMonitor monitor;
        WatchedSearch watched(&monitor, sys::path::filename(graphPath),
                              problem);
        advice = advise(problem, refusal, strategyName);
        code = refusal.status == Status::Infeasible ? ExitInfeasible
                                                    : ExitNotFound;
        if (Error failed = writeReport(graph, [&](auto &report) {
              mlir::remat::describeGraphRefusal(graph, refusal, strategyName,
                                                report);
              return Error::success();
            })) {
          code = fail(std::move(failed));
          return;
        }
        // Then stdout is for operations, and there are none.
        if (!printChainOps || outputPath != "-")
          code = writeJSON(
              [&](json::OStream &json) {
                writeRefusal(graph, refusal, strategyName, json);
              },
              code);
      },
      [&](const NotApplicableError &notApplicable) {
        message = (strategy + " does not apply: " + notApplicable.reason).str();
        code = ExitNotApplicable;
      },
      [&](const ErrorInfoBase &other) { message = other.message(); });
  WithColor::error(errs(), "remat-plan") << message << "\n";
  for (const Advice &each : advice)
    WithColor::note(errs(), "remat-plan")
        << "what would help: " << describe(each, graph) << "\n";
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
  Expected<PlanBuffers> buffers = getPlanBuffers(graph, plan.steps);
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
  Expected<Budget> budget = parseBudget(budgetText);
  if (!budget)
    return fail(budget.takeError());
  Problem problem = getProblem(graph);
  Expected<BudgetedPlan> found = watch(
      problem, [&] { return solveForBudget(problem, *budget, strategyName); });
  if (!found)
    return refuse(graph, found.takeError(),
                  "the strategy '" + strategyName + "'");
  warnIfStopped();
  if (budget->kind != Budget::Kind::Min)
    problem.budget = found->budget;
  const Optimality optimality = assess(problem, found->plan);
  if (Error error = writeReport(graph, [&](auto &report) {
        return mlir::remat::describeGraphPlan(graph, *found, optimality,
                                              report);
      }))
    return fail(std::move(error));
  if (printChainOps) {
    writeChainOps(*chain, found->plan);
    if (outputPath == "-")
      return ExitOk;
  }
  if (printBuffers)
    return writeBuffers(graph, found->plan);
  PeakBound bound = lowerBoundPeak(graph);
  return writeJSON([&](json::OStream &json) {
    writeProvedPlan(graph, found->plan, found->budget, bound, optimality, json);
  });
}

static ExitCode sweep(const Graph &graph) {
  if (!reportPath.empty())
    if (Error error = SweepReport::checkPath(reportPath))
      return fail(std::move(error));
  std::vector<std::string> strategies(sweepStrategies.begin(),
                                      sweepStrategies.end());
  if (strategies.empty())
    strategies.push_back(strategyName);
  Problem problem = getProblem(graph);
  Expected<SweepResult> result =
      watch(problem, [&] { return sweep(problem, sweepCount, strategies); });
  if (!result)
    return refuse(graph, result.takeError(),
                  strategies.size() == 1
                      ? "the strategy '" + strategies.front() + "'"
                      : "each of the strategies");
  warnIfStopped();
  for (const StrategySweep &each : result->strategies)
    if (!each.reason.empty())
      warn(graphPath, "the strategy '" + each.strategy +
                          "' does not apply: " + each.reason);
  if (Error error = write({graph, *result, sys::path::filename(graphPath),
                           outputPath, reportPath, sweepFolder}))
    return fail(std::move(error));
  return ExitOk;
}

static ExitCode writeLowerBound(const Graph &graph) {
  PeakBound bound = lowerBoundPeak(graph);
  return writeJSON([&](json::OStream &json) {
    json.object([&] {
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

/// The graph of a graph file, or of a chain file with the chain.
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

/// Places buffers; what is about plans has no meaning then.
static ExitCode runPlaceCommand() {
  for (const cl::Option *option : std::initializer_list<const cl::Option *>{
           &graphPath, &budgetText, &strategyName, &objective, &reorder,
           &timeLimit, &sweepCount,
           &static_cast<const cl::Option &>(sweepStrategies), &reportPath,
           &sweepFolder, &planPath, &listStrategies, &printGraph,
           &printLowerBound, &printChainOps, &printBuffers})
    if (option->getNumOccurrences())
      return fail(createStringError(
          "--place places buffers and makes no plan; leave out " +
          (option == &graphPath ? "the graph file"
                                : "--" + option->ArgStr.str())));
  auto buffer = readFile(placePath);
  if (!buffer)
    return fail(buffer.takeError());
  return run({placePath, (*buffer)->getBuffer(), outputPath, capacity, effort,
              workLimit});
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::SetVersionPrinter([](raw_ostream &os) {
    os << "remat-plan " << REMAT_VERSION_STRING << "\n";
  });
  cl::ParseCommandLineOptions(argc, argv, overview);

  if (placePath.getNumOccurrences())
    return runPlaceCommand();
  if (capacity.getNumOccurrences())
    return fail(createStringError("--capacity is that of an arena: it needs "
                                  "--place=FILE.csv"));
  if (listStrategies) {
    for (const Strategy &strategy : strategies())
      outs() << left_justify(strategy.name, 20) << strategy.summary << "\n";
    return ExitOk;
  }
  const bool sweeps = sweepCount.getNumOccurrences();
  if (planPath.getNumOccurrences() + printGraph + printLowerBound + sweeps > 1)
    return fail(createStringError("--evaluate, --print-graph, "
                                  "--print-lower-bound and --sweep exclude "
                                  "each other"));
  if (printChainOps &&
      (planPath.getNumOccurrences() || printGraph || printLowerBound || sweeps))
    return fail(createStringError("--print-chain-ops prints the plan that is "
                                  "made: it excludes --evaluate, "
                                  "--print-graph, --print-lower-bound and "
                                  "--sweep"));
  if (printBuffers && (planPath.getNumOccurrences() || printGraph ||
                       printLowerBound || printChainOps || sweeps))
    return fail(createStringError("--print-buffers is about the plan that is "
                                  "made: it excludes --evaluate, "
                                  "--print-graph, --print-lower-bound, "
                                  "--print-chain-ops and --sweep"));
  if (sweeps && budgetText.getNumOccurrences())
    return fail(createStringError("--sweep chooses the budgets; leave out "
                                  "--budget"));
  if (!sweeps && !sweepFolder.empty())
    return fail(createStringError("--plans says where to write the plans of a "
                                  "sweep, but there is none: give --sweep=N"));
  if (!sweeps && sweepStrategies.getNumOccurrences())
    return fail(createStringError("--sweep-strategies is about a sweep, but "
                                  "there is none: give --sweep=N"));
  if (!reportPath.empty() &&
      (planPath.getNumOccurrences() || printGraph || printLowerBound))
    return fail(createStringError("--report is of the plan that is made: it "
                                  "excludes --evaluate, --print-graph and "
                                  "--print-lower-bound"));
  if (!sweeps && reportPath == "-" && outputPath == "-")
    return fail(createStringError("the plan and its report cannot both be "
                                  "standard output; name a file with -o or "
                                  "--report"));
  if (sweepStrategies.getNumOccurrences() && strategyName.getNumOccurrences())
    return fail(createStringError("--sweep-strategies takes the place of "
                                  "--strategy; leave out one of them"));
  if (sweepStrategies.size() > 1 && !sweepFolder.empty())
    return fail(createStringError("--plans writes the plans of one strategy; "
                                  "leave out the others"));
  if (graphPath.empty())
    return fail(
        createStringError("no graph file is given; --help shows the usage"));
  if (planPath == "-" && graphPath == "-")
    return fail(
        createStringError("only one of the graph and the plan can be stdin"));
  if (!lookupStrategy(strategyName)) {
    std::string names;
    for (const Strategy &strategy : strategies())
      names += (names.empty() ? "" : ", ") + strategy.name.str();
    return fail(createStringError("unknown strategy '" + strategyName +
                                  "'; there are " + names));
  }

  // Before the graph is read: with some budgets nothing is searched.
  const Graph none;
  if (Error error = getProblem(none).check())
    return fail(std::move(error));

  auto buffer = readFile(graphPath);
  if (!buffer)
    return fail(buffer.takeError());
  std::optional<Chain> chain;
  Expected<Graph> graph = readInput((*buffer)->getBuffer(), chain);
  if (!graph)
    return fail(
        createStringError(graphPath + ": " + toString(graph.takeError())));
  if (printChainOps && !chain)
    return fail(createStringError(graphPath +
                                  ": --print-chain-ops is for chain files "
                                  "(with stages), and this is a graph file"));
  if (planPath.getNumOccurrences())
    return evaluate(*graph);
  if (printGraph)
    return writeJSON([&](json::OStream &json) { writeGraph(*graph, json); });
  if (printLowerBound)
    return writeLowerBound(*graph);
  if (sweeps)
    return sweep(*graph);
  return plan(*graph, chain);
}
