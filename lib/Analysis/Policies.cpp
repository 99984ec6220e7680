//===- Policies.cpp - Policies that an operation cannot keep --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/Policies.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/CustomCalls.h"
#include "remat/Dialect/Stubs/Stablehlo.h"

using namespace mlir;
using namespace mlir::remat;

static LogicalResult checkPolicy(Operation *op) {
  const TaskPolicy policy = getPolicy(op);
  if (!allowsRecomputation(policy))
    return success();
  if (hlo::getOpKind(op) == hlo::OpKind::CustomCall) {
    if (!hlo::declaresSideEffect(op))
      return success();
    return op->emitOpError("has remat.policy = #remat.policy<")
           << stringifyTaskPolicy(policy)
           << ">, but declares has_side_effect = true: it runs once; remove "
              "one of the two";
  }
  if (policy != TaskPolicy::MayRecompute || mayRunAgain(op))
    return success();
  return op->emitOpError(
      "has remat.policy = #remat.policy<may_recompute>, which lets custom "
      "calls run again, but is none and may not run again; remove the policy, "
      "or put it on the custom calls inside");
}

LogicalResult mlir::remat::checkPolicies(func::FuncOp function) {
  return failure(
      function.getBody()
          .walk([](Operation *op) { return WalkResult(checkPolicy(op)); })
          .wasInterrupted());
}
