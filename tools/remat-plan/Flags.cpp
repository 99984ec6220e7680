//===- Flags.cpp - What remat-plan is asked for ---------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flags.h"

#include "remat/Planner/Flags.h"
#include "remat/Report/Report.h"
#include "remat/Report/SweepReport.h"
#include "remat/Support/NearNames.h"
#include "remat/Support/OutputFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

static constexpr char overview[] =
    "Plans rematerialization for a training step given as a graph file.\n"
    "A chain file, a chain of stages, is made into a graph. Without a "
    "subcommand, solve is meant.\n\n"
    "Example: remat-plan solve step.json --budget=60% -o plan.json\n"
    "         remat-plan evaluate step.json plan.json\n\n"
    "Exit codes: 0, done; 1, bad input (of evaluate also: the plan is not "
    "valid or over\nthe budget); 2, infeasible: the budget is below a proven "
    "lower bound; 3, not found:\nabove the bound, but below the smallest "
    "budget for which a plan was found; 4, the\nstrategy does not apply to the "
    "graph. 2 and 3 are meant for the capacity too.\n";

static cl::OptionCategory category("remat-plan options");

namespace flags {
cl::SubCommand solveCommand("solve",
                            "Make a plan within a budget (by default min)");
cl::SubCommand
    sweepCommand("sweep",
                 "Plan for many budgets at equal distances, which share what "
                 "they find so that more budget never means more time, and "
                 "print them as a JSON array");
cl::SubCommand
    evaluateCommand("evaluate",
                    "Evaluate a plan file, and print peak, time, overheads and "
                    "whether it is valid, as JSON; the budget is the one in "
                    "the file unless one is given");
cl::SubCommand placeCommand("place",
                            "Read sizes and lives of buffers from a CSV file, "
                            "and write them with their offsets in one arena");
cl::SubCommand
    listStrategiesCommand("list-strategies",
                          "Print the names of the strategies and what they do");
cl::SubCommand printGraphCommand("print-graph",
                                 "Print the graph as it was understood, with "
                                 "its base order");
cl::SubCommand printLowerBoundCommand(
    "print-lower-bound",
    "Print what no plan can go below, and where it binds, as JSON");
cl::SubCommand printChainOpsCommand(
    "print-chain-ops",
    "For a chain file: print makespan, peak and the operations of a plan "
    "(F_all, F_ck, F_∅, B) to stdout; the plan file is written where -o names "
    "a file");
cl::SubCommand printBuffersCommand(
    "print-buffers",
    "Make a plan, and write its buffers and when they are alive: the CSV file "
    "that place reads. What is resident is none of them");

/// Subcommands that make one plan.
static cl::SubCommandGroup planners = {&solveCommand, &printChainOpsCommand,
                                       &printBuffersCommand};
static cl::SubCommandGroup sweepOnly = {&sweepCommand};
static cl::SubCommandGroup placeOnly = {&placeCommand};
static cl::SubCommandGroup planReaders = {&evaluateCommand};
static cl::SubCommandGroup graphPrinters = {&printGraphCommand,
                                            &printLowerBoundCommand};

cl::opt<std::string>
    graphPath(cl::Positional,
              cl::desc("GRAPH.json or CHAIN.json ('-' is stdin)"),
              cl::sub(planners), cl::sub(sweepOnly), cl::sub(planReaders),
              cl::sub(graphPrinters), cl::cat(category));

cl::opt<std::string> planPath(cl::Positional,
                              cl::desc("PLAN.json ('-' is stdin)"),
                              cl::sub(planReaders), cl::cat(category));

cl::opt<std::string> buffersPath(cl::Positional,
                                 cl::desc("BUFFERS.csv ('-' is stdin)"),
                                 cl::sub(placeOnly), cl::cat(category));

cl::opt<std::string> outputPath("o", cl::init("-"), cl::value_desc("file"),
                                cl::desc("Where to write (default: stdout)"),
                                cl::sub(planners), cl::sub(sweepOnly),
                                cl::sub(planReaders), cl::sub(graphPrinters),
                                cl::sub(placeOnly), cl::cat(category));

/// Defaults to the smallest budget.
static PlanRequest getDefaultRequest() {
  PlanRequest request;
  request.budget = "min";
  return request;
}
PlanRequest request = getDefaultRequest();
std::string reportPath;
int64_t points;

#define REMAT_GOAL_OPTION(TYPE, MEMBER, NAME, DEFAULT, FLAGS, SETTER,          \
                          DESCRIPTION)                                         \
  static cl::opt<TYPE, true> MEMBER##Flag(                                     \
      NAME, cl::desc(DESCRIPTION), cl::location(request.MEMBER), FLAGS,        \
      cl::sub(planners), cl::sub(planReaders), cl::cat(category));
