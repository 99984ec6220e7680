//===- Emulator.h - An emulated GPU -----------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A driver for tests where there is no GPU: a shared library with the functions
// of libcuda and libcublasLt that runtime/cuda opens. Device memory is the
// host's; every allocation, copy, launch, module and free is checked. Kernels
// run on the CPU if code for them was added. C ABI.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_CUDA_EMULATOR_EMULATOR_H
#define REMAT_RUNTIME_CUDA_EMULATOR_EMULATOR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// For the host
//===----------------------------------------------------------------------===//

/// One thread of a kernel: takes what cuLaunchKernel takes as kernelParams, a
/// pointer to each parameter. Asks below who it is.
typedef void (*RematEmulatedKernel)(void **parameters);

/// Code for the kernel of that name; launches of it then run the code, one call
/// a thread. Kernels without code (a null `kernel` takes it away) are checked,
/// but do nothing.
void rematEmulatorAddKernel(const char *name, RematEmulatedKernel kernel);

/// A parameter of a kernel that is a buffer, as MLIR passes it: the address at
/// `position`, then the offset, `rank` sizes and `rank` strides, in elements of
/// `elementBytes` bytes.
struct RematEmulatedBuffer {
  int32_t position;
  int32_t rank;
  int32_t elementBytes;
  int32_t isWritten;
};

/// The buffers of the kernel of that name. A launch with one that is not the
/// device's (an address of the host's means nothing there, and would pass
/// unnoticed here) is an error, and so is one that no event orders against an
/// operation of another stream on the same bytes, one of the two to write.
/// Null is the buffer of no bytes.
void rematEmulatorAddKernelBuffers(const char *name,
                                   const struct RematEmulatedBuffer *buffers,
                                   int64_t count);

/// In which order the threads of a block run between two barriers: 0 as they
/// are numbered, 1 backwards, 2 in an order of its own for each block and
/// barrier. What depends on it has a race.
void rematEmulatorSetOrder(int order);

/// The device's memory in bytes; allocations beyond it fail as on a GPU.
void rematEmulatorSetMemory(uint64_t bytes);
/// The compute capability: 90 for sm_90; 0 is a machine without a device. What
/// is compiled for another chip does not load, except as on a GPU: PTX that is
/// older, and machine code of the same generation that is older.
void rematEmulatorSetChip(int capability);

/// The link between the host and the device, in bytes a second each way, which
/// the times of events follow. With 0, a copy takes as long as any other
/// operation.
void rematEmulatorSetLink(double bytesPerSecond);

/// What was done wrong since the last reset (a copy outside of an allocation, a
/// launch with a block of 2048 threads, a double free, a barrier that not all
/// threads reach, ...): how often, and a sentence on the first.
int64_t rematEmulatorErrors(void);
const char *rematEmulatorFirstError(void);

/// Figures since the last reset.
int64_t rematEmulatorAllocations(void);
int64_t rematEmulatorLiveBytes(void);
int64_t rematEmulatorPeakBytes(void);
/// Of pinned host memory: bytes that are live, and how many allocations.
int64_t rematEmulatorPinnedBytes(void);
int64_t rematEmulatorPinnedAllocations(void);
int64_t rematEmulatorLaunches(void);
int64_t rematEmulatorModules(void);
void rematEmulatorReset(void);

/// Counts as errors what is still allocated, loaded or created, each on its
/// own; returns rematEmulatorErrors.
int64_t rematEmulatorCheckLeaks(void);

//===----------------------------------------------------------------------===//
// For kernels
//===----------------------------------------------------------------------===//

/// Of the running thread; `dimension` is 0 (x), 1 (y) or 2 (z).
int64_t rematEmulatorThreadId(int32_t dimension);
int64_t rematEmulatorBlockId(int32_t dimension);
int64_t rematEmulatorBlockDim(int32_t dimension);
int64_t rematEmulatorGridDim(int32_t dimension);

