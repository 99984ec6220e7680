//===- LinalgModels.cpp - Linear algebra as tasks -------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelUtils.h"
#include "remat/Targets/Contractions.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::remat;

/// The product of loop extents, each from an operand dimension that the loop
/// indexes alone; unknown extents count as one.
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

/// Whether every use of `op`'s only result is as the destination of an op that
/// writes it or prepares it further.
static bool isOnlyDestination(Operation *op) {
  return llvm::all_of(op->getUses(), [](OpOperand &use) {
    auto writer = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
    return writer && writer.isDpsInit(&use);
  });
}

/// Operations of one iteration. A contraction converts each input once, not for
/// each product.
static double countIterationFlops(linalg::LinalgOp op) {
  return isContraction(op) ? 2 : countBodyFlops(*op.getBlock());
}

namespace {
/// Structured ops, named and generic: the body's arithmetic at each point of
/// the domain. Operands that only give a shape (pooling windows, overwritten
/// destinations) are not read.
struct StructuredModel : public TaskModel<StructuredModel> {
  OpCost getTaskCost(Operation *op) const {
    auto linalgOp = cast<linalg::LinalgOp>(op);
    OpCost cost;
    cost.flops = countIterationFlops(linalgOp) * countIterations(linalgOp);
    for (OpOperand &operand : op->getOpOperands())
      if (linalgOp.payloadUsesValueFromOperand(&operand))
        addSaturating(cost.bytesRead, sumBytes(operand.get().getType()));
    // The region may read tensors beyond the operands: a gather by
    // `tensor.extract`.
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    addSaturating(cost.bytesRead,
                  sumBytes(ValueRange(captured.getArrayRef()).getTypes()));
    cost.bytesWritten = sumBytes(linalgOp.getDpsInits().getTypes());
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

/// Softmax decomposed: for each element a maximum, the exponential of a
/// difference, a sum and a division, in three passes.
struct SoftmaxModel : public TaskModel<SoftmaxModel> {
  OpCost getTaskCost(Operation *op) const {
    auto softmax = cast<linalg::SoftmaxOp>(op);
    Type type = softmax.getInput().getType();
    int64_t bytes = sumBytes(type);
    return {17.0 * static_cast<double>(getNumElementsOrOne(type)),
            saturatingMul(bytes, 3), saturatingMul(bytes, 2), 0};
  }
};
} // namespace

void mlir::remat::registerLinalgModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    attachToDialect<StructuredModel>(
        context, "linalg", [](RegisteredOperationName name) {
          return name.hasInterface<linalg::LinalgOp>();
        });
    attach<SoftmaxModel, linalg::SoftmaxOp>(context);
  });
}
