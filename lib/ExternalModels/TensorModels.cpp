//===- TensorModels.cpp - Moving tensors as tasks ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelUtils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "remat/ExternalModels/ExternalModels.h"

using namespace mlir;
using namespace mlir::remat;

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// The memref type that `value` has once bufferized, as far as the views above
/// it decide: everything else has the identity layout. Null if a view above
/// cannot be a view.
static MemRefType inferBufferType(Value value) {
  // From `value` up to what is no view of this dialect.
  SmallVector<Operation *> views;
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<tensor::ExtractSliceOp, tensor::ExpandShapeOp,
             tensor::CollapseShapeOp>(op))
      break;
    views.push_back(op);
    value = op->getOperand(0);
  }
  auto root = dyn_cast<RankedTensorType>(value.getType());
  if (!root)
    return {};
  auto type = MemRefType::get(root.getShape(), root.getElementType());
  for (Operation *op : llvm::reverse(views)) {
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
      type = memref::SubViewOp::inferRankReducedResultType(
          slice.getType().getShape(), type, slice.getMixedOffsets(),
          slice.getMixedSizes(), slice.getMixedStrides());
    } else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
      FailureOr<MemRefType> expanded =
          memref::ExpandShapeOp::computeExpandedType(
              type, expand.getResultType().getShape(),
              expand.getReassociationIndices());
      if (failed(expanded))
        return {};
      type = *expanded;
    } else {
      auto collapse = cast<tensor::CollapseShapeOp>(op);
      SmallVector<ReassociationIndices> groups =
          collapse.getReassociationIndices();
      // Where it has to copy, the copy has the identity layout again.
      if (memref::CollapseShapeOp::isGuaranteedCollapsible(type, groups))
        type = memref::CollapseShapeOp::computeCollapsedType(type, groups);
      else
        type = MemRefType::get(collapse.getResultType().getShape(),
                               type.getElementType());
    }
  }
  return type;
}

namespace {
/// The source's storage by another shape.
struct ViewModel : public TaskModel<ViewModel> {
  OpCost getTaskCost(Operation *) const { return OpCost(); }
  OpOperand *getViewedOperand(Operation *op, OpResult) const {
    return &op->getOpOperand(0);
  }
};

/// A view, unless what it collapses is not contiguous: bufferization then makes
/// a copy.
struct CollapseShapeModel : public TaskModel<CollapseShapeModel> {
  OpCost getTaskCost(Operation *op) const {
    OpCost cost;
    if (!isView(op))
      cost.bytesRead = cost.bytesWritten = getBytesOrZero(op->getResult(0));
    return cost;
  }
  OpOperand *getViewedOperand(Operation *op, OpResult) const {
    return isView(op) ? &op->getOpOperand(0) : nullptr;
  }

private:
  static bool isView(Operation *op) {
    auto collapse = cast<tensor::CollapseShapeOp>(op);
    MemRefType source = inferBufferType(collapse.getSrc());
    return source && memref::CollapseShapeOp::isGuaranteedCollapsible(
                         source, collapse.getReassociationIndices());
  }
};

//===----------------------------------------------------------------------===//
// Everything else
//===----------------------------------------------------------------------===//

/// A storage without contents.
struct EmptyModel : public TaskModel<EmptyModel> {
  OpCost getTaskCost(Operation *) const { return OpCost(); }
  bool preparesDestination(Operation *) const { return true; }
};

/// Reads shapes or single elements.
struct ScalarModel : public TaskModel<ScalarModel> {
  OpCost getTaskCost(Operation *op) const {
    OpCost cost;
    if (auto extract = dyn_cast<tensor::ExtractOp>(op))
      cost.bytesRead = getTypeBytes(extract.getType()).value_or(0);
    return cost;
  }
};

/// Copies the destination and writes the source over a part of it; where the
/// destination is only prepared there is nothing to copy.
struct InsertModel : public TaskModel<InsertModel> {
  OpCost getTaskCost(Operation *op) const {
    OpCost cost;
    int64_t sourceBytes = getBytesOrZero(op->getOperand(0));
    int64_t destBytes = getBytesOrZero(op->getOperand(1));
    Operation *dest = op->getOperand(1).getDefiningOp();
    bool isPrepared = dest && remat::preparesDestination(dest);
    cost.bytesRead =
        isPrepared ? sourceBytes : saturatingAdd(sourceBytes, destBytes);
    cost.bytesWritten =
        isPrepared ? sourceBytes : saturatingAdd(sourceBytes, destBytes);
    return cost;
  }
};

/// Computes each element of its result by its region.
struct ElementwiseRegionModel : public TaskModel<ElementwiseRegionModel> {
  OpCost getTaskCost(Operation *op) const {
    OpCost cost;
    double flops = 0;
    for (Operation &nested : op->getRegion(0).front().without_terminator())
      flops += getArithWeight(&nested);
    Value result = op->getResult(0);
    // A pad runs its region outside of the source only.
    int64_t elements = getNumElementsOrOne(result.getType());
    if (auto pad = dyn_cast<tensor::PadOp>(op)) {
      elements -= std::min(elements, getNumElementsOrOne(pad.getSourceType()));
      cost.bytesRead = getBytesOrZero(pad.getSource());
    }
    cost.flops = flops * static_cast<double>(elements);
    cost.bytesWritten = getBytesOrZero(result);
    return cost;
  }
};

/// Moves data: what it reads is what it writes, not all of its source.
struct GatherModel : public TaskModel<GatherModel> {
  OpCost getTaskCost(Operation *op) const {
    auto gather = cast<tensor::GatherOp>(op);
    OpCost cost;
    cost.bytesWritten = getBytesOrZero(gather.getResult());
    cost.bytesRead =
        saturatingAdd(cost.bytesWritten, getBytesOrZero(gather.getIndices()));
    return cost;
  }
};

/// Reads its operands and writes its result, once.
struct MoveModel : public TaskModel<MoveModel> {};
} // namespace

void mlir::remat::registerTensorExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    using namespace tensor;
    // The inference of layouts asks memref's operations.
    context->getOrLoadDialect<memref::MemRefDialect>();
    BitcastOp::attachInterface<ViewModel>(*context);
    CastOp::attachInterface<ViewModel>(*context);
    CollapseShapeOp::attachInterface<CollapseShapeModel>(*context);
    ConcatOp::attachInterface<MoveModel>(*context);
    DimOp::attachInterface<ScalarModel>(*context);
    EmptyOp::attachInterface<EmptyModel>(*context);
    ExpandShapeOp::attachInterface<ViewModel>(*context);
    ExtractOp::attachInterface<ScalarModel>(*context);
    ExtractSliceOp::attachInterface<ViewModel>(*context);
    FromElementsOp::attachInterface<MoveModel>(*context);
    GatherOp::attachInterface<GatherModel>(*context);
    GenerateOp::attachInterface<ElementwiseRegionModel>(*context);
    InsertOp::attachInterface<InsertModel>(*context);
    InsertSliceOp::attachInterface<InsertModel>(*context);
    PadOp::attachInterface<ElementwiseRegionModel>(*context);
    RankOp::attachInterface<ScalarModel>(*context);
    ReshapeOp::attachInterface<ViewModel>(*context);
    ScatterOp::attachInterface<MoveModel>(*context);
    SplatOp::attachInterface<MoveModel>(*context);
  });
}
