//===- CudaCommand.cpp - remat-run --target=cuda --------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaCommand.h"
#include "CudaRun.h"
#include "Elements.h"

#include "remat/Support/Figures.h"
#include "remat/Support/JSONReader.h"
#include "remat/Support/OutputFile.h"
#include "remat/Targets/Device.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/WithColor.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace mlir;
using namespace mlir::remat;
namespace cl = llvm::cl;

namespace flags {
#define REMAT_RUN_KERNEL_OPTION(TYPE, MEMBER, NAME, DEFAULT, FLAGS, SETTER,    \
                                DESCRIPTION)                                   \
  static Flag<TYPE> MEMBER(NAME, DESCRIPTION, cl::init(DEFAULT), FLAGS);
#include "remat/Support/Options.inc"
static Flag<bool> emulate("emulate",
                          "Run kernels on the CPU, under a driver that checks "
                          "what is asked of it; needs no GPU");
static Flag<std::string>
    emulatedChip("emulated-chip", "The chip of the emulated GPU; by default "
                                  "that of --chip; none: there is no GPU");
static Flag<std::string>
    emulatedMemory("emulated-memory",
                   "The memory of the emulated GPU: 40GiB, ...");
static Flag<double>
    emulatedLink("emulated-link",
                 "The link between the emulated GPU and the host, in GB/s each "
                 "way; by default the one that the step was planned for");
static Flag<int>
    emulatedOrder("emulated-order",
                  "In which order the threads of a block run: 0 as they are "
                  "numbered, 1 backwards, 2 another one at each barrier",
                  cl::init(0));
static Flag<bool>
    noCompare("no-compare",
              "Do not run the step on the CPU to compare results");
static Flag<std::string> profile("profile",
                                 "Measure each op, and write the times as a "
                                 "profile that --remat-profile reads",
                                 cl::value_desc("file.json"));
} // namespace flags

llvm::Error mlir::remat::checkCudaFlags(bool isCuda, bool isCompared) {
  using namespace flags;
  const cl::Option *options[] = {&chip,           &format,       &library,
                                 &toolkit,        &emulate,      &emulatedChip,
                                 &emulatedMemory, &emulatedLink, &emulatedOrder,
                                 &noCompare,      &profile};
  for (const cl::Option *option : options)
    if (!isCuda && option->getNumOccurrences() > 0)
      return llvm::createStringError("--" + option->ArgStr +
                                     " is for --target=cuda");
  if (isCompared && noCompare)
    return llvm::createStringError(
        "--compare names what to compare with, --no-compare says not to "
        "compare; give one of them");
  return llvm::Error::success();
}

std::string mlir::remat::getCudaProfileFile() { return flags::profile; }

/// 90 for "sm_90" and "sm_90a", 0 for "none" (no device), else nothing.
static std::optional<int> parseChip(StringRef text) {
  int number = 0;
  if (text == "none")
    return 0;
  if (!text.consume_front("sm_") || text.consumeInteger(10, number) ||
      number < 10 || !llvm::is_contained({"", "a", "f"}, text))
    return std::nullopt;
  return number;
}

static llvm::Expected<CudaDevice> getDevice() {
  using namespace flags;
  for (const auto *option : {&chip, &emulatedChip})
    if (!option->empty() && !parseChip(*option))
      return llvm::createStringError("--" + option->ArgStr + "='" + *option +
                                     "' is no chip; sm_80, sm_90a are");
  const cl::Option *ofEmulation[] = {&emulatedChip, &emulatedMemory,
                                     &emulatedLink, &emulatedOrder};
  for (const cl::Option *option : ofEmulation)
    if (option->getNumOccurrences() > 0 && !emulate)
      return llvm::createStringError(
          "--" + option->ArgStr + " is of an emulated GPU; give --emulate too");
  if (emulatedOrder < 0 || emulatedOrder > 2)
    return llvm::createStringError("--emulated-order is 0, 1 or 2");
  const bool hasLink = emulatedLink.getNumOccurrences() > 0;
  if (hasLink && !(emulatedLink > 0 && emulatedLink <= 1e9))
    return llvm::createStringError(
        "--emulated-link is in GB/s, more than 0 and "
        "at most 1e9");
  if (parseChip(chip) == 0)
    return llvm::createStringError(
        "--chip='none' is no chip; sm_80, sm_90a are");
  CudaDevice device;
  device.emulate = emulate;
  device.order = emulatedOrder;
  device.chip = parseChip(emulatedChip).value_or(parseChip(chip).value_or(80));
  if (hasLink)
    device.linkBytesPerSecond = 1e9 * emulatedLink;
  if (emulatedMemory.empty())
    return device;
  llvm::Expected<Budget> budget = parseBudget(emulatedMemory);
  if (!budget || budget->kind != Budget::Kind::Bytes) {
    // The parser's message is about budgets.
    llvm::consumeError(budget.takeError());
    return llvm::createStringError(
        "--emulated-memory='" + emulatedMemory +
        "' is no number of bytes; 40GiB, 512MiB, 100000 are");
  }
  device.memoryBytes = budget->bytes;
  return device;
}

