//===- Outcome.cpp - The answer to an ask ---------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Outcome.h"

#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace mlir::remat::planner;

StringRef mlir::remat::planner::stringifyStatus(Status status) {
  switch (status) {
  case Status::Ok:
    return "ok";
  case Status::Infeasible:
    return "infeasible";
  case Status::NotFound:
    return "not-found";
  case Status::NotApplicable:
    return "not-applicable";
  }
  llvm_unreachable("unknown status");
}
