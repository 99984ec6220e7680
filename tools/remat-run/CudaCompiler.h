//===- CudaCompiler.h - From a function to code for a GPU -------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_CUDACOMPILER_H
#define REMAT_TOOLS_REMAT_RUN_CUDACOMPILER_H

#include "Compiler.h"
#include "emulator/Emulator.h"

#include "remat/Analysis/Accuracy.h"
#include "remat/Pipelines/GpuPipeline.h"

#include <string>
#include <vector>

namespace mlir::remat {

struct EmulatedKernel {
  std::string name;
  void (*code)(void **) = nullptr;
  std::vector<RematEmulatedBuffer> buffers;
};

/// A step whose arguments and results lie on a device.
struct CudaStep : CompiledStep {
  /// Of each result.
  llvm::SmallVector<Accuracy> accuracies;
  /// The pinned memory for parked values, in bytes.
  int64_t hostArenaBytes = 0;
  /// The link that it was planned for, in bytes a second each way, if it parks.
  std::optional<double> plannedLink;
  /// Load and unload the kernels; null if none.
  void (*construct)() = nullptr;
  void (*destruct)() = nullptr;
  /// By number of the measured op: its location, as MLIR prints it.
  std::vector<std::string> profiledOps;
  /// The kernels, if they run on the CPU.
  std::vector<EmulatedKernel> emulatedKernels;
  std::unique_ptr<llvm::orc::LLJIT> emulatedJit;
};

/// Lowers and consumes `module` with the GPU pipeline and loads its host code,
/// without touching the device. The function is on tensors or placed
/// buffers. `emulate` compiles kernels for the CPU.
///
/// Fails, with a diagnostic, like compileStep, if the pipeline fails (no
/// assembler for the format, an op without a lowering), and on kernels that
/// cannot be emulated.
FailureOr<CudaStep> compileCudaStep(ModuleOp module, const StepRequest &request,
                                    const GpuPipelineOptions &options,
                                    bool emulate);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_CUDACOMPILER_H
