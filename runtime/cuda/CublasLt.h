//===- CublasLt.h - cuBLASLt's functions, opened at run time ----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cuBLASLt without its headers: what the runtime calls, declared here. A test
// compares every declaration with cublasLt.h where there is one.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_CUDA_CUBLASLT_H
#define REMAT_RUNTIME_CUDA_CUBLASLT_H

#include "Driver.h"

namespace remat::cuda {

/// cublasStatus_t.
using LtStatus = int32_t;
enum : LtStatus {
  kLtSuccess = 0,
  kLtNotInitialized = 1,
  kLtInvalidValue = 7,
  kLtNotSupported = 15,
};
/// cudaDataType.
enum : int32_t { kLtF32 = 0, kLtF64 = 1, kLtF16 = 2, kLtBF16 = 14 };
/// cublasComputeType_t.
enum : int32_t { kLtCompute32 = 68, kLtCompute64 = 70 };
/// cublasOperation_t.
enum : int32_t { kLtPlain = 0, kLtTransposed = 1 };
/// cublasLtMatmulDescAttributes_t.
enum : int32_t { kLtDescTransA = 3, kLtDescTransB = 4 };
/// cublasLtMatrixLayoutAttribute_t.
enum : int32_t { kLtLayoutBatch = 5, kLtLayoutBatchStride = 6 };
/// cublasLtMatmulPreferenceAttributes_t.
enum : int32_t {
  kLtPreferWorkspace = 1,
  kLtPreferReductions = 3,
  kLtPreferAlignmentA = 5,
  kLtPreferAlignmentB = 6,
  kLtPreferAlignmentC = 7,
  kLtPreferAlignmentD = 8,
};
/// cublasLtReductionScheme_t.
enum : uint32_t { kLtReduceInComputeType = 2 };

using LtHandle = struct LtHandleTag *;
using LtDesc = struct LtDescTag *;
using LtLayout = struct LtLayoutTag *;
using LtPreference = struct LtPreferenceTag *;

/// cublasLtMatmulAlgo_t.
struct LtAlgorithm {
  uint64_t data[8];
};

/// cublasLtMatmulHeuristicResult_t.
struct LtChoice {
  LtAlgorithm algorithm;
  size_t workspaceBytes;
  LtStatus state;
  float waves;
  int32_t reserved[4];
};

// The functions: what they return, name, parameters.
#define REMAT_CUBLASLT_FUNCTIONS(F)                                            \
  F(LtStatus, cublasLtCreate, (LtHandle *))                                    \
  F(const char *, cublasLtGetStatusName, (LtStatus))                           \
  F(const char *, cublasLtGetStatusString, (LtStatus))                         \
  F(LtStatus, cublasLtMatmulDescCreate, (LtDesc *, int32_t, int32_t))          \
  F(LtStatus, cublasLtMatmulDescDestroy, (LtDesc))                             \
  F(LtStatus, cublasLtMatmulDescSetAttribute,                                  \
    (LtDesc, int32_t, const void *, size_t))                                   \
  F(LtStatus, cublasLtMatrixLayoutCreate,                                      \
    (LtLayout *, int32_t, uint64_t, uint64_t, int64_t))                        \
  F(LtStatus, cublasLtMatrixLayoutDestroy, (LtLayout))                         \
  F(LtStatus, cublasLtMatrixLayoutSetAttribute,                                \
    (LtLayout, int32_t, const void *, size_t))                                 \
  F(LtStatus, cublasLtMatmulPreferenceCreate, (LtPreference *))                \
  F(LtStatus, cublasLtMatmulPreferenceDestroy, (LtPreference))                 \
  F(LtStatus, cublasLtMatmulPreferenceSetAttribute,                            \
    (LtPreference, int32_t, const void *, size_t))                             \
  F(LtStatus, cublasLtMatmulAlgoGetHeuristic,                                  \
    (LtHandle, LtDesc, LtLayout, LtLayout, LtLayout, LtLayout, LtPreference,   \
     int, LtChoice *, int *))                                                  \
  F(LtStatus, cublasLtMatmul,                                                  \
    (LtHandle, LtDesc, const void *, const void *, LtLayout, const void *,     \
     LtLayout, const void *, const void *, LtLayout, void *, LtLayout,         \
     const LtAlgorithm *, void *, size_t, Stream))

/// The library's functions and the handle made for this process.
struct CublasLt {
#define REMAT_MEMBER(result, name, parameters) result(*name) parameters;
  REMAT_CUBLASLT_FUNCTIONS(REMAT_MEMBER)
#undef REMAT_MEMBER
  LtHandle handle;
};

} // namespace remat::cuda

#endif // REMAT_RUNTIME_CUDA_CUBLASLT_H
