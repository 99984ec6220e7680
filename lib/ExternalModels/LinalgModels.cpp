//===- LinalgModels.cpp - Linear algebra as tasks ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelUtils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/ExternalModels/ExternalModels.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::remat;

/// The number of iterations: the product over the loops of the extent of any
/// operand dimension that a loop indexes alone; loops without one (extents that
/// are not known) count as one.
static double countIterations(linalg::LinalgOp op) {
  SmallVector<int64_t> extents(op.getNumLoops(), 1);
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [expr, extent] :
         llvm::zip_equal(map.getResults(), op.getShape(&operand)))
      if (auto dim = dyn_cast<AffineDimExpr>(expr);
          dim && !ShapedType::isDynamic(extent))
        extents[dim.getPosition()] = extent;
  }
  double iterations = 1;
  for (int64_t extent : extents)
    iterations *= static_cast<double>(extent);
  return iterations;
}

/// Bytes of tensors that a region reads without taking them as operands, as a
/// gather by `tensor.extract` does.
static int64_t countCapturedBytes(Operation *op) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  int64_t bytes = 0;
  for (Value value : captured)
    bytes = saturatingAdd(bytes, getBytesOrZero(value));
  return bytes;
}

namespace {
/// Every structured operation, named and generic: the body's arithmetic at each
/// point of the iteration domain. Operands that only give a shape (windows of a
/// pooling, destinations that are overwritten) are not read.
struct StructuredModel : public TaskModel<StructuredModel> {
  OpCost getTaskCost(Operation *op) const {
    auto linalgOp = cast<linalg::LinalgOp>(op);
    OpCost cost;
    double bodyFlops = 0;
    for (Operation &nested : linalgOp.getBlock()->without_terminator())
      bodyFlops += getArithWeight(&nested);
    cost.flops = bodyFlops * countIterations(linalgOp);
    for (OpOperand &operand : op->getOpOperands())
      if (linalgOp.payloadUsesValueFromOperand(&operand))
        cost.bytesRead =
            saturatingAdd(cost.bytesRead, getBytesOrZero(operand.get()));
    cost.bytesRead = saturatingAdd(cost.bytesRead, countCapturedBytes(op));
    for (Value init : linalgOp.getDpsInits())
      cost.bytesWritten =
          saturatingAdd(cost.bytesWritten, getBytesOrZero(init));
    return cost;
  }

  bool preparesDestination(Operation *op) const {
    auto fill = dyn_cast<linalg::FillOp>(op);
    if (!fill || !fill.hasPureTensorSemantics())
      return false;
    Operation *init = fill.getOutputs().front().getDefiningOp();
    return init && remat::preparesDestination(init) && isOnlyDestination(op);
  }
};

/// Softmax as it is decomposed: a maximum, the exponential of a difference, a
/// sum and a division for each element, in three passes.
struct SoftmaxModel : public TaskModel<SoftmaxModel> {
  OpCost getTaskCost(Operation *op) const {
    auto softmax = cast<linalg::SoftmaxOp>(op);
    int64_t elements = getNumElementsOrOne(softmax.getInput().getType());
    int64_t bytes = getBytesOrZero(softmax.getInput());
    OpCost cost;
    cost.flops = 17.0 * static_cast<double>(elements);
    cost.bytesRead = saturatingMul(bytes, 3);
    cost.bytesWritten = saturatingMul(bytes, 2);
    return cost;
  }
};
} // namespace

void mlir::remat::registerLinalgExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    attachToDialect<StructuredModel>(
        context, "linalg", [](RegisteredOperationName name) {
          return name.hasInterface<linalg::LinalgOp>();
        });
    linalg::SoftmaxOp::attachInterface<SoftmaxModel>(*context);
  });
}
