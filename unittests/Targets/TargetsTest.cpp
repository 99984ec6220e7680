//===- TargetsTest.cpp - Memory models of what compiles a step ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Targets/Contractions.h"
#include "remat/Targets/CudaWorkspaces.h"
#include "remat/Targets/Target.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Remat/IR/TargetNames.h"
#include "remat/InitAllDialects.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
class CudaWorkspacesTest : public ::testing::Test {
protected:
  CudaWorkspacesTest() {
    DialectRegistry registry;
    registry.insert<arith::ArithDialect, func::FuncDialect,
                    linalg::LinalgDialect, memref::MemRefDialect>();
    remat::registerAllDialects(registry);
    context.appendDialectRegistry(registry);
  }

  /// The only linalg op of a function with these arguments and this body.
  Operation *parse(StringRef arguments, StringRef body) {
    std::string text = "func.func @f(" + arguments.str() + ") {\n" +
                       body.str() + "\nreturn\n}";
    module = parseSourceString<ModuleOp>(text, &context);
    Operation *found = nullptr;
    if (module)
      module->walk([&](linalg::LinalgOp op) { found = op; });
    return found;
  }

  Operation *parseMatmul(StringRef a, StringRef b, StringRef c,
                         StringRef attributes = "") {
    return parse("%a: " + a.str() + ", %b: " + b.str() + ", %c: " + c.str(),
                 "linalg.matmul " + attributes.str() + " ins(%a, %b : " +
                     a.str() + ", " + b.str() + ") outs(%c : " + c.str() + ")");
  }

  /// The sum of a matrix over its rows.
  Operation *parseSum(StringRef in, StringRef out, StringRef combine) {
    std::string body = R"(
      linalg.generic {
        indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                         affine_map<(d0, d1) -> (d0)>],
        iterator_types = ["parallel", "reduction"]})";
    body += "ins(%a : " + in.str() + ") outs(%c : " + out.str() + ") {\n" +
            combine.str() + "\n}";
    return parse("%a: " + in.str() + ", %c: " + out.str(), body);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

constexpr StringLiteral addition = R"(
  ^bb0(%x: f32, %sum: f32):
    %0 = arith.addf %sum, %x : f32
    linalg.yield %0 : f32)";
} // namespace

TEST_F(CudaWorkspacesTest, LibraryMayUseWhatTheOpMoves) {
  Operation *op =
      parseMatmul("memref<16x8xf32>", "memref<8x4xf32>", "memref<16x4xf32>");
  ASSERT_TRUE(op);
  EXPECT_TRUE(isLibraryOp(op));
  // 512 + 128 + 256 bytes, in steps of 256.
  EXPECT_EQ(getCudaWorkspaceBytes(op), 1024);
  EXPECT_EQ(getCudaTarget().getWorkspaceBytes(op), 1024);
  EXPECT_TRUE(getCudaTarget().allocatesWorkspaceOf(op));
  EXPECT_EQ(getCudaGeneratedTarget().getWorkspaceBytes(op), 0);
  EXPECT_EQ(getCpuTarget().getWorkspaceBytes(op), 0);
  EXPECT_FALSE(getCpuTarget().allocatesWorkspaceOf(op));
}

TEST_F(CudaWorkspacesTest, LibraryMayUseNoMoreThanTheLimit) {
  Operation *op = parseMatmul("memref<8192x8192xf32>", "memref<8192x8192xf32>",
                              "memref<8192x8192xf32>");
  ASSERT_TRUE(op);
  EXPECT_EQ(getCudaWorkspaceBytes(op), kLibraryWorkspaceLimit);
}

TEST_F(CudaWorkspacesTest, SizesThatOverflowAreTheLimit) {
  Operation *op =
      parseMatmul("memref<4294967296x1099511627776xf64>",
                  "memref<1099511627776x2xf64>", "memref<4294967296x2xf64>");
  ASSERT_TRUE(op);
  EXPECT_GE(getCudaWorkspaceBytes(op), 0);
  EXPECT_LE(getCudaWorkspaceBytes(op), kLibraryWorkspaceLimit);
}

