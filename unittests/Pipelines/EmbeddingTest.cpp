//===- EmbeddingTest.cpp - The pipeline in somebody else's compiler -------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The function and the class below stand in docs/embedding.md, word for word.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/InitAllDialects.h"
#include "remat/Pipelines/Pipelines.h"
#include "gtest/gtest.h"

#include <atomic>

using namespace mlir;

/// Rewrites the steps of `module` to fit `budget`; the report says what was
/// decided, also where the budget was refused.
LogicalResult fitBudget(ModuleOp module, StringRef budget,
                        std::shared_ptr<remat::Report> report) {
  PassManager pm(module.getContext());
  remat::RematPipelineOptions options;
  options.budget = budget.str();
  remat::buildRematPipeline(pm, options, std::move(report));
  return pm.run(module);
}

/// Ends every search as soon as `stop` is set, and keeps what it had until
/// then.
struct StopButton : remat::SearchMonitor {
  void searchBegins(StringRef function,
                    remat::planner::Problem &problem) override {
    problem.search.interrupt = &stop;
    problem.search.progress =
        [this](const remat::planner::SearchProgress &progress) {
          percent = static_cast<int>(100 * progress.done);
        };
  }
  void searchEnds() override { ++searches; }

  std::atomic<bool> stop = false;
  std::atomic<int> percent = 0, searches = 0;
};

namespace {
class EmbeddingTest : public ::testing::Test {
protected:
  EmbeddingTest() {
    DialectRegistry registry;
    registry.insert<arith::ArithDialect, bufferization::BufferizationDialect,
                    func::FuncDialect, linalg::LinalgDialect, math::MathDialect,
                    tensor::TensorDialect>();
    remat::registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.getDiagEngine().registerHandler([&](Diagnostic &diagnostic) {
      diagnostics += diagnostic.str() + "\n";
    });
  }

  OwningOpRef<ModuleOp> parse() {
    return parseSourceString<ModuleOp>(R"mlir(
      func.func @step(%x: tensor<16xf32>)
          -> (tensor<f32> {remat.loss}, tensor<16xf32>) {
        %zero = arith.constant 0.0 : f32
        %empty = tensor.empty() : tensor<f32>
        %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>)
                -> tensor<f32>
        %1 = math.exp %x : tensor<16xf32>
        %2 = math.exp %1 : tensor<16xf32>
        %3 = math.exp %2 : tensor<16xf32>
        %4 = math.exp %3 : tensor<16xf32>
        %loss = linalg.dot ins(%4, %4 : tensor<16xf32>, tensor<16xf32>)
                           outs(%init : tensor<f32>) -> tensor<f32>
        %d4 = arith.addf %4, %4 : tensor<16xf32>
        %d3 = arith.mulf %d4, %4 : tensor<16xf32>
        %d2 = arith.mulf %d3, %3 : tensor<16xf32>
        %d1 = arith.mulf %d2, %2 : tensor<16xf32>
        %dx = arith.mulf %d1, %1 : tensor<16xf32>
        return %loss, %dx : tensor<f32>, tensor<16xf32>
      }
    )mlir",
                                       &context);
  }

  MLIRContext context;
  std::string diagnostics;
};
} // namespace

TEST_F(EmbeddingTest, RewritesToFitTheBudget) {
  OwningOpRef<ModuleOp> module = parse();
  ASSERT_TRUE(module);
  auto report = std::make_shared<remat::Report>();
  // As written, %x, %1 to %4, the loss, %d4 and %d3 are alive at once: 512
  // bytes. Another order does with 448.
  ASSERT_TRUE(succeeded(fitBudget(*module, "384", report))) << diagnostics;
  EXPECT_EQ(report->getStatus(), remat::planner::Status::Ok);
  auto function = module->lookupSymbol<func::FuncOp>("step");
  int64_t barriers = 0, exponentials = 0;
  function.walk([&](Operation *op) {
    barriers += isa<remat::BarrierOp>(op);
    exponentials += isa<math::ExpOp>(op);
  });
  EXPECT_GE(barriers, 1);
  EXPECT_EQ(exponentials, 5);
}

TEST_F(EmbeddingTest, SearchesAreWatchedAndEndedFromOutside) {
  for (bool stop : {false, true}) {
    OwningOpRef<ModuleOp> module = parse();
    ASSERT_TRUE(module);
    auto button = std::make_shared<StopButton>();
    button->stop = stop;
    PassManager pm(&context);
    remat::RematPipelineOptions options;
    options.budget = "100%";
    remat::buildRematPipeline(pm, options, nullptr, button);
    diagnostics.clear();
    // As it stands the step fits, which is known before any search.
    ASSERT_TRUE(succeeded(pm.run(*module))) << diagnostics;
    EXPECT_EQ(button->searches, 1);
    EXPECT_GE(button->percent, 0);
    EXPECT_LE(button->percent, 100);
    EXPECT_EQ(diagnostics.find("interrupted") != std::string::npos, stop)
        << diagnostics;
  }
}

TEST_F(EmbeddingTest, TellsARefusalFromAnError) {
  OwningOpRef<ModuleOp> module = parse();
  ASSERT_TRUE(module);
  auto report = std::make_shared<remat::Report>();
  EXPECT_TRUE(failed(fitBudget(*module, "64", report)));
  EXPECT_EQ(report->getStatus(), remat::planner::Status::Infeasible);
  EXPECT_NE(diagnostics.find("64"), std::string::npos) << diagnostics;

  auto untouched = std::make_shared<remat::Report>();
  EXPECT_TRUE(failed(fitBudget(*module, "12XB", untouched)));
  EXPECT_EQ(untouched->getStatus(), remat::planner::Status::Ok);
  EXPECT_NE(diagnostics.find("12XB"), std::string::npos) << diagnostics;
}

TEST_F(EmbeddingTest, FitsArenasAndStopsWhenAsked) {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  context.appendDialectRegistry(registry);
  for (bool stop : {false, true}) {
    OwningOpRef<ModuleOp> module = parse();
    ASSERT_TRUE(module);
    auto button = std::make_shared<StopButton>();
    button->stop = stop;
    auto report = std::make_shared<remat::Report>();
    PassManager pm(&context);
    remat::RematPipelineOptions options;
    options.budget = "320";
    options.arena = remat::ArenaMode::Place;
    remat::buildRematPipeline(pm, options, report, button);
    diagnostics.clear();
    ASSERT_TRUE(succeeded(pm.run(*module))) << diagnostics;
    ASSERT_EQ(report->getFunctions().size(), 1u);
    const remat::FunctionReport function = report->getFunctions().front();
    ASSERT_TRUE(function.arena);
    EXPECT_LE(function.getPredictedPeak(), 320);
    EXPECT_EQ(function.arena->bytes + function.resident,
              function.getPredictedPeak());
    EXPECT_EQ(button->searches, function.arena->turns);
    int64_t allocations = 0;
    module->walk([&](memref::AllocOp) { ++allocations; });
    EXPECT_EQ(allocations, 1);
    EXPECT_EQ(diagnostics.find("interrupted") != std::string::npos, stop)
        << diagnostics;
  }
}

TEST_F(EmbeddingTest, AnArenaWithoutModelsForBufferizationIsAnError) {
  OwningOpRef<ModuleOp> module = parse();
  ASSERT_TRUE(module);
  PassManager pm(&context);
  remat::RematPipelineOptions options;
  options.budget = "384";
  options.arena = remat::ArenaMode::Fit;
  remat::buildRematPipeline(pm, options);
  EXPECT_TRUE(failed(pm.run(*module)));
  EXPECT_NE(diagnostics, "");
}
