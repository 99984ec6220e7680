//===- CpuPipeline.h - From tensors to code for the CPU ---------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PIPELINES_CPUPIPELINE_H
#define REMAT_PIPELINES_CPUPIPELINE_H

#include "mlir/Pass/PassOptions.h"
#include "remat/Conversion/Passes.h"

namespace mlir {
class OpPassManager;

namespace remat {

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
  PassOptions::Option<bool> placeBuffers{
      *this, "place-buffers",
      llvm::cl::desc("Give every buffer its place in one arena "
                     "(remat-place-buffers)"),
      llvm::cl::init(false)};
#define REMAT_PLACEMENT_OPTION(TYPE, MEMBER, NAME, DEFAULT, FLAGS, SETTER,     \
                               DESCRIPTION)                                    \
  PassOptions::Option<TYPE> MEMBER{*this, NAME, llvm::cl::desc(DESCRIPTION),   \
                                   llvm::cl::init(DEFAULT), FLAGS};
#include "remat/Support/Options.inc"
};

struct ArenaPipelineOptions {
  /// Ops write over operands that die there.
  bool writeInPlace = false;
  bool addWorkspaces = true;
  bool placeBuffers = true;
  /// `sharing` goes for writing in place too, `target` for workspaces.
  RematPlaceBuffersOptions place;
};

/// Adds `remat-write-in-place`, `remat-add-workspaces` and
/// `remat-place-buffers` as asked for, between bufferization and lowering. Runs
/// on a module whose buffers are freed after their last use.
void buildArenaPipeline(OpPassManager &pm, const ArenaPipelineOptions &options);

/// From tensors to buffers, each freed after its last use. Runs on a module.
/// What is parked is copied to buffers of the host.
void buildBufferizePipeline(OpPassManager &pm);

/// First half: the same, but what is parked stays where it is.
void buildCpuBufferizePipeline(OpPassManager &pm);

/// Second half: from such buffers to the LLVM dialect, with calls of
/// `_mlir_memref_to_llvm_aligned_alloc` and `_mlir_memref_to_llvm_free` (see
/// runtime/).
void buildCpuLoweringPipeline(OpPassManager &pm, bool outlineKernels = true);

/// Both halves, with `buildArenaPipeline` in between.
void buildCpuPipeline(OpPassManager &pm, const CpuPipelineOptions &options);

void registerCpuPipeline();

} // namespace remat
} // namespace mlir

#endif // REMAT_PIPELINES_CPUPIPELINE_H
