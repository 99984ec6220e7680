//===- DestinationStyle.cpp - Ops that get a destination ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DestinationStyle.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace {

/// tensor.splat of a scalar -> a fill.
struct SplatToFill : OpRewritePattern<tensor::SplatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::SplatOp op,
                                PatternRewriter &rewriter) const override {
    Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), op.getType(),
                                          op.getDynamicSizes());
    rewriter.replaceOpWithNewOp<linalg::FillOp>(op, ValueRange(op.getInput()),
                                                ValueRange(empty));
    return success();
  }
};

/// arith.select of whole tensors by a scalar: its result would alias either.
struct SelectToGeneric : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::SelectOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!type || isa<TensorType>(op.getCondition().getType()))
      return failure();
    Location loc = op.getLoc();
    Value empty = tensor::EmptyOp::create(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, op.getTrueValue()),
        type.getElementType(), type.getEncoding());
    SmallVector<AffineMap> maps(
        3, rewriter.getMultiDimIdentityMap(type.getRank()));
    SmallVector<utils::IteratorType> iterators(type.getRank(),
                                               utils::IteratorType::parallel);
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, TypeRange(type), ValueRange{op.getTrueValue(), op.getFalseValue()},
        ValueRange(empty), maps, iterators,
        [&](OpBuilder &builder, Location loc, ValueRange args) {
          Value chosen = arith::SelectOp::create(
              builder, loc, op.getCondition(), args[0], args[1]);
          linalg::YieldOp::create(builder, loc, chosen);
        });
    return success();
  }
};

} // namespace

static bool isElementwiseOnTensors(Operation *op) {
  return OpTrait::hasElementwiseMappableTraits(op) &&
         op->getNumOperands() != 0 &&
         llvm::all_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>);
}

/// The conversion puts the attributes of an op on tensors on the op inside the
/// body that does the work for one element; those that speak of the task belong
/// to the whole.
static void liftTaskAttributes(func::FuncOp function) {
  function.walk([](linalg::GenericOp generic) {
    for (Operation &op : generic.getBody()->without_terminator())
      for (NamedAttribute named : llvm::to_vector(op.getDiscardableAttrs())) {
        if (named.getNameDialect() == nullptr ||
            named.getNameDialect()->getNamespace() != "remat")
          continue;
        op.removeDiscardableAttr(named.getName());
        if (!generic->hasAttr(named.getName()))
          generic->setDiscardableAttr(named.getName(), named.getValue());
      }
  });
}

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
        !isElementwiseOnTensors(op))
      others.push_back(op);
  });
  for (linalg::SoftmaxOp softmax : softmaxes) {
    OpBuilder builder(softmax);
    FailureOr<SmallVector<Value>> values = softmax.decomposeOperation(builder);
    if (failed(values))
      return softmax.emitOpError("cannot be decomposed");
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
  patterns.add<SplatToFill, SelectToGeneric>(context);
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingOps);
  return applyOpPatternsGreedily(others, std::move(patterns), config);
}
