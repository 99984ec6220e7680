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
#include "remat/Support/ToolVersion.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

using namespace mlir;

/// The last diagnostic. Those before it are about attempts that were given up,
/// which are not verified before something complains.
static std::string lastDiagnostic;

/// As other tools print them. MLIR leaves out warnings if nobody handles them,
/// and it is by one that a test which is not interesting from the start is
/// told.
static LogicalResult keepDiagnostic(Diagnostic &diagnostic) {
  lastDiagnostic.clear();
  llvm::raw_string_ostream os(lastDiagnostic);
  if (auto loc = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
    os << loc.getFilename().getValue() << ":" << loc.getLine() << ":"
       << loc.getColumn() << ": ";
  os << "error: " << diagnostic << "\n";
  return success();
}

int main(int argc, char **argv) {
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
  llvm::errs() << lastDiagnostic;
  return EXIT_FAILURE;
}
