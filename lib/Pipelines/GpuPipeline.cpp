//===- GpuPipeline.cpp - From tensors to code for NVIDIA GPUs -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Pipelines/GpuPipeline.h"
#include "remat/Conversion/Passes.h"
#include "remat/Pipelines/CpuPipeline.h"
#include "remat/Pipelines/Passes.h"
#include "remat/Transforms/Passes.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/GPUCommon/GPUCommonPass.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/NVGPUToNVVM/NVGPUToNVVM.h"
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

/// What a GPU's arena aligns its buffers to, in bytes: what CUDA gives an
/// allocation, so that every vector load of a buffer's start is aligned.
static constexpr int64_t kDeviceAlignment = 256;

void remat::buildGpuBufferizePipeline(OpPassManager &pm,
                                      const GpuPipelineOptions &options) {
  // One bufferization for all targets: the plan counted what it makes. Does
  // nothing to a step that came on buffers.
  buildCpuBufferizePipeline(pm);
  ArenaPipelineOptions arena;
  arena.writeInPlace = options.inPlace;
  arena.place.alignment = kDeviceAlignment;
  arena.place.target =
      options.library == GpuLibrary::Cuda ? "cuda" : "cuda-generated";
  buildArenaPipeline(pm, arena);
  // A step that was planned for something else may need more here.
  pm.addPass(createRematVerifyBudget());
}

/// Stage `kernels`.
static void addKernelFunctions(OpPassManager &pm,
                               const remat::GpuPipelineOptions &options) {
  // While errors can still name what was given.
  pm.addNestedPass<func::FuncOp>(remat::createRematGpuCheckBuffers());
  // Accesses by affine maps are loads and stores like others.
  pm.addNestedPass<func::FuncOp>(createLowerAffinePass());
  // Equal ops share a kernel whatever was written on them.
  pm.addPass(remat::createRematStripAnnotations());
  // Before outlining: what the host would store becomes a kernel as well.
  pm.addNestedPass<func::FuncOp>(remat::createRematGpuStoresToFills());
  // While the ops have names that libraries know.
  if (options.library == remat::GpuLibrary::Cuda)
    pm.addPass(remat::createRematGpuCallLibraries());
  // A step repeats few shapes many times: each computation is lowered once.
  remat::RematOutlineKernelsOptions outline;
  outline.contiguousCopies = false;
  outline.ownGlobals = true;
  pm.addPass(remat::createRematOutlineKernels(outline));
  // While each op is one call in the driver.
  if (options.profile)
    pm.addPass(remat::createRematGpuProfile());
}

/// Stage `launches`.
static void addLaunches(OpPassManager &pm,
                        const remat::GpuPipelineOptions &options) {
  OpPassManager &functions = pm.nest<func::FuncOp>();
  // The most particular first; the last takes everything.
  remat::RematGpuLowerContractionsOptions contractions;
  contractions.tf32 = options.tf32;
  functions.addPass(remat::createRematGpuLowerContractions(contractions));
  functions.addPass(remat::createRematGpuLowerReductions());
  functions.addPass(remat::createRematGpuLowerElementwise());
}

/// Stage `outlined`.
static void addOutlining(OpPassManager &pm) {
  // Maps of indices are arithmetic before constants sink into the kernels;
  // what the kernels compute of constants they compute themselves.
  pm.addPass(createLowerAffinePass());
  pm.addNestedPass<func::FuncOp>(createGpuLaunchSinkIndexComputationsPass());
  pm.addNestedPass<func::FuncOp>(remat::createRematGpuSinkGlobals());
  pm.addPass(createGpuKernelOutliningPass());
  // A module of its own for each launch would be loaded one by one.
  pm.addPass(remat::createRematGpuMergeModules());
  // The functions around the launches have done their duty: the driver
  // launches by itself, so that its work can follow one stream.
  pm.addPass(createInlinerPass({}, [](OpPassManager &) {}));
  pm.addPass(createSymbolDCEPass());
  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  // The inlined constants of hundreds of launches are few.
  pm.addNestedPass<func::FuncOp>(createCSEPass());
}

void remat::buildGpuKernelPipeline(OpPassManager &pm,
                                   const GpuPipelineOptions &options) {
  addKernelFunctions(pm, options);
  if (options.stopAfter == GpuStage::Kernels)
    return;
  addLaunches(pm, options);
  if (options.stopAfter == GpuStage::Launches)
    return;
  addOutlining(pm);
}

