//===- remat-opt.cpp - The optimizer driver -------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt with all of Remat, and the standard pipeline behind flags:
// `remat-opt --remat-budget=8GiB step.mlir` runs it before other named passes.
//
//===----------------------------------------------------------------------===//

#include "Help.h"
#include "NamedValues.h"
#include "RegionDepth.h"
#include "ShortDiagnostics.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "remat/InitAllDialects.h"
#include "remat/InitAllPasses.h"
#include "remat/Pipelines/Pipelines.h"
#include "remat/Support/DebugOnly.h"
#include "remat/Support/FatalErrors.h"
#include "remat/Support/Nesting.h"
#include "remat/Support/OutputFile.h"
#include "remat/Support/ToolVersion.h"
#include "remat/Targets/Target.h"
#include "remat/Transforms/ExplainNames.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::remat;

namespace mlir::remat::test {
void registerTestInterleavingsPass();
void registerTestShufflePass();
void registerTestStablehloPass();
void registerTestTaskAccessesPass();
void registerTestTaskInterfacePass();
} // namespace mlir::remat::test

namespace flags {
#define REMAT_OPTION(TYPE, MEMBER, NAME, DEFAULT, FLAGS, SETTER, DESCRIPTION)  \
  static llvm::cl::opt<TYPE> MEMBER(                                           \
      "remat-" NAME, llvm::cl::desc(DESCRIPTION), llvm::cl::init(DEFAULT),     \
      FLAGS, llvm::cl::cat(getRematCategory()));
#include "remat/Support/Options.inc"

static llvm::cl::opt<int64_t> points(
    "remat-sweep", llvm::cl::value_desc("N"), llvm::cl::init(0),
    llvm::cl::desc("Plan for N budgets at equal distances, from the smallest "
                   "peak to the peak as it stands, and print the extra times "
                   "as a table in place of the module; --remat-report writes "
                   "them to a file as well: .html, .csv, .json or .txt"),
    llvm::cl::cat(getRematCategory()));

#define REMAT_SWEEP_LIST_OPTION(TYPE, MEMBER, NAME, FLAGS, DESCRIPTION)        \
  static llvm::cl::list<TYPE> MEMBER(                                          \
      "remat-sweep-" NAME, llvm::cl::desc(DESCRIPTION), FLAGS,                 \
      llvm::cl::CommaSeparated, llvm::cl::cat(getRematCategory()));
#include "remat/Support/Options.inc"
} // namespace flags

/// Exit codes of refusals, distinct from other errors (1).
static constexpr int kInfeasibleExitCode = 2;
static constexpr int kNotFoundExitCode = 3;

static bool wantsSweep() { return flags::points.getNumOccurrences(); }

static bool wantsStandardPipeline() {
  return !flags::budget.empty() || !flags::planIn.empty();
}

/// Whether flags about an arena have one.
static bool checkArenaFlags() {
  const Target *target = lookupTarget(flags::target);
  // Other code diagnoses unknown targets.
  if (!target || resolveArenaMode(flags::arena, target) != ArenaMode::Off)
    return true;
  const llvm::cl::Option *unused = nullptr;
#define REMAT_ARENA_OPTION(TYPE, MEMBER, ...)                                  \
  if (flags::MEMBER.getNumOccurrences())                                       \
    unused = &flags::MEMBER;
#include "remat/Support/Options.inc"
  if (!unused)
    return true;
  llvm::errs() << "error: --" << unused->ArgStr
               << " says what the arena is like, but there is none: give "
                  "--remat-arena=fit or --remat-arena=place\n";
  return false;
}

static bool meansSomething(StringRef flag) {
#define REMAT_SEARCH_OPTION(TYPE, MEMBER, NAME, ...)                           \
  if (flag == "remat-" NAME)                                                   \
    return true;
#define REMAT_STEP_OPTION REMAT_SEARCH_OPTION
#define REMAT_REPORT_OPTION REMAT_SEARCH_OPTION
#define REMAT_PREPARATION_OPTION REMAT_SEARCH_OPTION
#include "remat/Support/Options.inc"
  return flag == flags::points.ArgStr || flag == flags::strategies.ArgStr;
}

