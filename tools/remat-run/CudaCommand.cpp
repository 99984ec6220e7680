//===- CudaCommand.cpp - remat-run --target=cuda --------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaCommand.h"
#include "CudaCompare.h"
#include "CudaRun.h"

#include "remat/Support/Budget.h"
#include "remat/Support/OutputFile.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::remat;

//===----------------------------------------------------------------------===//
// Flags
//===----------------------------------------------------------------------===//

namespace {
struct Flags {
  llvm::cl::OptionCategory &category;

  llvm::cl::opt<std::string> chip{
      "chip",
      llvm::cl::desc("The chip that kernels are compiled for (sm_90, ...); by "
                     "default the device's, sm_80 for an emulated one"),
      llvm::cl::cat(category)};
  llvm::cl::opt<GpuFormat> format{
      "format", llvm::cl::desc("What the kernels become; isa by default"),
      llvm::cl::init(GpuFormat::Isa), getGpuFormatValues(),
      llvm::cl::cat(category)};
  llvm::cl::opt<GpuLibrary> library{
      "library",
      llvm::cl::desc("What computes matrix products and convolutions"),
      llvm::cl::init(GpuLibrary::Cuda), getGpuLibraryValues(),
      llvm::cl::cat(category)};
  llvm::cl::opt<std::string> toolkit{
      "toolkit",
      llvm::cl::desc(
          "Folder of the CUDA toolkit (ptxas, libdevice); by default "
          "that of CUDA_ROOT, CUDA_HOME, CUDA_PATH or PATH"),
      llvm::cl::value_desc("folder"), llvm::cl::cat(category)};
  llvm::cl::opt<bool> emulate{
      "emulate",
      llvm::cl::desc("Run kernels on the CPU, under a driver that checks what "
                     "is asked of it; needs no GPU"),
      llvm::cl::cat(category)};
  llvm::cl::opt<std::string> emulatedChip{
      "emulated-chip",
      llvm::cl::desc("The chip of the emulated GPU; by default that of --chip; "
                     "none: there is no GPU"),
      llvm::cl::cat(category)};
  llvm::cl::opt<std::string> emulatedMemory{
      "emulated-memory",
      llvm::cl::desc("The memory of the emulated GPU: 40GiB, ..."),
      llvm::cl::cat(category)};
  llvm::cl::opt<int> emulatedOrder{
      "emulated-order",
      llvm::cl::desc("In which order the threads of a block run: 0 as they are "
                     "numbered, 1 backwards, 2 another one at each barrier"),
      llvm::cl::init(0), llvm::cl::cat(category)};
  llvm::cl::opt<bool> noCompare{
      "no-compare",
      llvm::cl::desc("Do not run the step on the CPU to compare results"),
      llvm::cl::cat(category)};
  llvm::cl::opt<std::string> profile{
      "profile",
      llvm::cl::desc("Measure each op, and write the times as a profile that "
                     "--remat-profile reads"),
      llvm::cl::value_desc("file.json"), llvm::cl::cat(category)};
};
Flags *flags = nullptr;
} // namespace

void mlir::remat::addCudaFlags(llvm::cl::OptionCategory &category) {
  static Flags instance{category};
  flags = &instance;
}

std::string mlir::remat::getCudaFlag() {
  const llvm::cl::Option *options[] = {
      &flags->chip,           &flags->format,        &flags->library,
      &flags->toolkit,        &flags->emulate,       &flags->emulatedChip,
      &flags->emulatedMemory, &flags->emulatedOrder, &flags->noCompare,
      &flags->profile};
  for (const llvm::cl::Option *option : options)
    if (option->getNumOccurrences() > 0)
      return option->ArgStr.str();
  return "";
}

llvm::Error mlir::remat::checkCudaFlags(bool isCompared) {
  if (isCompared && flags->noCompare)
    return llvm::createStringError(
        "--compare names what to compare with, --no-compare says not to "
        "compare; give one of them");
  return llvm::Error::success();
}

std::string mlir::remat::getCudaProfileFile() { return flags->profile; }

/// 90 of "sm_90" and "sm_90a", 0 of "none" (no device), nothing of what is no
/// chip.
static std::optional<int> parseChip(StringRef text) {
  int number = 0;
  if (text == "none")
    return 0;
  if (!text.consume_front("sm_") || text.consumeInteger(10, number) ||
      number < 10 || !(text.empty() || text == "a" || text == "f"))
    return std::nullopt;
  return number;
}

