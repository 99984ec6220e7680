//===- remat-run.cpp - Run a step and measure its memory ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a function on tensors, runs it on pseudo-random inputs with a
// counting allocator, and prints measurements beside the memory model's
// predictions. Optionally places all buffers in one arena and watches each
// access. --compare runs a second file on the same inputs and compares results
// bit by bit. --target=cuda uses a GPU, real or emulated, and compares with the
// CPU.
//
//===----------------------------------------------------------------------===//

#include "CudaCommand.h"
#include "Measured.h"
#include "TrackingAllocator.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "remat/InitAllDialects.h"
#include "remat/Support/FatalErrors.h"
#include "remat/Support/Figures.h"
#include "remat/Support/OutputFile.h"
#include "remat/Support/ToolVersion.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/TargetSelect.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace mlir;
using namespace mlir::remat;
namespace cl = llvm::cl;
namespace fs = llvm::sys::fs;

static cl::opt<std::string> inputFile(cl::Positional, cl::desc("<step.mlir>"),
                                      cl::init("-"), cl::cat(getCategory()));
static Flag<std::string>
    entryName("entry",
              "The function to run; by default the one that would be planned",
              cl::value_desc("name"));
static Flag<uint64_t> seed("seed", "What the inputs are made from",
                           cl::init(0));
static Flag<unsigned> repeat("repeat",
                             "Call the step so often; the fastest call counts",
                             cl::init(1));
static Flag<std::string> compareFile(
    "compare",
    "Run this file on the same inputs too, and compare the results: bit by "
    "bit, and within a tolerance with --target=cuda (where this file runs on "
    "the CPU; by default <step.mlir> itself)",
    cl::value_desc("other.mlir"));
static cl::list<std::string> inputs(
    "input",
    cl::desc("What an argument, by its position or name, is instead of made "
             "up: an array, numbers in [LOW, HIGH), or one number"),
    cl::value_desc("key=file.npy|uniform:low,high|number"),
    cl::cat(getCategory()));
static cl::list<std::string>
    outputs("output",
            cl::desc("Write a result, by its position or name, or a memref "
                     "argument, by its name, as an array of NumPy"),
            cl::value_desc("key=file.npy"), cl::cat(getCategory()));
static Flag<std::string> reportFile("report", "Write what was measured as JSON",
                                    cl::value_desc("file.json"));
static Flag<bool> allowNonFinite("allow-non-finite",
                                 "Accept results with infinities and NaNs");
static Flag<bool>
    allowConstant("allow-constant",
                  "Accept results whose elements are all the same");
static Flag<bool> poison(
    "poison",
    "Fill new buffers with NaNs, so that a read of what was not written shows");
static Flag<bool> placeBuffers("place-buffers",
                               "Give every buffer of the step its place in one "
                               "arena (not of the file to compare with)");
#define REMAT_RUN_PLACEMENT_OPTION(TYPE, MEMBER, NAME, DEFAULT, FLAGS, SETTER, \
                                   DESCRIPTION)                                \
  static Flag<TYPE> MEMBER(NAME, DESCRIPTION, cl::init(DEFAULT), FLAGS);
#include "remat/Support/Options.inc"
static Flag<bool>
    checkArena("check-arena",
               "Watch that each access to the arena falls into a buffer that "
               "is alive, and that no byte has two owners; slow");
static Flag<bool> allowUnregistered("allow-unregistered-dialect",
                                    "Parse operations of dialects that are not "
                                    "registered (none of them can be run)");

namespace {
enum class RunTarget { Cpu, Cuda };
} // namespace
static Flag<RunTarget> target(
    "target", "Where the step runs", cl::init(RunTarget::Cpu),
    cl::values(
        clEnumValN(RunTarget::Cpu, "cpu", "on this machine"),
        clEnumValN(
            RunTarget::Cuda, "cuda",
            "on an NVIDIA GPU; its results are compared with the CPU's")));

static void print(StringRef file, const Measured &measured) {
  const auto &[step, run] = measured;
  llvm::outs() << file << ":\n";
  printPeaks(step, run);
  if (step.arena) {
    printLine("alive in it", formatSize(step.arena->livePeakBytes));
    printLine("allocations", Twine(run.allocations));
  }
  if (step.isChecked)
    printLine("checked", Twine(run.checkedBuffers) + " buffers, " +
                             Twine(run.checkedAccesses) + " accesses");
  printTimes(step, run);
  printHash(step, run);
}

