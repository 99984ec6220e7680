//===- remat-run.cpp - Run a step and measure its memory ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a function on tensors for this machine, runs it on pseudo-random
// inputs with an allocator that counts, and prints what it measured beside what
// the memory model predicts; on request with all buffers in one arena, watched
// at each access. With --compare, runs a second file on the same
// inputs and compares the results bit by bit. With --target=cuda, does it on a
// GPU, real or emulated, and compares with the CPU.
//
//===----------------------------------------------------------------------===//

#include "CudaCommand.h"
#include "Files.h"
#include "Measured.h"
#include "TrackingAllocator.h"

#include "mlir/IR/AsmState.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "remat/InitAllDialects.h"
#include "remat/Support/Budget.h"
#include "remat/Support/OutputFile.h"
#include "remat/Support/ToolVersion.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/TargetSelect.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace mlir;
using namespace mlir::remat;

static llvm::cl::OptionCategory category("remat-run options");

static llvm::cl::opt<std::string> inputFile(llvm::cl::Positional,
                                            llvm::cl::desc("<step.mlir>"),
                                            llvm::cl::init("-"),
                                            llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    entryName("entry", llvm::cl::desc("The function to run"),
              llvm::cl::value_desc("name"), llvm::cl::init("main"),
              llvm::cl::cat(category));
static llvm::cl::opt<uint64_t>
    seed("seed", llvm::cl::desc("What the inputs are made from"),
         llvm::cl::init(0), llvm::cl::cat(category));
static llvm::cl::opt<unsigned>
    repeat("repeat",
           llvm::cl::desc("Call the step so often; the fastest call counts"),
           llvm::cl::init(1), llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    compareFile("compare",
                llvm::cl::desc("Run this file on the same inputs too, and "
                               "compare the results: bit by bit, and within "
                               "a tolerance with --target=cuda (where this "
                               "file runs on the CPU; by default <step.mlir> "
                               "itself)"),
                llvm::cl::value_desc("other.mlir"), llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    reportFile("report", llvm::cl::desc("Write what was measured as JSON"),
               llvm::cl::value_desc("file.json"), llvm::cl::cat(category));
static llvm::cl::opt<bool>
    allowNonFinite("allow-non-finite",
                   llvm::cl::desc("Accept results with infinities and NaNs"),
                   llvm::cl::cat(category));
static llvm::cl::opt<bool> allowConstant(
    "allow-constant",
    llvm::cl::desc("Accept results whose elements are all the same"),
    llvm::cl::cat(category));
static llvm::cl::opt<bool>
    poison("poison",
           llvm::cl::desc("Fill new buffers with NaNs, so that a read of what "
                          "was not written shows"),
           llvm::cl::cat(category));
static llvm::cl::opt<bool> placeBuffers(
    "place-buffers",
    llvm::cl::desc("Give every buffer of the step its place in one arena (not "
                   "of the file to compare with)"),
    llvm::cl::cat(category));
static llvm::cl::opt<bool>
    inPlace("in-place",
            llvm::cl::desc("Let elementwise ops of the step write over "
                           "operands that die there"),
            llvm::cl::cat(category));
static llvm::cl::opt<Sharing>
    sharing("parallel-safe",
            llvm::cl::desc("Which buffers may share bytes, or be written over"),
            llvm::cl::init(Sharing::Serial), getSharingValues(),
            llvm::cl::cat(category));
static llvm::cl::opt<int64_t> alignment(
    "alignment",
    llvm::cl::desc("Bytes that each offset in the arena is a multiple of; -1 "
                   "is what the target rounds to (cpu 64, cuda 256)"),
    llvm::cl::init(-1), llvm::cl::cat(category));
static llvm::cl::opt<bool> checkArena(
    "check-arena",
    llvm::cl::desc("Watch that each access to the arena falls into a buffer "
                   "that is alive, and that no byte has two owners; slow"),
    llvm::cl::cat(category));
static llvm::cl::opt<bool> allowUnregistered(
    "allow-unregistered-dialect",
    llvm::cl::desc("Parse operations of dialects that are not registered (none "
                   "of them can be run)"),
    llvm::cl::cat(category));

namespace {
enum class RunTarget { Cpu, Cuda };
} // namespace
static llvm::cl::opt<RunTarget> target(
    "target", llvm::cl::desc("Where the step runs"),
    llvm::cl::init(RunTarget::Cpu),
    llvm::cl::values(clEnumValN(RunTarget::Cpu, "cpu", "on this machine"),
                     clEnumValN(RunTarget::Cuda, "cuda",
                                "on an NVIDIA GPU; its results are compared "
                                "with the CPU's")),
    llvm::cl::cat(category));

static std::string formatHash(uint64_t hash) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format_hex_no_prefix(hash, 16);
  return text;
}

static void print(StringRef file, const Measured &measured) {
  auto bytes = [](int64_t value) {
    return std::to_string(value) + " bytes (" + formatBytes(value) + ")";
  };
  llvm::outs() << file << ":\n"
               << "  measured peak:   " << bytes(measured.run.measuredPeakBytes)
               << '\n'
               << "  predicted peak:  "
               << bytes(measured.step.predictedPeakBytes) << '\n'
               << "  of it resident:  " << bytes(measured.step.residentBytes)
               << '\n';
  if (const std::optional<ArenaFacts> &arena = measured.step.arena)
    llvm::outs() << "  arena:           " << bytes(arena->bytes) << '\n'
                 << "  alive in it:     " << bytes(arena->livePeakBytes) << '\n'
                 << "  allocations:     " << measured.run.allocations << '\n';
  if (measured.step.isChecked)
    llvm::outs() << "  checked:         " << measured.run.checkedBuffers
                 << " buffers, " << measured.run.checkedAccesses
                 << " accesses\n";
  llvm::outs() << "  compile time:    "
               << llvm::format("%.3f s", measured.compileSeconds) << '\n'
               << "  run time:        "
               << llvm::format("%.6f s", measured.run.seconds) << '\n'
               << "  results hash:    " << formatHash(measured.run.resultsHash)
               << '\n';
}

/// What is alive at once beside what is resident.
static std::optional<int64_t> getLivePeakBytes(const CompiledStep &step) {
  if (step.arena)
    return step.arena->livePeakBytes;
  if (step.bufferPeakBytes)
    return *step.bufferPeakBytes - step.residentBytes;
  return std::nullopt;
}

static llvm::json::Object toJson(StringRef file, const Measured &measured) {
  auto orNull = [](std::optional<int64_t> value) {
    return value ? llvm::json::Value(*value) : llvm::json::Value(nullptr);
  };
  const CompiledStep &step = measured.step;
  return llvm::json::Object{
      {"file", file},
      {"allocations", measured.run.allocations},
      {"arena_bytes",
       orNull(step.arena ? std::optional(step.arena->bytes) : std::nullopt)},
      {"live_peak_bytes", orNull(getLivePeakBytes(step))},
      {"checked_buffers", measured.run.checkedBuffers},
      {"checked_accesses", measured.run.checkedAccesses},
      {"measured_peak_bytes", measured.run.measuredPeakBytes},
      {"predicted_peak_bytes", measured.step.predictedPeakBytes},
      {"buffer_peak_bytes", orNull(step.bufferPeakBytes)},
      {"resident_bytes", measured.step.residentBytes},
      {"seconds", measured.run.seconds},
      {"compile_seconds", measured.compileSeconds},
      {"results_hash", formatHash(measured.run.resultsHash)}};
}

/// How the flags say that the step is compiled.
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

/// Whether every flag that was given has something to say.
static bool checkFlags() {
  if (repeat == 0) {
    error() << "--repeat=0 runs nothing; the step is called once at least\n";
    return false;
  }
  const llvm::cl::Option *ofCpu[] = {&placeBuffers, &inPlace,    &sharing,
                                     &alignment,    &checkArena, &poison};
  for (const llvm::cl::Option *option : ofCpu)
    if (target == RunTarget::Cuda && option->getNumOccurrences() > 0) {
      error() << "--" << option->ArgStr << " is for --target=cpu; the pipeline "
              << "for GPUs places every buffer in one arena\n";
      return false;
    }
  if (std::string flag = getCudaFlag();
      target == RunTarget::Cpu && !flag.empty()) {
    error() << "--" << flag << " is for --target=cuda\n";
    return false;
  }
  if (llvm::Error failure = checkCudaFlags(!compareFile.empty())) {
    error() << llvm::toString(std::move(failure)) << '\n';
    return false;
  }
  if (alignment.getNumOccurrences() > 0 && !placeBuffers) {
    error() << "--alignment says where buffers are placed; give "
               "--place-buffers too\n";
    return false;
  }
  if (sharing.getNumOccurrences() > 0 && !placeBuffers && !inPlace) {
    error() << "--parallel-safe says which buffers share; give --place-buffers "
               "or --in-place too\n";
    return false;
  }
  return true;
}

static RunCommand getCommand() {
  RunCommand command;
  command.inputFile = inputFile;
  command.entry = entryName;
  command.compareFile = compareFile;
  command.seed = seed;
  command.repeat = repeat;
  command.allowNonFinite = allowNonFinite;
  command.allowConstant = allowConstant;
  return command;
}

/// Runs the step on this machine, and the file to compare with if there is one.
/// Prints an error and returns nothing if either fails.
static std::optional<llvm::json::Object>
runOnCpu(MLIRContext &context, const RunCommand &command, bool &isGood) {
  std::optional<Measured> measured =
      measureOnCpu(context, inputFile, command, getCompileOptions());
  if (!measured)
    return std::nullopt;
  print(inputFile, *measured);
  llvm::json::Object report = toJson(inputFile, *measured);
  isGood = true;
  if (compareFile.empty())
    return report;

  std::optional<Measured> other =
      measureOnCpu(context, compareFile, command, getPlainOptions());
  if (!other || !checkSameSignature(measured->step.signature, inputFile,
                                    other->step.signature, compareFile))
    return std::nullopt;
  print(compareFile, *other);
  if (llvm::Error difference =
          compareResults(measured->step.signature, measured->run, other->run)) {
    isGood = false;
    error() << llvm::toString(std::move(difference)) << '\n';
  } else {
    llvm::outs() << "results: identical, bit by bit\n";
  }
  report["identical"] = isGood;
  report["compare"] = toJson(compareFile, *other);
  return report;
}

int main(int argc, char **argv) {
  remat::addVersionPrinter();
  llvm::InitLLVM initLLVM(argc, argv);
  addCudaFlags(category);
  llvm::cl::HideUnrelatedOptions(category);
  llvm::cl::ParseCommandLineOptions(
      argc, argv,
      "Runs a training step on pseudo-random inputs and measures its memory\n");
  if (!checkFlags())
    return EXIT_FAILURE;
  if (llvm::Error failure = checkFiles({inputFile, compareFile},
                                       {reportFile, getCudaProfileFile()})) {
    error() << llvm::toString(std::move(failure)) << '\n';
    return EXIT_FAILURE;
  }
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
#ifdef __GLIBC__
  // Keep freed memory: large buffers come and go with every op, and mapping
  // them afresh each time costs more than computing them.
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
  // A function can be a whole step: its location says enough.
  context.printOpOnDiagnostic(false);
  rematTrackerSetPoison(poison);

  bool isGood = false;
  std::optional<llvm::json::Object> report =
      target == RunTarget::Cuda ? runOnCuda(context, getCommand(), isGood)
                                : runOnCpu(context, getCommand(), isGood);
  if (!report)
    return EXIT_FAILURE;
  if (!reportFile.empty()) {
    std::string text =
        llvm::formatv("{0:2}\n", llvm::json::Value(std::move(*report)));
    if (llvm::Error failure = writeOutputFile(reportFile, text)) {
      error() << llvm::toString(std::move(failure)) << '\n';
      return EXIT_FAILURE;
    }
  }
  return isGood ? EXIT_SUCCESS : EXIT_FAILURE;
}
