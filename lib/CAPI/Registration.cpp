//===- Registration.cpp - Dialects and passes, from C ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/CAPI/Registration.h"
#include "mlir/CAPI/Pass.h"
#include "remat-c/Dialects.h"
#include "remat-c/Passes.h"
#include "remat/InitAllDialects.h"
#include "remat/InitAllPasses.h"

#include <mutex>

using namespace mlir::remat;

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Remat, remat, RematDialect)

void rematRegisterAllDialects(MlirDialectRegistry registry) {
  registerAllDialects(*unwrap(registry));
}

#include "remat/Conversion/Passes.capi.cpp.inc"
#include "remat/Pipelines/Passes.capi.cpp.inc"
#include "remat/Transforms/Passes.capi.cpp.inc"

void rematRegisterAllPasses(void) {
  static std::once_flag registered;
  std::call_once(registered, registerAllPasses);
}
