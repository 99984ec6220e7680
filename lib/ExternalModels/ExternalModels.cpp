//===- ExternalModels.cpp - Upstream operations as tasks ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/ExternalModels/ExternalModels.h"
#include "Loops/LoopModels.h"
#include "ModelUtils.h"

void mlir::remat::registerAllExternalModels(DialectRegistry &registry) {
  registerArithModels(registry);
  registerBufferizationModels(registry);
  registerControlFlowModels(registry);
  registerLinalgModels(registry);
  registerMemRefModels(registry);
  registerScfLoopModels(registry);
  registerStablehloModels(registry);
  registerTensorModels(registry);
}
