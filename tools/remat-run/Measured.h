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
#include "Run.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"

#include <chrono>
#include <memory>
#include <string>

namespace mlir::remat {

/// The flags that hold wherever a step runs.
struct RunCommand {
  std::string inputFile, entry;
  /// The file whose results are expected; empty if none is named.
  std::string compareFile;
  uint64_t seed = 0;
  unsigned repeat = 1;
  bool allowNonFinite = false, allowConstant = false;
};

/// A step that ran.
template <typename Step, typename Result> struct MeasuredStep {
  Step step;
  Result run;
  double compileSeconds = 0;
};
using Measured = MeasuredStep<CompiledStep, RunResult>;

/// Where errors of remat-run go.
llvm::raw_ostream &error();

/// A file, and what shows its lines in diagnostics for as long as this lives.
/// `module` is null if the file cannot be read or parsed; an error was printed
/// then.
class ParsedFile {
public:
  ParsedFile(MLIRContext &context, const std::string &file);
  ~ParsedFile();

private:
  std::shared_ptr<llvm::SourceMgr> sources;
  std::unique_ptr<SourceMgrDiagnosticHandler> handler;

public:
  OwningOpRef<ModuleOp> module;
};

/// Parses `file`, compiles and runs it, and checks its results as `command`
/// says. Prints an error and returns nothing if any of that fails.
template <typename Step, typename Result>
std::optional<MeasuredStep<Step, Result>>
measure(MLIRContext &context, const std::string &file,
        const RunCommand &command,
        llvm::function_ref<FailureOr<Step>(ModuleOp)> compile,
        llvm::function_ref<llvm::Expected<Result>(Step &)> execute) {
  ParsedFile parsed(context, file);
  if (!parsed.module)
    return std::nullopt;
  MeasuredStep<Step, Result> measured;
  const auto start = std::chrono::steady_clock::now();
  FailureOr<Step> step = compile(*parsed.module);
  if (failed(step))
    return std::nullopt;
  measured.step = std::move(*step);
  measured.compileSeconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  llvm::Expected<Result> run = execute(measured.step);
  llvm::Error failure = run.takeError();
  if (!failure) {
    measured.run = std::move(*run);
    failure = checkResults(measured.step.signature, measured.run,
                           command.allowNonFinite, command.allowConstant);
  }
  if (!failure)
    return measured;
  error() << file << ": " << llvm::toString(std::move(failure)) << '\n';
  return std::nullopt;
}

/// The same on this machine.
std::optional<Measured> measureOnCpu(MLIRContext &context,
                                     const std::string &file,
                                     const RunCommand &command,
                                     const CompileOptions &options);

/// How a file is compiled whose results are expected: as it stands.
CompileOptions getPlainOptions();

/// Whether both files take and return the same, so that they can be compared.
/// Prints an error if not.
bool checkSameSignature(const Signature &left, const std::string &file,
                        const Signature &right, const std::string &otherFile);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_MEASURED_H
