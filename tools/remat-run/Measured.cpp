//===- Measured.cpp - Files that are run ----------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Measured.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::remat;

llvm::raw_ostream &mlir::remat::error() {
  return llvm::WithColor::error(llvm::errs(), "remat-run");
}

ParsedFile::ParsedFile(MLIRContext &context, const std::string &file) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer = openInputFile(file, &message);
  if (!buffer) {
    error() << message << '\n';
    return;
  }
  sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  handler = std::make_unique<SourceMgrDiagnosticHandler>(*sources, &context);
  module = parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
}

ParsedFile::~ParsedFile() = default;

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
      [&](ModuleOp module) {
        return compileStep(module, command.entry, options);
      },
      [&](CompiledStep &step) {
        return runStep(step, command.seed, command.repeat);
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