static llvm::StringRef stringifyFormat(remat::GpuFormat format) {
  switch (format) {
  case remat::GpuFormat::Isa:
    return "isa";
  case remat::GpuFormat::Bin:
    return "bin";
  case remat::GpuFormat::Fatbin:
    return "fatbin";
  }
  llvm_unreachable("all formats are handled");
}

/// Stage `nvvm`.
static void addKernelLowering(OpPassManager &pm,
                              const remat::GpuPipelineOptions &options) {
  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  // Before control flow is flat: reductions across a block have branches.
  kernels.addPass(remat::createRematGpuLowerWarpOps());
  // Upstream's next conversion knows no bf16.
  kernels.addPass(remat::createRematGpuLowerBf16Mma());
  kernels.addPass(createConvertNVGPUToNVVMPass());
  kernels.addPass(createConvertVectorToSCFPass());
  // Subviews become arithmetic on offsets and strides, as affine maps.
  kernels.addPass(memref::createExpandStridedMetadataPass());
  kernels.addPass(createLowerAffinePass());
  // What LLVM has no instruction for: maxima that keep NaNs, conversions.
  kernels.addPass(arith::createArithExpandOpsPass());
  kernels.addPass(createSCFToControlFlowPass());
  // While everything is whole: unrolled and common index arithmetic goes.
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  ConvertGpuOpsToNVVMOpsOptions nvvm;
  nvvm.indexBitwidth = 64;
  kernels.addPass(createConvertGpuOpsToNVVMOps(nvvm));
  // What libdevice has no function for and LLVM an instruction: counting bits,
  // truncation.
  kernels.addPass(createConvertMathToLLVMPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());

  // Now it is known which functions of libdevice they call.
  remat::RematGpuAttachTargetOptions target;
  target.chip = options.chip;
  target.features = options.features;
  target.optimizationLevel = options.optimizationLevel;
  target.format = stringifyFormat(options.format).str();
  target.toolkit = options.toolkit;
  pm.addPass(remat::createRematGpuAttachTarget(target));
}

/// Stage `binary`.
static void addSerialization(OpPassManager &pm,
                             const remat::GpuPipelineOptions &options) {
  remat::RematGpuSerializeOptions serialize;
  serialize.format = stringifyFormat(options.format).str();
  serialize.toolkit = options.toolkit;
  pm.addPass(remat::createRematGpuSerialize(serialize));
}

/// Stage `llvm`.
static void addHostLowering(OpPassManager &pm) {
  // Views of the arena become arithmetic on offsets.
  OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(memref::createExpandStridedMetadataPass());
  functions.addPass(createLowerAffinePass());
  functions.addPass(arith::createArithExpandOpsPass());
  pm.addPass(remat::createRematMathToCalls());
  pm.addPass(createSCFToControlFlowPass());
  // Launches, copies and streams become calls of the runtime, and with them
  // everything that is left: arith, cf, func, memref.
  pm.addPass(createGpuToLLVMConversionPass());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  // Folds the descriptors that conversion built and took apart again: the
  // driver is not optimized later.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void remat::buildGpuLoweringPipeline(OpPassManager &pm,
                                     const GpuPipelineOptions &options) {
  pm.addPass(createRematGpuOneStream());
  if (options.stopAfter == GpuStage::Streams)
    return;
  addKernelLowering(pm, options);
  if (options.stopAfter == GpuStage::Nvvm)
    return;
  // The host's launches name kernels that must be there to be checked, so that
  // these are translated first.
  addSerialization(pm, options);
  if (options.stopAfter == GpuStage::Binary)
    return;
  addHostLowering(pm);
}

void remat::buildGpuPipeline(OpPassManager &pm,
                             const GpuPipelineOptions &options) {
  buildGpuBufferizePipeline(pm, options);
  if (options.stopAfter == GpuStage::Buffers)
    return;
  buildGpuKernelPipeline(pm, options);
  if (options.stopAfter <= GpuStage::Outlined)
    return;
  buildGpuLoweringPipeline(pm, options);
}

void remat::registerGpuPipeline() {
  PassPipelineRegistration<GpuPipelineOptions>(
      "remat-gpu-pipeline",
      "Lower tensors, or placed buffers, to host code in the LLVM dialect and "
      "kernels for NVIDIA GPUs: bufferize, place buffers, call libraries, "
      "outline and lower kernels, launch them on one stream",
      buildGpuPipeline);
}
