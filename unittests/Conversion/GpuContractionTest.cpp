//===- GpuContractionTest.cpp - Tests of contractions as matrix products --===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/ContractionShape.h"
#include "Gpu/ContractionTiles.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::remat;

namespace {

class GpuContractionTest : public ::testing::Test {
protected:
  GpuContractionTest() {
    context.loadDialect<arith::ArithDialect, func::FuncDialect,
                        linalg::LinalgDialect, memref::MemRefDialect>();
  }

  /// The shape of the one linalg op of a function with these arguments.
  std::optional<ContractionShape> match(const std::string &arguments,
                                        const std::string &op) {
    module = parseSourceString<ModuleOp>(
        "func.func @f(" + arguments + ") { " + op + " return }", &context);
    EXPECT_TRUE(module);
    std::optional<ContractionShape> shape;
    if (module)
      module->walk([&](linalg::LinalgOp op) { shape = matchContraction(op); });
    return shape;
  }

  std::optional<ContractionShape> matchMatmul(const std::string &left,
                                              const std::string &right,
                                              const std::string &output) {
    return match("%a: " + left + ", %b: " + right + ", %c: " + output,
                 "linalg.matmul ins(%a, %b : " + left + ", " + right +
                     ") outs(%c : " + output + ")");
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

std::vector<std::vector<int64_t>> list(const ContractionDims &group) {
  std::vector<std::vector<int64_t>> result;
  for (const ContractionDim &dim : group.dims)
    result.push_back(
        {dim.size, dim.strides[0], dim.strides[1], dim.strides[2]});
  return result;
}

using Lists = std::vector<std::vector<int64_t>>;

TEST_F(GpuContractionTest, MatmulHasRowsColumnsAndDepth) {
  auto shape =
      matchMatmul("memref<8x32xf32>", "memref<32x16xf32>", "memref<8x16xf32>");
  ASSERT_TRUE(shape);
  EXPECT_EQ(list(shape->batch), Lists());
  EXPECT_EQ(list(shape->rows), Lists({{8, 32, 0, 16}}));
  EXPECT_EQ(list(shape->columns), Lists({{16, 0, 1, 1}}));
  EXPECT_EQ(list(shape->reduced), Lists({{32, 1, 16, 0}}));
  EXPECT_TRUE(shape->accumulator.isF32());
  EXPECT_EQ(shape->batch.size(), 1);
  EXPECT_EQ(shape->buffers[kLeft].span, 256);
}

TEST_F(GpuContractionTest, BatchIsWhatBothInputsHave) {
  auto shape = match("%a: memref<4x8x32xf16>, %b: memref<4x32x16xf16>, "
                     "%c: memref<4x8x16xf16>",
                     "linalg.batch_matmul ins(%a, %b : memref<4x8x32xf16>, "
                     "memref<4x32x16xf16>) outs(%c : memref<4x8x16xf16>)");
  ASSERT_TRUE(shape);
  EXPECT_EQ(list(shape->batch), Lists({{4, 256, 512, 128}}));
  EXPECT_TRUE(shape->accumulator.isF32());
}

TEST_F(GpuContractionTest, ConvolutionIsOneWithLoopsThatMerge) {
  // Rows: pictures, lines; the pixels of a line are a loop of their own, since
  // the input has a margin. The reduced columns of the filter go on where its
  // channels end, in both operands.
  auto shape =
      match("%a: memref<2x10x10x4xf32>, %b: memref<3x3x4x16xf32>, "
            "%c: memref<2x8x8x16xf32>",
            "linalg.conv_2d_nhwc_hwcf ins(%a, %b : memref<2x10x10x4xf32>, "
            "memref<3x3x4x16xf32>) outs(%c : memref<2x8x8x16xf32>)");
  ASSERT_TRUE(shape);
  EXPECT_EQ(list(shape->rows),
            Lists({{2, 400, 0, 1024}, {8, 40, 0, 128}, {8, 4, 0, 16}}));
  EXPECT_EQ(list(shape->columns), Lists({{16, 0, 1, 1}}));
  EXPECT_EQ(list(shape->reduced), Lists({{3, 40, 192, 0}, {12, 1, 16, 0}}));
  EXPECT_EQ(shape->getVectorWidth(kLeft, shape->reduced, 4), 4);
}

TEST_F(GpuContractionTest, StridesAndDilationsAreInTheAddresses) {
  auto shape =
      match("%a: memref<2x11x11x8xf32>, %b: memref<3x3x8x16xf32>, "
            "%c: memref<2x4x4x16xf32>",
            "linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, "
            "dilations = dense<2> : tensor<2xi64>} "
            "ins(%a, %b : memref<2x11x11x8xf32>, memref<3x3x8x16xf32>) "
            "outs(%c : memref<2x4x4x16xf32>)");
  ASSERT_TRUE(shape);
  EXPECT_EQ(list(shape->rows),
            Lists({{2, 968, 0, 256}, {4, 176, 0, 64}, {4, 16, 0, 16}}));
  EXPECT_EQ(list(shape->reduced),
            Lists({{3, 176, 384, 0}, {3, 16, 128, 0}, {8, 1, 16, 0}}));
}

TEST_F(GpuContractionTest, OutputIsContiguousAlongTheColumns) {
  // The output's innermost dimension is the left input's: they change places.
  auto shape = match(
      "%a: memref<32x24xf32>, %b: memref<32x16xf32>, %c: memref<16x24xf32>",
      "linalg.generic {indexing_maps = ["
      "affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, "
      "affine_map<(m, n, k) -> (n, m)>], iterator_types = [\"parallel\", "
      "\"parallel\", \"reduction\"]} ins(%a, %b : memref<32x24xf32>, "
      "memref<32x16xf32>) outs(%c : memref<16x24xf32>) { "
      "^bb0(%x: f32, %y: f32, %z: f32): %p = arith.mulf %x, %y : f32 "
      "%s = arith.addf %p, %z : f32 linalg.yield %s : f32 }");
  ASSERT_TRUE(shape);
  EXPECT_EQ(list(shape->rows), Lists({{16, 1, 0, 24}}));
  EXPECT_EQ(list(shape->columns), Lists({{24, 0, 1, 1}}));
  EXPECT_EQ(cast<BlockArgument>(shape->buffers[kLeft].memref).getArgNumber(),
            1u);
}

TEST_F(GpuContractionTest, WidthIsWhatEveryStrideAndOffsetAllows) {
  auto whole =
      matchMatmul("memref<8x32xf32>", "memref<32x16xf32>", "memref<8x16xf32>");
  EXPECT_EQ(whole->getVectorWidth(kLeft, whole->reduced, 4), 4);
  EXPECT_EQ(whole->getVectorWidth(kLeft, whole->rows, 4), 1);
  EXPECT_EQ(whole->getVectorWidth(kRight, whole->columns, 4), 4);

  auto odd =
      matchMatmul("memref<8x33xf32>", "memref<33x18xf32>", "memref<8x18xf32>");
  EXPECT_EQ(odd->getVectorWidth(kLeft, odd->reduced, 4), 1);
  EXPECT_EQ(odd->getVectorWidth(kRight, odd->columns, 4), 2);

  // Rows that end at a multiple of four and begin between them.
  auto shifted =
      matchMatmul("memref<8x32xf32, strided<[64, 1], offset: 2>>",
                  "memref<32x16xf32, strided<[18, 1]>>", "memref<8x16xf32>");
  EXPECT_EQ(shifted->getVectorWidth(kLeft, shifted->reduced, 4), 2);
  EXPECT_EQ(shifted->getVectorWidth(kRight, shifted->columns, 4), 2);

  auto unknown = matchMatmul("memref<8x32xf32, strided<[64, 1], offset: ?>>",
                             "memref<32x16xf32>", "memref<8x16xf32>");
  ASSERT_TRUE(unknown);
  EXPECT_EQ(unknown->getVectorWidth(kLeft, unknown->reduced, 4), 1);
}

TEST_F(GpuContractionTest, LeavesAloneWhatItDoesNotDescribe) {
  // Integers, dynamic sizes, another memory space.
  EXPECT_FALSE(
      matchMatmul("memref<8x32xi32>", "memref<32x16xi32>", "memref<8x16xi32>"));
  EXPECT_FALSE(
      matchMatmul("memref<?x32xf32>", "memref<32x16xf32>", "memref<?x16xf32>"));
  EXPECT_FALSE(matchMatmul("memref<8x32xf32, 1>", "memref<32x16xf32>",
                           "memref<8x16xf32>"));
  auto matchGeneric = [&](const std::string &left, const std::string &map,
                          const std::string &term) {
    return match(
        "%a: " + left + ", %b: memref<8x9xf32>, %c: memref<8x8xf32>",
        "linalg.generic {iterator_types = [\"parallel\", \"parallel\", "
        "\"reduction\"], indexing_maps = [affine_map<(i, j, k) -> (" +
            map +
            ", k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> "
            "(i, j)>]} ins(%a, %b : " +
            left +
            ", memref<8x9xf32>) outs(%c : memref<8x8xf32>) { ^bb0(%x: f32, "
            "%y: f32, %z: f32): " +
            term + " linalg.yield %s : f32 }");
  };
  const std::string product =
      "%p = arith.mulf %x, %y : f32 %s = arith.addf %p, %z : f32";
  EXPECT_TRUE(matchGeneric("memref<16x9xf32>", "i + k", product));
  // An address that is not linear, and payloads that are no sum of products.
  EXPECT_FALSE(matchGeneric("memref<8x9xf32>", "(i + k) floordiv 2", product));
  EXPECT_FALSE(matchGeneric("memref<16x9xf32>", "i + k",
                            "%p = arith.mulf %x, %x : f32 "
                            "%s = arith.addf %p, %z : f32"));
  EXPECT_FALSE(matchGeneric("memref<16x9xf32>", "i + k",
                            "%p = arith.mulf %x, %y : f32 "
                            "%s = arith.maximumf %p, %z : f32"));
}

TEST_F(GpuContractionTest, TilesAreLargeOnlyWhereThereAreBlocksEnough) {
  ContractionTileOptions options;
  auto large = matchMatmul("memref<4096x4096xf16>", "memref<4096x4096xf16>",
                           "memref<4096x4096xf16>");
  EXPECT_EQ(chooseContractionTile(*large, options)->describe(),
            "mma 128x128x32, 64x64 a warp");
  options.tensorCores = false;
  EXPECT_EQ(chooseContractionTile(*large, options)->describe(),
            "fma 128x128x8, 8x8 a thread");
  options.tensorCores = true;
  auto deep = matchMatmul("memref<64x4096xf32>", "memref<4096x64xf32>",
                          "memref<64x64xf32>");
  EXPECT_EQ(chooseContractionTile(*deep, options)->describe(),
            "fma 16x16x64, 4x4 a thread, 16 slices");
  options.tf32 = true;
  EXPECT_EQ(chooseContractionTile(*deep, options)->unit, ContractionUnit::Tf32);
  options.only = "64x64";
  EXPECT_EQ(chooseContractionTile(*deep, options)->rows, 64);
}

TEST_F(GpuContractionTest, NarrowOnesHaveNoTile) {
  ContractionTileOptions options;
  auto vector = matchMatmul("memref<1x512xf32>", "memref<512x512xf32>",
                            "memref<1x512xf32>");
  EXPECT_EQ(chooseContractionTile(*vector, options), nullptr);
  auto empty =
      matchMatmul("memref<64x0xf32>", "memref<0x64xf32>", "memref<64x64xf32>");
  EXPECT_TRUE(!empty || !chooseContractionTile(*empty, options));
}

TEST_F(GpuContractionTest, ThreadsCopyWholeVectors) {
  // What the tables promise to the kernels, for every tile.
  ContractionTileOptions options;
  for (const char *type : {"f16", "f32", "f64"})
    for (bool tf32 : {false, true})
      for (const char *name :
           {"128x128", "128x64", "64x128", "64x64", "128x32", "32x128",
            "128x16", "16x128", "32x32", "64x16", "16x64", "16x16"}) {
        std::string memref = std::string("memref<512x512x") + type + ">";
        auto shape = matchMatmul(memref, memref, memref);
        options.tf32 = tf32;
        options.only = name;
        const ContractionTile *tile = chooseContractionTile(*shape, options);
        if (!tile)
          continue;
        int64_t width = tile->unit == ContractionUnit::Mma ? 8 : 1;
        EXPECT_EQ(tile->rows * tile->depth % (width * tile->getThreads()), 0)
            << tile->describe();
        EXPECT_EQ(tile->columns * tile->depth % (width * tile->getThreads()), 0)
            << tile->describe();
        EXPECT_EQ(tile->depth % tile->slices, 0) << tile->describe();
        EXPECT_LE(tile->getThreads(), 256) << tile->describe();
      }
}

} // namespace
