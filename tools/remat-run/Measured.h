//===- Measured.h - Files that are run --------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_MEASURED_H
#define REMAT_TOOLS_REMAT_RUN_MEASURED_H

#include "Compiler.h"
#include "Inputs.h"
#include "Outputs.h"
#include "Run.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "remat/Support/Nesting.h"
#include "remat/Support/ShortLines.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"

#include <chrono>
#include <memory>
#include <string>

namespace mlir::remat {

inline llvm::cl::OptionCategory &getCategory() {
  static llvm::cl::OptionCategory category("remat-run options");
  return category;
}

template <typename T> struct Flag : llvm::cl::opt<T> {
  template <typename... Modifiers>
  Flag(StringRef name, StringRef description, const Modifiers &...modifiers)
      : llvm::cl::opt<T>(name, llvm::cl::desc(description),
                         llvm::cl::cat(getCategory()), modifiers...) {}
};

/// Flags for any target.
struct RunCommand {
  std::string inputFile, entry;
  /// The file with the expected results; may be empty.
  std::string compareFile;
  uint64_t seed = 0;
  unsigned repeat = 1;
  bool allowNonFinite = false, allowConstant = false;
  Inputs *inputs = nullptr;
  /// Null for a file to compare with.
  Outputs *outputs = nullptr;
};

/// A step that ran.
template <typename Step, typename Result> struct MeasuredStep {
  Step step;
  Result run;
};
using Measured = MeasuredStep<CompiledStep, RunResult>;

/// The error stream of remat-run.
llvm::raw_ostream &error();

/// Prints `failure`, if any. Returns whether there is one.
bool printError(llvm::Error failure);

/// Parses the main file of `sources`, as parseSourceFile does, and keeps in
/// `text` where it names values (nothing of bytecode). Null if that fails, with
/// a diagnostic.
OwningOpRef<ModuleOp>
parseModule(const std::shared_ptr<llvm::SourceMgr> &sources,
            MLIRContext &context, AsmParserState &text);

/// Parses `file`, compiles and runs it. Prints an error and returns nothing on
/// failure.
template <typename Step, typename Result>
std::optional<MeasuredStep<Step, Result>> measure(
    MLIRContext &context, const std::string &file, const RunCommand &command,
    llvm::function_ref<FailureOr<Step>(ModuleOp, const StepRequest &)> compile,
    llvm::function_ref<llvm::Expected<Result>(Step &)> execute) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer = openInputFile(file, &message);
  if (!buffer) {
    error() << message << '\n';
    return std::nullopt;
  }
  if (llvm::Error tooDeep = checkNesting(buffer->getBuffer(), file)) {
    llvm::errs() << llvm::toString(std::move(tooDeep)) << '\n';
    return std::nullopt;
  }
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->setDiagHandler(printWithShortLine);
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(*sources, &context);
  AsmParserState text;
  OwningOpRef<ModuleOp> module = parseModule(sources, context, text);
  if (!module)
    return std::nullopt;
  const auto start = std::chrono::steady_clock::now();
  auto checkSignature = [&](const Signature &signature) {
    return failure(
        printError(command.inputs->bind(signature)) ||
        (command.outputs && printError(command.outputs->bind(signature))));
  };
  FailureOr<Step> step =
      compile(*module, {command.entry, text, checkSignature});
  if (failed(step))
    return std::nullopt;
  step->compileSeconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  llvm::Expected<Result> run = execute(*step);
  if (run)
    return MeasuredStep<Step, Result>{std::move(*step), std::move(*run)};
  error() << file << ": " << llvm::toString(run.takeError()) << '\n';
  return std::nullopt;
}

/// The same on this machine.
std::optional<Measured> measureOnCpu(MLIRContext &context,
                                     const std::string &file,
                                     const RunCommand &command,
                                     const CompileOptions &options);

/// Options for a file of expected results: as it stands.
CompileOptions getPlainOptions();

/// Whether both files take and return the same types; else prints an error.
bool checkSameSignature(const Signature &left, const std::string &file,
                        const Signature &right, const std::string &otherFile);

void printLine(StringRef title, const Twine &text);

/// Print the measurements common to all targets.
void printPeaks(const CompiledStep &step, const RunResult &run);
void printTimes(const CompiledStep &step, const RunResult &run);
/// With the arguments that it wrote.
void printHash(const CompiledStep &step, const RunResult &run);
/// Prints an error if a promise is broken (`takesFlags`: see
/// describeBrokenPromise); returns whether none is.
bool printVerdict(StringRef file, const CompiledStep &step,
                  const RunResult &run, bool takesFlags);

/// Prints an error if a result shows little, unless `command` allows it
/// (checkResults); returns whether none does. What was measured counts
/// nevertheless: print it and the verdict before.
bool printResultCheck(const std::string &file, const CompiledStep &step,
                      const RunResult &run, const RunCommand &command);

/// The same as printed, for --report.
llvm::json::Object toJson(StringRef file, const CompiledStep &step,
                          const RunResult &run);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_MEASURED_H
