//===- Dialects.h - Dialects of Remat, from C ---------------------*- C -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_C_DIALECTS_H
#define REMAT_C_DIALECTS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The dialect `remat` alone, without interface models for other dialects'
/// operations.
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Remat, remat);

/// Adds the dialect `remat`, Remat's models for upstream operations, which take
/// effect when their dialects are loaded, and stub dialects for StableHLO,
/// CHLO, MHLO and Shardy, where the registry has no dialect of that name yet.
/// Upstream's own dialects are the caller's to add (`mlirRegisterAllDialects`),
/// and so is the real StableHLO, before this call.
MLIR_CAPI_EXPORTED void rematRegisterAllDialects(MlirDialectRegistry registry);

#ifdef __cplusplus
}
#endif

#endif /* REMAT_C_DIALECTS_H */
