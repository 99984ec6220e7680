//===- MemRefModels.cpp - Views that upstream does not name ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelUtils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
/// The same buffer, read in another order.
struct TransposeModel
    : public ViewLikeOpInterface::ExternalModel<TransposeModel,
                                                memref::TransposeOp> {
  Value getViewSource(Operation *op) const {
    return cast<memref::TransposeOp>(op).getIn();
  }
};

/// The same buffers, of which no two overlap.
struct DistinctObjectsModel : public TaskModel<DistinctObjectsModel> {
  OpCost getTaskCost(Operation *) const { return OpCost(); }
  OpOperand *getViewedOperand(Operation *op, OpResult result) const {
    return &op->getOpOperand(result.getResultNumber());
  }
};
} // namespace

void mlir::remat::registerMemRefModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, memref::MemRefDialect *) {
    attach<TransposeModel, memref::TransposeOp>(context);
    attach<DistinctObjectsModel, memref::DistinctObjectsOp>(context);
  });
}
