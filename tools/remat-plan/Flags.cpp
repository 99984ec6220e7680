//===- Flags.cpp - What remat-plan is asked for ---------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flags.h"

#include "remat/Planner/BudgetResolution.h"
#include "remat/Planner/Strategies.h"
#include "remat/Report/Report.h"
#include "remat/Report/SweepReport.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;
using namespace flags;

static cl::OptionCategory category("remat-plan options");

namespace flags {
cl::opt<std::string>
    graphPath(cl::Positional, cl::init(""),
              cl::desc("GRAPH.json or CHAIN.json ('-' is stdin)"),
              cl::cat(category));

cl::opt<std::string> outputPath("o", cl::init("-"), cl::value_desc("file"),
                                cl::desc("Where to write (default: "
                                         "stdout)"),
                                cl::cat(category));

cl::opt<std::string> budgetText(
    "budget", cl::init("min"), cl::value_desc("budget"),
    cl::desc("Peak bytes allowed, resident bytes included: 8GiB, 500MB, a byte "
             "count, 60% (of the peak without rematerialization), min (the "
             "smallest that the strategy reaches, the default), slack:50% (min "
             "and half of the way to the peak). With --evaluate the default is "
             "the budget in the plan file"),
    cl::cat(category));

cl::opt<std::string>
    strategyName("strategy", cl::init("auto"), cl::value_desc("name"),
                 cl::desc("How to plan (default: auto); see --list-strategies"),
                 cl::cat(category));

cl::opt<Objective>
    objective("objective", cl::init(Objective::Time),
              cl::desc("What the lower-set strategies prefer (default: time):"),
              getObjectiveValues(), cl::cat(category));

cl::opt<int>
    effort("effort", cl::init(1), cl::value_desc("0..3"),
           cl::desc("How much work the strategy auto puts into the plan, or "
                    "--place into the placement: 0 (fastest) to 3 (most "
                    "thorough), default 1"),
           cl::cat(category));

cl::opt<uint64_t> workLimit(
    "work-limit", cl::init(0), cl::value_desc("steps"),
    cl::desc("Evaluation steps that the strategy auto may take, or work of "
             "--place, in place of what the effort allows; 0 is what the "
             "effort allows"),
    cl::cat(category));

cl::opt<Reorder>
    reorder("reorder", cl::init(Reorder::Full),
            cl::desc("Which orders of the step the strategy auto may try "
                     "(default: full):"),
            getReorderValues(), cl::cat(category));

cl::opt<double> timeLimit(
    "time-limit", cl::init(0), cl::value_desc("seconds"),
    cl::desc("Take the best plan found until then, which makes the plan depend "
             "on the machine; 0 is no limit"),
    cl::cat(category));

cl::opt<int64_t> sweepCount(
    "sweep", cl::init(0), cl::value_desc("N"),
    cl::desc("Plan for N budgets at equal distances from min to the peak "
             "without rematerialization, which share what they find so that "
             "more budget never means more time, and print them as a JSON "
             "array"),
    cl::cat(category));

cl::list<std::string> sweepStrategies(
    "sweep-strategies", cl::CommaSeparated, cl::value_desc("names"),
    cl::desc("With --sweep: the strategies to compare, on the same budgets, in "
             "place of --strategy"),
    cl::cat(category));

cl::opt<std::string> reportPath(
    "report", cl::value_desc("file"),
    cl::desc("A file for people or programs beside the plan, by its extension: "
             ".html or .json. With --sweep, beside the array: .html, "
             ".csv, .json or .txt; '-' is a table on standard output in "
             "place of the array"),
    cl::cat(category));

cl::opt<std::string>
    sweepFolder("plans", cl::value_desc("folder"),
                cl::desc("With --sweep: the folder, made if missing, for the "
                         "plan files 0.json, 1.json, ... of the budgets"),
                cl::cat(category));

cl::opt<std::string> planPath(
    "evaluate", cl::value_desc("PLAN.json"),
    cl::desc("Evaluate this plan instead of making one ('-' is stdin), and "
             "print peak, time, overheads and whether it is valid, as JSON"),
    cl::cat(category));

cl::opt<bool>
    listStrategies("list-strategies",
                   cl::desc("Print the names of the strategies and what they "
                            "do"),
                   cl::cat(category));

cl::opt<bool>
    printGraph("print-graph",
               cl::desc("Print the graph as it was understood, with its base "
                        "order"),
               cl::cat(category));

cl::opt<bool> printLowerBound(
    "print-lower-bound",
    cl::desc("Print what no plan can go below, and where it binds, as JSON"),
    cl::cat(category));

cl::opt<bool> printChainOps(
    "print-chain-ops",
    cl::desc("For a chain file: print makespan, peak and the operations of the "
             "plan (F_all, F_ck, F_∅, B) to stdout; the plan file is written "
             "where -o names a file"),
    cl::cat(category));

cl::opt<bool> printBuffers(
    "print-buffers",
    cl::desc("Write the buffers of the plan and when they are alive instead of "
             "the plan: the CSV file that --place reads. What is resident is "
             "none of them"),
    cl::cat(category));

cl::opt<std::string> placePath(
    "place", cl::value_desc("FILE.csv"),
    cl::desc("Place buffers instead of planning: read their sizes and lives "
             "('-' is stdin) and write them with their offsets in one arena"),
    cl::cat(category));

cl::opt<std::string>
    capacity("capacity", cl::init("-1"), cl::value_desc("bytes"),
             cl::desc("With --place: bytes that the arena may have (1048576, "
                      "1MiB); -1, the default, is the smallest arena"),
             cl::cat(category));
} // namespace flags

