//===- MatmulTest.cpp - Matrix products by cuBLASLt -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatedGpu.h"
#include "SmallNumbers.h"

#include <tuple>

using namespace remat::test;

namespace {

/// A product of integers: results are exact, whatever the order of sums.
struct Case {
  int32_t inputs = REMAT_F32, output = REMAT_F32;
  int64_t batch = 1, m = 5, n = 3, k = 7;
  bool isATransposed = false, isBTransposed = false;
  double beta = 1;
  /// Elements beyond the shortest lines and matrices.
  int64_t gap = 0;
  int64_t workspace = 4096;
};

struct Shape {
  int64_t leading, stride;
};

Shape shapeOf(const Case &c, int64_t rows, int64_t columns, bool isTransposed) {
  int64_t line = (isTransposed ? rows : columns) + c.gap;
  return {line, line * (isTransposed ? columns : rows) + 2 * c.gap};
}

int64_t at(Shape shape, int64_t batch, int64_t row, int64_t column,
           bool isTransposed) {
  return batch * shape.stride + (isTransposed ? column : row) * shape.leading +
         (isTransposed ? row : column);
}

class CudaMatmul : public EmulatedGpu {
protected:
  void check(const Case &c) {
    std::mt19937 random(7);
    Shape a = shapeOf(c, c.m, c.k, c.isATransposed);
    Shape b = shapeOf(c, c.k, c.n, c.isBTransposed);
    Shape r = shapeOf(c, c.m, c.n, false);
    std::vector<int> aValues = randomIntegers(random, c.batch * a.stride);
    std::vector<int> bValues = randomIntegers(random, c.batch * b.stride);
    std::vector<int> expected = randomIntegers(random, c.batch * r.stride);
    DeviceArray<char> aDevice(encode(c.inputs, aValues));
    DeviceArray<char> bDevice(encode(c.inputs, bValues));
    DeviceArray<char> rDevice(encode(c.output, expected));
    for (int64_t i = 0; i < c.batch * c.m * c.n; ++i) {
      int64_t batch = i / (c.m * c.n), row = i / c.n % c.m, column = i % c.n;
      int sum = 0;
      for (int64_t p = 0; p < c.k; ++p)
        sum += aValues[at(a, batch, row, p, c.isATransposed)] *
               bValues[at(b, batch, p, column, c.isBTransposed)];
      int &result = expected[at(r, batch, row, column, false)];
      result = (c.beta != 0 ? result : 0) + sum;
    }
    DeviceArray<char> workspace(static_cast<size_t>(c.workspace));
    rematCudaMatmul(stream, c.inputs, c.output, c.batch, c.m, c.n, c.k,
                    aDevice.get(), a.leading, a.stride, c.isATransposed,
                    bDevice.get(), b.leading, b.stride, c.isBTransposed,
                    rDevice.get(), r.leading, r.stride, c.beta, workspace.get(),
                    c.workspace);
    ASSERT_EQ(rematCudaFirstError(), nullptr) << rematCudaFirstError();
    EXPECT_EQ(rDevice.read(), encode(c.output, expected));
  }

