//===- Measured.cpp - Files that are run ----------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Measured.h"
#include "Verdict.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "remat/Support/Figures.h"
#include "remat/Support/JSONReader.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::remat;

llvm::raw_ostream &mlir::remat::error() {
  return llvm::WithColor::error(llvm::errs(), "remat-run");
}

bool mlir::remat::printError(llvm::Error failure) {
  if (!failure)
    return false;
  error() << llvm::toString(std::move(failure)) << '\n';
  return true;
}

OwningOpRef<ModuleOp>
mlir::remat::parseModule(const std::shared_ptr<llvm::SourceMgr> &sources,
                         MLIRContext &context, AsmParserState &text) {
  const llvm::MemoryBuffer &buffer =
      *sources->getMemoryBuffer(sources->getMainFileID());
  const ParserConfig config(&context);
  if (isBytecode(buffer))
    return parseSourceFile<ModuleOp>(sources, config);
  OwningOpRef<ModuleOp> top = ModuleOp::create(FileLineColLoc::get(
      &context, buffer.getBufferIdentifier(), /*line=*/0, /*column=*/0));
  if (failed(parseAsmSourceFile(*sources, top->getBody(), config, &text)))
    return {};
  // A module in the text is the module.
  if (llvm::hasSingleElement(*top->getBody()))
    if (auto only = dyn_cast<ModuleOp>(top->getBody()->front())) {
      only->remove();
      return only;
    }
  return top;
}

CompileOptions mlir::remat::getPlainOptions() {
  CompileOptions options;
  options.arena.placeBuffers = options.arena.addWorkspaces = false;
  return options;
}

std::optional<Measured>
mlir::remat::measureOnCpu(MLIRContext &context, const std::string &file,
                          const RunCommand &command,
                          const CompileOptions &options) {
  return measure<CompiledStep, RunResult>(
      context, file, command,
      [&](ModuleOp module, const StepRequest &request) {
        return compileStep(module, request, options);
      },
      [&](CompiledStep &step) {
        return runStep(step, *command.inputs, command.seed, command.repeat);
      });
}

static bool check(StringRef what, const std::vector<TensorSpec> &left,
                  const std::string &file, const std::vector<TensorSpec> &right,
                  const std::string &otherFile) {
  if (left.size() != right.size()) {
    error() << file << " has " << left.size() << ' ' << what << "s, "
            << otherFile << " has " << right.size()
            << ": they cannot be compared\n";
    return false;
  }
  for (auto [i, both] : llvm::enumerate(llvm::zip_equal(left, right))) {
    auto &[a, b] = both;
    if (a == b && a.low == b.low && a.high == b.high)
      continue;
    error() << what << ' ' << i << " of " << file << " is " << a.str()
            << ", of " << otherFile << " " << b.str()
            << (a == b ? " with another 'remat.range'" : "")
            << ": they cannot be compared\n";
    return false;
  }
  return true;
}

bool mlir::remat::checkSameSignature(const Signature &left,
                                     const std::string &file,
                                     const Signature &right,
                                     const std::string &otherFile) {
  return check("argument", left.arguments, file, right.arguments, otherFile) &&
         check("result", left.results, file, right.results, otherFile);
}

void mlir::remat::printLine(StringRef title, const Twine &text) {
  llvm::outs() << llvm::formatv("  {0,-17}{1}\n", (title + ":").str(),
                                text.str());
}

void mlir::remat::printPeaks(const CompiledStep &step, const RunResult &run) {
  printLine("measured peak", formatSize(run.measuredPeakBytes));
  printLine("predicted peak", step.predictedPeakBytes
                                  ? formatSize(*step.predictedPeakBytes)
                                  : "not known: " + step.noPredictionReason);
  printLine("of it resident", formatSize(step.residentBytes));
  if (step.arena)
    printLine("arena", formatSize(step.arena->bytes));
}

void mlir::remat::printTimes(const CompiledStep &step, const RunResult &run) {
  printLine("compile time", llvm::formatv("{0:F3} s", step.compileSeconds));
  printLine("run time", llvm::formatv("{0:F6} s", run.seconds));
}

static std::string formatHash(uint64_t hash) {
  return llvm::formatv("{0:x-16}", hash);
}

void mlir::remat::printHash(const CompiledStep &step, const RunResult &run) {
  for (const StepOutput &output : getOutputs(step.signature, run))
    if (output.isArgument)
      printLine("written", "argument " + Twine(output.position) + " (" +
                               output.spec->str() + "), hash " +
                               formatHash(hashContents(*output.data)));
  printLine("results hash", formatHash(run.resultsHash));
}

bool mlir::remat::printVerdict(StringRef file, const CompiledStep &step,
                               const RunResult &run, bool takesFlags) {
  const Verdict verdict = judge(step, run);
  if (verdict == Verdict::NotJudged)
    printLine("verdict", "none, without a prediction and a budget");
  if (verdict == Verdict::Kept || verdict == Verdict::NotJudged)
    return true;
  error() << file << ": "
          << describeBrokenPromise(verdict, step, run, takesFlags) << '\n';
  return false;
}

bool mlir::remat::printResultCheck(const std::string &file,
                                   const CompiledStep &step,
                                   const RunResult &run,
                                   const RunCommand &command) {
  llvm::Error failure = checkResults(
      step.signature, run, command.allowNonFinite, command.allowConstant);
  if (!failure)
    return true;
  error() << file << ": " << llvm::toString(std::move(failure)) << '\n';
  return false;
}

llvm::json::Object mlir::remat::toJson(StringRef file, const CompiledStep &step,
                                       const RunResult &run) {
  llvm::json::Value arena = nullptr;
  if (step.arena)
    arena = step.arena->bytes;
  llvm::json::Array written;
  for (const StepOutput &output : getOutputs(step.signature, run))
    if (output.isArgument)
      written.push_back(llvm::json::Object{
          {"argument", static_cast<int64_t>(output.position)},
          {"hash", formatHash(hashContents(*output.data))}});
  return llvm::json::Object{
      {"version", kFileVersion},
      {"file", llvm::json::fixUTF8(file)},
      {"allocations", run.allocations},
      {"arena_bytes", std::move(arena)},
      {"measured_peak_bytes", run.measuredPeakBytes},
      {"predicted_peak_bytes", llvm::json::toJSON(step.predictedPeakBytes)},
      {"budget_bytes", llvm::json::toJSON(step.promise.budgetBytes)},
      {"verdict", stringifyVerdict(judge(step, run))},
      {"written", std::move(written)},
      {"resident_bytes", step.residentBytes},
      {"seconds", run.seconds},
      {"compile_seconds", step.compileSeconds},
      {"results_hash", formatHash(run.resultsHash)}};
}
