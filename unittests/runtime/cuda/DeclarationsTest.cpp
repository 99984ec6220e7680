//===- DeclarationsTest.cpp - Our declarations are the toolkit's ----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime declares what it calls by itself, so that it builds without a
// toolkit. Where there is one, this file does not compile if the two differ:
// parameters are compared by what they are in the ABI (a pointer, a number of
// so many bytes).
//
//===----------------------------------------------------------------------===//

// cuda.h comes first: its macros add versions to names (cuMemAlloc_v2), and
// must do so in the table as well.
#include <cublasLt.h>
#include <cuda.h>

#include "CublasLt.h"
#include "Driver.h"

#include <cstddef>
#include <type_traits>

using namespace remat::cuda;

namespace {

// Pointers to structs have sizes too. NOLINTBEGIN(bugprone-sizeof-expression)

enum class Kind { none, pointer, integer, floating };

template <typename T> constexpr Kind kindOf() {
  if constexpr (std::is_void_v<T>)
    return Kind::none;
  else if constexpr (std::is_pointer_v<T> || std::is_array_v<T>)
    return Kind::pointer;
  else if constexpr (std::is_floating_point_v<T>)
    return Kind::floating;
  else
    return Kind::integer;
}

template <typename One, typename Other> constexpr bool isSame() {
  if constexpr (kindOf<One>() != kindOf<Other>())
    return false;
  else if constexpr (std::is_void_v<One>)
    return true;
  else
    return sizeof(One) == sizeof(Other);
}

template <typename One, typename Other> struct SameCall : std::false_type {};
template <typename R1, typename... P1, typename R2, typename... P2>
struct SameCall<R1 (*)(P1...), R2 (*)(P2...)> {
  static constexpr bool value = [] {
    if constexpr (sizeof...(P1) != sizeof...(P2))
      return false;
    else
      return isSame<R1, R2>() && (isSame<P1, P2>() && ...);
  }();
};

#define REMAT_COMPARE(table, name)                                             \
  static_assert(SameCall<decltype(&::name), decltype(table::name)>::value,     \
                #name " is declared otherwise");
#define REMAT_COMPARE_DRIVER(name, symbol, parameters)                         \
  REMAT_COMPARE(DriverTable, name)
#define REMAT_COMPARE_CUBLASLT(result, name, parameters)                       \
  REMAT_COMPARE(CublasLt, name)
REMAT_CUDA_FUNCTIONS(REMAT_COMPARE_DRIVER)
REMAT_CUBLASLT_FUNCTIONS(REMAT_COMPARE_CUBLASLT)

#define REMAT_VALUE(ours, theirs)                                              \
  static_assert(static_cast<int64_t>(ours) == static_cast<int64_t>(theirs),    \
                #theirs " has another value");
REMAT_VALUE(kInvalidValue, CUDA_ERROR_INVALID_VALUE)
REMAT_VALUE(kOutOfMemory, CUDA_ERROR_OUT_OF_MEMORY)
REMAT_VALUE(kNotInitialized, CUDA_ERROR_NOT_INITIALIZED)
REMAT_VALUE(kDeinitialized, CUDA_ERROR_DEINITIALIZED)
REMAT_VALUE(kStubLibrary, CUDA_ERROR_STUB_LIBRARY)
REMAT_VALUE(kNoDevice, CUDA_ERROR_NO_DEVICE)
REMAT_VALUE(kInvalidDevice, CUDA_ERROR_INVALID_DEVICE)
REMAT_VALUE(kInvalidImage, CUDA_ERROR_INVALID_IMAGE)
REMAT_VALUE(kNoBinaryForGpu, CUDA_ERROR_NO_BINARY_FOR_GPU)
REMAT_VALUE(kInvalidPtx, CUDA_ERROR_INVALID_PTX)
REMAT_VALUE(kUnsupportedPtxVersion, CUDA_ERROR_UNSUPPORTED_PTX_VERSION)
REMAT_VALUE(kInvalidHandle, CUDA_ERROR_INVALID_HANDLE)
REMAT_VALUE(kNotFound, CUDA_ERROR_NOT_FOUND)
REMAT_VALUE(kNotReady, CUDA_ERROR_NOT_READY)
REMAT_VALUE(kLaunchFailed, CUDA_ERROR_LAUNCH_FAILED)
REMAT_VALUE(kMajorCapability, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)
REMAT_VALUE(kMinorCapability, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)
REMAT_VALUE(kMaxSharedBytesOptIn,
            CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)
REMAT_VALUE(kMaxDynamicSharedBytes,
            CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)
REMAT_VALUE(kStreamNonBlocking, CU_STREAM_NON_BLOCKING)
REMAT_VALUE(kEventDefault, CU_EVENT_DEFAULT)
REMAT_VALUE(kEventDisableTiming, CU_EVENT_DISABLE_TIMING)
REMAT_VALUE(kAttachGlobal, CU_MEM_ATTACH_GLOBAL)
REMAT_VALUE(kJitErrorLog, CU_JIT_ERROR_LOG_BUFFER)
REMAT_VALUE(kJitErrorLogBytes, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
REMAT_VALUE(kJitOptimizationLevel, CU_JIT_OPTIMIZATION_LEVEL)
REMAT_VALUE(kClusterDimension, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)

REMAT_VALUE(kLtNotInitialized, CUBLAS_STATUS_NOT_INITIALIZED)
REMAT_VALUE(kLtInvalidValue, CUBLAS_STATUS_INVALID_VALUE)
REMAT_VALUE(kLtNotSupported, CUBLAS_STATUS_NOT_SUPPORTED)
REMAT_VALUE(kLtF32, CUDA_R_32F)
REMAT_VALUE(kLtF64, CUDA_R_64F)
REMAT_VALUE(kLtF16, CUDA_R_16F)
REMAT_VALUE(kLtBF16, CUDA_R_16BF)
REMAT_VALUE(kLtCompute32, CUBLAS_COMPUTE_32F)
REMAT_VALUE(kLtCompute64, CUBLAS_COMPUTE_64F)
REMAT_VALUE(kLtPlain, CUBLAS_OP_N)
REMAT_VALUE(kLtTransposed, CUBLAS_OP_T)
REMAT_VALUE(kLtDescTransA, CUBLASLT_MATMUL_DESC_TRANSA)
REMAT_VALUE(kLtDescTransB, CUBLASLT_MATMUL_DESC_TRANSB)
REMAT_VALUE(kLtLayoutBatch, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT)
REMAT_VALUE(kLtLayoutBatchStride, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET)
REMAT_VALUE(kLtPreferWorkspace, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES)
REMAT_VALUE(kLtPreferReductions, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK)
REMAT_VALUE(kLtPreferAlignmentA, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES)
REMAT_VALUE(kLtPreferAlignmentB, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES)
REMAT_VALUE(kLtPreferAlignmentC, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES)
REMAT_VALUE(kLtPreferAlignmentD, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES)
REMAT_VALUE(kLtReduceInComputeType, CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE)

#define REMAT_FIELD(ours, field, theirs, theirField)                           \
  static_assert(offsetof(ours, field) == offsetof(theirs, theirField) &&       \
                    sizeof(ours::field) == sizeof(theirs::theirField),         \
                #theirs "'s " #theirField " lies elsewhere");
#define REMAT_STRUCT(ours, theirs)                                             \
  static_assert(sizeof(ours) == sizeof(theirs) &&                              \
                    alignof(ours) == alignof(theirs),                          \
                #theirs " has another size");
REMAT_STRUCT(LaunchConfig, CUlaunchConfig)
REMAT_FIELD(LaunchConfig, sharedBytes, CUlaunchConfig, sharedMemBytes)
REMAT_FIELD(LaunchConfig, stream, CUlaunchConfig, hStream)
REMAT_FIELD(LaunchConfig, attributes, CUlaunchConfig, attrs)
REMAT_FIELD(LaunchConfig, attributeCount, CUlaunchConfig, numAttrs)
REMAT_STRUCT(LaunchAttribute, CUlaunchAttribute)
REMAT_FIELD(LaunchAttribute, value, CUlaunchAttribute, value)
REMAT_STRUCT(TensorMap, CUtensorMap)
REMAT_STRUCT(LtAlgorithm, cublasLtMatmulAlgo_t)
REMAT_STRUCT(LtChoice, cublasLtMatmulHeuristicResult_t)
REMAT_FIELD(LtChoice, workspaceBytes, cublasLtMatmulHeuristicResult_t,
            workspaceSize)
REMAT_FIELD(LtChoice, state, cublasLtMatmulHeuristicResult_t, state)

// NOLINTEND(bugprone-sizeof-expression)

} // namespace
