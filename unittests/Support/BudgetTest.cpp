//===- BudgetTest.cpp - Tests of written budgets --------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Support/Budget.h"

#include "gtest/gtest.h"

#include <limits>

using namespace llvm;
using namespace mlir::remat;

namespace {

/// The bytes of a budget that is a size, or -1.
int64_t bytesOf(StringRef text) {
  Expected<Budget> budget = parseBudget(text);
  if (!budget) {
    ADD_FAILURE() << toString(budget.takeError());
    return -1;
  }
  EXPECT_EQ(budget->kind, Budget::Kind::Bytes);
  return budget->bytes;
}

/// What is wrong with a budget: its message without the part that is the same
/// in all.
std::string problemOf(StringRef text) {
  Expected<Budget> budget = parseBudget(text);
  if (budget)
    return "none";
  std::string message = toString(budget.takeError());
  StringRef rest = message;
  EXPECT_TRUE(
      rest.consume_front(("invalid budget '" + text.trim() + "': ").str()))
      << message;
  auto [problem, remedy] = rest.rsplit("; understood are ");
  EXPECT_NE(remedy, "") << message;
  return problem.str();
}

TEST(BudgetTest, ReadsSizes) {
  EXPECT_EQ(bytesOf("1"), 1);
  EXPECT_EQ(bytesOf("123456789"), 123456789);
  EXPECT_EQ(bytesOf("12B"), 12);
  EXPECT_EQ(bytesOf("8GiB"), int64_t(8) << 30);
  EXPECT_EQ(bytesOf("500MB"), 500000000);
  EXPECT_EQ(bytesOf("3KB"), 3000);
  EXPECT_EQ(bytesOf("3kb"), 3000);
  EXPECT_EQ(bytesOf("2 TiB"), int64_t(2) << 40);
  EXPECT_EQ(bytesOf(" 1PB "), 1000000000000000);
  EXPECT_EQ(bytesOf("7EiB"), int64_t(7) << 60);
  EXPECT_EQ(bytesOf("9223372036854775807"),
            std::numeric_limits<int64_t>::max());
}

TEST(BudgetTest, RoundsFractionsDownToAByte) {
  EXPECT_EQ(bytesOf("1.5GiB"), 1610612736);
  EXPECT_EQ(bytesOf(".5KiB"), 512);
  EXPECT_EQ(bytesOf("2.KiB"), 2048);
  EXPECT_EQ(bytesOf("1.0009KB"), 1000);
  EXPECT_EQ(bytesOf("1.9999999999999999999999KB"), 1999);
  // Exact where a double is not.
  EXPECT_EQ(bytesOf("7.999999999999999999EiB"),
            std::numeric_limits<int64_t>::max() - 1);
}

TEST(BudgetTest, ReadsSharesMinAndKnee) {
  Expected<Budget> percent = parseBudget("62.5%");
  ASSERT_TRUE(bool(percent));
  EXPECT_EQ(percent->kind, Budget::Kind::PercentOfPeak);
  EXPECT_EQ(percent->percent, 62.5);
  Expected<Budget> slack = parseBudget("slack:0%");
  ASSERT_TRUE(bool(slack));
  EXPECT_EQ(slack->kind, Budget::Kind::Slack);
  EXPECT_EQ(slack->percent, 0);
  Expected<Budget> min = parseBudget("min");
  ASSERT_TRUE(bool(min));
  EXPECT_EQ(min->kind, Budget::Kind::Min);
  Expected<Budget> knee = parseBudget(" knee ");
  ASSERT_TRUE(bool(knee));
  EXPECT_EQ(knee->kind, Budget::Kind::Knee);
  EXPECT_EQ(problemOf("Knee"), "it does not start with a number");
  EXPECT_EQ(problemOf("100%"), "none");
  EXPECT_EQ(problemOf("slack:100%"), "none");
}

TEST(BudgetTest, RefusesWhatIsNotPositive) {
  EXPECT_EQ(problemOf("0"), "not a positive size");
  EXPECT_EQ(problemOf("-1"), "not a positive size");
  EXPECT_EQ(problemOf("-2GiB"), "not a positive size");
  EXPECT_EQ(problemOf("0.0001KiB"), "not a positive size");
  EXPECT_EQ(problemOf("0%"), "not a positive percentage");
  EXPECT_EQ(problemOf("-5%"), "not a positive percentage");
  EXPECT_EQ(problemOf("slack:-1%"), "not a positive percentage");
}

TEST(BudgetTest, RefusesWhatIsTooLarge) {
  EXPECT_EQ(problemOf("101%"), "more than 100%");
  EXPECT_EQ(problemOf("100.001%"), "more than 100%");
  EXPECT_EQ(problemOf("slack:101%"), "more than 100%");
  for (StringRef text : {"9223372036854775808", "8EiB", "9300PB",
                         "99999999999999999999999", "18446744073709551617B"})
    EXPECT_EQ(problemOf(text), "more than 9223372036854775807 bytes");
}

TEST(BudgetTest, RefusesWhatItDoesNotUnderstand) {
  EXPECT_EQ(problemOf(""), "it is empty");
  EXPECT_EQ(problemOf("12XB"),
            "unknown unit 'XB', known are B, KB, MB, GB, TB, "
            "PB, EB, KiB, MiB, GiB, TiB, PiB, EiB");
  EXPECT_EQ(problemOf("1.5"), "a fraction of a byte");
  EXPECT_EQ(problemOf("GiB"), "it does not start with a number");
  EXPECT_EQ(problemOf("1.2.3GiB"), "it does not start with a number");
  EXPECT_EQ(problemOf("nan"), "it does not start with a number");
  EXPECT_EQ(problemOf("nan%"), "'nan' is not a number");
  EXPECT_EQ(problemOf("1e3%"), "'1e3' is not a number");
  EXPECT_EQ(problemOf("%"), "'' is not a number");
  EXPECT_EQ(problemOf("slack:50"), "a slack ends in '%'");
  EXPECT_EQ(problemOf("slack:"), "a slack ends in '%'");
}

TEST(BudgetTest, FormatsForPeople) {
  EXPECT_EQ(formatBytes(0), "0 B");
  EXPECT_EQ(formatBytes(300), "300 B");
  EXPECT_EQ(formatBytes(1023), "1023 B");
  EXPECT_EQ(formatBytes(1024), "1 KiB");
  EXPECT_EQ(formatBytes(1536), "1.5 KiB");
  EXPECT_EQ(formatBytes(1075), "1.05 KiB");
  EXPECT_EQ(formatBytes((int64_t(1) << 20) - 1), "1 MiB");
  EXPECT_EQ(formatBytes((int64_t(1) << 30) * 3 / 2), "1.5 GiB");
  EXPECT_EQ(formatBytes(int64_t(1) << 60), "1 EiB");
  EXPECT_EQ(formatBytes(std::numeric_limits<int64_t>::max()), "8 EiB");
  EXPECT_EQ(formatBytes(-2048), "-2 KiB");
  EXPECT_EQ(formatBytes(std::numeric_limits<int64_t>::min()), "-8 EiB");
}

} // namespace
