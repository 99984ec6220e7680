//===- AccuracyTest.cpp - How far roundings may add up --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/Accuracy.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace mlir;
using namespace mlir::remat;

namespace {

/// Squares of half a unit in the last place.
constexpr double kF32 = 0x1p-48, kF16 = 0x1p-22;

/// The accuracies of the results of the one function in `source`.
llvm::SmallVector<Accuracy> compute(const std::string &source) {
  MLIRContext context;
  context.loadDialect<arith::ArithDialect, func::FuncDialect,
                      linalg::LinalgDialect, math::MathDialect,
                      memref::MemRefDialect, scf::SCFDialect,
                      tensor::TensorDialect>();
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(source, ParserConfig(&context));
  if (!module) {
    ADD_FAILURE() << "the source does not parse";
    return {Accuracy()};
  }
  return computeAccuracies(*module->getOps<func::FuncOp>().begin());
}

TEST(Accuracy, IntegersCopiesAndSelectionsAreExact) {
  auto results = compute(R"(
func.func @f(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>, %i: tensor<4x8xi32>,
             %e: tensor<4x8xf32>, %j: tensor<4xi32>)
    -> (tensor<4x8xf32>, tensor<8x4xf32>, tensor<4xi32>, tensor<2x4xf32>) {
  %t = linalg.transpose ins(%a : tensor<8x4xf32>) outs(%e : tensor<4x8xf32>) permutation = [1, 0]
  %m = linalg.max ins(%a, %b : tensor<8x4xf32>, tensor<8x4xf32>) outs(%a : tensor<8x4xf32>) -> tensor<8x4xf32>
  %s = linalg.reduce { arith.addi } ins(%i : tensor<4x8xi32>) outs(%j : tensor<4xi32>) dimensions = [1]
  %x = tensor.extract_slice %m[0, 0] [2, 4] [1, 1] : tensor<8x4xf32> to tensor<2x4xf32>
  return %t, %m, %s, %x : tensor<4x8xf32>, tensor<8x4xf32>, tensor<4xi32>, tensor<2x4xf32>
})");
  ASSERT_EQ(results.size(), 4U);
  for (const Accuracy &result : results) {
    EXPECT_TRUE(result.isExact);
    EXPECT_EQ(result.getTolerance(), 0);
    EXPECT_EQ(result.reductionChain, 0);
  }
}

TEST(Accuracy, ProductsCountTheirSums) {
  auto results = compute(R"(
func.func @f(%a: tensor<8x100xf32>, %b: tensor<100x50xf32>, %c: tensor<8x50xf32>,
             %d: tensor<50x8xf32>, %e: tensor<8x8xf32>) -> (tensor<8x50xf32>, tensor<8x8xf32>) {
  %p = linalg.matmul ins(%a, %b : tensor<8x100xf32>, tensor<100x50xf32>) outs(%c : tensor<8x50xf32>) -> tensor<8x50xf32>
  %q = linalg.matmul ins(%p, %d : tensor<8x50xf32>, tensor<50x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %p, %q : tensor<8x50xf32>, tensor<8x8xf32>
})");
  ASSERT_EQ(results.size(), 2U);
  EXPECT_FALSE(results[0].isExact);
  EXPECT_EQ(results[0].reductionChain, 100);
  // The sum, and the multiplication and the addition of one term.
  EXPECT_DOUBLE_EQ(results[0].squaredRoundings, 102 * kF32);
  EXPECT_DOUBLE_EQ(results[0].getTolerance(), 8 * std::sqrt(102 * kF32));
  EXPECT_EQ(results[1].reductionChain, 150);
  EXPECT_DOUBLE_EQ(results[1].squaredRoundings, 154 * kF32);
}

TEST(Accuracy, ASoftmaxSumsAlongItsDimension) {
  auto results = compute(R"(
func.func @f(%a: tensor<4x900xf32>, %b: tensor<4x900xf32>) -> tensor<4x900xf32> {
  %s = linalg.softmax dimension(1) ins(%a : tensor<4x900xf32>) outs(%b : tensor<4x900xf32>) -> tensor<4x900xf32>
  return %s : tensor<4x900xf32>
})");
  ASSERT_EQ(results.size(), 1U);
  EXPECT_FALSE(results[0].isExact);
  EXPECT_EQ(results[0].reductionChain, 900);
  EXPECT_GE(results[0].squaredRoundings, 900 * kF32);
  EXPECT_LE(results[0].squaredRoundings, 1300 * kF32);
}

TEST(Accuracy, TheWorstOfTwoWaysCounts) {
  auto results = compute(R"(
func.func @f(%a: tensor<100xf32>, %b: tensor<7xf32>, %c: tensor<f32>) -> tensor<f32> {
  %p = linalg.reduce { arith.addf } ins(%a : tensor<100xf32>) outs(%c : tensor<f32>) dimensions = [0]
  %q = linalg.reduce { arith.addf } ins(%b : tensor<7xf32>) outs(%c : tensor<f32>) dimensions = [0]
  %s = linalg.add ins(%p, %q : tensor<f32>, tensor<f32>) outs(%c : tensor<f32>) -> tensor<f32>
  return %s : tensor<f32>
})");
  EXPECT_EQ(results[0].reductionChain, 100);
  EXPECT_DOUBLE_EQ(results[0].squaredRoundings, 102 * kF32);
}

TEST(Accuracy, TheTypeOfEachSumSaysItsRounding) {
  auto results = compute(R"(
func.func @f(%a: tensor<8x100xf16>, %b: tensor<100x50xf16>, %c: tensor<8x50xf32>,
             %d: tensor<8x50xf16>) -> (tensor<8x50xf32>, tensor<8x50xf16>) {
  %p = linalg.matmul ins(%a, %b : tensor<8x100xf16>, tensor<100x50xf16>) outs(%c : tensor<8x50xf32>) -> tensor<8x50xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<8x50xf32>) outs(%d : tensor<8x50xf16>) {
    ^bb0(%x: f32, %o: f16):
      %y = arith.truncf %x : f32 to f16
      linalg.yield %y : f16
    } -> tensor<8x50xf16>
  return %p, %q : tensor<8x50xf32>, tensor<8x50xf16>
})");
  EXPECT_DOUBLE_EQ(results[0].squaredRoundings, 102 * kF32);
  EXPECT_DOUBLE_EQ(results[1].squaredRoundings, 102 * kF32 + kF16);
  EXPECT_EQ(results[1].reductionChain, 100);
}

TEST(Accuracy, AComparisonOfInexactNumbersIsNotExact) {
  auto results = compute(R"(
func.func @f(%a: tensor<4xf32>, %i: tensor<4xi32>) -> tensor<4xi32> {
  %p = math.exp %a : tensor<4xf32>
  %c = arith.cmpf olt, %p, %a : tensor<4xf32>
  %s = arith.select %c, %i, %i : tensor<4xi1>, tensor<4xi32>
  return %s : tensor<4xi32>
})");
  EXPECT_FALSE(results[0].isExact);
  EXPECT_DOUBLE_EQ(results[0].squaredRoundings, 16 * kF32);
  EXPECT_DOUBLE_EQ(results[0].getTolerance(), 32 * 0x1p-24);
}

TEST(Accuracy, LoopsAddWhatATurnAdds) {
  const std::string body = R"(
    %n = linalg.matmul ins(%x, %w : tensor<4x10xf32>, tensor<10x10xf32>) outs(%z : tensor<4x10xf32>) -> tensor<4x10xf32>
    scf.yield %n : tensor<4x10xf32>
  }
  return %r : tensor<4x10xf32>
})";
  auto known = compute(R"(
func.func @f(%a: tensor<4x10xf32>, %w: tensor<10x10xf32>, %z: tensor<4x10xf32>) -> tensor<4x10xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %r = scf.for %i = %c0 to %c9 step %c2 iter_args(%x = %a) -> tensor<4x10xf32> {)" +
                       body);
  EXPECT_EQ(known[0].reductionChain, 50);
  EXPECT_FALSE(known[0].isExact);
  EXPECT_DOUBLE_EQ(known[0].squaredRoundings, 60 * kF32);
  auto unknown = compute(R"(
func.func @f(%a: tensor<4x10xf32>, %w: tensor<10x10xf32>, %z: tensor<4x10xf32>, %count: index) -> tensor<4x10xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %count step %c1 iter_args(%x = %a) -> tensor<4x10xf32> {)" +
                         body);
  EXPECT_EQ(unknown[0].reductionChain, 10 * kUnknownTrips);
}