/// Shared memory of the running block: the same `bytes` bytes for each thread
/// that asks with this `key`; filled with ones when a block starts.
void *rematEmulatorShared(int64_t key, int64_t bytes);
/// The shared memory whose size the launch says.
void *rematEmulatorDynamicShared(void);

/// Waits for all threads of the block.
void rematEmulatorBarrier(void);

/// What wgmma.mma_async of m64n`columns`k16 does for the running thread, at
/// once: adds to its `columns / 2` sums. `a` and `b` are matrix descriptors,
/// swizzled by 128 bytes; `inputs` is 1 (f16) or 2 (bf16); a transposed matrix
/// is contiguous along its rows (columns of b), not along the depth.
void rematEmulatorMultiplyShared(int64_t a, int64_t b, float *sums,
                                 int32_t columns, int32_t inputs,
                                 int32_t isATransposed, int32_t isBTransposed);

/// What gpu.shuffle does, for each of the bits of one 32- or 64-bit value;
/// `mode` is 0 xor, 1 up, 2 down, 3 idx. Returns the value; `*valid` is whether
/// the source lane was one of the first `width`. All lanes of the warp take
/// part; those beyond `width` are an error, since a GPU leaves them undefined.
uint64_t rematEmulatorShuffle(uint64_t value, int32_t offset, int32_t width,
                              int32_t mode, int32_t *valid);

/// Puts `bytes` bytes of each lane of the warp one after another into
/// `gathered` (32 * bytes; lanes that are not there are zeros), once all lanes
/// have come: what warp-wide operations are made of.
void rematEmulatorGather(const void *own, int64_t bytes, void *gathered);

/// What nvgpu.ldmatrix does: reads `tiles` (1, 2 or 4) tiles of 8 rows of 16
/// bytes; lane i says where row i % 8 of tile i / 8 lies. Writes the lane's 4
/// bytes of each tile to `result`, of 16-bit elements taken by columns if
/// `transposed`. Rows must be aligned to 16 bytes.
void rematEmulatorLoadMatrix(const void *row, int32_t tiles, int32_t transposed,
                             void *result);
/// What nvgpu.mma.sync does, with the lanes' fragments laid out as PTX says:
/// d = a * b + c, m x n x k being 16 x 8 x `k`, of doubles 8 x 8 x 4. `inputs`
/// and `outputs` are element types (0 f32, of inputs taken as tf32, 1 f16,
/// 2 bf16, 3 f64). Sums are f32 in ascending k, rounded to f16 at the end.
void rematEmulatorMultiply(const void *a, const void *b, const void *c, void *d,
                           int32_t k, int32_t inputs, int32_t outputs);

/// An asynchronous copy of `sourceBytes` bytes, filled up with zeros to `bytes`
/// (4, 8 or 16; both addresses aligned to them). With order 1 it is done at
/// once, otherwise when it is waited for: what depends on it has a race.
void rematEmulatorCopyAsync(void *target, const void *source, int64_t bytes,
                            int64_t sourceBytes);
/// The copies since the last call are a group.
void rematEmulatorCommitCopies(void);
/// Waits until at most `groups` groups of the running thread are not done.
void rematEmulatorWaitForCopies(int32_t groups);

/// It is an error if `address` is not a multiple of `alignment`.
void rematEmulatorAligned(const void *address, int64_t alignment);

//===----------------------------------------------------------------------===//
// For kernels without a driver
//===----------------------------------------------------------------------===//

/// Runs `kernel` on the CPU at once: what -remat-gpu-emulate=launch makes of
/// gpu.launch_func. Ends the program with a message on what
/// rematEmulatorFirstError would say. The threads' order is what the variable
/// REMAT_EMULATOR_ORDER says, 0 without it.
void rematEmulatorLaunch(RematEmulatedKernel kernel, int64_t gridX,
                         int64_t gridY, int64_t gridZ, int64_t blockX,
                         int64_t blockY, int64_t blockZ,
                         int64_t dynamicSharedBytes, void **parameters);

#ifdef __cplusplus
}
#endif

#endif // REMAT_RUNTIME_CUDA_EMULATOR_EMULATOR_H
