//===- CudaRun.h - A step on a GPU, run and measured ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_CUDARUN_H
#define REMAT_TOOLS_REMAT_RUN_CUDARUN_H

#include "CudaCompiler.h"
#include "Run.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace mlir::remat {

/// Which GPU a step runs on.
struct CudaDevice {
  /// If not set, the rest has no effect.
  bool emulate = false;
  /// Its compute capability: 90 for sm_90.
  int chip = 80;
  /// In which order the threads of a block run (runtime/cuda/emulator).
  int order = 0;
  /// Its memory; the emulator's default if none.
  std::optional<int64_t> memoryBytes;
};

/// The device in use.
struct CudaDeviceFacts {
  std::string name;
  int chip = 0;
  int64_t memoryBytes = 0;
};

struct CudaRunResult : RunResult {
  /// Taken by the driver and the libraries beside what is counted: contexts,
  /// modules, handles. Of the whole device, other programs included.
  int64_t overheadBytes = 0;
  /// By profiled op, of the last call: nanoseconds of all its runs, their
  /// number.
  std::vector<std::pair<double, int64_t>> opTimes;
};

/// Opens the driver, real or emulated, and looks for a device. Errors: no
/// driver, no device, no library of the emulator.
llvm::Expected<CudaDeviceFacts> startCuda(const CudaDevice &device);

/// Uploads inputs made from `seed`, calls `step` `repeat` times (at least
/// once), downloads the results. Errors: those of the device (wrong chip, out
/// of memory, a launch that fails), findings of the emulator, frees of
/// unallocated buffers, leaks, results that change from one call to the next.
llvm::Expected<CudaRunResult> runCudaStep(CudaStep &step,
                                          const CudaDevice &device,
                                          uint64_t seed, unsigned repeat);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_CUDARUN_H