static bool checkSweepFlags() {
  if (!wantsSweep()) {
    if (!flags::strategies.getNumOccurrences())
      return true;
    llvm::errs() << "error: --" << flags::strategies.ArgStr
                 << " says what to compare in a sweep, but there is none: give "
                    "--remat-sweep=N\n";
    return false;
  }
  StringRef unused;
  for (const auto &entry : llvm::cl::getRegisteredOptions()) {
    const llvm::cl::Option &option = *entry.second;
    if (option.getNumOccurrences() && !meansSomething(option.ArgStr) &&
        llvm::is_contained(option.Categories, &getRematCategory()) &&
        (unused.empty() || option.ArgStr < unused))
      unused = option.ArgStr;
  }
  if (unused.empty())
    return true;
  llvm::errs() << "error: --" << unused
               << (unused == "remat-budget"
                       ? " gives one budget, but --remat-sweep chooses many"
                   : unused == "remat-strategy"
                       ? " names one strategy: --remat-sweep takes "
                         "--remat-sweep-strategies=NAME,NAME"
                       : " is about one plan, but --remat-sweep makes many and "
                         "applies none")
               << "; leave it out\n";
  return false;
}

static bool fail(const Twine &message) {
  llvm::errs() << "error: " << message << '\n';
  return false;
}

/// A budget that was given is understood, and not empty.
static bool checkBudget() {
  if (!flags::budget.getNumOccurrences())
    return true;
  llvm::Expected<Budget> budget = parseBudget(flags::budget);
  return budget || fail(llvm::toString(budget.takeError()));
}

/// Rejects flags about a search beside a saved plan. Only a budget such as
/// `min` needs one then, and explanations.
static bool checkSearchFlags() {
  if (flags::planIn.empty() || !flags::explain.empty())
    return true;
  if (!flags::budget.empty()) {
    const Budget budget = llvm::cantFail(parseBudget(flags::budget));
    if (budget.kind != Budget::Kind::Bytes &&
        budget.kind != Budget::Kind::PercentOfPeak)
      return true;
  }
  const llvm::cl::Option *unused = nullptr;
#define REMAT_SEARCH_OPTION(TYPE, MEMBER, ...)                                 \
  if (flags::MEMBER.getNumOccurrences())                                       \
    unused = &flags::MEMBER;
#include "remat/Support/Options.inc"
  if (flags::strategy.getNumOccurrences())
    unused = &flags::strategy;
  return !unused || fail("--" + unused->ArgStr +
                         " says how to find a plan, but --remat-plan-in gives "
                         "one; leave one of the two out");
}

/// Rejects flags without effect.
static bool checkFlags() {
  if (!checkBudget())
    return false;
  if (!checkSweepFlags())
    return false;
  if (wantsSweep())
    return true;
  if (wantsStandardPipeline())
    return checkSearchFlags() && checkArenaFlags();
  const llvm::cl::Option *unused = nullptr;
#define REMAT_OPTION(TYPE, MEMBER, ...)                                        \
  if (flags::MEMBER.getNumOccurrences())                                       \
    unused = &flags::MEMBER;
#include "remat/Support/Options.inc"
  if (!unused)
    return true;
  llvm::errs() << "error: --" << unused->ArgStr
               << " goes with a budget, but there is none: give "
                  "--remat-budget (8GiB, 500MB, a byte count, 60%, min, "
                  "knee, slack:50%)\n";
  return false;
}

static bool wasGiven(StringRef flag) {
  llvm::cl::Option *option = llvm::cl::getRegisteredOptions().lookup(flag);
  return option && option->getNumOccurrences();
}

static bool asksForSpelling(const MlirOptMainConfig &config) {
  static constexpr StringLiteral flags[] = {
      "mlir-print-op-generic",      "mlir-print-debuginfo",
      "mlir-pretty-debuginfo",      "mlir-print-local-scope",
      "mlir-print-assume-verified", "mlir-print-value-users",
      "mlir-print-unique-ssa-ids",  "mlir-use-nameloc-as-prefix"};
  return config.shouldEmitBytecode() || llvm::any_of(flags, wasGiven);
}

/// Leaves what was not given as it is, so that defaults are no choices.
static void fillOptions(RematPipelineOptions &options) {
#define REMAT_OPTION(TYPE, MEMBER, ...)                                        \
  if (flags::MEMBER.getNumOccurrences())                                       \
    options.MEMBER = flags::MEMBER.getValue();
#include "remat/Support/Options.inc"
}

