//===- Version.h - Versions of the library and its files, from C --*- C -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/* docs/versions.md says what older and newer versions get. */

#ifndef REMAT_C_VERSION_H
#define REMAT_C_VERSION_H

#include "mlir-c/Support.h"

/// Of these headers. Grows by one with each release that adds to them, changes
/// them or takes from them.
#define REMAT_C_API_VERSION 1

#ifdef __cplusplus
extern "C" {
#endif

/// Of the library that runs: "0.1.0". Lives as long as the library.
MLIR_CAPI_EXPORTED MlirStringRef rematGetVersion(void);
/// REMAT_C_API_VERSION of the library that runs.
MLIR_CAPI_EXPORTED int rematGetCApiVersion(void);
/// Of the JSON files (graphs, chains, plans, profiles, reports, sweeps) that
/// the library reads and writes.
MLIR_CAPI_EXPORTED int rematGetFileVersion(void);

/// Whether the library serves programs that were compiled with headers of
/// `version`: empty if so, else both versions and the remedy. Pass
/// REMAT_C_API_VERSION before other calls. Lives until the thread's next call.
MLIR_CAPI_EXPORTED MlirStringRef rematCheckCApiVersion(int version);

#ifdef __cplusplus
}
#endif

#endif /* REMAT_C_VERSION_H */
