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

#include <algorithm>
#include <optional>
#include <string>

namespace mlir::remat {

struct CudaDevice {
  /// If not set, the rest has no effect.
  bool emulate = false;
  /// Compute capability: 90 for sm_90.
  int chip = 80;
  /// Order of a block's threads (runtime/cuda/emulator).
  int order = 0;
  /// Its memory; the emulator's default if none.
  std::optional<int64_t> memoryBytes;
  /// Of its link to the host, in bytes a second; that of the plan if none.
  std::optional<double> linkBytesPerSecond;
};

/// The device in use.
struct CudaDeviceFacts {
  std::string name;
  int chip = 0;
  int64_t memoryBytes = 0;
};

/// The copies of one direction between device and host.
struct CopiesMeasured {
  int64_t count = 0;
  int64_t bytes = 0;
  /// How long they ran, one after another.
  double nanoseconds = 0;

  /// 0 for no copies.
  double getBytesPerSecond() const {
    return count ? static_cast<double>(bytes) / std::max(nanoseconds, 1.0) * 1e9
                 : 0;
  }
};

struct CudaRunResult : RunResult {
  /// The most pinned memory in use at once.
  int64_t hostPeakBytes = 0;
  CopiesMeasured copiesToHost, copiesToDevice;
  /// Uncounted bytes of the driver and the libraries: contexts, modules,
  /// handles. Covers the whole device, including other programs.
  int64_t overheadBytes = 0;
  /// By profiled op, of the last call: nanoseconds and number of its runs.
  std::vector<std::pair<double, int64_t>> opTimes;
};

/// Opens the driver, real or emulated, and finds a device. Errors: no driver,
/// no device, no emulator library.
llvm::Expected<CudaDeviceFacts> startCuda(const CudaDevice &device);

/// Uploads `inputs` from `seed`, calls `step` `repeat` times (at least once),
/// downloads the results. Errors: of the device (wrong chip, out of memory,
/// failed launch), emulator findings, frees of unallocated buffers, leaks,
/// results that change between calls.
llvm::Expected<CudaRunResult> runCudaStep(CudaStep &step,
                                          const CudaDevice &device,
                                          const Inputs &inputs, uint64_t seed,
                                          unsigned repeat);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_CUDARUN_H