#define REMAT_SEARCH_OPTION(TYPE, MEMBER, NAME, DEFAULT, FLAGS, SETTER,        \
                            DESCRIPTION)                                       \
  static cl::opt<TYPE, true> MEMBER##Flag(                                     \
      NAME, cl::desc(DESCRIPTION), cl::location(request.MEMBER), FLAGS,        \
      cl::sub(planners), cl::sub(planReaders), cl::sub(sweepOnly),             \
      cl::cat(category));
#define REMAT_REPORT_OPTION(TYPE, MEMBER, NAME, DEFAULT, FLAGS, SETTER,        \
                            DESCRIPTION)                                       \
  static cl::opt<TYPE, true> MEMBER##Flag(                                     \
      NAME, cl::desc(DESCRIPTION), cl::location(MEMBER), FLAGS,                \
      cl::sub(planners), cl::sub(sweepOnly), cl::cat(category));
#define REMAT_SWEEP_OPTION(TYPE, MEMBER, NAME, DEFAULT, FLAGS, SETTER,         \
                           DESCRIPTION)                                        \
  static cl::opt<TYPE, true> MEMBER##Flag(                                     \
      NAME, cl::desc(DESCRIPTION), cl::location(MEMBER), cl::init(DEFAULT),    \
      FLAGS, cl::sub(sweepOnly), cl::cat(category));
#define REMAT_SWEEP_LIST_OPTION(TYPE, MEMBER, NAME, FLAGS, DESCRIPTION)        \
  cl::list<TYPE> MEMBER##Flag(NAME, cl::desc(DESCRIPTION), FLAGS,              \
                              cl::CommaSeparated, cl::sub(sweepOnly),          \
                              cl::cat(category));
#include "remat/Support/Options.inc"

static cl::opt<std::string>
    hostBudget("host-budget", cl::init("0"), cl::value_desc("bytes"),
               cl::desc("Bytes of the host's memory that the plan may use to "
                        "park values (64GiB, 1048576), beside the budget; 0, "
                        "the default, parks none"),
               cl::sub(solveCommand), cl::sub(planReaders), cl::cat(category));
static cl::opt<double> linkBandwidth(
    "link-bandwidth", cl::init(0), cl::value_desc("number"),
    cl::desc("Bytes per unit of the graph's times that the link between device "
             "and host carries, each way: 50 for 50 GB/s, if they are "
             "nanoseconds"),
    cl::sub(solveCommand), cl::sub(planReaders), cl::cat(category));
static cl::opt<double> linkLatency(
    "link-latency", cl::init(0), cl::value_desc("number"),
    cl::desc("Time that each copy between device and host takes beside that of "
             "its bytes (default: 0)"),
    cl::sub(solveCommand), cl::sub(planReaders), cl::cat(category));
// Without it, LLVM would take the flag for --help.
static cl::opt<std::string> refusedHostBudget("host-budget", cl::Hidden,
                                              cl::sub(sweepOnly),
                                              cl::cat(category));
/// `hostBudget` in bytes, once it is checked.
static int64_t hostBytes = 0;

cl::opt<std::string>
    planFolder("plans", cl::value_desc("folder"),
               cl::desc("The folder, made if missing, for the plan files "
                        "0.json, 1.json, ... of the budgets"),
               cl::sub(sweepOnly), cl::cat(category));