TEST(Accuracy, BothBranchesCount) {
  auto results = compute(R"(
func.func @f(%c: i1, %a: tensor<20xf32>, %z: tensor<f32>) -> tensor<f32> {
  %r = scf.if %c -> tensor<f32> {
    %s = linalg.reduce { arith.addf } ins(%a : tensor<20xf32>) outs(%z : tensor<f32>) dimensions = [0]
    scf.yield %s : tensor<f32>
  } else {
    scf.yield %z : tensor<f32>
  }
  return %r : tensor<f32>
})");
  EXPECT_EQ(results[0].reductionChain, 20);
  EXPECT_FALSE(results[0].isExact);
}

TEST(Accuracy, PlacesOfAnArenaAreToldApart) {
  auto results = compute(R"(
func.func @f(%a: memref<64xf32>) -> (memref<64xf32>, memref<f32>) {
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0.0 : f32
  %arena = memref.alloc() : memref<512xi8>
  %p = memref.view %arena[%c0][] : memref<512xi8> to memref<64xf32>
  %q = memref.view %arena[%c256][] : memref<512xi8> to memref<f32>
  memref.copy %a, %p : memref<64xf32> to memref<64xf32>
  linalg.fill ins(%zero : f32) outs(%q : memref<f32>)
  linalg.reduce { arith.addf } ins(%a : memref<64xf32>) outs(%q : memref<f32>) dimensions = [0]
  return %p, %q : memref<64xf32>, memref<f32>
})");
  EXPECT_TRUE(results[0].isExact);
  EXPECT_FALSE(results[1].isExact);
  EXPECT_EQ(results[1].reductionChain, 64);
}

