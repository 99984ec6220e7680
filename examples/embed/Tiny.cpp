//===- Tiny.cpp - The dialect of a compiler of somebody's -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parts of this stand in docs/embedding.md, word for word.
//
//===----------------------------------------------------------------------===//

#include "Tiny.h"

using namespace mlir;
using namespace tiny;

#include "TinyDialect.cpp.inc"

#define GET_OP_CLASSES
#include "TinyOps.cpp.inc"

void TinyDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "TinyOps.cpp.inc"
      >();
}

/// As by default, but for the flops: `work` of them an element.
remat::OpCost GateOp::getTaskCost() {
  remat::OpCost cost = remat::detail::getDefaultCost(getOperation());
  cost.flops = getWork().convertToDouble() *
               static_cast<double>(remat::getNumElementsOrOne(getType()));
  return cost;
}

/// The same seed gives the same zeros; without one they come from a state that
/// nobody sees.
bool DropoutOp::mayRunAgain() { return getSeed().has_value(); }

/// A step of the optimizer belongs to neither pass, and never runs twice.
struct UpdateModel
    : remat::TaskOpInterface::ExternalModel<UpdateModel, UpdateOp> {
  std::optional<remat::TaskPhase> getTaskPhase(Operation *op) const {
    return remat::TaskPhase::Other;
  }
  bool mayRunAgain(Operation *op) const { return false; }
};

void tiny::registerTiny(DialectRegistry &registry) {
  registry.insert<TinyDialect>();
  registry.addExtension(+[](MLIRContext *context, TinyDialect *dialect) {
    UpdateOp::attachInterface<UpdateModel>(*context);
  });
}

remat::OpCost FenceOp::getTaskCost() { return {}; }

bool FenceOp::mayRunAgain() { return true; }

OpOperand *FenceOp::getViewedOperand(OpResult result) {
  return &getInputsMutable()[result.getResultNumber()];
}
