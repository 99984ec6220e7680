//===- ReportFilesTest.cpp - Reports as JSON and HTML ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Report/Report.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::remat;
using planner::Phase;

namespace {

/// Three tasks, of which the first runs again: 100 bytes resident, and two
/// storages of 10 bytes.
FunctionReport makeReport(StringRef name) {
  FunctionReport report;
  report.name = name.str();
  report.target = "cpu";
  report.device = "unit";
  report.strategy = "auto";
  report.budget = 110;
  report.resident = 100;
  report.peakBefore = 120;
  report.peakAfter = 110;
  report.lowerBound = 110;
  report.timeBefore = 3;
  report.timeForward = 1;
  report.timeAfter = 4;
  report.tasks = {{"a.one", "", "f:1:1", "net/one", Phase::Forward, 1},
                  {"a.two", "addf, mulf", "f:2:1", "", Phase::Backward, 1},
                  {"a.three", "", "f:3:1", "", Phase::Backward, 1}};
  report.storages = {{10, "tensor<10xi8>", "f:1:1", 0},
                     {10, "tensor<10xi8>", "f:2:1", 1}};
  report.before = {{{0, 110, false}, {1, 120, false}, {2, 110, false}},
                   {{0, 0, 2}, {1, 1, 1}},
                   1};
  report.after = {
      {{0, 110, false}, {1, 110, false}, {0, 110, true}, {2, 110, false}},
      {{0, 0, 0}, {1, 1, 1}, {0, 2, 3}},
      0};
  report.recomputed = {{0, 1, 10, 1}};
  return report;
}

/// What `writeTo` writes to a file of that name.
std::string write(const Report &report, StringRef name) {
  SmallString<128> folder;
  EXPECT_FALSE(sys::fs::createUniqueDirectory("report", folder));
  SmallString<128> path = folder;
  sys::path::append(path, name);
  EXPECT_FALSE(errorToBool(report.writeTo(path)));
  auto buffer = MemoryBuffer::getFile(path);
  EXPECT_TRUE(buffer);
  sys::fs::remove_directories(folder);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

/// The data in a page.
json::Object readData(StringRef page) {
  StringRef data = page.split("const DATA = ").second.split(";\n").first;
  Expected<json::Value> value = json::parse(data);
  EXPECT_TRUE(static_cast<bool>(value)) << toString(value.takeError());
  return value ? std::move(*value->getAsObject()) : json::Object();
}

json::Array toArray(std::initializer_list<int64_t> numbers) {
  json::Array array;
  for (int64_t number : numbers)
    array.push_back(number);
  return array;
}

TEST(ReportFiles, TheExtensionChoosesTheFormat) {
  Report report;
  report.add(makeReport("step"));
  EXPECT_TRUE(
      StringRef(write(report, "a.html")).starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(StringRef(write(report, "a.json")).starts_with("{\n"));
  EXPECT_EQ(write(report, "a.json"), write(report, "html"));
  EXPECT_EQ(write(report, "a.HTML"), write(report, "a.html"));
}

TEST(ReportFiles, APageHasTheFiguresAndBothSchedules) {
  Report report;
  report.add(makeReport("step"));
  json::Object data = readData(write(report, "a.html"));
  const json::Object &function =
      *(*data.getArray("functions"))[0].getAsObject();
  EXPECT_EQ(function.getInteger("peak_after_bytes"), 110);
  EXPECT_EQ(*function.getObject("before")->getArray("live"),
            toArray({110, 120, 110}));
  const json::Object &after = *function.getObject("after");
  EXPECT_EQ(*after.getArray("task"), toArray({0, 1, 0, 2}));
  EXPECT_EQ(*after.getArray("again"), toArray({0, 0, 1, 0}));
  EXPECT_EQ(*after.getArray("first"), toArray({0, 1, 2}));
  EXPECT_EQ(after.getInteger("peak_step"), 0);
  EXPECT_EQ(*function.getObject("recomputed")->getArray("runs"), toArray({1}));
}

TEST(ReportFiles, WithoutAnArenaAPageHasAPreviewOfOne) {
  Report report;
  FunctionReport function = makeReport("step");
  // The second step needs 7 bytes beside storages.
  function.after.steps[1].liveBytes = 117;
  report.add(std::move(function));
  json::Object data = readData(write(report, "a.html"));
  const json::Object &drawn =
      *(*data.getArray("functions"))[0].getAsObject()->getObject("drawn_arena");
  EXPECT_EQ(drawn.getBoolean("preview"), true);
  EXPECT_EQ(drawn.getInteger("bytes"), 17);
  EXPECT_EQ(*drawn.getArray("size"), toArray({10, 10, 10, 7}));
  EXPECT_EQ(*drawn.getArray("storage"), toArray({0, 1, 0, -1}));
}

TEST(ReportFiles, AnArenaIsDrawnAsItWasPlaced) {
  Report report;
  FunctionReport function = makeReport("step");
  function.arena = FunctionReport::Arena();
  FunctionReport::Arena &arena = *function.arena;
  arena.bytes = 30;
  arena.problem.buffers = {{10, 1, 0, 9, {{2, 4}}}, {20, 1, 3, 5, {}}};
  arena.placement = {{0, 10}, 30};
  arena.names = {"x", "y"};
  report.add(std::move(function));
  json::Object data = readData(write(report, "a.html"));
  const json::Object &written = *(*data.getArray("functions"))[0].getAsObject();
  const json::Object &drawn = *written.getObject("drawn_arena");
  EXPECT_EQ(drawn.getBoolean("preview"), false);
  EXPECT_EQ(*drawn.getArray("offset"), toArray({0, 10}));
  EXPECT_EQ((*drawn.getArray("gaps"))[0], json::Value(toArray({0, 2, 4})));
}

TEST(ReportFiles, NamesAreTextWhereverTheyStand) {
  Report report;
  FunctionReport function = makeReport("</script><b>&\"'\xff");
  function.tasks[0].op = "<!--<script>";
  report.add(std::move(function));
  std::string page = write(report, "a.html");
  // The page's own script is the only one, and ends once.
  EXPECT_EQ(StringRef(page).count("<script"), 1u);
  EXPECT_EQ(StringRef(page).count("</script"), 1u);
  EXPECT_FALSE(StringRef(page).contains("<!--"));
  EXPECT_EQ((*readData(page).getArray("functions"))[0].getAsObject()->getString(
                "name"),
            "</script><b>&\"'\xef\xbf\xbd");
}

TEST(ReportFiles, ARefusalHasNoCurveAfter) {
  Report report;
  FunctionReport function = makeReport("step");
  function.status = planner::Status::Infeasible;
  function.after = {};
  function.recomputed.clear();
  function.smallestPeak = 115;
  report.add(std::move(function));
  json::Object data = readData(write(report, "a.html"));
  const json::Object &page = *(*data.getArray("functions"))[0].getAsObject();
  EXPECT_FALSE(page.getObject("before")->getArray("task")->empty());
  EXPECT_TRUE(page.getObject("after")->getArray("task")->empty());
  Expected<json::Value> value = json::parse(write(report, "a.json"));
  ASSERT_TRUE(static_cast<bool>(value));
  const json::Object &written =
      *(*value->getAsObject()->getArray("functions"))[0].getAsObject();
  EXPECT_EQ(written.getArray("timeline_before")->size(), 3u);
  EXPECT_EQ(written.getArray("timeline"), nullptr);
}

TEST(ReportFiles, NoFunctionIsAReportToo) {
  Report report;
  EXPECT_TRUE(readData(write(report, "a.html")).getArray("functions")->empty());
}

TEST(ReportFiles, AFunctionWithoutStepsIsDrawn) {
  Report report;
  FunctionReport function;
  function.name = "empty";
  report.add(std::move(function));
  json::Object data = readData(write(report, "a.html"));
  EXPECT_EQ(
      (*data.getArray("functions"))[0].getAsObject()->getObject("drawn_arena"),
      nullptr);
}

} // namespace
