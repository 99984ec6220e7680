//===- IRFuzzer.cpp - Fuzzes what reads IR --------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An input is a byte, which picks a pipeline of the list below, and a module.
// Whatever it holds: no crash, and what comes out verifies. Run it as
//
//   remat-ir-fuzzer -dict=ir.dict CORPUS unittests/fuzz/ir-corpus
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "remat/InitAllDialects.h"
#include "remat/InitAllPasses.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;

static constexpr llvm::StringLiteral pipelines[] = {
    "func.func(remat-outline,remat-inline)",
    "func.func(remat-outline{group-size=2})",
    "func.func(remat-inline{keep-phases=true})",
    "func.func(remat-lifetimes)",
    "func.func(remat-verify-budget{budget=4096})",
    "remat-pipeline{budget=min strategy=chen}",
    "remat-pipeline{budget=min strategy=lower-set-approx device=unit}",
    "remat-pipeline{budget=60% strategy=auto}",
    "remat-pipeline{budget=slack:50% strategy=periodic fuse=true}",
    "remat-pipeline{budget=knee effort=0}",
    "remat-pipeline{budget=300 strategy=none}",
    "remat-pipeline{budget=min target=xla-gpu device=h100}",
    "remat-pipeline{budget=min target=cuda device=h100}",
    "inline,cse,canonicalize,symbol-dce",
};

namespace {
struct Compiler {
  Compiler() : context(MLIRContext::Threading::DISABLED) {
    remat::registerAllPasses();
    registerTransformsPasses();
    DialectRegistry registry;
    registry.insert<arith::ArithDialect, bufferization::BufferizationDialect,
                    func::FuncDialect, linalg::LinalgDialect, math::MathDialect,
                    scf::SCFDialect, tensor::TensorDialect>();
    remat::registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    // Diagnostics are printed all the same: that code is fuzzed too.
    context.getDiagEngine().registerHandler(
        [](Diagnostic &diagnostic) { (void)diagnostic.str(); });
  }

  MLIRContext context;
};
} // namespace

/// MLIR 22's parser of linalg's named ops takes what stands between `<` and `>`
/// behind the name for a dictionary, whatever it is, and crashes. Blanks, zeros
/// and comments may stand between.
static bool crashesLinalgParser(llvm::StringRef text) {
  while (true) {
    size_t name = text.find("linalg.");
    if (name == llvm::StringRef::npos)
      return false;
    text = text.drop_front(name + strlen("linalg."));
    llvm::StringRef rest = text.drop_while(
        [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
    while (true) {
      rest = rest.drop_while([](char c) { return llvm::isSpace(c) || !c; });
      if (!rest.starts_with("//"))
        break;
      rest = rest.drop_until([](char c) { return c == '\n' || c == '\r'; });
    }
    if (rest.starts_with("<"))
      return true;
  }
}

/// For `%a#4000000000`, MLIR 22's parser makes room for so many results before
/// it looks whether `%a` has them.
static bool asksForManyResults(llvm::StringRef text) {
  constexpr size_t mostDigits = 6;
  while (true) {
    const size_t sign = text.find('#');
    if (sign == llvm::StringRef::npos)
      return false;
    text = text.drop_front(sign + 1);
    if (text.take_while(llvm::isDigit).size() > mostDigits)
      return true;
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static auto *compiler = new Compiler();
  if (size < 2)
    return 0;
  llvm::StringRef pipeline = pipelines[data[0] % std::size(pipelines)];
  // The parser wants text that ends in a zero.
  std::string text(reinterpret_cast<const char *>(data + 1), size - 1);
  // Crashes of upstream's parsers are not ours to find again and again.
  if (crashesLinalgParser(text) || asksForManyResults(text))
    return 0;
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(text, &compiler->context);
  if (!module)
    return 0;
  PassManager pm(&compiler->context);
  if (failed(parsePassPipeline(pipeline, pm)))
    llvm::report_fatal_error("a pipeline of the list does not parse");
  // Passes are verified one by one.
  if (succeeded(pm.run(*module)) && failed(verify(*module)))
    llvm::report_fatal_error("the result does not verify");
  return 0;
}
