//===- ExternalModels.cpp - Upstream operations as tasks -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/ExternalModels/ExternalModels.h"

#include "ModelUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::remat;

bool mlir::remat::isOnlyDestination(Operation *op) {
  return llvm::all_of(op->getUses(), [](OpOperand &use) {
    auto writer = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
    return writer && writer.isDpsInit(&use);
  });
}

void mlir::remat::registerAllExternalModels(DialectRegistry &registry) {
  registerArithExternalModels(registry);
  registerBufferizationExternalModels(registry);
  registerControlFlowExternalModels(registry);
  registerLinalgExternalModels(registry);
  registerStablehloExternalModels(registry);
  registerTensorExternalModels(registry);
}