/// Writes the time of each profiled op by its location.
static llvm::Error writeProfile(const CudaStep &step,
                                const CudaRunResult &run) {
  llvm::json::Array ops;
  for (auto [location, time] : llvm::zip_equal(step.profiledOps, run.opTimes))
    if (time.second > 0)
      ops.push_back(llvm::json::Object{
          {"location", llvm::json::fixUTF8(location)},
          {"time", time.first / static_cast<double>(time.second)}});
  llvm::json::Object profile{{"version", remat::kFileVersion},
                             {"ops", std::move(ops)}};
  std::string text =
      llvm::formatv("{0:2}\n", llvm::json::Value(std::move(profile))).str();
  if (llvm::Error failure = writeOutputFile(flags::profile, text))
    return failure;
  if (flags::emulate)
    llvm::WithColor::warning(llvm::errs(), "remat-run")
        << "the times in '" << flags::profile
        << "' are made up: an emulated GPU measures none; plan by times of a "
           "GPU\n";
  return llvm::Error::success();
}

namespace {
struct ResultDifference {
  /// Tolerance relative to the largest element; 0: the same bits.
  double tolerance = 0;
  int64_t reductionChain = 0;
  /// The largest difference, its place, and the largest expected element
  /// (magnitudes; infinite where exactly one is no number).
  double largest = 0;
  int64_t index = 0;
  double scale = 0;

  bool isWithin() const { return largest <= tolerance * scale; }
};
} // namespace

static double getDifference(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b)))
    return 0;
  double difference = std::fabs(a - b);
  return std::isnan(difference) ? std::numeric_limits<double>::infinity()
                                : difference;
}

/// Compares `data` with `expected`, both of `spec`: bits if `accuracy` is
/// exact, else differences. O(elements).
static ResultDifference compareResult(const TensorSpec &spec,
                                      const Accuracy &accuracy,
                                      const std::vector<char> &data,
                                      const std::vector<char> &expected) {
  ResultDifference result;
  result.tolerance = accuracy.getTolerance();
  result.reductionChain = accuracy.reductionChain;
  int64_t width = spec.numberBytes();
  for (int64_t i = 0; i < spec.numNumbers(); ++i) {
    const char *left = data.data() + i * width;
    const char *right = expected.data() + i * width;
    double wanted = getNumber(spec, expected.data(), i);
    if (std::isfinite(wanted))
      result.scale = std::max(result.scale, std::fabs(wanted));
    if (std::memcmp(left, right, static_cast<size_t>(width)) == 0)
      continue;
    double difference = getDifference(getNumber(spec, data.data(), i), wanted);
    // Exact comparison counts equal numbers with other bits (zeros, NaNs).
    if (accuracy.isExact && difference == 0)
      difference = std::numeric_limits<double>::min();
    if (difference > result.largest) {
      result.largest = difference;
      result.index = i;
    }
  }
  return result;
}

/// The tolerance and the largest difference in words.
static std::string describe(const TensorSpec &spec,
                            const ResultDifference &result,
                            const std::vector<char> &data,
                            const std::vector<char> &expected) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (result.tolerance == 0)
    os << "bit by bit: ";
  else
    os << llvm::formatv("within {0:e2} (sums of {1}): ", result.tolerance,
                        result.reductionChain);
  if (result.largest == 0) {
    os << "identical";
    return text;
  }
  os << llvm::formatv("off by {0:e2} of {1:e2} at {2} ({3} for {4})",
                      result.largest, result.scale,
                      formatIndex(spec, result.index),
                      formatNumber(spec, data.data(), result.index),
                      formatNumber(spec, expected.data(), result.index));
  return text;
}

using CudaMeasured = MeasuredStep<CudaStep, CudaRunResult>;

/// What to compile for on a device of compute capability `chip`: with the
/// letter, kernels may use what only this chip has.
static std::string getChipName(int chip) {
  return "sm_" + std::to_string(chip) + (chip == 90 ? "a" : "");
}

/// As --remat-link-bandwidth takes it.
static std::string formatGigabytes(double bytesPerSecond) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.4g", 1e-9 * bytesPerSecond);
  return text;
}

/// Bytes a second, each way.
static std::string formatRate(double bytesPerSecond) {
  return formatGigabytes(bytesPerSecond) + " GB/s";
}

