//===- Cudnn.h - cuDNN's functions, opened at run time ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cuDNN 9 without its headers: what the runtime calls, declared here. A test
// compares every declaration with cudnn.h where there is one.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_CUDA_CUDNN_H
#define REMAT_RUNTIME_CUDA_CUDNN_H

#include "Driver.h"

namespace remat::cuda {

/// cudnnStatus_t; 3000 to 3999 are all reasons for "not supported".
using DnnStatus = int32_t;
enum : DnnStatus {
  kDnnSuccess = 0,
  kDnnNotInitialized = 1001,
  kDnnBadParameter = 2000,
  kDnnNotSupported = 3000,
};
/// cudnnDataType_t.
enum : int32_t { kDnnF32 = 0, kDnnF64 = 1, kDnnF16 = 2, kDnnBF16 = 9 };
/// cudnnTensorFormat_t.
enum : int32_t { kDnnNHWC = 1 };
/// cudnnConvolutionMode_t.
enum : int32_t { kDnnCrossCorrelation = 1 };
/// cudnnMathType_t.
enum : int32_t { kDnnTensorMath = 1, kDnnFmaMath = 3 };
/// cudnnConvolutionFwdAlgo_t: those that sum products as they are. FFT and
/// Winograd's, above these, round otherwise than a convolution does.
enum : int32_t {
  kDnnImplicitGemm = 0,
  kDnnImplicitPrecompGemm = 1,
  kDnnGemm = 2
};

using DnnHandle = struct DnnHandleTag *;
using DnnTensor = struct DnnTensorTag *;
using DnnFilter = struct DnnFilterTag *;
using DnnConvolution = struct DnnConvolutionTag *;

/// cudnnConvolutionFwdAlgoPerf_t.
struct DnnChoice {
  int32_t algorithm;
  DnnStatus status;
  float time;
  size_t workspaceBytes;
  int32_t determinism;
  int32_t math;
  int32_t reserved[3];
};

// The functions: what they return, name, parameters.
#define REMAT_CUDNN_FUNCTIONS(F)                                               \
  F(size_t, cudnnGetVersion, ())                                               \
  F(const char *, cudnnGetErrorString, (DnnStatus))                            \
  F(DnnStatus, cudnnCreate, (DnnHandle *))                                     \
  F(DnnStatus, cudnnSetStream, (DnnHandle, Stream))                            \
  F(DnnStatus, cudnnCreateTensorDescriptor, (DnnTensor *))                     \
  F(DnnStatus, cudnnDestroyTensorDescriptor, (DnnTensor))                      \
  F(DnnStatus, cudnnSetTensor4dDescriptorEx,                                   \
    (DnnTensor, int32_t, int, int, int, int, int, int, int, int))              \
  F(DnnStatus, cudnnCreateFilterDescriptor, (DnnFilter *))                     \
  F(DnnStatus, cudnnDestroyFilterDescriptor, (DnnFilter))                      \
  F(DnnStatus, cudnnSetFilter4dDescriptor,                                     \
    (DnnFilter, int32_t, int32_t, int, int, int, int))                         \
  F(DnnStatus, cudnnCreateConvolutionDescriptor, (DnnConvolution *))           \
  F(DnnStatus, cudnnDestroyConvolutionDescriptor, (DnnConvolution))            \
  F(DnnStatus, cudnnSetConvolution2dDescriptor,                                \
    (DnnConvolution, int, int, int, int, int, int, int32_t, int32_t))          \
  F(DnnStatus, cudnnSetConvolutionMathType, (DnnConvolution, int32_t))         \
  F(DnnStatus, cudnnGetConvolutionForwardAlgorithm_v7,                         \
    (DnnHandle, DnnTensor, DnnFilter, DnnConvolution, DnnTensor, int, int *,   \
     DnnChoice *))                                                             \
  F(DnnStatus, cudnnGetConvolutionForwardWorkspaceSize,                        \
    (DnnHandle, DnnTensor, DnnFilter, DnnConvolution, DnnTensor, int32_t,      \
     size_t *))                                                                \
  F(DnnStatus, cudnnConvolutionForward,                                        \
    (DnnHandle, const void *, DnnTensor, const void *, DnnFilter,              \
     const void *, DnnConvolution, int32_t, void *, size_t, const void *,      \
     DnnTensor, void *))

/// The library's functions and the handle made for this process.
struct Cudnn {
#define REMAT_MEMBER(result, name, parameters) result(*name) parameters;
  REMAT_CUDNN_FUNCTIONS(REMAT_MEMBER)
#undef REMAT_MEMBER
  DnnHandle handle;
};

} // namespace remat::cuda

#endif // REMAT_RUNTIME_CUDA_CUDNN_H