void flags::hideOtherFlags() { cl::HideUnrelatedOptions(category); }

bool flags::wantsSweep() { return sweepCount.getNumOccurrences(); }

Error flags::checkPlaceFlags() {
  for (const cl::Option *option : std::initializer_list<const cl::Option *>{
           &graphPath, &budgetText, &strategyName, &objective, &reorder,
           &timeLimit, &sweepCount,
           &static_cast<const cl::Option &>(sweepStrategies), &reportPath,
           &sweepFolder, &planPath, &listStrategies, &printGraph,
           &printLowerBound, &printChainOps, &printBuffers})
    if (option->getNumOccurrences())
      return createStringError(
          "--place places buffers and makes no plan; leave out " +
          (option == &graphPath ? "the graph file"
                                : "--" + option->ArgStr.str()));
  return Error::success();
}

Error flags::checkFlags() {
  const bool sweeps = wantsSweep();
  if (planPath.getNumOccurrences() + printGraph + printLowerBound + sweeps > 1)
    return createStringError("--evaluate, --print-graph, "
                             "--print-lower-bound and --sweep exclude "
                             "each other");
  if (printChainOps &&
      (planPath.getNumOccurrences() || printGraph || printLowerBound || sweeps))
    return createStringError("--print-chain-ops prints the plan that is "
                             "made: it excludes --evaluate, "
                             "--print-graph, --print-lower-bound and "
                             "--sweep");
  if (printBuffers && (planPath.getNumOccurrences() || printGraph ||
                       printLowerBound || printChainOps || sweeps))
    return createStringError("--print-buffers is about the plan that is "
                             "made: it excludes --evaluate, "
                             "--print-graph, --print-lower-bound, "
                             "--print-chain-ops and --sweep");
  if (sweeps && budgetText.getNumOccurrences())
    return createStringError("--sweep chooses the budgets; leave out "
                             "--budget");
  if (!sweeps && !sweepFolder.empty())
    return createStringError("--plans says where to write the plans of a "
                             "sweep, but there is none: give --sweep=N");
  if (!sweeps && sweepStrategies.getNumOccurrences())
    return createStringError("--sweep-strategies is about a sweep, but "
                             "there is none: give --sweep=N");
  if (!reportPath.empty() &&
      (planPath.getNumOccurrences() || printGraph || printLowerBound))
    return createStringError("--report is of the plan that is made: it "
                             "excludes --evaluate, --print-graph and "
                             "--print-lower-bound");
  if (!sweeps && reportPath == "-" && outputPath == "-")
    return createStringError("the plan and its report cannot both be "
                             "standard output; name a file with -o or "
                             "--report");
  if (sweepStrategies.getNumOccurrences() && strategyName.getNumOccurrences())
    return createStringError("--sweep-strategies takes the place of "
                             "--strategy; leave out one of them");
  if (sweepStrategies.size() > 1 && !sweepFolder.empty())
    return createStringError("--plans writes the plans of one strategy; "
                             "leave out the others");
  if (graphPath.empty())
    return createStringError("no graph file is given; --help shows the usage");
  if (planPath == "-" && graphPath == "-")
    return createStringError("only one of the graph and the plan can be stdin");
  if (!lookupStrategy(strategyName))
    return createStringError("unknown strategy '" + strategyName +
                             "'; there are " + getStrategyNames());
  if (reportPath.empty())
    return Error::success();
  return sweeps ? SweepReport::checkPath(reportPath)
                : Report::checkPath(reportPath);
}
