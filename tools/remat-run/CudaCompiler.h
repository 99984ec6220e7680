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

#include "remat/Analysis/Accuracy.h"
#include "remat/Pipelines/GpuPipeline.h"

#include <string>
#include <vector>

namespace mlir::remat {

/// How a step is compiled for a GPU, and which GPU that is.
struct CudaOptions {
  /// "sm_90".
  std::string chip;
  GpuFormat format = GpuFormat::Isa;
  GpuLibrary library = GpuLibrary::Cuda;
  /// Folder of the CUDA toolkit; empty to look for it.
  std::string toolkit;
  /// Whether each op is measured.
  bool profile = false;
  /// Whether kernels run on the CPU, under an emulated driver.
  bool emulate = false;
};

/// A step whose arguments and results lie on a device.
/// A kernel that runs on the CPU.
struct EmulatedKernel {
  std::string name;
  void (*code)(void **) = nullptr;
  /// The positions of those of its parameters that are addresses of buffers.
  std::vector<int32_t> bufferPositions;
};

struct CudaStep : CompiledStep {
  /// Of each result.
  llvm::SmallVector<Accuracy> accuracies;
  /// Runs what the code wants to have run before and after it is used: loads
  /// and unloads the kernels. Null where there are none.
  void (*construct)() = nullptr;
  void (*destruct)() = nullptr;
  /// What is measured: the location of each op by its number, as MLIR prints
  /// it.
  std::vector<std::string> profiledOps;
  /// The kernels, if they run on the CPU.
  std::vector<EmulatedKernel> emulatedKernels;
  std::unique_ptr<llvm::orc::LLJIT> emulatedJit;
};

/// Lowers `module` (which is used up) with the GPU pipeline and loads its host
/// code. `name` names the function; it is on tensors, or on placed buffers.
/// Nothing of the device is touched.
///
/// Fails, with a diagnostic, as compileStep does, where the pipeline fails (no
/// assembler for the format, an op without a lowering) and on kernels that
/// cannot be emulated.
FailureOr<CudaStep> compileCudaStep(ModuleOp module, StringRef name,
                                    const CudaOptions &options);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_CUDACOMPILER_H