/// The peak without resident bytes.
static std::optional<int64_t> getLivePeakBytes(const CompiledStep &step) {
  if (step.arena)
    return step.arena->livePeakBytes;
  if (step.bufferPeakBytes)
    return *step.bufferPeakBytes - step.residentBytes;
  return std::nullopt;
}

static llvm::json::Object toJson(StringRef file, const Measured &measured) {
  const auto &[step, run] = measured;
  llvm::json::Object report = remat::toJson(file, step, run);
  report["live_peak_bytes"] = llvm::json::toJSON(getLivePeakBytes(step));
  report["buffer_peak_bytes"] = llvm::json::toJSON(step.bufferPeakBytes);
  report["checked_buffers"] = run.checkedBuffers;
  report["checked_accesses"] = run.checkedAccesses;
  return report;
}

static CompileOptions getCompileOptions() {
  CompileOptions options;
  options.arena.placeBuffers = options.arena.addWorkspaces = placeBuffers;
  options.arena.writeInPlace = inPlace;
  options.arena.place.sharing = sharing;
  options.arena.place.alignment = alignment;
  options.arena.place.checked = checkArena;
  options.checkArena = checkArena;
  return options;
}

/// Rejects flags without effect.
static llvm::Error checkFlags() {
  if (repeat == 0)
    return llvm::createStringError(
        "--repeat=0 runs nothing; the step is called once at least");
  const cl::Option *ofCpu[] = {&placeBuffers, &inPlace,    &sharing,
                               &alignment,    &checkArena, &poison};
  for (const cl::Option *option : ofCpu)
    if (target == RunTarget::Cuda && option->getNumOccurrences() > 0)
      return llvm::createStringError(
          "--" + option->ArgStr +
          " is for --target=cpu; the pipeline for GPUs places every buffer in "
          "one arena");
  if (llvm::Error failure =
          checkCudaFlags(target == RunTarget::Cuda, !compareFile.empty()))
    return failure;
  if (alignment.getNumOccurrences() > 0 && !placeBuffers)
    return llvm::createStringError(
        "--alignment says where buffers are placed; give --place-buffers too");
  if (sharing.getNumOccurrences() > 0 && !placeBuffers && !inPlace)
    return llvm::createStringError("--parallel-safe says which buffers share; "
                                   "give --place-buffers or --in-place too");
  return llvm::Error::success();
}

/// Opens and closes an input, to fail before a step runs for minutes. Skips
/// empty names, "-", pipes and devices, where opening consumes data.
static llvm::Error checkInput(const std::string &file) {
  if (file.empty() || file == "-")
    return llvm::Error::success();
  // On errors, `status` is not found or unknown.
  fs::file_status status;
  (void)fs::status(file, status);
  if (llvm::is_contained(
          {fs::file_type::fifo_file, fs::file_type::character_file,
           fs::file_type::block_file, fs::file_type::socket_file},
          status.type()))
    return llvm::Error::success();
  int descriptor = -1;
  std::error_code code = fs::openFileForRead(file, descriptor);
  if (!code && fs::is_directory(status))
    code = std::make_error_code(std::errc::is_a_directory);
  if (descriptor >= 0)
    (void)llvm::sys::Process::SafelyCloseFileDescriptor(descriptor);
  if (code)
    return llvm::createStringError(code, "cannot open input file '%s': %s",
                                   file.c_str(), code.message().c_str());
  return llvm::Error::success();
}

/// Fails on files that cannot be read or written, and on one that would be
/// written twice.
static llvm::Error checkFiles(const Outputs &outputs) {
  for (const std::string &file : {inputFile.getValue(), compareFile.getValue()})
    if (llvm::Error failure = checkInput(file))
      return failure;
  // What is written, and the flag that says so.
  std::vector<std::pair<std::string, std::string>> written = outputs.getFiles();
  written.emplace_back(reportFile, "--report=" + reportFile);
  written.emplace_back(getCudaProfileFile(),
                       "--profile=" + getCudaProfileFile());
  for (auto [i, output] : llvm::enumerate(written)) {
    const auto &[file, flag] = output;
    if (llvm::Error failure = checkOutputPath(file))
      return failure;
    for (const auto &[other, otherFlag] : ArrayRef(written).take_front(i))
      if (isSameOutputFile(file, other))
        return llvm::createStringError(flag + ": names the same file as " +
                                       otherFlag +
                                       "; give each a file of its own");
  }
  return llvm::Error::success();
}

