//===- remat-reduce.cpp - Small steps that still fail ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-reduce with Remat's dialects and passes: docs/developer-tips.md.
//
//===----------------------------------------------------------------------===//

#include "ReduceStep.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "remat/InitAllDialects.h"
#include "remat/InitAllPasses.h"
#include "remat/Support/FatalErrors.h"
#include "remat/Support/ToolVersion.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

using namespace mlir;

/// The last error; earlier ones concern abandoned attempts.
static std::string lastError;

static void print(llvm::raw_ostream &os, StringRef severity,
                  Diagnostic &diagnostic) {
  if (auto loc = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
    os << loc.getFilename().getValue() << ":" << loc.getLine() << ":"
       << loc.getColumn() << ": ";
  os << severity << ": " << diagnostic << "\n";
}

/// Prints warnings, which MLIR drops without a handler: its own passes warn
/// about tests that are uninteresting from the start.
static LogicalResult keepDiagnostic(Diagnostic &diagnostic) {
  if (diagnostic.getSeverity() == DiagnosticSeverity::Warning)
    print(llvm::errs(), "warning", diagnostic);
  if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
    return success();
  lastError.clear();
  llvm::raw_string_ostream os(lastError);
  print(os, "error", diagnostic);
  return success();
}

int main(int argc, char **argv) {
  remat::prettifyFatalErrors();
  remat::addVersionPrinter();
  mlir::registerAllPasses();
  remat::registerAllPasses();
  remat::registerReduceStep();
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  remat::registerAllDialects(registry);
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  context.getDiagEngine().registerHandler(keepDiagnostic);
  if (succeeded(mlirReduceMain(argc, argv, context)))
    return EXIT_SUCCESS;
  llvm::errs() << lastError;
  return EXIT_FAILURE;
}