/// The device that the flags describe. Prints an error and returns nothing if
/// they are wrong.
static std::optional<CudaDevice> getDevice() {
  CudaDevice device;
  device.emulate = flags->emulate;
  for (const auto *option : {&flags->chip, &flags->emulatedChip})
    if (!option->empty() && !parseChip(*option)) {
      error() << "--" << option->ArgStr << "='" << *option
              << "' is no chip; sm_80, sm_90 are\n";
      return std::nullopt;
    }
  const llvm::cl::Option *ofEmulation[] = {
      &flags->emulatedChip, &flags->emulatedMemory, &flags->emulatedOrder};
  for (const llvm::cl::Option *option : ofEmulation)
    if (option->getNumOccurrences() > 0 && !device.emulate) {
      error() << "--" << option->ArgStr << " is of an emulated GPU; give "
              << "--emulate too\n";
      return std::nullopt;
    }
  if (flags->emulatedOrder < 0 || flags->emulatedOrder > 2) {
    error() << "--emulated-order is 0, 1 or 2\n";
    return std::nullopt;
  }
  if (parseChip(flags->chip) == 0) {
    error() << "--chip='none' is no chip; sm_80, sm_90 are\n";
    return std::nullopt;
  }
  device.order = flags->emulatedOrder;
  device.chip = parseChip(flags->emulatedChip)
                    .value_or(parseChip(flags->chip).value_or(80));
  if (!flags->emulatedMemory.empty()) {
    llvm::Expected<Budget> budget = parseBudget(flags->emulatedMemory);
    if (!budget || budget->kind != Budget::Kind::Bytes) {
      // What the parser says is of budgets.
      llvm::consumeError(budget.takeError());
      error() << "--emulated-memory='" << flags->emulatedMemory
              << "' is no number of bytes; 40GiB, 512MiB, 100000 are\n";
      return std::nullopt;
    }
    device.memoryBytes = budget->bytes;
  }
  return device;
}

static CudaOptions getOptions(const CudaDeviceFacts &facts) {
  CudaOptions options;
  options.chip = flags->chip.empty() ? "sm_" + std::to_string(facts.chip)
                                     : flags->chip.getValue();
  options.format = flags->format;
  options.library = flags->library;
  options.toolkit = flags->toolkit;
  options.emulate = flags->emulate;
  options.profile = !flags->profile.empty();
  return options;
}

//===----------------------------------------------------------------------===//
// Profile
//===----------------------------------------------------------------------===//

/// Writes the time of each profiled op by its location. Prints an error and
/// returns false if that fails.
static bool writeProfile(const CudaStep &step, const CudaRunResult &run) {
  llvm::json::Array ops;
  for (auto [location, time] : llvm::zip_equal(step.profiledOps, run.opTimes))
    if (time.second > 0)
      ops.push_back(llvm::json::Object{
          {"location", location},
          {"time", time.first / static_cast<double>(time.second)}});
  llvm::json::Object profile{{"version", 1}, {"ops", std::move(ops)}};
  std::string text =
      llvm::formatv("{0:2}\n", llvm::json::Value(std::move(profile))).str();
  if (llvm::Error failure = writeOutputFile(flags->profile, text)) {
    error() << llvm::toString(std::move(failure)) << '\n';
    return false;
  }
  if (flags->emulate)
    llvm::WithColor::warning(llvm::errs(), "remat-run")
        << "the times in '" << flags->profile
        << "' are made up: an emulated GPU measures none; plan by times of a "
           "GPU\n";
  return true;
}

//===----------------------------------------------------------------------===//
// Command
//===----------------------------------------------------------------------===//

using CudaMeasured = MeasuredStep<CudaStep, CudaRunResult>;

static std::optional<CudaMeasured> measureOnCuda(MLIRContext &context,
                                                 const RunCommand &command,
                                                 const CudaDevice &device,
                                                 const CudaOptions &options) {
  return measure<CudaStep, CudaRunResult>(
      context, command.inputFile, command,
      [&](ModuleOp module) {
        return compileCudaStep(module, command.entry, options);
      },
      [&](CudaStep &step) {
        return runCudaStep(step, device, command.seed, command.repeat);
      });
}

static std::string formatBoth(int64_t value) {
  return std::to_string(value) + " bytes (" + formatBytes(value) + ")";
}

static void print(StringRef file, const CudaMeasured &measured,
                  const CudaDeviceFacts &facts, StringRef chip) {
  const CudaStep &step = measured.step;
  llvm::outs() << file << ":\n"
               << "  device:          " << facts.name << ", sm_" << facts.chip
               << ", " << formatBytes(facts.memoryBytes) << '\n'
               << "  compiled for:    " << chip << '\n'
               << "  measured peak:   "
               << formatBoth(measured.run.measuredPeakBytes) << '\n'
               << "  predicted peak:  " << formatBoth(step.predictedPeakBytes)
               << '\n'
               << "  of it resident:  " << formatBoth(step.residentBytes)
               << '\n';
  if (step.arena)
    llvm::outs() << "  arena:           " << formatBoth(step.arena->bytes)
                 << '\n';
  llvm::outs() << "  allocations:     " << measured.run.allocations << '\n'
               << "  beside it:       "
               << formatBoth(measured.run.overheadBytes)
               << " of contexts and libraries\n"
               << "  compile time:    "
               << llvm::format("%.3f s", measured.compileSeconds) << '\n'
               << "  run time:        "
               << llvm::format("%.6f s", measured.run.seconds) << '\n';
  double kernels = 0;
  for (auto [nanoseconds, runs] : measured.run.opTimes)
    kernels += nanoseconds;
  if (!measured.run.opTimes.empty())
    llvm::outs() << "  time of ops:     "
                 << llvm::format("%.6f s", kernels * 1e-9) << " of "
                 << measured.run.opTimes.size() << " ops\n";
  llvm::outs() << "  results hash:    "
               << llvm::format_hex_no_prefix(measured.run.resultsHash, 16)
               << '\n';
}