/// Runs the step here, and the file to compare with, if any. Prints an error
/// and returns nothing if either fails.
static std::optional<llvm::json::Object>
runOnCpu(MLIRContext &context, const RunCommand &command, bool &isGood) {
  std::optional<Measured> measured =
      measureOnCpu(context, inputFile, command, getCompileOptions());
  if (!measured)
    return std::nullopt;
  print(inputFile, *measured);
  llvm::json::Object report = toJson(inputFile, *measured);
  isGood = printVerdict(inputFile, measured->step, measured->run,
                        /*takesFlags=*/true);
  if (!printResultCheck(inputFile, measured->step, measured->run, command)) {
    isGood = false;
    return report;
  }
  if (printError(
          command.outputs->write(measured->step.signature, measured->run)))
    return std::nullopt;
  if (compareFile.empty())
    return report;
  RunCommand otherCommand = command;
  otherCommand.outputs = nullptr;
  std::optional<Measured> other =
      measureOnCpu(context, compareFile, otherCommand, getPlainOptions());
  if (!other || !checkSameSignature(measured->step.signature, inputFile,
                                    other->step.signature, compareFile))
    return std::nullopt;
  print(compareFile, *other);
  if (!printVerdict(compareFile, other->step, other->run,
                    /*takesFlags=*/false))
    isGood = false;
  if (!printResultCheck(compareFile, other->step, other->run, command))
    isGood = false;
  const bool isIdentical = !printError(
      compareResults(measured->step.signature, measured->run, other->run));
  if (isIdentical)
    llvm::outs() << "results: identical, bit by bit\n";
  else
    isGood = false;
  report["identical"] = isIdentical;
  report["compare"] = toJson(compareFile, *other);
  return report;
}

int main(int argc, char **argv) {
  remat::prettifyFatalErrors();
  remat::addVersionPrinter();
  llvm::InitLLVM initLLVM(argc, argv);
  cl::HideUnrelatedOptions(getCategory());
  cl::ParseCommandLineOptions(
      argc, argv,
      "Runs a training step on inputs that are given or made up, and measures "
      "its memory\n");
  if (printError(checkFlags()))
    return EXIT_FAILURE;
  llvm::Expected<Inputs> givenInputs = Inputs::create(inputs);
  llvm::Expected<Outputs> wantedOutputs = Outputs::create(outputs);
  // Each has to be looked at.
  const bool isWrong = printError(givenInputs.takeError());
  if (printError(wantedOutputs.takeError()) || isWrong ||
      printError(checkFiles(*wantedOutputs)))
    return EXIT_FAILURE;
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
#ifdef __GLIBC__
  // Keep freed memory: large buffers come and go with every op; mapping them
  // afresh costs more than computing them.
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
#endif

  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllToLLVMIRTranslations(registry);
  remat::registerAllDialects(registry);
  MLIRContext context(registry);
  context.allowUnregisteredDialects(allowUnregistered);
  // A function can be a whole step: print only its location.
  context.printOpOnDiagnostic(false);
  rematTrackerSetPoison(poison);
  const RunCommand command{inputFile,     entryName,     compareFile,
                           seed,          repeat,        allowNonFinite,
                           allowConstant, &*givenInputs, &*wantedOutputs};
  bool isGood = false;
  std::optional<llvm::json::Object> report =
      target == RunTarget::Cuda ? runOnCuda(context, command, isGood)
                                : runOnCpu(context, command, isGood);
  if (!report)
    return EXIT_FAILURE;
  if (!reportFile.empty() &&
      printError(writeOutputFile(
          reportFile,
          llvm::formatv("{0:2}\n", llvm::json::Value(std::move(*report)))
              .str())))
    return EXIT_FAILURE;
  return isGood ? EXIT_SUCCESS : EXIT_FAILURE;
}