/// What the step takes of the host, if anything.
static void printHost(const CudaStep &step, const CudaRunResult &run) {
  if (step.hostArenaBytes == 0 && run.hostPeakBytes == 0)
    return;
  printLine("host peak", formatSize(run.hostPeakBytes));
  printLine("predicted there", formatSize(step.hostArenaBytes));
  for (const auto &[title, copies] :
       {std::pair("copied there", run.copiesToHost),
        std::pair("copied back", run.copiesToDevice)})
    if (copies.bytes > 0)
      printLine(title, formatSize(copies.bytes) + " at " +
                           formatRate(copies.getBytesPerSecond()));
}

/// Says so if copies took longer than planned: then the step may take longer,
/// too. Whether the peaks were kept is not a matter of time.
static void warnOfSlowLink(StringRef file, const CudaMeasured &measured) {
  const auto &[step, run] = measured;
  // Measured times vary by less.
  constexpr double tolerated = 1.1;
  for (const auto &[direction, copies] :
       {std::pair("to the host", run.copiesToHost),
        std::pair("to the device", run.copiesToDevice)}) {
    if (!step.plannedLink || copies.bytes == 0)
      continue;
    const double latency =
        1e9 * kLinkLatencySeconds * static_cast<double>(copies.count);
    const double bytes = static_cast<double>(copies.bytes);
    if (copies.nanoseconds <=
        tolerated * (latency + 1e9 * bytes / *step.plannedLink))
      continue;
    const double rate =
        1e9 * bytes /
        std::max(copies.nanoseconds - latency, copies.nanoseconds / 2);
    llvm::WithColor::warning(llvm::errs(), "remat-run")
        << file << ": copies " << direction << " run at " << formatRate(rate)
        << ", and the step was planned for a link of "
        << formatRate(*step.plannedLink)
        << ": it waits longer than planned; plan it again with "
           "--remat-link-bandwidth="
        << formatGigabytes(rate) << '\n';
  }
}

/// Whether the pinned memory is what was predicted. Prints an error if not.
static bool checkHost(StringRef file, const CudaMeasured &measured) {
  const auto &[step, run] = measured;
  if (run.hostPeakBytes <= step.hostArenaBytes)
    return true;
  error() << file << ": measured peak of the host of "
          << formatSize(run.hostPeakBytes) << " is above the predicted one of "
          << formatSize(step.hostArenaBytes)
          << "; no plan can be trusted here: report it, with the step\n";
  return false;
}

static void print(StringRef file, const CudaMeasured &measured,
                  const CudaDeviceFacts &facts, StringRef chip) {
  const auto &[step, run] = measured;
  llvm::outs() << file << ":\n";
  printLine("device", facts.name + ", sm_" + Twine(facts.chip) + ", " +
                          formatBytes(facts.memoryBytes));
  printLine("compiled for", chip);
  printPeaks(step, run);
  printHost(step, run);
  printLine("allocations", Twine(run.allocations));
  printLine("beside it",
            formatSize(run.overheadBytes) + " of contexts and libraries");
  printTimes(step, run);
  double kernels = 0;
  for (auto [nanoseconds, runs] : run.opTimes)
    kernels += nanoseconds;
  if (!run.opTimes.empty())
    printLine("time of ops", llvm::formatv("{0:F6} s of {1} ops",
                                           kernels * 1e-9, run.opTimes.size()));
  printHash(step, run);
}

/// The CPU's results.
static std::optional<Measured> getExpected(MLIRContext &context,
                                           RunCommand command) {
  command.repeat = 1;
  command.outputs = nullptr;
  const std::string &file =
      command.compareFile.empty() ? command.inputFile : command.compareFile;
  return measureOnCpu(context, file, command, getPlainOptions());
}

/// The accuracy of an argument that the step wrote: nothing follows it through
/// buffers, so floats may differ as those of the least accurate result.
static Accuracy getAccuracy(const CudaStep &step, const StepOutput &output) {
  if (!output.isArgument)
    return step.accuracies[output.position];
  Accuracy accuracy;
  if (!output.spec->isFloat())
    return accuracy;
  for (const Accuracy &other : step.accuracies)
    if (other.getTolerance() > accuracy.getTolerance())
      accuracy = other;
  if (!accuracy.isExact)
    return accuracy;
  accuracy.isExact = false;
  accuracy.coarsest = std::ldexp(
      1.0,
      -static_cast<int>(
          cast<FloatType>(output.spec->numberType()).getFPMantissaWidth()));
  // As for a sum of so many terms.
  accuracy.reductionChain = kUnknownTrips;
  accuracy.squaredRoundings = static_cast<double>(kUnknownTrips) *
                              accuracy.coarsest * accuracy.coarsest;
  return accuracy;
}