namespace placing {
#define REMAT_PLACE_OPTION(TYPE, MEMBER, NAME, DEFAULT, FLAGS, SETTER,         \
                           DESCRIPTION)                                        \
  cl::opt<TYPE> MEMBER(NAME, cl::desc(DESCRIPTION), cl::init(DEFAULT), FLAGS,  \
                       cl::sub(placeOnly), cl::cat(category));
#include "remat/Support/Options.inc"

cl::opt<uint64_t> workLimit(
    "work-limit", cl::init(0), cl::value_desc("steps"),
    cl::desc("Work that placing the buffers may take, in place of what the "
             "effort allows; 0 is what the effort allows"),
    cl::sub(placeOnly), cl::cat(category));

cl::opt<std::string>
    capacity("capacity", cl::init("-1"), cl::value_desc("bytes"),
             cl::desc("Bytes that the arena may have (1048576, 1MiB); -1, the "
                      "default, is the smallest arena"),
             cl::sub(placeOnly), cl::cat(category));
} // namespace placing
} // namespace flags

using namespace flags;

void flags::readHost(HostMemory &host) {
  if (hostBudget.getNumOccurrences())
    host.budget = hostBytes;
  if (linkBandwidth.getNumOccurrences())
    host.link.bandwidth = linkBandwidth;
  if (linkLatency.getNumOccurrences())
    host.link.latency = linkLatency;
}

Ask flags::getAsk() {
  Ask ask = request.getAsk();
  readHost(ask.host);
  return ask;
}

bool flags::hasBudget() { return budgetFlag.getNumOccurrences(); }

/// Adds the default to a flag's description; `text` spells it in C++: `1`,
/// `"auto"`, `Objective::Time`.
static void showDefault(cl::Option &flag, StringRef text, StringSaver &saver) {
  text = text.substr(text.rfind(':') + 1).trim('"');
  if (!text.empty())
    flag.setDescription(
        saver.save(flag.HelpStr + " (default: " + text.lower() + ")"));
}

