//===- AdviseTarget.cpp - Which target a step is for ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Transforms/AdviseTarget.h"
#include "remat/Targets/Target.h"
#include "remat/Transforms/FindStep.h"
#include "remat/Transforms/Rematerialize.h"

using namespace mlir;
using namespace mlir::remat;

static bool isStablehlo(func::FuncOp function) {
  return function
      .walk([](Operation *op) {
        return op->getName().getDialectNamespace() == "stablehlo"
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

void mlir::remat::adviseTarget(func::FuncOp step) {
  if (!llvm::any_of(getWithCallees(step), [](Operation *function) {
        return isStablehlo(cast<func::FuncOp>(function));
      }))
    return;
  const Target &chosen = getCpuTarget();
  const auto *reader = llvm::find_if(getTargets(), [](const Target *target) {
    return target->readsStablehlo();
  });
  emitWarning(getFileOnly(step.getLoc()))
      << "'" << step.getName() << "' is StableHLO, which the target '"
      << chosen.getName()
      << "' does not read: it is planned as if every op stored its result, "
         "broadcasts and elementwise ops too; for XLA on a GPU add "
         "--remat-target="
      << (*reader)->getName() << " (target=" << (*reader)->getName()
      << " in a pipeline), and to plan it so nevertheless --remat-target="
      << chosen.getName();
}
