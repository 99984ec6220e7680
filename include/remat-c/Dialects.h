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

/// Without interface models for other dialects' operations.
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Remat, remat);

/// Adds the dialect `remat`, Remat's models for upstream operations, which take
/// effect when their dialects are loaded, and stubs for StableHLO, CHLO, MHLO
/// and Shardy where the registry lacks the dialect. The caller adds upstream's
/// dialects (`mlirRegisterAllDialects`) and, before this call, the real
/// StableHLO.
MLIR_CAPI_EXPORTED void rematRegisterAllDialects(MlirDialectRegistry registry);

#ifdef __cplusplus
}
#endif

#endif /* REMAT_C_DIALECTS_H */
