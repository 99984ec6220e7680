//===- GpuPipeline.cpp - From tensors to code for NVIDIA GPUs -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Pipelines/GpuPipeline.h"
#include "remat/Bufferize/PlanKeepingPasses.h"
#include "remat/Conversion/Passes.h"
#include "remat/Pipelines/CpuPipeline.h"
#include "remat/Pipelines/Passes.h"
#include "remat/Transforms/Passes.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/GPUCommon/GPUCommonPass.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/NVGPUToNVVM/NVGPUToNVVM.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::remat;

void mlir::remat::buildGpuBufferizePipeline(OpPassManager &pm,
                                            const GpuPipelineOptions &options) {
  // The plan counted these buffers. A step on buffers stays as it is.
  buildBufferizePipeline(pm);
  ArenaPipelineOptions arena;
  arena.writeInPlace = options.inPlace;
  // CUDA's alignment of allocations: vector loads are aligned.
  arena.place.alignment = 256;
  arena.place.target =
      options.library == GpuLibrary::Cuda ? "cuda" : "cuda-generated";
  buildArenaPipeline(pm, arena);
  // Placed, a buffer may have the bytes of one that is still being copied.
  pm.addNestedPass<func::FuncOp>(createRematCheckCopies());
  // A step planned for another target may need more here.
  pm.addPass(createRematVerifyBudget());
}

/// Stage `kernels`.
static void addKernelFunctions(OpPassManager &pm,
                               const GpuPipelineOptions &options) {
  // While errors can name the user's ops.
  pm.addNestedPass<func::FuncOp>(createRematGpuCheckBuffers());
  // Turns affine accesses to plain loads and stores.
  pm.addNestedPass<func::FuncOp>(createLowerAffinePass());
  // Equal ops share a kernel despite annotations.
  pm.addPass(createRematStripAnnotations());
  // Before outlining: the host's stores become kernels too.
  pm.addNestedPass<func::FuncOp>(createRematGpuStoresToFills());
  // While ops have names that libraries know.
  if (options.library == GpuLibrary::Cuda)
    pm.addPass(createRematGpuCallLibraries());
  // A step repeats few shapes: lower each computation once.
  RematOutlineKernelsOptions outline;
  outline.contiguousCopies = false;
  outline.ownGlobals = true;
  outline.zeroFills = true;
  pm.addPass(createRematOutlineKernels(outline));
  // While each op is one call in the driver.
  if (options.profile)
    pm.addPass(createRematGpuProfile());
}

/// Stage `launches`.
static void addLaunches(OpPassManager &pm, const GpuPipelineOptions &options) {
  OpPassManager &functions = pm.nest<func::FuncOp>();
  // Most particular first; the last takes everything.
  RematGpuLowerContractionsOptions contractions;
  contractions.tf32 = options.tf32;
  // The letter says that the kernels need not run on newer chips.
  contractions.wgmma = options.chip == "sm_90a";
  functions.addPass(createRematGpuLowerContractions(contractions));
  functions.addPass(createRematGpuLowerReductions());
  functions.addPass(createRematGpuLowerElementwise());
}

/// Stage `outlined`.
static void addOutlining(OpPassManager &pm) {
  // Maps become arithmetic before constants sink into the kernels.
  pm.addPass(createLowerAffinePass());
  pm.addNestedPass<func::FuncOp>(createGpuLaunchSinkIndexComputationsPass());
  pm.addNestedPass<func::FuncOp>(createRematGpuSinkGlobals());
  pm.addPass(createGpuKernelOutliningPass());
  // Separate modules would be loaded one by one.
  pm.addPass(createRematGpuMergeModules());
  // The driver launches, so that its work can follow one stream.
  pm.addPass(createPlanKeepingInliner());
  pm.addPass(createSymbolDCEPass());
  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  // Merges the constants of hundreds of inlined launches.
  pm.addNestedPass<func::FuncOp>(createCSEPass());
}

void mlir::remat::buildGpuKernelPipeline(OpPassManager &pm,
                                         const GpuPipelineOptions &options) {
  addKernelFunctions(pm, options);
  if (options.stopAfter == GpuStage::Kernels)
    return;
  addLaunches(pm, options);
  if (options.stopAfter == GpuStage::Launches)
    return;
  addOutlining(pm);
}

