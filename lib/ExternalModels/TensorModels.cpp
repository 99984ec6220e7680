//===- TensorModels.cpp - Moving tensors as tasks -------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelUtils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::remat;

/// The memref type of `value` once bufferized: the views above it decide, all
/// else has the identity layout. Null if one of them cannot be a view.
static MemRefType inferBufferType(Value value) {
  // Up to the first op that is no view of this dialect.
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
      // A copy has the identity layout again.
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

/// A view, except for non-contiguous sources, which bufferization copies.
struct CollapseShapeModel : public TaskModel<CollapseShapeModel> {
  OpCost getTaskCost(Operation *op) const {
    return isView(op) ? OpCost() : getCopyCost(sumBytes(op->getResultTypes()));
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

/// Whether `dest` is written for its only reader, or is what a turn of a loop
/// hands to the next.
static bool isOverwritten(Value dest) {
  if (Operation *op = dest.getDefiningOp())
    return remat::preparesDestination(op);
  return dest.hasOneUse() &&
         isa<LoopLikeOpInterface>(dest.getParentBlock()->getParentOp());
}

/// Copies the destination, unless it is overwritten, and writes the source to a
/// part of it.
struct InsertModel : public TaskModel<InsertModel> {
  OpCost getTaskCost(Operation *op) const {
    const bool isInPlace = isOverwritten(op->getOperand(1));
    return getCopyCost(
        sumBytes(op->getOperands().take_front(isInPlace ? 1 : 2).getTypes()));
  }
};

/// Computes each element of its result by its region.
struct ElementwiseRegionModel : public TaskModel<ElementwiseRegionModel> {
  OpCost getTaskCost(Operation *op) const {
    OpCost cost;
    // A pad runs its region outside of the source only.
    int64_t elements = getNumElementsOrOne(op->getResult(0).getType());
    if (auto pad = dyn_cast<tensor::PadOp>(op)) {
      elements -= std::min(elements, getNumElementsOrOne(pad.getSourceType()));
      cost.bytesRead = sumBytes(pad.getSourceType());
    }
    cost.flops = countBodyFlops(op->getRegion(0).front()) *
                 static_cast<double>(elements);
    cost.bytesWritten = sumBytes(op->getResultTypes());
    return cost;
  }
};

/// Moves data: reads the bytes that it writes, not all of its source.
struct GatherModel : public TaskModel<GatherModel> {
  OpCost getTaskCost(Operation *op) const {
    auto gather = cast<tensor::GatherOp>(op);
    OpCost cost = getCopyCost(sumBytes(gather.getType()));
    addSaturating(cost.bytesRead, sumBytes(gather.getIndices().getType()));
    return cost;
  }
};
} // namespace

void mlir::remat::registerTensorModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    using namespace tensor;
    // Layout inference uses memref's operations.
    context->getOrLoadDialect<memref::MemRefDialect>();
    attach<ViewModel, BitcastOp, CastOp, ExpandShapeOp, ExtractSliceOp,
           ReshapeOp>(context);
    attach<CollapseShapeModel, CollapseShapeOp>(context);
    attach<EmptyModel, EmptyOp>(context);
    attach<ScalarModel, DimOp, ExtractOp, RankOp>(context);
    attach<GatherModel, GatherOp>(context);
    attach<ElementwiseRegionModel, GenerateOp, PadOp>(context);
    attach<InsertModel, InsertOp, InsertSliceOp>(context);
    attach<DefaultModel, ConcatOp, FromElementsOp, ScatterOp, SplatOp>(context);
  });
}
