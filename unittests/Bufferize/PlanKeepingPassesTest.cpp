//===- PlanKeepingPassesTest.cpp - Upstream's passes, behind a plan -------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Bufferize/PlanKeepingPasses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
class PlanKeepingPassesTest : public ::testing::Test {
protected:
  PlanKeepingPassesTest() {
    DialectRegistry registry;
    func::registerInlinerExtension(registry);
    context.appendDialectRegistry(registry);
    context
        .loadDialect<arith::ArithDialect, bufferization::BufferizationDialect,
                     func::FuncDialect, math::MathDialect,
                     memref::MemRefDialect, scf::SCFDialect>();
  }

  /// Runs `pass` on a module of this text.
  void run(StringRef text, std::unique_ptr<Pass> pass) {
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    PassManager passes(&context);
    passes.addPass(std::move(pass));
    ASSERT_TRUE(succeeded(passes.run(*module)));
  }

  template <typename OpTy> int count() {
    int found = 0;
    module->walk([&](OpTy) { ++found; });
    return found;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

/// Two branches with the same condition.
constexpr StringLiteral neighbors = R"(
  func.func @f(%c: i1, %x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %0 = scf.if %c -> tensor<8xf32> {
      %1 = math.exp %x : tensor<8xf32>
      scf.yield %1 : tensor<8xf32>
    } else {
      scf.yield %x : tensor<8xf32>
    }
    %2 = scf.if %c -> tensor<8xf32> {
      %3 = math.sin %0 : tensor<8xf32>
      scf.yield %3 : tensor<8xf32>
    } else {
      scf.yield %x : tensor<8xf32>
    }
    return %0, %2 : tensor<8xf32>, tensor<8xf32>
  })";

/// A branch whose second result is not used.
constexpr StringLiteral unusedResult = R"(
  func.func @f(%c: i1, %x: tensor<8xf32>) -> tensor<8xf32> {
    %0:2 = scf.if %c -> (tensor<8xf32>, tensor<8xf32>) {
      %1 = math.exp %x : tensor<8xf32>
      %2 = math.sin %x : tensor<8xf32>
      scf.yield %1, %2 : tensor<8xf32>, tensor<8xf32>
    } else {
      scf.yield %x, %x : tensor<8xf32>, tensor<8xf32>
    }
    return %0#0 : tensor<8xf32>
  })";

/// A loop with a branch under its condition, before it.
constexpr StringLiteral branchBeforeCondition = R"(
  func.func private @less(index) -> i1
  func.func @f(%x: memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.while (%i = %c0) : (index) -> index {
      %more = func.call @less(%i) : (index) -> i1
      %next = scf.if %more -> index {
        %a = memref.load %x[%i] : memref<8xf32>
        memref.store %a, %x[%c0] : memref<8xf32>
        %b = arith.addi %i, %c1 : index
        scf.yield %b : index
      } else {
        scf.yield %i : index
      }
      scf.condition(%more) %next : index
    } do {
    ^bb0(%i: index):
      scf.yield %i : index
    }
    return
  })";

/// A buffer and a clone that nothing reads.
constexpr StringLiteral unreadBuffers = R"(
  func.func @f(%v: f32, %x: memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %0 = memref.alloc() : memref<8xf32>
    memref.store %v, %0[%c0] : memref<8xf32>
    memref.dealloc %0 : memref<8xf32>
    %1 = bufferization.clone %x : memref<8xf32> to memref<8xf32>
    memref.dealloc %1 : memref<8xf32>
    return
  })";

/// A callee that canonicalization makes smaller.
constexpr StringLiteral call = R"(
  func.func private @g(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %0 = math.exp %x : tensor<8xf32>
    %1 = math.exp %x : tensor<8xf32>
    %2 = math.sin %x : tensor<8xf32>
    return %0, %1 : tensor<8xf32>, tensor<8xf32>
  }
  func.func @f(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %0:2 = call @g(%x) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
    return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
  })";
} // namespace

TEST_F(PlanKeepingPassesTest, KeepNeighborsWithOneConditionApart) {
  run(neighbors, createCanonicalizerPass());
  EXPECT_EQ(count<scf::IfOp>(), 1);
  run(neighbors, createPlanKeepingCanonicalizer());
  EXPECT_EQ(count<scf::IfOp>(), 2);
  run(neighbors, createBufferKeepingCanonicalizer());
  EXPECT_EQ(count<scf::IfOp>(), 2);
}

TEST_F(PlanKeepingPassesTest, KeepUnusedResultsOnTensors) {
  run(unusedResult, createCanonicalizerPass());
  EXPECT_EQ(count<math::SinOp>(), 0);
  run(unusedResult, createPlanKeepingCanonicalizer());
  EXPECT_EQ(count<math::SinOp>(), 1);
}

TEST_F(PlanKeepingPassesTest, KeepBranchesBeforeTheCondition) {
  auto isBeforeCondition = [&] {
    bool found = false;
    module->walk([&](scf::WhileOp loop) {
      loop.getBefore().walk([&](scf::IfOp) { found = true; });
    });
    return found;
  };
  run(branchBeforeCondition, createCanonicalizerPass());
  EXPECT_FALSE(isBeforeCondition());
  run(branchBeforeCondition, createPlanKeepingCanonicalizer());
  EXPECT_TRUE(isBeforeCondition());
}

TEST_F(PlanKeepingPassesTest, KeepUnreadBuffers) {
  run(unreadBuffers, createCanonicalizerPass());
  EXPECT_EQ(count<memref::DeallocOp>(), 0);
  run(unreadBuffers, createBufferKeepingCanonicalizer());
  EXPECT_EQ(count<memref::DeallocOp>(), 2);
}

TEST_F(PlanKeepingPassesTest, InlineWithoutCanonicalization) {
  run(call, createInlinerPass());
  EXPECT_EQ(count<math::SinOp>(), 0);
  run(call, createPlanKeepingInliner());
  EXPECT_EQ(count<func::CallOp>(), 0);
  EXPECT_EQ(count<math::SinOp>(), 1);
}

TEST_F(PlanKeepingPassesTest, AreTheSameAsText) {
  registerInlinerPass();
  PassManager passes(&context);
  passes.addPass(createPlanKeepingInliner());
  std::string text;
  llvm::raw_string_ostream stream(text);
  passes.begin()->printAsTextualPipeline(stream);
  PassManager parsed(&context);
  ASSERT_TRUE(succeeded(parsePassPipeline(text, parsed)));
  module = parseSourceString<ModuleOp>(call, &context);
  ASSERT_TRUE(module);
  ASSERT_TRUE(succeeded(parsed.run(*module)));
  EXPECT_EQ(count<func::CallOp>(), 0);
  EXPECT_EQ(count<math::SinOp>(), 1);
}
