//===- Phases.cpp - Forward, backward and what is neither -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/Phases.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/TaskOpInterface.h"

using namespace mlir;
using namespace mlir::remat;

TaskPhase PhaseAssignment::lookup(Operation *op) const {
  if (std::optional<TaskPhase> given = getPhase(op))
    return *given;
  if (!loss)
    return TaskPhase::Other;
  return forward.contains(op) ? TaskPhase::Forward : TaskPhase::Backward;
}

/// Whether `type` is a float or a rank-0 tensor or memref of one.
static bool isFloatScalar(Type type) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.hasRank() && shaped.getRank() == 0 &&
           isa<FloatType>(shaped.getElementType());
  return isa<FloatType>(type);
}

/// Position of the loss among the results, or the reason why it is unknown.
static std::optional<unsigned>
findLossResult(func::FuncOp function, std::optional<unsigned> lossResult,
               std::string &ambiguity) {
  SmallVector<unsigned> marked, scalars;
  for (auto [index, type] : llvm::enumerate(function.getResultTypes())) {
    if (function.getResultAttr(index, kLossAttrName))
      marked.push_back(index);
    if (isFloatScalar(type))
      scalars.push_back(index);
  }
  if (marked.size() == 1)
    return marked.front();
  if (marked.size() > 1) {
    ambiguity = (Twine(marked.size()) +
                 " results are marked remat.loss; mark one of them")
                    .str();
    return std::nullopt;
  }
  if (lossResult)
    return lossResult;
  if (scalars.size() == 1)
    return scalars.front();
  ambiguity = ("the loss is not known: " +
               (scalars.empty() ? Twine("no result is")
                                : Twine(scalars.size()) + " results are") +
               " a float scalar and none is marked remat.loss; mark the loss, "
               "or give its position (loss-result)")
                  .str();
  return std::nullopt;
}

bool mlir::remat::hasLoss(func::FuncOp function,
                          std::optional<unsigned> lossResult) {
  std::string ambiguity;
  std::optional<unsigned> position =
      findLossResult(function, lossResult, ambiguity);
  return position && *position < function.getNumResults();
}

/// A value that only waits with the loss is not one that it depends on.
static bool isBarrier(Operation *op) {
  return isa<BarrierOp>(op) || hlo::getOpKind(op) == hlo::OpKind::Barrier;
}

PhaseAssignment mlir::remat::computePhases(func::FuncOp function,
                                           std::optional<unsigned> lossResult) {
  PhaseAssignment phases;
  std::optional<unsigned> position =
      findLossResult(function, lossResult, phases.ambiguity);
  if (!position)
    return phases;
  Block &body = function.getBody().front();
  Operation *terminator = body.getTerminator();
  if (*position >= terminator->getNumOperands()) {
    phases.ambiguity = ("the function has no result " + Twine(*position)).str();
    return phases;
  }
  phases.loss = terminator->getOperand(*position);
  SmallVector<Value> worklist = {phases.loss};
  llvm::DenseSet<Value> passed;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != &body)
      continue;
    if (isBarrier(op)) {
      phases.forward.insert(op);
      if (OpOperand *viewed = getViewedOperand(cast<OpResult>(value));
          viewed && passed.insert(value).second)
        worklist.push_back(viewed->get());
      continue;
    }
    if (!phases.forward.insert(op).second)
      continue;
    llvm::append_range(worklist, op->getOperands());
    visitUsedValuesDefinedAbove(op->getRegions(), [&](OpOperand *captured) {
      worklist.push_back(captured->get());
    });
  }
  return phases;
}