TEST(Accuracy, ABufferIsWhatWasWrittenLast) {
  auto results = compute(R"(
func.func @f(%a: memref<64xf32>, %b: memref<f32>, %c: memref<f32>) -> memref<f32> {
  linalg.reduce { arith.addf } ins(%a : memref<64xf32>) outs(%b : memref<f32>) dimensions = [0]
  memref.copy %b, %c : memref<f32> to memref<f32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%b : memref<f32>)
  return %c : memref<f32>
})");
  EXPECT_EQ(results[0].reductionChain, 64);
  auto filled = compute(R"(
func.func @f(%a: memref<64xf32>, %b: memref<f32>) -> memref<f32> {
  linalg.reduce { arith.addf } ins(%a : memref<64xf32>) outs(%b : memref<f32>) dimensions = [0]
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%b : memref<f32>)
  return %b : memref<f32>
})");
  EXPECT_TRUE(filled[0].isExact);
}

TEST(Accuracy, TolerancesEndByTheCoarsestTypeOnTheWay) {
  const std::pair<double, double> ends[] = {{0x1p-53, 1e-9},
                                            {0x1p-24, 1e-3},
                                            {0x1p-11, 0x1p-5},
                                            {0x1p-8, 0x1p-4},
                                            {0x1p-4, 0x1p-4}};
  for (auto [coarsest, end] : ends) {
    Accuracy accuracy{false, INT64_MAX, 5.0, coarsest};
    EXPECT_EQ(accuracy.getTolerance(), end);
  }
}

TEST(Accuracy, TheCoarsestTypeIsOneThatWasRoundedTo) {
  auto results = compute(R"(
func.func @f(%a: tensor<4xf16>, %b: tensor<4xf64>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf64>) {
  %x = arith.extf %a : tensor<4xf16> to tensor<4xf32>
  %p = math.exp %x : tensor<4xf32>
  %y = math.exp %a : tensor<4xf16>
  %q = arith.extf %y : tensor<4xf16> to tensor<4xf32>
  %r = arith.addf %b, %b : tensor<4xf64>
  return %p, %q, %r : tensor<4xf32>, tensor<4xf32>, tensor<4xf64>
})");
  EXPECT_EQ(results[0].coarsest, 0x1p-24);
  EXPECT_EQ(results[1].coarsest, 0x1p-11);
  EXPECT_EQ(results[2].coarsest, 0x1p-53);
}

TEST(Accuracy, ALongLoopOfSumsIsNotAtTheEnd) {
  // Of f32: 100 turns, each a sum of 512 terms and a function of math.
  auto results = compute(R"(
func.func @f(%a: tensor<4x512xf32>, %w: tensor<512x512xf32>, %z: tensor<4x512xf32>) -> tensor<4x512xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %r = scf.for %i = %c0 to %c100 step %c1 iter_args(%x = %a) -> tensor<4x512xf32> {
    %n = linalg.matmul ins(%x, %w : tensor<4x512xf32>, tensor<512x512xf32>) outs(%z : tensor<4x512xf32>) -> tensor<4x512xf32>
    %t = math.tanh %n : tensor<4x512xf32>
    scf.yield %t : tensor<4x512xf32>
  }
  return %r : tensor<4x512xf32>
})");
  EXPECT_DOUBLE_EQ(results[0].getTolerance(),
                   8 * std::sqrt(100 * (512 + 2 + 16) * kF32));
  EXPECT_LT(results[0].getTolerance(), 2e-4);
}

} // namespace
