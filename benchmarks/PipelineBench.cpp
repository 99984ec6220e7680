//===- PipelineBench.cpp - What planning costs beside parsing -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each step: parsing and printing its file, and the pass that builds the
// graph, solves, rewrites and verifies, with lower-set-approx at half of the
// slack. The standard pipeline's inlining and merging is done beforehand. The
// last column of a pass is its time over that of parsing and printing.
//
//===----------------------------------------------------------------------===//

#include "benchmark/benchmark.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "remat/InitAllDialects.h"
#include "remat/Transforms/Passes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <chrono>
#include <map>

using namespace mlir;

namespace {
struct Step {
  std::string name;
  std::unique_ptr<llvm::MemoryBuffer> text;
  /// Of parsing and printing, measured first.
  double secondsToRead = 0;
};

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

OwningOpRef<ModuleOp> parse(const Step &step, MLIRContext &context) {
  return parseSourceString<ModuleOp>(step.text->getBuffer(), &context);
}

void readAndPrint(benchmark::State &state, Step &step, MLIRContext &context) {
  auto start = std::chrono::steady_clock::now();
  for (auto _ : state) {
    OwningOpRef<ModuleOp> module = parse(step, context);
    if (!module) {
      state.SkipWithError("does not parse");
      return;
    }
    std::string text;
    llvm::raw_string_ostream os(text);
    module->print(os);
    benchmark::DoNotOptimize(text.data());
  }
  step.secondsToRead = secondsSince(start) / state.iterations();
}

/// The budget in bytes that `text` resolves to for the module, or `text` itself
/// if there is no plan.
std::string resolveBudget(ModuleOp original, StringRef text,
                          remat::RematRematerializeOptions options) {
  OwningOpRef<ModuleOp> module = original.clone();
  options.budget = text.str();
  PassManager pm(original.getContext());
  pm.addPass(remat::createRematRematerialize(options));
  if (succeeded(pm.run(*module)))
    for (auto function : module->getOps<func::FuncOp>())
      if (auto bytes = function->getAttrOfType<IntegerAttr>("remat.budget"))
        return std::to_string(bytes.getInt());
  return text.str();
}

/// With `inBytes` the budget is resolved beforehand: finding out what the half
/// of the slack is means to solve for the smallest budget first.
void rematerialize(benchmark::State &state, Step &step, MLIRContext &context,
                   bool inBytes) {
  OwningOpRef<ModuleOp> original = parse(step, context);
  PassManager before(&context);
  before.addPass(createInlinerPass());
  before.addPass(createSymbolDCEPass());
  before.addNestedPass<func::FuncOp>(createCSEPass());
  if (!original || failed(before.run(*original))) {
    state.SkipWithError("does not parse");
    return;
  }
  remat::RematRematerializeOptions options;
  options.budget = "slack:50%";
  options.strategy = "lower-set-approx";
  if (inBytes)
    options.budget = resolveBudget(*original, options.budget, options);
  double seconds = 0;
  for (auto _ : state) {
    state.PauseTiming();
    OwningOpRef<ModuleOp> module = original->clone();
    PassManager pm(&context);
    pm.addPass(remat::createRematRematerialize(options));
    pm.addPass(remat::createRematVerifyBudget());
    state.ResumeTiming();
    auto start = std::chrono::steady_clock::now();
    if (failed(pm.run(*module))) {
      state.SkipWithError("has no plan");
      return;
    }
    seconds += secondsSince(start);
    state.PauseTiming();
    module = {};
    state.ResumeTiming();
  }
  if (step.secondsToRead > 0)
    state.counters["over reading"] =
        seconds / state.iterations() / step.secondsToRead;
}

void collect(const llvm::Twine &folder, std::map<std::string, Step> &steps) {
  std::error_code error;
  for (llvm::sys::fs::directory_iterator file(folder, error), end;
       !error && file != end; file.increment(error)) {
    llvm::StringRef path = file->path();
    if (llvm::sys::path::extension(path) != ".mlir")
      continue;
    auto text = llvm::MemoryBuffer::getFile(path);
    if (!text)
      continue;
    Step &step = steps[path.str()];
    step.name = llvm::sys::path::stem(path).str();
    step.text = std::move(*text);
  }
}
} // namespace

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return EXIT_FAILURE;
  std::map<std::string, Step> steps;
  collect(REMAT_EXAMPLES, steps);
  if (const char *extra = std::getenv("REMAT_EXTRA_DATA"))
    collect(llvm::Twine(extra) + "/steps/linalg", steps);
  if (steps.empty()) {
    llvm::errs() << "error: no steps in " << REMAT_EXAMPLES << '\n';
    return EXIT_FAILURE;
  }

  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  remat::registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.getDiagEngine().registerHandler([](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      llvm::errs() << diagnostic << '\n';
  });
  for (auto &[path, step] : steps) {
    benchmark::RegisterBenchmark(
        ("read-and-print/" + step.name).c_str(),
        [step = &step, &context](benchmark::State &state) {
          readAndPrint(state, *step, context);
        })
        ->Unit(benchmark::kMillisecond);
    for (bool inBytes : {true, false})
      benchmark::RegisterBenchmark(
          ((inBytes ? "rematerialize/" : "rematerialize-to-slack/") + step.name)
              .c_str(),
          [step = &step, &context, inBytes](benchmark::State &state) {
            rematerialize(state, *step, context, inBytes);
          })
          ->Unit(benchmark::kMillisecond);
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return EXIT_SUCCESS;
}