static void fillOptions(RematSweepPipelineOptions &options) {
#define REMAT_SEARCH_OPTION(TYPE, MEMBER, ...)                                 \
  if (flags::MEMBER.getNumOccurrences())                                       \
    options.MEMBER = flags::MEMBER.getValue();
#define REMAT_STEP_OPTION REMAT_SEARCH_OPTION
#define REMAT_REPORT_OPTION REMAT_SEARCH_OPTION
#define REMAT_PREPARATION_OPTION REMAT_SEARCH_OPTION
#include "remat/Support/Options.inc"
  options.points = flags::points;
  for (const std::string &strategy : flags::strategies)
    options.strategies.push_back(strategy);
}

static int getExitCode(planner::Status status) {
  switch (status) {
  case planner::Status::Ok:
  case planner::Status::NotApplicable:
    return EXIT_FAILURE;
  case planner::Status::Infeasible:
    return kInfeasibleExitCode;
  case planner::Status::NotFound:
    return kNotFoundExitCode;
  }
  llvm_unreachable("all outcomes are handled");
}

/// Adds the passes named beside the flags. --pass-pipeline replaces a manager's
/// passes: builds them in a separate manager and copies their text.
static LogicalResult addPassesBeside(const MlirOptMainConfig &named,
                                     PassManager &pm) {
  PassManager beside(pm.getContext(), pm.getOpAnchorName(),
                     PassManager::Nesting::Implicit);
  if (failed(named.setupPassPipeline(beside)))
    return failure();
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      beside.getPasses(), os,
      [&](const Pass &pass) {
        const_cast<Pass &>(pass).printAsTextualPipeline(os);
      },
      ",");
  return text.empty() ? success() : parsePassPipeline(text, pm);
}

/// Adds the sweep that the flags request; later passes would have no effect.
static LogicalResult addSweep(const MlirOptMainConfig &named, PassManager &pm,
                              std::shared_ptr<SweepReport> report) {
  RematSweepPipelineOptions options;
  fillOptions(options);
  // The table replaces the module.
  if (options.reportPath == "-")
    options.reportPath = "";
  buildRematSweepPipeline(pm, options, std::move(report),
                          std::make_shared<TerminalMonitor>());
  const size_t passes = pm.size();
  if (failed(addPassesBeside(named, pm)))
    return failure();
  if (pm.size() == passes)
    return success();
  llvm::errs() << "error: --remat-sweep prints a table in place of the module, "
                  "so that no pass can run behind it; leave the others out\n";
  return failure();
}

/// Replaces the value by its location if --remat-explain names one.
static llvm::Error findExplained(const MlirOptMainConfig &config,
                                 llvm::MemoryBufferRef text,
                                 const DialectRegistry &registry) {
  if (flags::explain.getNumOccurrences() && flags::explain.empty())
    return llvm::createStringError("there is nothing to explain: give the name "
                                   "of a value (%8), a place (12:3), a name in "
                                   "a location or the name of an op");
  if (!wantsStandardPipeline() || !isValueName(flags::explain))
    return llvm::Error::success();
  if (!config.inputSplitMarker().empty())
    return llvm::createStringError(
        "the names of values are known where the input is one piece: leave "
        "out --split-input-file");
  llvm::Expected<std::string> place =
      findNamedValue(flags::explain, flags::functionName, flags::lossResult,
                     text, registry, config.shouldAllowUnregisteredDialects());
  if (!place)
    return place.takeError();
  flags::explain = *place;
  return llvm::Error::success();
}

