//===- VerdictTest.cpp - Whether a run kept what was promised -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verdict.h"

#include "gtest/gtest.h"

using namespace mlir::remat;

namespace {

/// A run of a step, with figures that no step has to be found for: no known one
/// measures more than is predicted.
struct Case {
  Case(int64_t measured, std::optional<int64_t> predicted,
       std::optional<int64_t> budget) {
    run.measuredPeakBytes = measured;
    step.predictedPeakBytes = predicted;
    step.promise.budgetBytes = budget;
  }

  Verdict getVerdict() const { return judge(step, run); }
  std::string describe() const {
    return describeBrokenPromise(getVerdict(), step, run, /*takesFlags=*/true);
  }

  CompiledStep step;
  RunResult run;
};

TEST(VerdictTest, WhatIsMeasuredMayEqualWhatIsPromised) {
  EXPECT_EQ(Case(300, 300, 300).getVerdict(), Verdict::Kept);
  EXPECT_EQ(Case(299, 300, std::nullopt).getVerdict(), Verdict::Kept);
  EXPECT_EQ(Case(300, std::nullopt, 300).getVerdict(), Verdict::Kept);
}

TEST(VerdictTest, WithoutAPromiseThereIsNoVerdict) {
  EXPECT_EQ(Case(300, std::nullopt, std::nullopt).getVerdict(),
            Verdict::NotJudged);
}

TEST(VerdictTest, OneByteAboveThePredictionBreaksIt) {
  for (std::optional<int64_t> budget : {std::optional<int64_t>(), {2048}}) {
    const Case above(1025, 1024, budget);
    EXPECT_EQ(above.getVerdict(), Verdict::OverPrediction);
    EXPECT_EQ(above.describe(),
              "measured peak of 1025 bytes (1 KiB) is above the predicted "
              "one of 1024 bytes (1 KiB); no plan can be trusted here: report "
              "it, with the step");
  }
}

TEST(VerdictTest, ABrokenBudgetAloneNamesItsRemedy) {
  const Case above(300, 300, 1);
  EXPECT_EQ(above.getVerdict(), Verdict::OverBudget);
  EXPECT_EQ(above.describe(),
            "measured peak of 300 bytes is above the budget of 1 byte; a pass "
            "after planning took more memory: find it with "
            "--remat-verify-budget after each, or plan the step again");
}

TEST(VerdictTest, BrokenBudgetAndPredictionAreBothNamed) {
  Case above(300, 250, 200);
  // Flags would not help.
  above.step.promise.isForArena = true;
  above.step.promise.arenaFlags = "--place-buffers";
  EXPECT_EQ(above.getVerdict(), Verdict::OverBudget);
  EXPECT_EQ(above.describe(),
            "measured peak of 300 bytes is above the budget of 200 bytes and "
            "the predicted one of 250 bytes; no plan can be trusted here: "
            "report it, with the step");
}

} // namespace
