//===- DestinationStyle.cpp - Ops that get a destination ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DestinationStyle.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Interfaces/TaskOpInterface.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

static LogicalResult convertSplatToFill(tensor::SplatOp op,
                                        PatternRewriter &rewriter) {
  Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), op.getType(),
                                        op.getDynamicSizes());
  rewriter.replaceOpWithNewOp<linalg::FillOp>(op, ValueRange(op.getInput()),
                                              ValueRange(empty));
  return success();
}

/// A select of whole tensors by a scalar: the result would alias either.
static LogicalResult convertSelectToGeneric(arith::SelectOp op,
                                            PatternRewriter &rewriter) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!type || isa<TensorType>(op.getCondition().getType()))
    return failure();
  Location loc = op.getLoc();
  Value empty = tensor::EmptyOp::create(
      rewriter, loc, tensor::getMixedSizes(rewriter, loc, op.getTrueValue()),
      type.getElementType(), type.getEncoding());
  SmallVector<AffineMap> maps(3,
                              rewriter.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  rewriter.replaceOpWithNewOp<linalg::GenericOp>(
      op, TypeRange(type), ValueRange{op.getTrueValue(), op.getFalseValue()},
      ValueRange(empty), maps, iterators,
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        Value chosen = arith::SelectOp::create(builder, loc, op.getCondition(),
                                               args[0], args[1]);
        linalg::YieldOp::create(builder, loc, chosen);
      });
  return success();
}

/// Whether `op` has another model than its linalg replacements: not ours then.
static bool hasModelOfItsOwn(Operation *op) {
  auto task = dyn_cast<remat::TaskOpInterface>(op);
  if (!task)
    return false;
  const remat::OpCost cost = task.getTaskCost();
  const remat::OpCost ours = remat::detail::getDefaultCost(op);
  return !task.mayRunAgain() || task.getTaskPhase() ||
         cost.flops != ours.flops || cost.bytesRead != ours.bytesRead ||
         cost.bytesWritten != ours.bytesWritten ||
         cost.workspaceBytes != ours.workspaceBytes;
}

/// Other dialects' ops are tasks as they stand, whatever their traits.
static bool isElementwiseOnTensors(Operation *op) {
  return isa_and_present<arith::ArithDialect, math::MathDialect>(
             op->getDialect()) &&
         OpTrait::hasElementwiseMappableTraits(op) &&
         op->getNumOperands() != 0 &&
         llvm::all_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>) &&
         !hasModelOfItsOwn(op);
}

/// Moves task attributes from the op in the body to the generic.
static void liftTaskAttributes(func::FuncOp function) {
  function.walk([](linalg::GenericOp generic) {
    for (Operation &op : generic.getBody()->without_terminator())
      for (NamedAttribute named : llvm::to_vector(op.getDiscardableAttrs())) {
        if (!isa_and_present<remat::RematDialect>(named.getNameDialect()))
          continue;
        op.removeDiscardableAttr(named.getName());
        if (!generic->hasAttr(named.getName()))
          generic->setDiscardableAttr(named.getName(), named.getValue());
      }
  });
}

/// Copies task attributes to `to`, which does the work of `from`.
static void copyTaskAttributes(Operation *from, Operation *to) {
  for (StringRef name :
       {remat::kPolicyAttrName, remat::kCostAttrName, remat::kPhaseAttrName})
    if (Attribute attribute = from->getDiscardableAttr(name))
      to->setDiscardableAttr(name, attribute);
}

namespace {
/// Hands a replaced op's attributes on to the new op that makes its result.
/// Drops them if it folds to an existing value.
class TaskAttributeKeeper : public RewriterBase::Listener {
public:
  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    inserted.insert(op);
  }
  void notifyOperationErased(Operation *op) override { inserted.erase(op); }
  void notifyOperationReplaced(Operation *op, ValueRange values) override {
    if (values.size() != 1)
      return;
    Operation *worker = values.front().getDefiningOp();
    // A concatenation of dynamic parts ends in a cast to the inferred shape.
    while (auto cast = dyn_cast_or_null<tensor::CastOp>(worker))
      worker = cast.getSource().getDefiningOp();
    if (worker && inserted.contains(worker))
      copyTaskAttributes(op, worker);
  }

private:
  llvm::SmallPtrSet<Operation *, 8> inserted;
};
} // namespace

LogicalResult remat::convertToDestinationStyle(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  bool hasElementwise = false;
  SmallVector<Operation *> others;
  SmallVector<linalg::SoftmaxOp> softmaxes;
  function.walk([&](Operation *op) {
    hasElementwise |= isElementwiseOnTensors(op);
    if (auto softmax = dyn_cast<linalg::SoftmaxOp>(op))
      softmaxes.push_back(softmax);
    if (isa<tensor::ConcatOp, tensor::SplatOp, arith::SelectOp>(op) &&
        isa<RankedTensorType>(op->getResult(0).getType()) &&
        !isElementwiseOnTensors(op) &&
        !(isa<arith::SelectOp>(op) && hasModelOfItsOwn(op)))
      others.push_back(op);
  });
  for (linalg::SoftmaxOp softmax : softmaxes) {
    OpBuilder builder(softmax);
    Operation *before = softmax->getPrevNode();
    FailureOr<SmallVector<Value>> values = softmax.decomposeOperation(builder);
    if (failed(values))
      return softmax.emitOpError("cannot be decomposed");
    // All steps get its phase; its cost and policy go to the result's maker.
    if (Attribute phase = softmax->getDiscardableAttr(remat::kPhaseAttrName))
      for (Operation *step = softmax->getPrevNode(); step != before;
           step = step->getPrevNode())
        if (isa<linalg::LinalgOp>(step))
          step->setDiscardableAttr(remat::kPhaseAttrName, phase);
    copyTaskAttributes(softmax, values->front().getDefiningOp());
    softmax->replaceAllUsesWith(*values);
    softmax.erase();
  }
  if (hasElementwise) {
    RewritePatternSet patterns(context);
    linalg::populateElementwiseToLinalgConversionPatterns(patterns);
    ConversionTarget target(*context);
    target.markUnknownOpDynamicallyLegal(
        [](Operation *op) { return !isElementwiseOnTensors(op); });
    if (failed(applyPartialConversion(function, target, std::move(patterns))))
      return failure();
    liftTaskAttributes(function);
  }
  if (others.empty())
    return success();
  RewritePatternSet patterns(context);
  tensor::populateDecomposeTensorConcatPatterns(patterns);
  patterns.add(convertSplatToFill);
  patterns.add(convertSelectToGeneric);
  TaskAttributeKeeper keeper;
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingOps);
  config.setListener(&keeper);
  return applyOpPatternsGreedily(others, std::move(patterns), config);
}
