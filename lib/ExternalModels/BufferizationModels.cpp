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

/// The contents of a memref as they are where this stands. It shares the
/// storage, but is no view: a reader that ran again after a write to the memref
/// would see other contents, so the planner is to keep what was read here. It
/// moves nothing.
struct ToTensorModel : public TaskModel<ToTensorModel> {
  OpCost getTaskCost(Operation *) const { return OpCost(); }
  bool mayRunAgain(Operation *) const { return false; }
};

/// The same storage by another name, through which it may be written.
struct ToBufferModel : public TaskModel<ToBufferModel> {
  OpCost getTaskCost(Operation *) const { return OpCost(); }
  bool mayRunAgain(Operation *) const { return false; }
  OpOperand *getViewedOperand(Operation *op, OpResult) const {
    return &op->getOpOperand(0);
  }
};

/// Copies the source into the destination. The result is what the destination
/// holds afterwards, so it is no view of the one before.
struct MaterializeModel : public TaskModel<MaterializeModel> {
  OpCost getTaskCost(Operation *op) const {
    OpCost cost;
    cost.bytesRead = cost.bytesWritten = getBytesOrZero(op->getOperand(0));
    return cost;
  }
  bool mayRunAgain(Operation *) const { return false; }
};
} // namespace

void mlir::remat::registerBufferizationExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, bufferization::BufferizationDialect *) {
        using namespace bufferization;
        AllocTensorOp::attachInterface<AllocTensorModel>(*context);
        ToTensorOp::attachInterface<ToTensorModel>(*context);
        ToBufferOp::attachInterface<ToBufferModel>(*context);
        MaterializeInDestinationOp::attachInterface<MaterializeModel>(*context);
      });
}
