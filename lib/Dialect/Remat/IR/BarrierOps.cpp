//===- BarrierOps.cpp - What a plan leaves in a function ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Dialect/Remat/IR/Remat.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::remat;
using namespace mlir::bufferization;

void BarrierOp::build(OpBuilder &, OperationState &state, ValueRange inputs,
                      ValueRange after) {
  state.addOperands(inputs);
  state.addOperands(after);
  state.getOrAddProperties<Properties>().setOperandSegmentSizes(
      {static_cast<int32_t>(inputs.size()),
       static_cast<int32_t>(after.size())});
  state.addTypes(inputs.getTypes());
}

LogicalResult BarrierOp::verify() {
  if (getInputs().size() != getResults().size())
    return emitOpError("C1: has ")
           << getInputs().size() << " inputs but " << getResults().size()
           << " results; result i is input i";
  for (auto [index, input, result] :
       llvm::enumerate(getInputs().getTypes(), getResultTypes()))
    if (input != result)
      return emitOpError("C1: result ")
             << index << " is " << result << ", but input " << index << " is "
             << input;
  return success();
}

/// Allocates per result: stops CSE, LICM and SCCP, but DCE erases unused ops.
void BarrierOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpResult result : getOperation()->getResults())
    effects.emplace_back(MemoryEffects::Allocate::get(), result,
                         SideEffects::DefaultResource::get());
}

OpOperand *BarrierOp::getViewedOperand(OpResult result) {
  return &getOperation()->getOpOperand(result.getResultNumber());
}

/// Drops inputs that the barrier need not hold.
static LogicalResult shrinkBarrier(BarrierOp barrier,
                                   PatternRewriter &rewriter) {
  // Position of each distinct input among the kept ones.
  llvm::SmallMapVector<Value, unsigned, 4> inputs;
  for (auto [input, result] :
       llvm::zip_equal(barrier.getInputs(), barrier.getResults()))
    if (!result.use_empty())
      inputs.insert({input, inputs.size()});
  llvm::SmallSetVector<Value, 4> after;
  for (Value value : barrier.getAfter()) {
    auto argument = dyn_cast<BlockArgument>(value);
    bool isThere = (argument && argument.getOwner() == barrier->getBlock()) ||
                   matchPattern(value, m_Constant());
    if (!isThere)
      after.insert(value);
  }
  if (inputs.size() == barrier.getInputs().size() &&
      after.size() == barrier.getAfter().size())
    return failure();
  SmallVector<Value> kept = llvm::to_vector(llvm::make_first_range(inputs));
  SmallVector<Value> replacements(barrier.getNumResults());
  if (!kept.empty()) {
    auto shrunk = BarrierOp::create(rewriter, barrier.getLoc(), kept,
                                    after.getArrayRef());
    shrunk->setDiscardableAttrs(barrier->getDiscardableAttrDictionary());
    for (auto [index, input] : llvm::enumerate(barrier.getInputs()))
      if (!barrier.getResult(index).use_empty())
        replacements[index] = shrunk.getResult(inputs.lookup(input));
  }
  rewriter.replaceOp(barrier, replacements);
  return success();
}

/// A barrier of nothing orders nothing: no results wait.
static LogicalResult eraseEmptyBarrier(BarrierOp barrier,
                                       PatternRewriter &rewriter) {
  if (!barrier.getInputs().empty())
    return failure();
  rewriter.eraseOp(barrier);
  return success();
}

void BarrierOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add(shrinkBarrier);
  patterns.add(eraseEmptyBarrier);
}

AliasingValueList BarrierOp::getAliasingValues(OpOperand &operand,
                                               const AnalysisState &) {
  unsigned index = operand.getOperandNumber();
  if (index >= getInputs().size())
    return {};
  return {{getResult(index), BufferRelation::Equivalent}};
}

LogicalResult BarrierOp::bufferize(RewriterBase &rewriter,
                                   const BufferizationOptions &options,
                                   BufferizationState &state) {
  SmallVector<Value> replacements;
  for (Value input : getInputs()) {
    if (!isa<TensorType>(input.getType())) {
      replacements.push_back(input);
      continue;
    }
    FailureOr<Value> buffer = getBuffer(rewriter, input, options, state);
    if (failed(buffer))
      return failure();
    replacements.push_back(*buffer);
  }
  replaceOpWithBufferizedValues(rewriter, getOperation(), replacements);
  return success();
}

LogicalResult ReleaseOp::verify() {
  // C1: ODS checks the types.
  if (getValues().empty())
    return emitOpError("C1: releases at least one value, but has none");
  Block *block = (*this)->getBlock();
  for (auto [index, value] : llvm::enumerate(getValues()))
    for (OpOperand &use : value.getUses()) {
      Operation *user =
          block ? block->findAncestorOpInBlock(*use.getOwner()) : nullptr;
      bool isTwice = user == getOperation() && use.getOperandNumber() > index;
      if (isTwice)
        return emitOpError("C2: operand ")
               << index << " is released twice by the same operation";
      if (!user || user == getOperation() ||
          !getOperation()->isBeforeInBlock(user))
        continue;
      InFlightDiagnostic diagnostic =
          emitOpError("C2: operand ")
          << index
          << " is used after it is released; run -remat-lifetimes again after "
             "passes that merge or fold tensors";
      diagnostic.attachNote(use.getOwner()->getLoc()) << "used here";
      return diagnostic;
    }
  return success();
}

/// Frees its operands: nothing may erase it or move it across a use.
void ReleaseOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand &operand : getOperation()->getOpOperands())
    effects.emplace_back(MemoryEffects::Free::get(), &operand,
                         SideEffects::DefaultResource::get());
}

LogicalResult ReleaseOp::bufferize(RewriterBase &rewriter,
                                   const BufferizationOptions &,
                                   BufferizationState &) {
  rewriter.eraseOp(*this);
  return success();
}
