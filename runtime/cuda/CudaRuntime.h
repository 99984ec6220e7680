//===- CudaRuntime.h - What lowered steps call on CUDA hosts ----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What code lowered by -remat-gpu-pipeline calls on the host beside the mgpu*
// functions of MLIR, and what a host asks about it. C ABI. `stream` is what
// mgpuStreamCreate returned. libcuda and libcublasLt are opened when the first
// function needs them, never linked; REMAT_CUDA_DRIVER and REMAT_CUBLASLT name
// other files than the system's.
//
// An error is kept (rematCudaFirstError) and what follows does nothing; a host
// that asks nobody (REMAT_CUDA_ABORT=1, the default unless rematCudaKeepErrors
// was called) is ended with the message.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_CUDA_CUDARUNTIME_H
#define REMAT_RUNTIME_CUDA_CUDARUNTIME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Each allocation on the device counts as its size rounded up to this.
enum { REMAT_DEVICE_GRANULE = 256 };

/// Element types of what is handed to the library.
enum RematElement {
  REMAT_F32 = 0,
  REMAT_F16 = 1,
  REMAT_BF16 = 2,
  REMAT_F64 = 3
};

//===----------------------------------------------------------------------===//
// For lowered code
//===----------------------------------------------------------------------===//

/// C += A * B, `batch` times, where A is m x k, B is k x n and C is m x n. Each
/// matrix has a leading dimension in elements (of rows, or of columns where it
/// `is...Transposed`: A then lies in memory as k x m) and a stride from one
/// matrix of the batch to the next; C is by rows. `workspace` has
/// `workspaceBytes` bytes. Sums of f16 and bf16 are f32; f32 is multiplied in
/// full (no TF32). `beta` is 1, or 0 where C is to be overwritten.
void rematCudaMatmul(void *stream, int32_t elementOfInputs,
                     int32_t elementOfOutput, int64_t batch, int64_t m,
                     int64_t n, int64_t k, const void *a, int64_t leadingOfA,
                     int64_t strideOfA, int32_t isATransposed, const void *b,
                     int64_t leadingOfB, int64_t strideOfB,
                     int32_t isBTransposed, void *c, int64_t leadingOfC,
                     int64_t strideOfC, double beta, void *workspace,
                     int64_t workspaceBytes);

/// Copies `bytes` bytes from the device to the host once all work on `stream`
/// is done: what the host must know to go on (a condition, an index).
void rematCudaRead(void *stream, void *host, const void *device, int64_t bytes);

/// Pinned host memory: a block that an earlier call gave back, or a new one.
/// Null for no bytes, and where an error is kept.
void *rematCudaAllocateHost(int64_t bytes);
/// Waits for `stream`, then gives the block back, which stays pinned
/// (rematCudaUnpinHost). What rematCudaAllocateHost did not give is counted
/// (rematCudaHostInvalidFrees) and left alone.
void rematCudaFreeHost(void *host, void *stream);

/// Between these, what is launched on `stream` is the operation number `index`;
/// its time is measured (rematCudaOpNanoseconds).
void rematCudaOpBegin(void *stream, int64_t index);
void rematCudaOpEnd(void *stream, int64_t index);

//===----------------------------------------------------------------------===//
// For hosts
//===----------------------------------------------------------------------===//

/// Errors are kept from here on instead of ending the program.
void rematCudaKeepErrors(void);
/// A sentence on the first error (the call, the kernel, CUDA's name for it), or
/// null; forgotten by rematCudaClearError.
const char *rematCudaFirstError(void);
void rematCudaClearError(void);

/// Whether there is a driver and a device; an error is kept if not.
int32_t rematCudaInitialize(void);
/// Of the device in use: "NVIDIA H100 80GB HBM3", 90, bytes.
const char *rematCudaDeviceName(void);
int32_t rematCudaDeviceChip(void);
int64_t rematCudaDeviceBytes(void);

void *rematCudaAllocate(int64_t bytes);
void rematCudaFree(void *device);
void rematCudaUpload(void *device, const void *host, int64_t bytes);
void rematCudaDownload(void *host, const void *device, int64_t bytes);
void rematCudaSynchronize(void);

/// What was allocated through mgpuMemAlloc and rematCudaAllocate: bytes that
/// are live, the most that have been since the last reset, how many
/// allocations, invalid frees. Contexts, modules and the libraries' handles are
/// the driver's; rematCudaOverheadBytes says what the device's free memory lost
/// beside what is counted here.
void rematCudaTrackerReset(void);
int64_t rematCudaLiveBytes(void);
int64_t rematCudaPeakBytes(void);
int64_t rematCudaAllocations(void);
int64_t rematCudaLiveBuffers(void);
/// Whether `device` is the address of a live one.
int rematCudaIsLive(const void *device);
int64_t rematCudaInvalidFrees(void);
int64_t rematCudaOverheadBytes(void);

/// What rematCudaAllocateHost gave: bytes that are in use, the most that have
/// been since the last reset, invalid frees.
void rematCudaHostReset(void);
int64_t rematCudaHostLiveBytes(void);
int64_t rematCudaHostPeakBytes(void);
int64_t rematCudaHostInvalidFrees(void);
/// Gives blocks that are not in use back to the system: the next call of a step
/// that parks values pins them again.
void rematCudaUnpinHost(void);

/// Copies between the device and pinned memory (mgpuMemcpy) are measured from
/// here on, or not; forgets what was measured.
void rematCudaMeasureCopies(int32_t measures);
/// How long the measured copies to the host, or back, ran in all, in
/// nanoseconds, how many bytes they copied, and how many they were.
double rematCudaCopyNanoseconds(int32_t isOut, int64_t *bytes, int64_t *count);

/// The sum over all measured runs of operation `index` since the last reset, in
/// nanoseconds, and how many there were.
void rematCudaTimesReset(void);
double rematCudaOpNanoseconds(int64_t index, int64_t *runs);

#ifdef __cplusplus
}
#endif

#endif // REMAT_RUNTIME_CUDA_CUDARUNTIME_H
