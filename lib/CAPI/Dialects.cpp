//===- Dialects.cpp - Dialects of Remat, from C ---------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat-c/Dialects.h"

#include "mlir/CAPI/Registration.h"
#include "remat/InitAllDialects.h"

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Remat, remat, mlir::remat::RematDialect)

void rematRegisterAllDialects(MlirDialectRegistry registry) {
  mlir::remat::registerAllDialects(*unwrap(registry));
}
