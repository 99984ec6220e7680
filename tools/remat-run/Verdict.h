//===- Verdict.h - Whether a run kept what was promised ---------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_VERDICT_H
#define REMAT_TOOLS_REMAT_RUN_VERDICT_H

#include "Compiler.h"
#include "Results.h"

namespace mlir::remat {

enum class Verdict {
  /// At most what was predicted, and within the budget if there is one.
  Kept,
  OverBudget,
  OverPrediction,
  /// There is neither a prediction nor a budget.
  NotJudged
};

/// Compares the measured peak with what was promised.
Verdict judge(const CompiledStep &step, const RunResult &run);

/// As in reports: "kept", "over-budget", "over-prediction", "not-judged".
StringRef stringifyVerdict(Verdict verdict);

/// For a verdict that is no success, one line: what was measured, each promise
/// that it breaks, and what to do. `takesFlags`: the step is lowered as the
/// flags say (that which others are compared with is not).
std::string describeBrokenPromise(Verdict verdict, const CompiledStep &step,
                                  const RunResult &run, bool takesFlags);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_VERDICT_H
