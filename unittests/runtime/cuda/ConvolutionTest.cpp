//===- ConvolutionTest.cpp - Convolutions by cuDNN ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatedGpu.h"
#include "Libraries.h"
#include "ModuleImage.h"
#include "SmallNumbers.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

using namespace remat::test;

namespace {

struct Case {
  int32_t inputs = REMAT_F32, output = REMAT_F32;
  int64_t n = 2, h = 7, w = 6, c = 3, kh = 3, kw = 2, f = 4;
  int64_t strideH = 1, strideW = 1, dilationH = 1, dilationW = 1;
  double beta = 1;
  int64_t workspace = 4 << 20;
  /// Outputs at the end that are not asked for.
  int64_t without = 0;

  int64_t oh() const {
    return (h - (kh - 1) * dilationH - 1) / strideH + 1 - without;
  }
  int64_t ow() const {
    return (w - (kw - 1) * dilationW - 1) / strideW + 1 - without;
  }
};

class CudaConvolution : public EmulatedGpu {
protected:
  void run(const Case &v, const void *input, const void *filter, void *output,
           void *workspace) {
    rematCudaConv2D(stream, v.inputs, v.output, v.n, v.h, v.w, v.c, v.kh, v.kw,
                    v.f, v.oh(), v.ow(), v.strideH, v.strideW, v.dilationH,
                    v.dilationW, input, filter, output, v.beta, workspace,
                    v.workspace);
  }

  void check(const Case &v) {
    std::mt19937 random(11);
    std::vector<int> input = randomIntegers(random, v.n * v.h * v.w * v.c);
    std::vector<int> filter = randomIntegers(random, v.kh * v.kw * v.c * v.f);
    std::vector<int> expected =
        randomIntegers(random, v.n * v.oh() * v.ow() * v.f);
    DeviceArray<char> inputDevice(encode(v.inputs, input));
    DeviceArray<char> filterDevice(encode(v.inputs, filter));
    DeviceArray<char> outputDevice(encode(v.output, expected));
    for (int64_t i = 0; i < static_cast<int64_t>(expected.size()); ++i) {
      int64_t f = i % v.f, ow = i / v.f % v.ow(),
              oh = i / (v.f * v.ow()) % v.oh(), n = i / (v.f * v.ow() * v.oh());
      int sum = v.beta != 0 ? expected[i] : 0;
      for (int64_t p = 0; p < v.kh * v.kw * v.c; ++p) {
        int64_t c = p % v.c, kw = p / v.c % v.kw, kh = p / (v.c * v.kw);
        int64_t row = oh * v.strideH + kh * v.dilationH;
        int64_t column = ow * v.strideW + kw * v.dilationW;
        sum += input[((n * v.h + row) * v.w + column) * v.c + c] *
               filter[p * v.f + f];
      }
      expected[i] = sum;
    }
    DeviceArray<char> workspace(static_cast<size_t>(v.workspace));
    run(v, inputDevice.get(), filterDevice.get(), outputDevice.get(),
        workspace.get());
    ASSERT_EQ(rematCudaFirstError(), nullptr) << rematCudaFirstError();
    EXPECT_EQ(outputDevice.read(), encode(v.output, expected));
  }

