//===- ControlFlowModels.cpp - Loops, branches and calls as tasks ---------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelUtils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::remat;

void mlir::remat::registerControlFlowModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, scf::SCFDialect *) {
    using namespace scf;
    attach<DefaultModel, ExecuteRegionOp, ForOp, ForallOp, IfOp, IndexSwitchOp,
           ParallelOp, WhileOp>(context);
  });
  registry.addExtension(+[](MLIRContext *context, func::FuncDialect *) {
    attach<DefaultModel, func::CallOp, func::CallIndirectOp>(context);
  });
}
