//===- CpuPipeline.cpp - From tensors to LLVM for the CPU -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Pipelines/CpuPipeline.h"
#include "remat/Bufferize/BufferizeModule.h"
#include "remat/Bufferize/PlanKeepingPasses.h"
#include "remat/Conversion/Passes.h"
#include "remat/Transforms/Passes.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/BufferizationToMemRef/BufferizationToMemRef.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ComplexToStandard/ComplexToStandard.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void remat::buildBufferizePipeline(OpPassManager &pm) {
  // A call keeps its operands alive.
  pm.addPass(createPlanKeepingInliner());
  // Tasks are planned, not executed.
  pm.addNestedPass<func::FuncOp>(createRematInline());
  // Passes since the plan may have merged destinations.
  pm.addNestedPass<func::FuncOp>(createRematIsolateDestinations());
  pm.addPass(
      bufferization::createOneShotBufferizePass(getBufferizePassOptions()));
  // No pass in between drops a use, so that each buffer lives as planned.
  pm.addPass(createRematFreeBuffers());
  // Makes a carried tensor's one buffer loop-invariant, so that an arena takes
  // it. No CSE: it could merge allocations.
  pm.addNestedPass<func::FuncOp>(createBufferKeepingCanonicalizer());
}

void remat::buildCpuBufferizePipeline(OpPassManager &pm) {
  // The CPU has one memory.
  pm.addNestedPass<func::FuncOp>(createRematUnpark());
  buildBufferizePipeline(pm);
}

void remat::buildArenaPipeline(OpPassManager &pm,
                               const ArenaPipelineOptions &options) {
  if (options.writeInPlace) {
    RematWriteInPlaceOptions inPlaceOptions;
    inPlaceOptions.parallelSafe = options.place.sharing != Sharing::Serial;
    pm.addNestedPass<func::FuncOp>(createRematWriteInPlace(inPlaceOptions));
  }
  // Later, an op with a workspace has its buffers already.
  if (options.addWorkspaces) {
    RematAddWorkspacesOptions workspaceOptions;
    workspaceOptions.target = options.place.target;
    pm.addNestedPass<func::FuncOp>(createRematAddWorkspaces(workspaceOptions));
  }
  if (options.placeBuffers)
    pm.addPass(createRematPlaceBuffers(options.place));
}

void remat::buildCpuLoweringPipeline(OpPassManager &pm, bool outlineKernels) {
  pm.addNestedPass<func::FuncOp>(createRematUnwrapWorkspaces());
  // A step that was planned and placed for a GPU has some.
  pm.addNestedPass<func::FuncOp>(createRematLowerCopies());
  // Equal ops share a kernel despite annotations, and functions on pointers
  // have no tensor attributes.
  pm.addPass(createRematStripAnnotations());
  // Arguments that are returned are copied.
  pm.addPass(createConvertBufferizationToMemRefPass());
  // While ops are whole, to recognize equal ones.
  if (outlineKernels)
    pm.addPass(createRematOutlineKernels());
  // Lowers affine maps in payloads with the loops.
  OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(createRematLowerKernels());
  functions.addPass(createBufferKeepingCanonicalizer());
  functions.addPass(createCSEPass());
  // Turns subviews and reshapes to affine maps of offsets and strides.
  functions.addPass(memref::createExpandStridedMetadataPass());
  functions.addPass(createLowerAffinePass());
  // Types that LLVM does not know: complex numbers become pairs of floats.
  functions.addPass(createConvertComplexToStandardPass());
  functions.addPass(createRematLowerPrints());
  functions.addPass(createRematLowerSmallTypes());
  functions.addPass(arith::createArithExpandOpsPass());
  pm.addPass(createRematMathToCalls());
  pm.addPass(createSCFToControlFlowPass());
  // The tracking runtime defines the generic names. Aligned, since the plain
  // ones grow each size by the alignment.
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertComplexToLLVMPass());
  FinalizeMemRefToLLVMConversionPassOptions memrefs;
  memrefs.useAlignedAlloc = true;
  memrefs.useGenericFunctions = true;
  pm.addPass(createFinalizeMemRefToLLVMConversionPass(memrefs));
  pm.addPass(createConvertFuncToLLVMPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createConvertIndexToLLVMPass());
  pm.addPass(createConvertVectorToLLVMPass());
  // Vectors of more than one dimension are built from nothing.
  pm.addPass(createUBToLLVMConversionPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  // Folds descriptors of the conversion: the driver is not optimized later.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void remat::buildCpuPipeline(OpPassManager &pm,
                             const CpuPipelineOptions &options) {
  buildCpuBufferizePipeline(pm);
  ArenaPipelineOptions arena;
  arena.writeInPlace = options.inPlace;
  // Only an arena was planned with them.
  arena.addWorkspaces = options.placeBuffers;
  arena.placeBuffers = options.placeBuffers;
  arena.place.sharing = options.sharing;
  arena.place.alignment = options.alignment;
  arena.place.effort = options.placementEffort;
  buildArenaPipeline(pm, arena);
  if (!options.stopAtBuffers)
    buildCpuLoweringPipeline(pm, options.outlineKernels);
}

void remat::registerCpuPipeline() {
  PassPipelineRegistration<CpuPipelineOptions>(
      "remat-cpu-pipeline",
      "Lower tensors to the LLVM dialect for the CPU: isolate destinations, "
      "bufferize, free each buffer after its last use, place buffers if asked, "
      "outline and lower kernels",
      buildCpuPipeline);
}
