//===- StepPromise.cpp - What a function says of its peak -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepPromise.h"

#include "remat/Dialect/Remat/IR/ArenaPlan.h"
#include "remat/Dialect/Remat/IR/Remat.h"

using namespace mlir;
using namespace mlir::remat;

/// The flags with which remat-run places buffers as `plan` says; empty if it
/// has none for it.
static std::string getFlags(const ArenaPlan &plan) {
  // remat-run does not take longer over the placement.
  if (plan.effort != 1)
    return "";
  std::string flags = "--place-buffers";
  if (plan.isInPlace)
    flags += " --in-place";
  if (plan.sharing != "none")
    flags += " --parallel-safe=" + plan.sharing;
  return flags + " --alignment=" + std::to_string(plan.alignment);
}

StepPromise mlir::remat::getPromise(func::FuncOp function) {
  StepPromise promise;
  if (auto budget = function->getAttrOfType<IntegerAttr>(kBudgetAttrName))
    promise.budgetBytes = budget.getInt();
  if (std::optional<ArenaPlan> plan =
          getArenaPlan(function->getAttr(kArenaPlanAttrName))) {
    promise.budgetBytes = plan->budget;
    promise.isForArena = true;
    promise.arenaFlags = getFlags(*plan);
  }
  return promise;
}
