//===- ReferenceEvaluator.h - Plans by definition ---------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_UNITTESTS_PLANNER_REFERENCEEVALUATOR_H
#define REMAT_UNITTESTS_PLANNER_REFERENCEEVALUATOR_H

#include "remat/Planner/Plan.h"

#include <set>

namespace mlir::remat::planner::test {

/// What a plan needs and which constraints of `verify` it breaks.
struct ReferenceResult {
  /// Whether every step exists and reads what is there; the rest holds only
  /// then.
  bool runs = false;
  int64_t peak = 0;
  double time = 0;
  std::vector<int64_t> liveBytes;
  /// Of C2 to C4.
  std::set<std::string> broken;
};

/// Evaluates a plan from the definitions, step by step: which copy a read
/// means is found by walking back from it, what is alive at a step by asking
/// every copy for a use at or after it. Slow, and shares nothing with
/// `simulate`.
ReferenceResult evaluateReference(const Graph &graph,
                                  llvm::ArrayRef<Step> steps);

} // namespace mlir::remat::planner::test

#endif // REMAT_UNITTESTS_PLANNER_REFERENCEEVALUATOR_H
