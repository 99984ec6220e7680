//===- Threads.h - Threads of a kernel on the CPU ---------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between the driver's functions and the threads that run on the CPU.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_CUDA_EMULATOR_THREADS_H
#define REMAT_RUNTIME_CUDA_EMULATOR_THREADS_H

#include "Emulator.h"

#include <string>

namespace remat::emulator {

struct Dim3 {
  int64_t x = 1, y = 1, z = 1;
};

/// Runs all blocks of a launch, one after another, each thread as a fiber that
/// gives way at barriers and warp-wide operations. Returns what went wrong
/// (some threads wait at a barrier that others never reach, ...), else nothing.
std::string runKernel(RematEmulatedKernel kernel, Dim3 grid, Dim3 block,
                      int64_t dynamicSharedBytes, void **parameters, int order);

/// Of the launch that runs, for what kernels call: its order (0 if none runs),
/// the number of the running thread within its block, its lane within its warp,
/// and the bytes of shared memory that the launch asked for.
int getOrder();
int64_t getThread();
int64_t getLane();
int64_t getDynamicSharedBytes();
/// Something is wrong with what the running thread does: "reads ...". The
/// launch ends soon after.
void failThread(const std::string &what);

/// Asynchronous copies (Copies.cpp): a block begins; it ends, and a sentence if
/// copies of it were never waited for.
void beginCopies(int64_t threads);
std::string endCopies();

} // namespace remat::emulator

#endif // REMAT_RUNTIME_CUDA_EMULATOR_THREADS_H