/// Prints each output's difference; returns whether all are within tolerance.
static bool compare(const CudaMeasured &measured, const Measured &expected,
                    llvm::json::Object &report) {
  report["within_tolerance"] = false;
  if (printError(checkSameArgumentsWritten(measured.run, expected.run)))
    return false;
  bool isWithin = true;
  llvm::json::Array results;
  const Signature &signature = measured.step.signature;
  for (auto [output, wanted] :
       llvm::zip_equal(getOutputs(signature, measured.run),
                       getOutputs(signature, expected.run))) {
    const TensorSpec &spec = *output.spec;
    ResultDifference difference = compareResult(
        spec, getAccuracy(measured.step, output), *output.data, *wanted.data);
    std::string text = describe(spec, difference, *output.data, *wanted.data);
    llvm::outs() << (output.isArgument ? "  written " : "  result ")
                 << output.position << ": " << spec.str() << " " << text
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
    error() << output.str() << " is not the CPU's: " << text;
    // In 16 bits, terms are lost from some hundreds on.
    if (spec.isFloat() && spec.numberBytes() == 2)
      llvm::errs() << "; if it sums products, the CPU does so in 16 bits "
                      "and the GPU in f32: to compare them, give the products "
                      "f32 results, truncated afterwards";
    llvm::errs() << '\n';
  }
  report["results"] = std::move(results);
  report["within_tolerance"] = isWithin;
  return isWithin;
}

/// Adds what the step took of the host.
static void addHost(const CudaMeasured &measured, llvm::json::Object &report) {
  const auto &[step, run] = measured;
  report["host_peak_bytes"] = run.hostPeakBytes;
  report["predicted_host_bytes"] = step.hostArenaBytes;
  for (const auto &[name, copies] :
       {std::pair("copies_to_host", run.copiesToHost),
        std::pair("copies_to_device", run.copiesToDevice)})
    if (copies.count > 0)
      report[name] = llvm::json::Object{{"count", copies.count},
                                        {"bytes", copies.bytes},
                                        {"seconds", 1e-9 * copies.nanoseconds}};
}

/// Adds each measured op's mean time, by location, and their sum, if any.
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
          {"location", llvm::json::fixUTF8(location)},
          {"runs", runs},
          {"seconds", nanoseconds * 1e-9 / static_cast<double>(runs)}});
  }
  report["ops_seconds"] = seconds;
  report["ops"] = std::move(ops);
}

std::optional<llvm::json::Object>
mlir::remat::runOnCuda(MLIRContext &context, const RunCommand &command,
                       bool &isGood) {
  llvm::Expected<CudaDevice> device = getDevice();
  if (printError(device.takeError()))
    return std::nullopt;
  llvm::Expected<CudaDeviceFacts> facts = startCuda(*device);
  if (printError(facts.takeError()))
    return std::nullopt;
  GpuPipelineOptions options;
  options.chip =
      flags::chip.empty() ? getChipName(facts->chip) : flags::chip.getValue();
  options.format = flags::format;
  options.library = flags::library;
  options.toolkit = flags::toolkit;
  options.profile = !flags::profile.empty();
  std::optional<CudaMeasured> measured = measure<CudaStep, CudaRunResult>(
      context, command.inputFile, command,
      [&](ModuleOp module, const StepRequest &request) {
        return compileCudaStep(module, request, options, flags::emulate);
      },
      [&](CudaStep &step) {
        return runCudaStep(step, *device, *command.inputs, command.seed,
                           command.repeat);
      });
  if (!measured)
    return std::nullopt;
  const auto &[step, run] = *measured;
  print(command.inputFile, *measured, *facts, options.chip);
  llvm::json::Object report = toJson(command.inputFile, step, run);
  report["device"] = facts->name;
  report["device_chip"] = "sm_" + std::to_string(facts->chip);
  report["chip"] = options.chip;
  report["emulated"] = flags::emulate.getValue();
  report["overhead_bytes"] = run.overheadBytes;
  addHost(*measured, report);
  addOpTimes(*measured, report);
  warnOfSlowLink(command.inputFile, *measured);
  if (!flags::profile.empty() && printError(writeProfile(step, run)))
    return std::nullopt;
  isGood = printVerdict(command.inputFile, step, run, /*takesFlags=*/false) &&
           checkHost(command.inputFile, *measured);
  if (!printResultCheck(command.inputFile, step, run, command)) {
    isGood = false;
    return report;
  }
  if (printError(command.outputs->write(step.signature, run)))
    return std::nullopt;
  if (flags::noCompare)
    return report;
  std::optional<Measured> expected = getExpected(context, command);
  if (!expected ||
      !checkSameSignature(step.signature, command.inputFile,
                          expected->step.signature, command.compareFile))
    return std::nullopt;
  if (!compare(*measured, *expected, report))
    isGood = false;
  // The step itself on the CPU was planned for another memory.
  if (!command.compareFile.empty() &&
      !printVerdict(command.compareFile, expected->step, expected->run,
                    /*takesFlags=*/false))
    isGood = false;
  return report;
}
