//===- Instances.cpp - What readers of a value get ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Apply/Instances.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/TaskOpInterface.h"

using namespace mlir;
using namespace mlir::remat;
using planner::ValueId;

Instances::Instances(PlanRewrite &rewrite)
    : block(rewrite.block), functionGraph(rewrite.functionGraph),
      builder(rewrite.builder), latest(functionGraph.values),
      madeAt(functionGraph.values.size(), -1),
      isAway(functionGraph.values.size()) {}

std::optional<ValueId>
Instances::findLastMade(ArrayRef<ValueId> values,
                        const llvm::DenseSet<ValueId> &except) const {
  std::optional<ValueId> last;
  for (ValueId value : values)
    if (isHere(value) && !except.contains(value) &&
        (!last || madeAt[value] > madeAt[*last]))
      last = value;
  return last;
}

void Instances::record(ValueId value, size_t step, Value instance) {
  madeAt[value] = step;
  shielded.erase(value);
  latest[value] = instance;
}

void Instances::pass(ValueId value, llvm::function_ref<Value(Value)> pass) {
  latest[value] = pass(latest[value]);
  if (auto found = shielded.find(value); found != shielded.end())
    found->second = pass(found->second);
}

Value Instances::materialize(Value value, IRMapping &mapping) {
  if (Value mapped = mapping.lookupOrNull(value))
    return mapped;
  if (auto found = functionGraph.valueIds.find(value);
      found != functionGraph.valueIds.end()) {
    Value instance = shielded.lookup(found->second);
    return instance ? instance : latest[found->second];
  }
  auto result = dyn_cast<OpResult>(value);
  if (!result || result.getOwner()->getBlock() != &block ||
      isResident(result.getOwner()))
    return value;
  if (OpOperand *viewed = getViewedOperand(result))
    return materializeView(*viewed, result, mapping);
  // Anything else is a constant, and stays.
  return functionGraph.fusionChoices.fusedOps.contains(result.getOwner())
             ? materializeFused(result, mapping)
             : value;
}

/// Whether result i of `op` is operand i, for all i.
static bool isBarrier(Operation *op) {
  return isa<BarrierOp>(op) || hlo::getOpKind(op) == hlo::OpKind::Barrier;
}

Value Instances::materializeView(OpOperand &viewed, OpResult result,
                                 IRMapping &mapping) {
  // A tie's readers wait for all that it passes. Without fusion it is a barrier
  // like others, and the graph has them read one value only.
  if (isTie(result.getOwner()) &&
      functionGraph.fusionChoices.fusedOps.contains(result.getOwner()))
    return materializeFused(result, mapping);
  Value source = materialize(viewed.get(), mapping);
  auto &[viewedInstance, copy] = views[result];
  if (viewedInstance == source)
    return copy;
  Value made;
  if (isBarrier(result.getOwner())) {
    // An earlier barrier: a copy needs only this value.
    made = BarrierOp::create(builder, result.getLoc(), ValueRange(source))
               .getResult(0);
  } else {
    IRMapping viewMapping;
    for (OpOperand &operand : result.getOwner()->getOpOperands())
      viewMapping.map(operand.get(), &operand == &viewed
                                         ? source
                                         : materialize(operand.get(), mapping));
    made = builder.clone(*result.getOwner(), viewMapping)
               ->getResult(result.getResultNumber());
  }
  // The recursion may have moved `views[result]`.
  views[result] = {source, made};
  return made;
}

Value Instances::materializeFused(OpResult result, IRMapping &mapping) {
  Operation *op = result.getOwner();
  IRMapping operands;
  bool isCurrent = true;
  Operation *copy = fusedCopies.lookup(op);
  for (OpOperand &operand : op->getOpOperands()) {
    Value instance = materialize(operand.get(), mapping);
    operands.map(operand.get(), instance);
    isCurrent &=
        copy && copy->getOperand(operand.getOperandNumber()) == instance;
  }
  if (!copy || !isCurrent) {
    copy = builder.clone(*op, operands);
    fusedCopies[op] = copy;
    shares.copy(op, copy, functionGraph.fusionChoices.shares);
  }
  // One reader may reach an op in many ways; copy it once.
  mapping.map(op->getResults(), copy->getResults());
  return copy->getResult(result.getResultNumber());
}

Operation *Instances::copyOp(Operation *op, IRMapping &mapping) {
  for (Value operand : op->getOperands())
    mapping.map(operand, materialize(operand, mapping));
  visitUsedValuesDefinedAbove(op->getRegions(), [&](OpOperand *captured) {
    mapping.map(captured->get(), materialize(captured->get(), mapping));
  });
  Operation *copy = builder.clone(*op, mapping);
  emitted.insert(copy);
  shares.copy(op, copy, functionGraph.fusionChoices.shares);
  return copy;
}

FusionChoices Instances::finish() {
  FusionChoices choices;
  // Includes barriers, even if nothing was fused before.
  for (Operation &op : block.without_terminator())
    if (!emitted.contains(&op))
      choices.fusedOps.insert(&op);
  choices.lateResults = functionGraph.fusionChoices.lateResults;
  shares.copyArguments(block.getArguments(),
                       functionGraph.fusionChoices.shares);
  choices.shares = std::move(shares);
  return choices;
}