  /// The error of a product of zeros with these sizes.
  std::string errorOf(int32_t inputs, int32_t output, int64_t m, int64_t n,
                      int64_t k, int64_t leadingOfA, double beta = 1) {
    DeviceArray<char> bytes(size_t(4096));
    rematCudaMatmul(stream, inputs, output, 1, m, n, k, bytes.get(), leadingOfA,
                    0, 0, bytes.get() + 1024, n, 0, 0, bytes.get() + 2048, n, 0,
                    beta, nullptr, 0);
    return takeError();
  }
};

TEST_F(CudaMatmul, MatchesAPlainLoopInEveryFormAndType) {
  const std::pair<int32_t, int32_t> types[] = {
      {REMAT_F32, REMAT_F32},   {REMAT_F64, REMAT_F64},
      {REMAT_F16, REMAT_F16},   {REMAT_F16, REMAT_F32},
      {REMAT_BF16, REMAT_BF16}, {REMAT_BF16, REMAT_F32}};
  for (auto [inputs, output] : types)
    for (int form = 0; form < 16; ++form) {
      Case c;
      c.inputs = inputs;
      c.output = output;
      c.isATransposed = form & 1;
      c.isBTransposed = form & 2;
      c.beta = form & 4 ? 0 : 1;
      c.batch = form & 8 ? 3 : 1;
      SCOPED_TRACE(std::to_string(inputs) + " " + std::to_string(output) + " " +
                   std::to_string(form));
      check(c);
      c.gap = 5;
      check(c);
    }
}

TEST_F(CudaMatmul, SinglesAndLinesAreMatricesToo) {
  for (auto [m, n, k] :
       {std::tuple<int, int, int>{1, 1, 1}, {1, 9, 4}, {9, 1, 4}, {4, 4, 1}}) {
    Case c;
    c.m = m;
    c.n = n;
    c.k = k;
    check(c);
  }
}

TEST_F(CudaMatmul, HalfIsSummedInSingle) {
  std::vector<int> ones(4096, 1);
  DeviceArray<char> line(encode(REMAT_F16, ones));
  DeviceArray<char> column(encode(REMAT_F16, ones));
  DeviceArray<float> sum(std::vector<float>{0});
  rematCudaMatmul(stream, REMAT_F16, REMAT_F32, 1, 1, 1, 4096, line.get(), 4096,
                  0, 0, column.get(), 1, 0, 0, sum.get(), 1, 0, 0, nullptr, 0);
  // In f16 the sum would stay at 2048.
  EXPECT_EQ(sum.read(), std::vector<float>{4096});
}

TEST_F(CudaMatmul, ProductsOfNothingKeepOrClear) {
  Case c;
  c.k = 0;
  check(c);
  c.beta = 0;
  c.gap = 3;
  c.batch = 2;
  check(c);
  c.m = 0;
  check(c);
}

TEST_F(CudaMatmul, ResultsThatWereNotWrittenAreNotReadWithBetaZero) {
  DeviceArray<float> a(std::vector<float>{2}), b(std::vector<float>{3});
  DeviceArray<float> fresh(size_t(1));
  rematCudaMatmul(stream, REMAT_F32, REMAT_F32, 1, 1, 1, 1, a.get(), 1, 0, 0,
                  b.get(), 1, 0, 0, fresh.get(), 1, 0, 0, nullptr, 0);
  EXPECT_EQ(fresh.read(), std::vector<float>{6});
}

TEST_F(CudaMatmul, AnyWorkspaceIsEnoughAndNoneToo) {
  for (int64_t bytes : {0, 1, 255, 256, 1 << 20, 3 << 20}) {
    Case c;
    c.workspace = bytes;
    check(c);
  }
}

TEST_F(CudaMatmul, WorkspacesBeyondTheirAllocationAreErrors) {
  DeviceArray<float> values(size_t(3));
  mgpuMemset32(values.get(), 0, 3, stream);
  DeviceArray<char> workspace(size_t(512));
  rematCudaMatmul(stream, REMAT_F32, REMAT_F32, 1, 1, 1, 1, values.get(), 1, 0,
                  0, values.get() + 1, 1, 0, 0, values.get() + 2, 1, 0, 1,
                  workspace.get(), 1024);
  EXPECT_EQ(takeError(),
            "a matrix product of 1 x [1x1 * 1x1], f32 to f32: cublasLtMatmul: "
            "CUBLAS_STATUS_INVALID_VALUE (an unsupported value or parameter "
            "was passed to the function); lower with library=none");
  EXPECT_EQ(takeEmulatorError(), "the workspace of cublasLtMatmul: bytes 0 to "
                                 "1024 of an allocation of 512 bytes");
}

TEST_F(CudaMatmul, MatricesBeyondTheirAllocationAreErrors) {
  EXPECT_NE(errorOf(REMAT_F32, REMAT_F32, 40, 8, 40, 40), "");
  EXPECT_EQ(takeEmulatorError(), "matrix B of cublasLtMatmul: bytes 0 to 6400 "
                                 "of an allocation of 4096 bytes");
}

TEST_F(CudaMatmul, ResultsOverTheirInputsAreErrors) {
  DeviceArray<float> values(std::vector<float>(16, 0));
  rematCudaMatmul(stream, REMAT_F32, REMAT_F32, 1, 2, 2, 2, values.get(), 4, 0,
                  0, values.get() + 8, 4, 0, 0, values.get() + 1, 4, 0, 1,
                  nullptr, 0);
  EXPECT_NE(takeError(), "");
  EXPECT_EQ(takeEmulatorError(),
            "cublasLtMatmul: the result overlaps an input");
  // Side by side they may lie.
  rematCudaMatmul(stream, REMAT_F32, REMAT_F32, 1, 2, 2, 2, values.get(), 4, 0,
                  0, values.get() + 8, 4, 0, 0, values.get() + 2, 4, 0, 1,
                  nullptr, 0);
  EXPECT_EQ(takeError(), "");
}

TEST_F(CudaMatmul, WhatTheLibraryCannotTakeIsNamed) {
  EXPECT_EQ(errorOf(REMAT_F32, REMAT_F16, 2, 2, 2, 2),
            "a matrix product of 1 x [2x2 * 2x2], f32 to f16: inputs and "
            "output have one type of f16, bf16, f32, f64, or the output is f32 "
            "and the inputs are f16 or bf16");
  EXPECT_NE(errorOf(9, 9, 2, 2, 2, 2).find("element 9 to element 9"),
            std::string::npos);
  EXPECT_EQ(errorOf(REMAT_F32, REMAT_F32, int64_t(1) << 32, 2, 2, 2),
            "a matrix product of 1 x [4294967296x2 * 2x2], f32 to f32: a size "
            "of 4294967296; the library takes 0 to 2147483647: lower with "
            "library=none");
  EXPECT_EQ(errorOf(REMAT_F32, REMAT_F32, 2, 2, 4, 3),
            "a matrix product of 1 x [2x4 * 4x2], f32 to f32: a leading "
            "dimension of 3 for lines of 4 elements; it is at least as long as "
            "they, and at most 2147483647");
  EXPECT_NE(errorOf(REMAT_F32, REMAT_F32, 2, 2, 2, 2, 0.5).find("beta is"),
            std::string::npos);
}

} // namespace
