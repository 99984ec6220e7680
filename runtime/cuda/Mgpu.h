//===- Mgpu.h - What MLIR's lowering calls ----------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C ABI that MLIR 22's gpu-to-llvm lowering expects of a runtime. Handles
// are the driver's (CUmodule, CUfunction, CUstream, CUevent). For hosts that
// resolve the symbols of lowered code themselves.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_CUDA_MGPU_H
#define REMAT_RUNTIME_CUDA_MGPU_H

#ifndef __cplusplus
#include <stdbool.h>
#endif
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Loads a cubin or fatbin of so many bytes, or PTX that ends in a null byte.
/// Null where an error is kept.
void *mgpuModuleLoad(void *image, size_t bytes);
/// Compiles PTX, at an optimization level of 0 to 4.
void *mgpuModuleLoadJIT(void *image, int optimizationLevel);
void mgpuModuleUnload(void *module);
/// The kernel of that name; looked up once each.
void *mgpuModuleGetFunction(void *module, const char *name);

/// Launches; a grid without blocks is nothing. Dynamic shared memory beyond 48
/// KiB is asked for where the device has it.
void mgpuLaunchKernel(void *function, intptr_t gridX, intptr_t gridY,
                      intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                      intptr_t blockZ, int32_t sharedBytes, void *stream,
                      void **parameters, void **extra, size_t parameterCount);
/// MLIR 22 calls it without a count of parameters.
void mgpuLaunchClusterKernel(void *function, intptr_t clusterX,
                             intptr_t clusterY, intptr_t clusterZ,
                             intptr_t gridX, intptr_t gridY, intptr_t gridZ,
                             intptr_t blockX, intptr_t blockY, intptr_t blockZ,
                             int32_t sharedBytes, void *stream,
                             void **parameters, void **extra);

void *mgpuStreamCreate(void);
void mgpuStreamDestroy(void *stream);
void mgpuStreamSynchronize(void *stream);
void mgpuStreamWaitEvent(void *stream, void *event);
void *mgpuEventCreate(void);
void mgpuEventDestroy(void *event);
void mgpuEventSynchronize(void *event);
void mgpuEventRecord(void *event, void *stream);

/// Counted device memory (rematCudaPeakBytes); null for none.
void *mgpuMemAlloc(uint64_t bytes, void *stream, bool isHostShared);
/// Waits for the stream, then frees. What mgpuMemAlloc or rematCudaAllocate did
/// not give is counted (rematCudaInvalidFrees) and left alone.
void mgpuMemFree(void *device, void *stream);
void mgpuMemcpy(void *to, void *from, size_t bytes, void *stream);
void mgpuMemset16(void *to, unsigned short value, size_t count, void *stream);
void mgpuMemset32(void *to, unsigned value, size_t count, void *stream);

void mgpuMemHostRegister(void *host, uint64_t bytes);
void mgpuMemHostUnregister(void *host);
/// `memref` is the descriptor of a contiguous memref.
void mgpuMemHostRegisterMemRef(int64_t rank, void *memref,
                               int64_t elementBytes);
void mgpuMemHostUnregisterMemRef(int64_t rank, void *memref,
                                 int64_t elementBytes);

/// The device to use, before anything else is called.
void mgpuSetDefaultDevice(int32_t device);

/// A tensor map on the device for a memref there, `box` elements a copy; the
/// same one for the same memref. `type` and what follows are cuda.h's enums.
void *mgpuTensorMapEncodeTiledMemref(int64_t rank, void *memref, int32_t type,
                                     int32_t interleave, int32_t swizzle,
                                     int32_t promotion, int32_t fill,
                                     int64_t *box);

#ifdef __cplusplus
}
#endif

#endif // REMAT_RUNTIME_CUDA_MGPU_H
