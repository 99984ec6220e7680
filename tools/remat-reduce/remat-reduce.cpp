//===- remat-reduce.cpp - Small steps that still fail ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As mlir-reduce, with Remat's dialects and passes: docs/developer-tips.md. Has
// a driver of its own: MLIR's overflows the stack of its parser, and empties
// the output before it knows that there will be one.
//
//===----------------------------------------------------------------------===//

#include "ReduceStep.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Reducer/Passes.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/ParseUtilities.h"
#include "remat/InitAllDialects.h"
#include "remat/InitAllPasses.h"
#include "remat/Support/FatalErrors.h"
#include "remat/Support/Nesting.h"
#include "remat/Support/OutputFile.h"
#include "remat/Support/ToolVersion.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

using namespace mlir;
namespace cl = llvm::cl;

static cl::OptionCategory category("remat-reduce options");
static cl::opt<std::string> inputFile(cl::Positional, cl::desc("<input file>"),
                                      cl::init("-"), cl::cat(category));
static cl::opt<std::string>
    outputFile("o", cl::desc("Output filename for the reduced test case"),
               cl::value_desc("file"), cl::init("-"), cl::cat(category));
static cl::opt<bool>
    noImplicitModule("no-implicit-module",
                     cl::desc("Add no module around the ops of the file"),
                     cl::cat(category));
static cl::opt<bool> allowUnregistered(
    "allow-unregistered-dialect",
    cl::desc("Parse operations of dialects that are not registered"),
    cl::cat(category));

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

static bool printError(llvm::Error error) {
  if (!error)
    return false;
  llvm::errs() << llvm::toString(std::move(error)) << '\n';
  return true;
}

/// Prints what is wrong with the files; leaves what the handler keeps to main.
static LogicalResult reduce(MLIRContext &context,
                            const PassPipelineCLParser &passes) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input =
      openInputFile(inputFile, &message);
  if (!input) {
    llvm::errs() << "error: " << message << '\n';
    return failure();
  }
  if (printError(remat::checkNesting(input->getBuffer(),
                                     input->getBufferIdentifier())) ||
      printError(remat::checkOutputPath(outputFile)))
    return failure();
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  OwningOpRef<Operation *> op =
      parseSourceFileForTool(sources, &context, !noImplicitModule);
  if (!op)
    return failure();
  PassManager pm(&context, op.get()->getName().getStringRef());
  auto fail = [&](const Twine &text) {
    return emitError(UnknownLoc::get(&context)) << text;
  };
  if (failed(passes.addToPipeline(pm, fail)) || failed(pm.run(op.get())))
    return failure();
  std::string text;
  llvm::raw_string_ostream os(text);
  op.get()->print(os);
  return failure(printError(remat::writeOutputFile(outputFile, text)));
}

int main(int argc, char **argv) {
  remat::prettifyFatalErrors();
  remat::addVersionPrinter();
  llvm::InitLLVM init(argc, argv);
  mlir::registerAllPasses();
  remat::registerAllPasses();
  remat::registerReduceStep();
  registerReducerPasses();
  PassPipelineCLParser passes("", "Reduction passes to run");
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv,
                              "Makes a step that shows a problem "
                              "small\n");
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  remat::registerAllDialects(registry);
  MLIRContext context(registry);
  context.allowUnregisteredDialects(allowUnregistered);
  context.printOpOnDiagnostic(false);
  context.getDiagEngine().registerHandler(keepDiagnostic);
  if (succeeded(reduce(context, passes)))
    return EXIT_SUCCESS;
  llvm::errs() << lastError;
  return EXIT_FAILURE;
}
