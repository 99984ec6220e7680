//===- GpuPipeline.h - From tensors to code for NVIDIA GPUs -----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PIPELINES_GPUPIPELINE_H
#define REMAT_PIPELINES_GPUPIPELINE_H

#include "mlir/Pass/PassOptions.h"
#include "llvm/Support/CommandLine.h"

#include <string>

namespace mlir {
class OpPassManager;

namespace remat {

/// For matrix products.
enum class GpuLibrary { Cuda, None };

inline llvm::cl::ValuesClass getGpuLibraryValues() {
  return llvm::cl::values(
      clEnumValN(GpuLibrary::Cuda, "cuda",
                 "cuBLASLt, opened when the step runs"),
      clEnumValN(GpuLibrary::None, "none", "generated kernels alone"));
}

/// Form of the kernels.
enum class GpuFormat { Isa, Bin, Fatbin };

inline llvm::cl::ValuesClass getGpuFormatValues() {
  return llvm::cl::values(
      clEnumValN(GpuFormat::Isa, "isa",
                 "PTX, which the driver compiles when it loads it"),
      clEnumValN(GpuFormat::Bin, "bin", "machine code of the chip, by ptxas"),
      clEnumValN(GpuFormat::Fatbin, "fatbin", "both, by ptxas and fatbinary"));
}

/// In the pipeline's order.
enum class GpuStage {
  Buffers,
  Kernels,
  Launches,
  Outlined,
  Streams,
  Nvvm,
  Binary,
  Llvm
};

inline llvm::cl::ValuesClass getGpuStageValues() {
  return llvm::cl::values(
      clEnumValN(GpuStage::Buffers, "buffers",
                 "linalg ops on buffers in one arena"),
      clEnumValN(GpuStage::Kernels, "kernels",
                 "a function for each computation, and calls of libraries"),
      clEnumValN(GpuStage::Launches, "launches",
                 "gpu.launch in these functions"),
      clEnumValN(GpuStage::Outlined, "outlined",
                 "one gpu.module, launched by the driver"),
      clEnumValN(GpuStage::Streams, "streams",
                 "the driver's work on one stream, the arena on the device"),
      clEnumValN(GpuStage::Nvvm, "nvvm", "kernels in the NVVM dialect"),
      clEnumValN(GpuStage::Binary, "binary", "kernels as PTX or machine code"),
      clEnumValN(GpuStage::Llvm, "llvm",
                 "the host's code in the LLVM dialect: everything"));
}

struct GpuPipelineOptions : public PassPipelineOptions<GpuPipelineOptions> {
#define REMAT_KERNEL_OPTION(TYPE, MEMBER, NAME, DEFAULT, FLAGS, SETTER,        \
                            DESCRIPTION)                                       \
  PassOptions::Option<TYPE> MEMBER{*this, NAME, llvm::cl::desc(DESCRIPTION),   \
                                   llvm::cl::init(DEFAULT), FLAGS};
#include "remat/Support/Options.inc"
  PassOptions::Option<GpuStage> stopAfter{
      *this, "stop-after", llvm::cl::desc("Where the pipeline stops"),
      llvm::cl::init(GpuStage::Llvm), getGpuStageValues()};
  PassOptions::Option<bool> profile{
      *this, "profile",
      llvm::cl::desc("Measure each op where it runs (remat-gpu-profile)"),
      llvm::cl::init(false)};
  PassOptions::Option<bool> inPlace{
      *this, "in-place",
      llvm::cl::desc(
          "Let elementwise ops write over operands that die there "
          "(remat-write-in-place), where buffers are not placed yet"),
      llvm::cl::init(true)};
};

/// From tensors, or buffers placed in an arena, to buffers in one arena on a
/// device: stage `buffers`. Runs on a module.
void buildGpuBufferizePipeline(OpPassManager &pm,
                               const GpuPipelineOptions &options);

/// From there to one gpu.module and a driver that launches its kernels: to
/// `outlined`.
void buildGpuKernelPipeline(OpPassManager &pm,
                            const GpuPipelineOptions &options);

/// From there to host code in the LLVM dialect, with kernels that the functions
/// of runtime/cuda load and launch: stages `streams` to `llvm`.
void buildGpuLoweringPipeline(OpPassManager &pm,
                              const GpuPipelineOptions &options);

/// All of it, up to `stopAfter`.
void buildGpuPipeline(OpPassManager &pm, const GpuPipelineOptions &options);

void registerGpuPipeline();

} // namespace remat
} // namespace mlir

#endif // REMAT_PIPELINES_GPUPIPELINE_H
