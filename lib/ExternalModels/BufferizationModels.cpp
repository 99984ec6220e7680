//===- BufferizationModels.cpp - Tensors and memrefs as tasks ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelUtils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "remat/ExternalModels/ExternalModels.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
/// An allocation, which prepares a destination unless it copies contents.
struct AllocTensorModel : public TaskModel<AllocTensorModel> {
  OpCost getTaskCost(Operation *op) const {
    OpCost cost;
    if (Value copy = cast<bufferization::AllocTensorOp>(op).getCopy())
      cost.bytesRead = cost.bytesWritten = getBytesOrZero(copy);
    return cost;
  }
  /// Its effect is to allocate its own result, which another run does as well.
  bool mayRunAgain(Operation *) const { return true; }
  bool preparesDestination(Operation *op) const {
    return !cast<bufferization::AllocTensorOp>(op).getCopy();
  }
};

/// The same storage by another name. What a memref holds may change under a
/// tensor, so these do not run again.
struct AliasModel : public TaskModel<AliasModel> {
  OpCost getTaskCost(Operation *) const { return OpCost(); }
  bool mayRunAgain(Operation *) const { return false; }
  OpOperand *getViewedOperand(Operation *op, OpResult) const {
    return &op->getOpOperand(0);
  }
};

/// Copies the source into the destination, which the result names.
struct MaterializeModel : public TaskModel<MaterializeModel> {
  OpCost getTaskCost(Operation *op) const {
    OpCost cost;
    cost.bytesRead = cost.bytesWritten = getBytesOrZero(op->getOperand(0));
    return cost;
  }
  bool mayRunAgain(Operation *) const { return false; }
  OpOperand *getViewedOperand(Operation *op, OpResult) const {
    return &op->getOpOperand(1);
  }
};
} // namespace

void mlir::remat::registerBufferizationExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, bufferization::BufferizationDialect *) {
        using namespace bufferization;
        AllocTensorOp::attachInterface<AllocTensorModel>(*context);
        ToTensorOp::attachInterface<AliasModel>(*context);
        ToBufferOp::attachInterface<AliasModel>(*context);
        MaterializeInDestinationOp::attachInterface<MaterializeModel>(*context);
      });
}