/// The expected results: those of the CPU, whatever they are.
static std::optional<Measured> getExpected(MLIRContext &context,
                                           RunCommand command) {
  command.repeat = 1;
  command.allowNonFinite = command.allowConstant = true;
  const std::string &file =
      command.compareFile.empty() ? command.inputFile : command.compareFile;
  return measureOnCpu(context, file, command, getPlainOptions());
}

/// Prints how far each result is off; whether all are within their tolerance.
static bool compare(const CudaMeasured &measured, const Measured &expected,
                    llvm::json::Object &report) {
  bool isWithin = true;
  llvm::json::Array results;
  const Signature &signature = measured.step.signature;
  for (auto [i, spec] : llvm::enumerate(signature.results)) {
    ResultDifference difference =
        compareResult(spec, measured.step.accuracies[i],
                      measured.run.results[i], expected.run.results[i]);
    std::string text = describe(spec, difference);
    llvm::outs() << "  result " << i << ": " << spec.str() << " " << text
                 << '\n';
    results.push_back(
        llvm::json::Object{{"tolerance", difference.tolerance},
                           {"reduction_chain", difference.reductionChain},
                           {"largest_difference", difference.largest},
                           {"largest_element", difference.scale},
                           {"within", difference.isWithin()}});
    if (difference.isWithin())
      continue;
    isWithin = false;
    error() << "result " << i << " (" << spec.str()
            << ") is not the CPU's: " << text << '\n';
  }
  report["results"] = std::move(results);
  report["within_tolerance"] = isWithin;
  return isWithin;
}

/// The mean time of each op that was measured, by its location, and of all its
/// runs together; nothing where no op was.
static void addOpTimes(const CudaMeasured &measured,
                       llvm::json::Object &report) {
  if (measured.run.opTimes.empty())
    return;
  double seconds = 0;
  llvm::json::Array ops;
  for (auto [location, time] :
       llvm::zip_equal(measured.step.profiledOps, measured.run.opTimes)) {
    auto [nanoseconds, runs] = time;
    seconds += nanoseconds * 1e-9;
    if (runs > 0)
      ops.push_back(llvm::json::Object{
          {"location", location},
          {"runs", runs},
          {"seconds", nanoseconds * 1e-9 / static_cast<double>(runs)}});
  }
  report["ops_seconds"] = seconds;
  report["ops"] = std::move(ops);
}

static llvm::json::Object toJson(const RunCommand &command,
                                 const CudaMeasured &measured,
                                 const CudaDeviceFacts &facts, StringRef chip) {
  const CudaStep &step = measured.step;
  llvm::json::Value arena = nullptr;
  if (step.arena)
    arena = step.arena->bytes;
  return llvm::json::Object{
      {"file", command.inputFile},
      {"device", facts.name},
      {"device_chip", "sm_" + std::to_string(facts.chip)},
      {"chip", chip.str()},
      {"emulated", flags->emulate.getValue()},
      {"allocations", measured.run.allocations},
      {"arena_bytes", std::move(arena)},
      {"measured_peak_bytes", measured.run.measuredPeakBytes},
      {"predicted_peak_bytes", step.predictedPeakBytes},
      {"resident_bytes", step.residentBytes},
      {"overhead_bytes", measured.run.overheadBytes},
      {"seconds", measured.run.seconds},
      {"compile_seconds", measured.compileSeconds},
      {"results_hash",
       llvm::formatv("{0:x-16}", measured.run.resultsHash).str()}};
}

std::optional<llvm::json::Object>
mlir::remat::runOnCuda(MLIRContext &context, const RunCommand &command,
                       bool &isGood) {
  std::optional<CudaDevice> device = getDevice();
  if (!device)
    return std::nullopt;
  llvm::Expected<CudaDeviceFacts> facts = startCuda(*device);
  if (!facts) {
    error() << llvm::toString(facts.takeError()) << '\n';
    return std::nullopt;
  }
  CudaOptions options = getOptions(*facts);
  std::optional<CudaMeasured> measured =
      measureOnCuda(context, command, *device, options);
  if (!measured)
    return std::nullopt;
  print(command.inputFile, *measured, *facts, options.chip);
  llvm::json::Object report = toJson(command, *measured, *facts, options.chip);
  addOpTimes(*measured, report);
  if (!flags->profile.empty() && !writeProfile(measured->step, measured->run))
    return std::nullopt;

  isGood = true;
  if (flags->noCompare)
    return report;
  std::optional<Measured> expected = getExpected(context, command);
  if (!expected ||
      !checkSameSignature(measured->step.signature, command.inputFile,
                          expected->step.signature, command.compareFile))
    return std::nullopt;
  isGood = compare(*measured, *expected, report);
  return report;
}