TEST_F(CudaWorkspacesTest, AViewCountsAsItsElements) {
  Operation *whole =
      parseMatmul("memref<16x8xf32>", "memref<8x4xf32>", "memref<16x4xf32>");
  ASSERT_TRUE(whole);
  const int64_t bytes = getCudaWorkspaceBytes(whole);
  Operation *view =
      parseMatmul("memref<16x8xf32, strided<[4096, 1], offset: ?>>",
                  "memref<8x4xf32>", "memref<16x4xf32>");
  ASSERT_TRUE(view);
  EXPECT_EQ(getCudaWorkspaceBytes(view), bytes);
}

TEST_F(CudaWorkspacesTest, CostOverridesWhatALibraryMayUse) {
  struct Case {
    StringRef attributes;
    int64_t bytes;
  };
  for (const auto &[attributes, bytes] :
       {Case{"{remat.cost = #remat.cost<workspace = 0>}", 0},
        Case{"{remat.cost = #remat.cost<workspace = 1000>}", 1024},
        Case{"{remat.cost = #remat.cost<workspace = 1000000000>}",
             kLibraryWorkspaceLimit},
        Case{"{remat.cost = #remat.cost<time = 1.0>}", 1024}}) {
    Operation *op = parseMatmul("memref<16x8xf32>", "memref<8x4xf32>",
                                "memref<16x4xf32>", attributes);
    ASSERT_TRUE(op) << attributes.str();
    EXPECT_EQ(getCudaWorkspaceBytes(op), bytes) << attributes.str();
  }
}

TEST_F(CudaWorkspacesTest, LibrariesTakeFloatsOfOneTypeAndKnownSize) {
  EXPECT_FALSE(isLibraryOp(
      parseMatmul("memref<16x8xi32>", "memref<8x4xi32>", "memref<16x4xi32>")));
  EXPECT_FALSE(isLibraryOp(
      parseMatmul("memref<16x8xf16>", "memref<8x4xf32>", "memref<16x4xf32>")));
  EXPECT_FALSE(isLibraryOp(
      parseMatmul("memref<16x?xf32>", "memref<?x4xf32>", "memref<16x4xf32>")));
  EXPECT_TRUE(isLibraryOp(parseMatmul("memref<16x8xbf16>", "memref<8x4xbf16>",
                                      "memref<16x4xf32>")));
}

TEST_F(CudaWorkspacesTest, LibrariesTakeConvolutionsThatAreOneProduct) {
  auto parseConvolution = [&](StringRef attributes, StringRef filter,
                              StringRef output) {
    const StringRef image = "memref<2x9x9x4xf16>";
    return parse(("%x: " + image + ", %f: " + filter + ", %y: " + output).str(),
                 ("linalg.conv_2d_nhwc_hwcf " + attributes + " ins(%x, %f : " +
                  image + ", " + filter + ") outs(%y : " + output + ")")
                     .str());
  };
  Operation *product =
      parseConvolution("{dilations = dense<2> : tensor<2xi64>}",
                       "memref<1x1x4x8xf16>", "memref<2x9x9x8xf16>");
  ASSERT_TRUE(product);
  EXPECT_TRUE(isLibraryOp(product));
  // 1296 + 64 + 2592 bytes, in steps of 256.
  EXPECT_EQ(getCudaWorkspaceBytes(product), 4096);
  EXPECT_EQ(getCudaWorkspaceBytes(product, /*callsLibraries=*/false), 0);
  struct Case {
    StringRef attributes, filter, output;
  };
  for (const auto &[attributes, filter, output] :
       {Case{"", "memref<3x3x4x8xf16>", "memref<2x7x7x8xf16>"},
        Case{"", "memref<1x1x4x8xf16>", "memref<2x8x8x8xf16>"},
        Case{"{strides = dense<2> : tensor<2xi64>}", "memref<1x1x4x8xf16>",
             "memref<2x5x5x8xf16>"}}) {
    Operation *op = parseConvolution(attributes, filter, output);
    ASSERT_TRUE(op) << output.str();
    EXPECT_FALSE(isLibraryOp(op)) << output.str();
    EXPECT_EQ(getCudaWorkspaceBytes(op), 0) << output.str();
  }
}

