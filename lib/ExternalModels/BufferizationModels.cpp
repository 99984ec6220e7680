//===- BufferizationModels.cpp - Tensors and memrefs as tasks -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelUtils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"

using namespace mlir;
using namespace mlir::remat;
using namespace mlir::bufferization;

namespace {
/// An allocation: prepares a destination unless it copies contents.
struct AllocTensorModel : public TaskModel<AllocTensorModel> {
  OpCost getTaskCost(Operation *op) const {
    Value copy = cast<AllocTensorOp>(op).getCopy();
    return copy ? getCopyCost(sumBytes(copy.getType())) : OpCost();
  }
  /// It only allocates its own result, which is repeatable.
  bool mayRunAgain(Operation *) const { return true; }
  bool preparesDestination(Operation *op) const {
    return !cast<AllocTensorOp>(op).getCopy();
  }
};

/// The current contents of a memref. Moves nothing and shares the storage, but
/// is no view: a repeated read after a write to the memref would differ.
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

/// Copies the source into the destination. The result has new contents: no view
/// of the old ones.
struct MaterializeModel : public TaskModel<MaterializeModel> {
  OpCost getTaskCost(Operation *op) const {
    return getCopyCost(sumBytes(op->getOperand(0).getType()));
  }
  bool mayRunAgain(Operation *) const { return false; }
};
} // namespace

void mlir::remat::registerBufferizationModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, BufferizationDialect *) {
    attach<AllocTensorModel, AllocTensorOp>(context);
    attach<ToTensorModel, ToTensorOp>(context);
    attach<ToBufferModel, ToBufferOp>(context);
    attach<MaterializeModel, MaterializeInDestinationOp>(context);
  });
}
