//===- Passes.h - Passes of Remat, from C -------------------------*- C -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_C_PASSES_H
#define REMAT_C_PASSES_H

#include "mlir-c/Pass.h"

/* One function a pass: mlirCreateRematRematRematerialize(), with the
 * default options. With other options, name the pass in a pipeline:
 * `mlirParsePassPipeline`. */
#include "remat/Conversion/Passes.capi.h.inc"
#include "remat/Pipelines/Passes.capi.h.inc"
#include "remat/Transforms/Passes.capi.h.inc"

#ifdef __cplusplus
extern "C" {
#endif

/// Registers all passes and pipelines for use by name, such as
/// `remat-pipeline{budget=60%}`. Idempotent and thread-safe.
MLIR_CAPI_EXPORTED void rematRegisterAllPasses(void);

#ifdef __cplusplus
}
#endif

#endif /* REMAT_C_PASSES_H */