static void showDefaults(StringSaver &saver) {
#define REMAT_GOAL_OPTION(TYPE, MEMBER, NAME, DEFAULT, ...)                    \
  showDefault(MEMBER##Flag, #DEFAULT, saver);
#define REMAT_SEARCH_OPTION REMAT_GOAL_OPTION
#define REMAT_SWEEP_OPTION REMAT_GOAL_OPTION
#define REMAT_PLACE_OPTION(TYPE, MEMBER, NAME, DEFAULT, ...)                   \
  showDefault(placing::MEMBER, #DEFAULT, saver);
#include "remat/Support/Options.inc"
  showDefault(budgetFlag, "min; of evaluate, the budget in the file", saver);
}

static bool isSubcommand(StringRef name) {
  return !name.empty() &&
         any_of(cl::getRegisteredSubcommands(), [&](cl::SubCommand *command) {
           return command->getName() == name;
         });
}

/// Whether the tool gets --help, --version or the like.
static bool isAboutTool(ArrayRef<const char *> arguments) {
  return any_of(arguments.drop_front(), [](StringRef argument) {
    const StringRef name = argument.ltrim('-');
    return argument.starts_with("-") &&
           (name.starts_with("help") || name == "h" || name == "version");
  });
}

std::string flags::quote(ArrayRef<const char *> arguments) {
  std::string text = "remat-plan";
  raw_string_ostream os(text);
  for (StringRef argument : arguments.drop_front()) {
    os << ' ';
    sys::printArg(os, argument, /*Quote=*/false);
  }
  return text;
}

[[noreturn]] static void exitWith(const Twine &message) {
  WithColor::error(errs(), "remat-plan") << message << '\n';
  exit(EXIT_FAILURE);
}

/// Exits if `name`, in place of a subcommand, is a mistyped one: no flag, no
/// file, and unlike a file name.
static void checkFirst(StringRef name) {
  if (name.starts_with("-") || name.find_first_of("./\\") != StringRef::npos ||
      sys::fs::exists(name))
    return;
  std::vector<std::string> known;
  for (cl::SubCommand *command : cl::getRegisteredSubcommands())
    if (!command->getName().empty())
      known.push_back(command->getName().str());
  sort(known);
  exitWith("'" + name + "' is neither a subcommand nor a file" +
           formatNearNames(name, known) +
           "; the subcommands are: " + join(known, ", "));
}

/// Exits after the parser failed with `problem`. `isNamed`: the subcommand was
/// given by name.
[[noreturn]] static void explain(StringRef problem, bool isNamed,
                                 SmallVector<const char *> arguments,
                                 StringSaver &saver) {
  StringRef name = arguments.size() > 1 ? arguments[1] : "";
  std::string hint =
      "remat-plan " + (isSubcommand(name) ? name.str() + " " : "");
  if (isNamed) {
    arguments.erase(arguments.begin() + 1);
    if (StringRef flag = modernize(arguments, saver); !flag.empty())
      exitWith("--" + flag +
               " is a subcommand now; write: " + quote(arguments));
  } else {
    auto rest = drop_begin(arguments, std::min<size_t>(arguments.size(), 2));
    if (auto found = find_if(rest, isSubcommand); found != rest.end()) {
      arguments[1] = *found;
      arguments.erase(found);
      exitWith("a subcommand comes first; write: " + quote(arguments));
    }
  }
  const std::string general = arguments.front() + std::string(" --help");
  errs() << join(split(problem, general), hint + "--help");
  exit(EXIT_FAILURE);
}

void flags::parse(int argc, char **argv) {
  cl::HideUnrelatedOptions(category);
  // Owns descriptions, too.
  static BumpPtrAllocator allocator;
  StringSaver saver(allocator);
  showDefaults(saver);
  SmallVector<const char *> arguments(argv, argv + argc);
  const bool isNamed = argc > 1 && isSubcommand(argv[1]);
  if (!isNamed && !isAboutTool(arguments)) {
    if (StringRef flag = modernize(arguments, saver); !flag.empty()) {
      WithColor::warning(errs(), "remat-plan")
          << "the flag --" << flag
          << " will be removed; write: " << quote(arguments) << '\n';
    } else {
      if (argc > 1)
        checkFirst(argv[1]);
      arguments.insert(arguments.begin() + 1, "solve");
    }
  }
  std::string problem;
  raw_string_ostream os(problem);
  if (!cl::ParseCommandLineOptions(arguments.size(), arguments.data(), overview,
                                   &os))
    explain(problem, isNamed, arguments, saver);
}

static Error miss(const Twine &file) {
  auto active = find_if(cl::getRegisteredSubcommands(),
                        [](cl::SubCommand *command) { return bool(*command); });
  return createStringError("no " + file + " file is given; remat-plan " +
                           (*active)->getName() + " --help shows the usage");
}

Error flags::check() {
  // Before any work.
  if (Error error = checkOutputPath(outputPath))
    return error;
  if (placeCommand)
    return buffersPath.empty() ? miss("buffers") : Error::success();
  if (graphPath.empty())
    return miss("graph");
  if (evaluateCommand && planPath.empty())
    return miss("plan");
  if (planPath == "-" && graphPath == "-")
    return createStringError("only one of the graph and the plan can be stdin");
  if (strategiesFlag.size() > 1 && !planFolder.empty())
    return createStringError("--plans writes the plans of one strategy; "
                             "leave out the others");
  if (Error error = checkStrategy(request.strategy))
    return error;
  if (refusedHostBudget.getNumOccurrences())
    return createStringError("a sweep plans without a host; leave out "
                             "--host-budget");
  Expected<int64_t> bytes = parseHostBudget(hostBudget);
  if (!bytes)
    return bytes.takeError();
  hostBytes = *bytes;
  if (solveCommand && !hostBudget.getNumOccurrences() &&
      (linkBandwidth.getNumOccurrences() || linkLatency.getNumOccurrences()))
    return createStringError("--link-bandwidth and --link-latency are for a "
                             "plan that parks values; give --host-budget, too");
  if (reportPath.empty())
    return Error::success();
  if (sweepCommand)
    return SweepReport::checkPath(reportPath);
  if (reportPath == "-" && outputPath == "-")
    return createStringError("the plan and its report cannot both be "
                             "standard output; name a file with -o or "
                             "--report");
  return Report::checkPath(reportPath);
}