TEST_F(CudaWorkspacesTest, LongReductionsHavePartialResults) {
  Operation *op = parseSum("memref<8x65536xf32>", "memref<8xf32>", addition);
  ASSERT_TRUE(op);
  const int64_t parts = getReductionParts(8, 65536);
  EXPECT_GT(parts, 1);
  EXPECT_EQ(getCudaWorkspaceBytes(op), llvm::alignTo(parts * 8 * 4, 256));
  // They are ours: with and without libraries.
  EXPECT_EQ(getCudaGeneratedTarget().getWorkspaceBytes(op),
            getCudaTarget().getWorkspaceBytes(op));
}

TEST_F(CudaWorkspacesTest, ShortReductionsHaveNone) {
  Operation *op = parseSum("memref<8x64xf32>", "memref<8xf32>", addition);
  ASSERT_TRUE(op);
  EXPECT_EQ(getCudaWorkspaceBytes(op), 0);
}

TEST_F(CudaWorkspacesTest, ReductionsThatNobodyCanSplitHaveNone) {
  // Not one combination of what was there with what is new.
  Operation *op = parseSum("memref<8x65536xf32>", "memref<8xf32>", R"(
    ^bb0(%x: f32, %sum: f32):
      %0 = arith.mulf %sum, %x : f32
      %1 = arith.addf %0, %sum : f32
      linalg.yield %1 : f32)");
  ASSERT_TRUE(op);
  EXPECT_EQ(getCudaWorkspaceBytes(op), 0);
}

TEST_F(CudaWorkspacesTest, GeneratedDeepSumsHavePartialResults) {
  Operation *op = parseMatmul("memref<64x8192xf16>", "memref<8192x96xf16>",
                              "memref<64x96xf16>");
  ASSERT_TRUE(op);
  // In the type of the sums, f32.
  EXPECT_EQ(getCudaGeneratedTarget().getWorkspaceBytes(op), 8 * 64 * 96 * 4);
  EXPECT_EQ(getCudaWorkspaceBytes(op), getCudaTarget().getWorkspaceBytes(op));
  Operation *limited = parseMatmul("memref<64x8192xf16>", "memref<8192x96xf16>",
                                   "memref<64x96xf16>",
                                   "{remat.cost = #remat.cost<workspace = 0>}");
  ASSERT_TRUE(limited);
  EXPECT_EQ(getCudaGeneratedTarget().getWorkspaceBytes(limited), 0);
}

TEST_F(CudaWorkspacesTest, SumsThatAreNoTiledProductsAreNotSplitInParts) {
  // Too few rows for tiles; no product of the two inputs.
  Operation *vector = parseMatmul("memref<4x8192xf32>", "memref<8192x4096xf32>",
                                  "memref<4x4096xf32>");
  ASSERT_TRUE(vector);
  const int64_t parts = getReductionParts(4 * 4096, 8192);
  EXPECT_EQ(getCudaGeneratedTarget().getWorkspaceBytes(vector),
            parts * 4 * 4096 * 4);
  EXPECT_TRUE(isContraction(cast<linalg::LinalgOp>(vector)));
  Operation *sum = parseSum("memref<8x65536xf32>", "memref<8xf32>", addition);
  ASSERT_TRUE(sum);
  EXPECT_FALSE(isContraction(cast<linalg::LinalgOp>(sum)));
}