static int run(StringRef inputFilename, StringRef outputFilename,
               DialectRegistry &registry, ShortDiagnostics &diagnostics) {
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects()) {
    llvm::outs() << "Available Dialects: ";
    llvm::interleave(registry.getDialectNames(), llvm::outs(), ",");
    llvm::outs() << '\n';
    return EXIT_SUCCESS;
  }
  if (config.shouldListPasses()) {
    printRegisteredPasses();
    return EXIT_SUCCESS;
  }
  auto status = std::make_shared<RunStatus>();
  // One for all pieces of a split file.
  auto report = std::make_shared<Report>();
  MlirOptMainConfig named = config;
  bool hasPassesBeside = false;
  bool isBytecodeInput = false;
  auto sweeps = std::make_shared<SweepReport>();
  config.setPassPipelineSetupFn([named, status, report, sweeps,
                                 &hasPassesBeside,
                                 &isBytecodeInput](PassManager &pm) {
    // A refusal concerns the whole step; printing that behind each
    // diagnostic, MLIR's default, would bury the message.
    if (!wasGiven("mlir-print-op-on-diagnostic"))
      pm.getContext()->printOpOnDiagnostic(false);
    if (isBytecodeInput)
      pm.addPass(createCheckRegionDepth());
    if (wantsSweep())
      return addSweep(named, pm, sweeps);
    if (!wantsStandardPipeline())
      return isBytecodeInput ? addPassesBeside(named, pm)
                             : named.setupPassPipeline(pm);
    RematPipelineOptions options;
    fillOptions(options);
    buildRematPipeline(pm, options, report, std::make_shared<TerminalMonitor>(),
                       status, OptionSpelling{"--remat-"});
    size_t passes = pm.size();
    if (failed(addPassesBeside(named, pm)))
      return failure();
    hasPassesBeside = pm.size() > passes;
    return success();
  });
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input =
      openInputFile(inputFilename, &message);
  if (!input) {
    llvm::errs() << "error: " << message << '\n';
    return EXIT_FAILURE;
  }
  isBytecodeInput = isBytecode(*input);
  // Before anything parses, and before what may take minutes.
  if (llvm::Error error =
          checkNesting(input->getBuffer(), input->getBufferIdentifier())) {
    llvm::errs() << llvm::toString(std::move(error)) << '\n';
    return EXIT_FAILURE;
  }
  if (llvm::Error error = checkOutputPath(outputFilename)) {
    llvm::errs() << "error: " << llvm::toString(std::move(error)) << '\n';
    return EXIT_FAILURE;
  }
  if (llvm::Error error = findExplained(config, *input, registry)) {
    llvm::errs() << "error: --remat-explain=" << flags::explain << ": "
                 << llvm::toString(std::move(error)) << '\n';
    return EXIT_FAILURE;
  }
  // Touch the output file only once its text is complete.
  std::string text;
  llvm::raw_string_ostream os(text);
  const std::string original = input->getBuffer().str();
  const std::string name = input->getBufferIdentifier().str();
  // Tests compare the driver's lines.
  if (!config.shouldVerifyDiagnostics() && !isBytecodeInput &&
      failed(diagnostics.handle(llvm::MemoryBufferRef(original, name), registry,
                                config)))
    return EXIT_FAILURE;
  if (failed(MlirOptMain(os, std::move(input), registry, config)))
    return getExitCode(status->getStatus());
  // Returns a fitting module byte for byte, even where MLIR would spell it
  // otherwise, unless a flag requests spelling.
  if (status->isUnchanged() && !hasPassesBeside && !asksForSpelling(config))
    text = original;
  if (wantsSweep()) {
    text.clear();
    sweeps->writeText(os);
  }
  if (llvm::Error error = writeOutputFile(outputFilename, text)) {
    llvm::errs() << "error: " << llvm::toString(std::move(error)) << '\n';
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
  remat::prettifyFatalErrors();
  remat::addVersionPrinter();
  llvm::InitLLVM init(argc, argv);
  remat::registerDebugOnly();
  mlir::registerAllPasses();
  remat::registerAllPasses();
  remat::test::registerTestInterleavingsPass();
  remat::test::registerTestShufflePass();
  remat::test::registerTestStablehloPass();
  remat::test::registerTestTaskAccessesPass();
  remat::test::registerTestTaskInterfacePass();
  ShortDiagnostics diagnostics;
  DialectRegistry registry;
  diagnostics.addTo(registry);
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllGPUToLLVMIRTranslations(registry);
  remat::registerAllDialects(registry);

  const std::string header =
      registerCLIOptions("Remat modular optimizer driver\n", registry);
  if (asksForHelp(ArrayRef(argv, argc))) {
    printHelp();
    return EXIT_SUCCESS;
  }
  auto [inputFilename, outputFilename] = parseCLIOptions(argc, argv, header);
  if (!checkFlags())
    return EXIT_FAILURE;
  return run(inputFilename, outputFilename, registry, diagnostics);
}
