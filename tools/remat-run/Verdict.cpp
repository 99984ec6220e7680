//===- Verdict.cpp - Whether a run kept what was promised -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verdict.h"

#include "remat/Support/Figures.h"

using namespace mlir;
using namespace mlir::remat;

static bool isAbovePrediction(const CompiledStep &step, const RunResult &run) {
  return step.predictedPeakBytes &&
         run.measuredPeakBytes > *step.predictedPeakBytes;
}

Verdict mlir::remat::judge(const CompiledStep &step, const RunResult &run) {
  const std::optional<int64_t> &budget = step.promise.budgetBytes;
  if (budget && run.measuredPeakBytes > *budget)
    return Verdict::OverBudget;
  if (isAbovePrediction(step, run))
    return Verdict::OverPrediction;
  return budget || step.predictedPeakBytes ? Verdict::Kept : Verdict::NotJudged;
}

StringRef mlir::remat::stringifyVerdict(Verdict verdict) {
  switch (verdict) {
  case Verdict::Kept:
    return "kept";
  case Verdict::OverBudget:
    return "over-budget";
  case Verdict::OverPrediction:
    return "over-prediction";
  case Verdict::NotJudged:
    return "not-judged";
  }
  llvm_unreachable("all verdicts are handled");
}

/// What brings the peak within the budget.
static std::string getRemedy(const CompiledStep &step, bool takesFlags) {
  if (!step.promise.isForArena)
    return "a pass after planning took more memory: find it with "
           "--remat-verify-budget after each, or plan the step again";
  if (step.promise.arenaFlags.empty() || !takesFlags)
    return "it was planned for an arena, which is not made here; plan it with "
           "--remat-arena=place, which makes it";
  return "it was planned for an arena: lower it as it was planned, add " +
         step.promise.arenaFlags;
}

std::string mlir::remat::describeBrokenPromise(Verdict verdict,
                                               const CompiledStep &step,
                                               const RunResult &run,
                                               bool takesFlags) {
  std::string text = "measured peak of " + formatSize(run.measuredPeakBytes) +
                     " is above the ";
  if (verdict == Verdict::OverBudget)
    text += "budget of " + formatSize(*step.promise.budgetBytes);
  // A budget is planned by the prediction: where both are broken, that is why.
  if (!isAbovePrediction(step, run))
    return text + "; " + getRemedy(step, takesFlags);
  if (verdict == Verdict::OverBudget)
    text += " and the ";
  return text + "predicted one of " + formatSize(*step.predictedPeakBytes) +
         "; no plan can be trusted here: report it, with the step";
}