TEST(ContractionPartsTest, EnoughForAGpuAndNoMore) {
  EXPECT_EQ(getContractionParts(1, {}), 1);
  EXPECT_EQ(getContractionParts(1, 1), 1);
  EXPECT_EQ(getContractionParts(1, 2047), 1);
  EXPECT_EQ(getContractionParts(1, 2048), 2);
  EXPECT_EQ(getContractionParts(0, 1 << 20), 1);
  EXPECT_EQ(getContractionParts(256 * 256, 16384), 16);
  // Outputs alone fill the device.
  EXPECT_EQ(getContractionParts(int64_t(1) << 40, 1 << 20), 1);
  // Evenly: a prime not at all, whole vectors, the outermost loop.
  EXPECT_EQ(getContractionParts(1, 8 * 769), 1);
  EXPECT_EQ(getContractionParts(1, 4099), 1);
  EXPECT_EQ(getContractionParts(1, 10000), 5);
  EXPECT_EQ(getContractionParts(1, {3, 4096}), 3);
  EXPECT_EQ(getContractionParts(1, {int64_t(1) << 40, int64_t(1) << 40}), 1);
  for (int64_t outputs : {1, 7, 1000, 65536, 1000000})
    for (int64_t reduced : {2048, 5000, 1 << 20, 1 << 30})
      EXPECT_LE(getContractionParts(outputs, reduced) * outputs, 132 * 16384);
}

TEST(ReductionPartsTest, EnoughForAGpuAndNoMore) {
  EXPECT_EQ(getReductionParts(1, 1), 1);
  EXPECT_EQ(getReductionParts(1, 4095), 1);
  EXPECT_EQ(getReductionParts(0, 1 << 20), 1);
  EXPECT_GT(getReductionParts(1, 1 << 20), 1);
  // Outputs alone fill the device.
  EXPECT_EQ(getReductionParts(1 << 20, 1 << 20), 1);
  for (int64_t outputs : {1, 7, 1000, 65536, 100000})
    for (int64_t reduced : {4096, 5000, 1 << 20, 1 << 30}) {
      const int64_t parts = getReductionParts(outputs, reduced);
      EXPECT_GE(parts, 1);
      EXPECT_LE(parts * outputs, 65536 + outputs);
      EXPECT_LE(parts, reduced);
    }
}

TEST(TargetTest, IsFoundByItsName) {
  for (const Target *target : getTargets()) {
    EXPECT_EQ(lookupTarget(target->getName()), target);
    EXPECT_FALSE(target->getSummary().empty());
  }
  EXPECT_EQ(lookupTarget("cuda"), &getCudaTarget());
  EXPECT_EQ(lookupTarget("cuda-generated"), &getCudaGeneratedTarget());
  EXPECT_EQ(lookupTarget("gpu"), nullptr);
}

TEST(TargetTest, TheDialectKnowsTheNames) {
  ASSERT_EQ(getTargets().size(), std::size(kTargetNames));
  for (const Target *target : getTargets())
    EXPECT_TRUE(isTargetName(target->getName()));
  EXPECT_FALSE(isTargetName("gpu"));
}

TEST(TargetTest, IsNotedOnAFunction) {
  MLIRContext context;
  context.loadDialect<func::FuncDialect, RematDialect>();
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>("func.func private @f()", &context);
  ASSERT_TRUE(module);
  Operation *function = module->lookupSymbol("f");
  EXPECT_EQ(*getTargetOf(function), &getCpuTarget());
  setTargetOf(function, getCudaTarget());
  EXPECT_EQ(*getTargetOf(function), &getCudaTarget());
  EXPECT_EQ(*getTargetOf(function, "xla-gpu"), &getXlaGpuTarget());
  setTargetOf(function, getCpuTarget());
  EXPECT_FALSE(function->hasAttr(kTargetAttrName));

  std::string said;
  context.getDiagEngine().registerHandler(
      [&](Diagnostic &diagnostic) { said = diagnostic.str(); });
  EXPECT_TRUE(failed(getTargetOf(function, "gpu")));
  EXPECT_NE(said.find("there is no target 'gpu'; targets are 'cpu', 'cuda', "
                      "'cuda-generated', 'xla-gpu'"),
            std::string::npos)
      << said;
}