  std::string errorOf(const Case &v) {
    DeviceArray<char> bytes(std::vector<char>(4096));
    run(v, bytes.get(), bytes.get(), bytes.get(), nullptr);
    return takeError();
  }
};

TEST_F(CudaConvolution, MatchesAPlainLoopInEveryType) {
  const std::pair<int32_t, int32_t> types[] = {
      {REMAT_F32, REMAT_F32},   {REMAT_F64, REMAT_F64},
      {REMAT_F16, REMAT_F16},   {REMAT_F16, REMAT_F32},
      {REMAT_BF16, REMAT_BF16}, {REMAT_BF16, REMAT_F32}};
  for (auto [inputs, output] : types)
    for (double beta : {0.0, 1.0}) {
      SCOPED_TRACE(std::to_string(inputs) + " " + std::to_string(output));
      Case v;
      v.inputs = inputs;
      v.output = output;
      v.beta = beta;
      check(v);
    }
}

TEST_F(CudaConvolution, StridesAndDilationsSkipRowsAndColumns) {
  for (int form = 0; form < 16; ++form) {
    SCOPED_TRACE(form);
    Case v;
    v.h = 11;
    v.w = 10;
    v.strideH = form & 1 ? 2 : 1;
    v.strideW = form & 2 ? 3 : 1;
    v.dilationH = form & 4 ? 2 : 1;
    v.dilationW = form & 8 ? 3 : 1;
    check(v);
    // As sums of products, which need no workspace.
    v.workspace = 0;
    check(v);
    v.without = 1;
    check(v);
    v.workspace = 4 << 20;
    check(v);
  }
}

TEST_F(CudaConvolution, FitsIntoAnyWorkspace) {
  Case v;
  int64_t filterBytes = v.kh * v.kw * v.c * v.f * 4;
  for (int64_t bytes :
       {int64_t(1), filterBytes - 1, filterBytes, filterBytes + 300,
        int64_t(1) << 20, (int64_t(1) << 20) + 512, int64_t(2) << 20}) {
    SCOPED_TRACE(bytes);
    v.workspace = bytes;
    check(v);
  }
}

TEST_F(CudaConvolution, TheFilterIsTransposedWhereCudnnIsUsed) {
  Case v;
  check(v);
  EXPECT_EQ(rematEmulatorLaunches(), 1) << "the transposition";
  v.workspace = 0;
  check(v);
  EXPECT_EQ(rematEmulatorLaunches(), 1) << "no transposition without a place";
}

TEST_F(CudaConvolution, TheTranspositionIsAssembledForEveryChip) {
  if (!*REMAT_PTXAS)
    GTEST_SKIP() << "no CUDA toolkit was found, so no ptxas";
  std::string file = testing::TempDir() + "remat-transpose.ptx";
  std::ofstream(file) << remat::cuda::transposePtx();
  for (const char *chip : {"sm_80", "sm_90", "sm_100"}) {
    std::string command = std::string(REMAT_PTXAS) + " -arch " + chip + " " +
                          file + " -o " + file + ".cubin";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    std::ifstream cubin(file + ".cubin", std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(cubin)), {});
    std::vector<std::string> kernels =
        remat::cuda::readModuleImage(bytes.data(), bytes.size()).kernels;
    std::sort(kernels.begin(), kernels.end());
    EXPECT_EQ(kernels, (std::vector<std::string>{"remat_cuda_transpose_16",
                                                 "remat_cuda_transpose_32",
                                                 "remat_cuda_transpose_64"}));
  }
}

TEST_F(CudaConvolution, FiltersOfOnePointAreOneProduct) {
  Case v;
  v.kh = v.kw = 1;
  check(v);
  EXPECT_EQ(rematEmulatorLaunches(), 0);
  v.strideH = 2;
  v.strideW = 2;
  check(v);
  v.h = v.w = 1;
  check(v);
}

TEST_F(CudaConvolution, FiltersAsLargeAsTheImageAreOneLine) {
  Case v;
  v.kh = v.h;
  v.kw = v.w;
  check(v);
  v.workspace = 0;
  check(v);
}

TEST_F(CudaConvolution, ConvolutionsOfNothingKeepOrClear) {
  Case v;
  v.c = 0;
  check(v);
  v.beta = 0;
  check(v);
  v.n = 0;
  check(v);
}

TEST_F(CudaConvolution, WhatCannotBeIsNamed) {
  Case v;
  v.without = -1;
  EXPECT_EQ(errorOf(v),
            "a convolution of 2x7x6x3 with 3x2x3x4 to 2x6x6x4, strides 1x1, "
            "dilations 1x1, f32 to f32: it reads beyond the input");
  v.without = 0;
  v.output = REMAT_F16;
  EXPECT_NE(errorOf(v).find("f32 to f16: inputs and output have one type"),
            std::string::npos);
  v.output = REMAT_F32;
  v.c = int64_t(1) << 31;
  EXPECT_NE(errorOf(v).find("a size of 2147483648; the library takes"),
            std::string::npos);
  v.c = 3;
  v.beta = 2;
  EXPECT_NE(errorOf(v).find("it is 0 or 1"), std::string::npos);
}

TEST_F(CudaConvolution, TensorsBeyondTheirAllocationsAreErrors) {
  Case v;
  DeviceArray<char> bytes(std::vector<char>(100));
  DeviceArray<char> workspace(static_cast<size_t>(v.workspace));
  run(v, bytes.get(), workspace.get(), workspace.get(), workspace.get());
  EXPECT_NE(takeError().find("cudnnConvolutionForward: CUDNN_STATUS_BAD_PARAM; "
                             "lower with library=none"),
            std::string::npos);
  EXPECT_EQ(takeEmulatorError(),
            "the input of cudnnConvolutionForward: bytes 0 to 1008 of an "
            "allocation of 100 bytes");
}

} // namespace