static llvm::StringRef stringifyFormat(GpuFormat format) {
  switch (format) {
  case GpuFormat::Isa:
    return "isa";
  case GpuFormat::Bin:
    return "bin";
  case GpuFormat::Fatbin:
    return "fatbin";
  }
  llvm_unreachable("all formats are handled");
}

/// Stage `nvvm`.
static void addKernelLowering(OpPassManager &pm,
                              const GpuPipelineOptions &options) {
  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  // While control flow is structured: block-wide reductions branch.
  kernels.addPass(createRematGpuLowerWarpOps());
  // Upstream's next conversion knows no bf16.
  kernels.addPass(createRematGpuLowerBf16Mma());
  kernels.addPass(createConvertNVGPUToNVVMPass());
  kernels.addPass(createConvertVectorToSCFPass());
  // Subviews become arithmetic on offsets and strides, as affine maps.
  kernels.addPass(memref::createExpandStridedMetadataPass());
  kernels.addPass(createLowerAffinePass());
  kernels.addPass(createRematLowerSmallTypes());
  // LLVM has no instruction for maxima that keep NaNs, nor some conversions.
  kernels.addPass(arith::createArithExpandOpsPass());
  kernels.addPass(createSCFToControlFlowPass());
  // While everything is whole: removes unrolled and common index arithmetic.
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  ConvertGpuOpsToNVVMOpsOptions nvvm;
  nvvm.indexBitwidth = 64;
  kernels.addPass(createConvertGpuOpsToNVVMOps(nvvm));
  // Products that only PTX has become inline assembly.
  kernels.addPass(createConvertNVVMToLLVMPass());
  // Bit counts and truncation: LLVM instructions, not in libdevice.
  kernels.addPass(createConvertMathToLLVMPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());
  // Now the libdevice functions that they call are known.
  RematGpuAttachTargetOptions target;
  target.chip = options.chip;
  target.features = options.features;
  target.optimizationLevel = options.optimizationLevel;
  target.format = stringifyFormat(options.format).str();
  target.toolkit = options.toolkit;
  pm.addPass(createRematGpuAttachTarget(target));
}

/// Stage `binary`.
static void addSerialization(OpPassManager &pm,
                             const GpuPipelineOptions &options) {
  RematGpuSerializeOptions serialize;
  serialize.format = stringifyFormat(options.format).str();
  serialize.toolkit = options.toolkit;
  pm.addPass(createRematGpuSerialize(serialize));
}

/// Stage `llvm`.
static void addHostLowering(OpPassManager &pm) {
  // Views of the arena become arithmetic on offsets.
  OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(memref::createExpandStridedMetadataPass());
  functions.addPass(createLowerAffinePass());
  functions.addPass(createRematLowerSmallTypes());
  functions.addPass(arith::createArithExpandOpsPass());
  pm.addPass(createRematMathToCalls());
  pm.addPass(createSCFToControlFlowPass());
  // Launches, copies and streams become runtime calls. Lowers arith, cf, func
  // and memref too.
  pm.addPass(createGpuToLLVMConversionPass());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  // Folds descriptors of the conversion: the driver is not optimized later.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void mlir::remat::buildGpuLoweringPipeline(OpPassManager &pm,
                                           const GpuPipelineOptions &options) {
  pm.addPass(createRematGpuOneStream());
  if (options.stopAfter == GpuStage::Streams)
    return;
  addKernelLowering(pm, options);
  if (options.stopAfter == GpuStage::Nvvm)
    return;
  // First: the host's launches name kernels, which is checked.
  addSerialization(pm, options);
  if (options.stopAfter == GpuStage::Binary)
    return;
  addHostLowering(pm);
}

void mlir::remat::buildGpuPipeline(OpPassManager &pm,
                                   const GpuPipelineOptions &options) {
  buildGpuBufferizePipeline(pm, options);
  if (options.stopAfter == GpuStage::Buffers)
    return;
  buildGpuKernelPipeline(pm, options);
  if (options.stopAfter <= GpuStage::Outlined)
    return;
  buildGpuLoweringPipeline(pm, options);
}

void mlir::remat::registerGpuPipeline() {
  PassPipelineRegistration<GpuPipelineOptions>(
      "remat-gpu-pipeline",
      "Lower tensors, or placed buffers, to host code in the LLVM dialect and "
      "kernels for NVIDIA GPUs: bufferize, place buffers, call libraries, "
      "outline and lower kernels, launch them on one stream",
      buildGpuPipeline);
}
