//===- CpuPipeline.h - From tensors to code for the CPU ----------*- C++
//-*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PIPELINES_CPUPIPELINE_H
#define REMAT_PIPELINES_CPUPIPELINE_H

#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;

namespace remat {

/// Options of `--remat-cpu-pipeline`.
struct CpuPipelineOptions : public PassPipelineOptions<CpuPipelineOptions> {
  PassOptions::Option<bool> outlineKernels{
      *this, "outline-kernels",
      llvm::cl::desc("Give each linalg op a function of its own, which LLVM "
                     "can optimize, and leave the rest unoptimized"),
      llvm::cl::init(true)};
  PassOptions::Option<bool> stopAtBuffers{
      *this, "stop-at-buffers",
      llvm::cl::desc("Stop where every buffer is allocated and freed: linalg "
                     "ops on memrefs, before any of them is lowered"),
      llvm::cl::init(false)};
};

/// The first half of the CPU pipeline: from tensors to buffers, each allocated
/// where its storage is made and freed after its last use. Runs on a module.
void buildCpuBufferizePipeline(OpPassManager &pm);

/// The second half: from such buffers to the LLVM dialect, with calls of
/// `_mlir_memref_to_llvm_aligned_alloc` and `_mlir_memref_to_llvm_free` (see
/// runtime/) for the allocations.
void buildCpuLoweringPipeline(OpPassManager &pm, bool outlineKernels = true);

/// Both halves.
void buildCpuPipeline(OpPassManager &pm, const CpuPipelineOptions &options);

/// Registers `remat-cpu-pipeline`.
void registerCpuPipeline();

} // namespace remat
} // namespace mlir

#endif // REMAT_PIPELINES_CPUPIPELINE_H
