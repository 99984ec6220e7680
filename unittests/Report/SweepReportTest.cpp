//===- SweepReportTest.cpp - Overhead against budget ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Report/SweepReport.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

#include <limits>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

namespace {

/// Two budgets; `auto` has both, of which one was not searched, `chen` the
/// larger one, and `join` does not apply.
SweptFunction makeFunction() {
  SweptFunction function;
  function.name = "a,\"b\"</script>";
  function.target = "cpu";
  function.device = "unit";
  function.wasStopped = true;
  function.peakBefore = 2048;
  function.lowerBound = 1000;
  function.timeBefore = 10;
  function.timeForward = 5;
  function.budgets = {{1024, 11, 10, "why & how"}, {2048, 10, 0, "once"}};
  SweptFunction::Point low;
  low.budget = low.peak = 1024;
  low.time = 12;
  low.overheadStepPercent = 20;
  low.overheadForwardPercent = 40;
  low.recomputedOps = 1;
  low.recomputedRuns = 2;
  low.gapStepPercent = 10;
  low.isSearched = false;
  SweptFunction::Point high;
  high.budget = high.peak = 2048;
  high.time = 10;
  high.proved = true;
  function.curves.resize(3);
  function.curves[0] = {"auto", "", low, {low, high}, {}};
  function.curves[0].knee = 0;
  function.curves[1] = {"chen", "", high, {std::nullopt, high}, {}};
  function.curves[2] = {"join", "nothing <meets>", {}, {}, {}};
  return function;
}

std::string print(void (SweepReport::*write)(raw_ostream &) const) {
  SweepReport report;
  report.add(makeFunction());
  std::string text;
  raw_string_ostream os(text);
  (report.*write)(os);
  return text;
}

TEST(SweepReportTest, TheTableHasMarksAndReasons) {
  EXPECT_EQ(print(&SweepReport::writeText),
            "a,\"b\"</script>: peak 2 KiB as it stands, at least 1000 B "
            "whatever is recomputed; target cpu, device unit\n"
            "extra time in percent of the step, by budget and strategy; * is "
            "proved optimal, ? was not searched to the end\n"
            "\n"
            "  budget  bytes  bound    auto   chen\n"
            "   1 KiB   1024  10.00   20.00?     -\n"
            "   2 KiB   2048   0.00    0.00*  0.00*\n"
            "\n"
            "auto reaches 1024 bytes (1 KiB) with 20.00% extra time; of these "
            "budgets, its knee is 1 KiB with 20.00%\n"
            "chen reaches 2048 bytes (2 KiB) with 0.00% extra time\n"
            "join does not apply: nothing <meets>\n"
            "the sweep was stopped, by an interrupt or the time limit: "
            "budgets marked ? have the best plan of what was found until "
            "then\n");
}

TEST(SweepReportTest, CSVHasARowForEachBudgetOfEachStrategy) {
  const std::string name = "\"a,\"\"b\"\"</script>\"";
  EXPECT_EQ(
      print(&SweepReport::writeCSV),
      "function,strategy,budget_bytes,time_bound,peak_bytes,time,"
      "overhead_step_percent,overhead_forward_percent,recomputed_ops,"
      "recomputed_runs,gap_step_percent,proved_optimal,searched,kept_whole\n" +
          name + ",auto,1024,11,1024,12,20,40,1,2,10,false,false,false\n" +
          name + ",auto,2048,10,2048,10,0,0,0,0,0,true,true,false\n" + name +
          ",chen,1024,11,,,,,,,,,,\n" + name +
          ",chen,2048,10,2048,10,0,0,0,0,0,true,true,false\n" + name +
          ",join,1024,11,,,,,,,,,,\n" + name + ",join,2048,10,,,,,,,,,,\n");
}

TEST(SweepReportTest, JSONSaysWhatIsMissing) {
  SweepReport report;
  SweptFunction function = makeFunction();
  function.budgets[0].timeBound = std::numeric_limits<double>::infinity();
  report.add(function);
  std::string text;
  raw_string_ostream os(text);
  json::OStream stream(os);
  report.writeJSON(stream);
  json::Value value = cantFail(json::parse(text));
  json::Object &root = *value.getAsObject();
  EXPECT_EQ(root.getInteger("version"), 1);
  json::Object &swept = *(*root.getArray("functions"))[0].getAsObject();
  EXPECT_EQ(swept.getBoolean("stopped"), true);
  json::Array &budgets = *swept.getArray("budgets");
  ASSERT_EQ(budgets.size(), 2u);
  EXPECT_EQ(*budgets[0].getAsObject()->get("time_bound"), nullptr);
  EXPECT_EQ(budgets[1].getAsObject()->getNumber("time_bound"), 10.0);
  json::Array &strategies = *swept.getArray("strategies");
  EXPECT_EQ(strategies[0].getAsObject()->getInteger("knee_budget_bytes"), 1024);
  EXPECT_EQ(strategies[1].getAsObject()->get("knee_budget_bytes"), nullptr);
  json::Array &points = *strategies[0].getAsObject()->getArray("points");
  EXPECT_EQ(points[0].getAsObject()->getBoolean("searched"), false);
  EXPECT_EQ(points[0].getAsObject()->getInteger("recomputed_runs"), 2);
  EXPECT_EQ((*strategies[1].getAsObject()->getArray("points"))[0], nullptr);
  EXPECT_EQ(strategies[2].getAsObject()->getBoolean("applies"), false);
  EXPECT_EQ(strategies[2].getAsObject()->getString("reason"),
            "nothing <meets>");
  EXPECT_EQ(strategies[2].getAsObject()->get("points"), nullptr);
}

TEST(SweepReportTest, NamesCannotEndAScriptOrAText) {
  std::string html = print(&SweepReport::writeHTML);
  EXPECT_EQ(html.find("</script>"), html.rfind("</script>"));
  EXPECT_NE(html.find("\\u003c/script>"), std::string::npos);
}

TEST(SweepReportTest, EveryTextIsUTF8WhateverTheNameIs) {
  SweptFunction function = makeFunction();
  function.name = "a\xFF";
  function.curves[2].reason = "no \xFE";
  SweepReport report;
  report.add(function);
  for (auto write : {&SweepReport::writeText, &SweepReport::writeCSV,
                     &SweepReport::writeHTML}) {
    std::string text;
    raw_string_ostream os(text);
    (report.*write)(os);
    EXPECT_TRUE(json::isUTF8(text));
  }
}

TEST(SweepReportTest, TheExtensionSaysWhatIsWritten) {
  SweepReport report;
  report.add(makeFunction());
  SmallString<128> folder;
  ASSERT_FALSE(sys::fs::createUniqueDirectory("sweep", folder));
  for (auto [extension, begin] :
       std::initializer_list<std::pair<const char *, const char *>>{
           {"html", "<!DOCTYPE html>"},
           {"csv", "function,"},
           {"JSON", "{"},
           {"txt", "a,"}}) {
    SmallString<128> path = folder;
    sys::path::append(path, Twine("sweep.") + extension);
    ASSERT_FALSE(errorToBool(report.writeTo(path)));
    auto text = MemoryBuffer::getFile(path);
    ASSERT_TRUE(static_cast<bool>(text));
    EXPECT_TRUE((*text)->getBuffer().starts_with(begin)) << extension;
  }
  EXPECT_EQ(toString(report.writeTo("sweep")),
            "cannot write a sweep to 'sweep': its extension says what to "
            "write: .html, .csv, .json or .txt; '-' is a table on "
            "standard output");
  sys::fs::remove_directories(folder);
}

} // namespace
