//===- ReplaceBarriersTest.cpp - Barriers as somebody spells them ---------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Transforms/ReplaceBarriers.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
class ReplaceBarriersTest : public ::testing::Test {
protected:
  ReplaceBarriersTest() {
    context.loadDialect<func::FuncDialect, RematDialect>();
    context.allowUnregisteredDialects();
    context.getDiagEngine().registerHandler([&](Diagnostic &diagnostic) {
      diagnostics += diagnostic.str() + "\n";
    });
    module = parseSourceString<ModuleOp>(R"mlir(
      func.func @f(%x: tensor<4xf32>, %y: tensor<8xf32>) {
        %0, %1 = remat.barrier %x, %y : tensor<4xf32>, tensor<8xf32>
        "test.loop"() ({
          %2 = remat.barrier %0 after(%1 : tensor<8xf32>) : tensor<4xf32>
          "test.use"(%2) : (tensor<4xf32>) -> ()
        }) : () -> ()
        return
      }
    )mlir",
                                         &context);
  }

  int64_t count(StringRef name) {
    int64_t found = 0;
    module->walk(
        [&](Operation *op) { found += op->getName().getStringRef() == name; });
    return found;
  }

  MLIRContext context;
  std::string diagnostics;
  OwningOpRef<ModuleOp> module;
};
} // namespace

/// A fence over the inputs and what they wait for.
static FailureOr<SmallVector<Value>> buildFence(OpBuilder &builder,
                                                BarrierOp barrier) {
  OperationState state(barrier.getLoc(), "test.fence");
  state.addOperands(barrier->getOperands());
  state.addTypes(barrier->getResultTypes());
  return SmallVector<Value>(builder.create(state)->getResults());
}

TEST_F(ReplaceBarriersTest, ReplacesNestedOnesToo) {
  ASSERT_TRUE(succeeded(replaceBarriers(*module, buildFence))) << diagnostics;
  EXPECT_EQ(count("remat.barrier"), 0);
  EXPECT_EQ(count("test.fence"), 2);
  module->walk([&](Operation *op) {
    if (op->getName().getStringRef() == "test.use") {
      Operation *fence = op->getOperand(0).getDefiningOp();
      EXPECT_EQ(fence->getName().getStringRef(), "test.fence");
      EXPECT_EQ(fence->getNumOperands(), 2u);
    }
  });
}

TEST_F(ReplaceBarriersTest, IsAPassThatFailsWithItsCallback) {
  PassManager pm(&context);
  pm.addPass(createReplaceBarriers(buildFence));
  pm.addPass(createReplaceBarriers(
      [](OpBuilder &, BarrierOp) -> FailureOr<SmallVector<Value>> {
        ADD_FAILURE() << "there is no barrier left";
        return failure();
      }));
  EXPECT_TRUE(succeeded(pm.run(*module))) << diagnostics;

  OwningOpRef<ModuleOp> again = parseSourceString<ModuleOp>(
      "func.func @g(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
      "  %0 = remat.barrier %x : tensor<4xf32>\n"
      "  return %0 : tensor<4xf32>\n}",
      &context);
  PassManager refusing(&context);
  refusing.addPass(createReplaceBarriers(
      [](OpBuilder &, BarrierOp barrier) -> FailureOr<SmallVector<Value>> {
        return barrier.emitOpError("has no place here");
      }));
  EXPECT_TRUE(failed(refusing.run(*again)));
  EXPECT_NE(diagnostics.find("has no place here"), std::string::npos);
}

TEST_F(ReplaceBarriersTest, RefusesTooFewValues) {
  EXPECT_TRUE(failed(replaceBarriers(
      *module, [](OpBuilder &, BarrierOp) -> FailureOr<SmallVector<Value>> {
        return SmallVector<Value>();
      })));
  EXPECT_NE(diagnostics.find("results, but what is to replace it has 0"),
            std::string::npos)
      << diagnostics;
}

TEST_F(ReplaceBarriersTest, RefusesOtherTypes) {
  EXPECT_TRUE(failed(replaceBarriers(
      *module,
      [](OpBuilder &, BarrierOp barrier) -> FailureOr<SmallVector<Value>> {
        SmallVector<Value> values(barrier.getInputs());
        values[0] = barrier->getParentOfType<func::FuncOp>().getArgument(1);
        return values;
      })));
  EXPECT_NE(diagnostics.find("has 'tensor<4xf32>' as result #0, but what is to "
                             "replace it has 'tensor<8xf32>'"),
            std::string::npos)
      << diagnostics;
}

TEST_F(ReplaceBarriersTest, RefusesNullValues) {
  EXPECT_TRUE(failed(replaceBarriers(
      *module,
      [](OpBuilder &, BarrierOp barrier) -> FailureOr<SmallVector<Value>> {
        return SmallVector<Value>(barrier->getNumResults());
      })));
  EXPECT_NE(diagnostics.find("gets no value for result #0"), std::string::npos)
      << diagnostics;
}
