//===- InitAllPasses.h - Registers all passes and pipelines -----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_INITALLPASSES_H
#define REMAT_INITALLPASSES_H

#include "remat/Conversion/Passes.h"
#include "remat/Pipelines/CpuPipeline.h"
#include "remat/Pipelines/GpuPipeline.h"
#include "remat/Pipelines/Passes.h"
#include "remat/Pipelines/Pipelines.h"
#include "remat/Transforms/Passes.h"

namespace mlir::remat {

/// For use by name.
inline void registerAllPasses() {
  registerRematPasses();
  registerRematConversionPasses();
  registerRematPipelinesPasses();
  registerRematPipelines();
  registerCpuPipeline();
  registerGpuPipeline();
}

} // namespace mlir::remat

#endif // REMAT_INITALLPASSES_H
