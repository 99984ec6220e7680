//===- SweepReport.cpp - Overhead against budget --------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Report/SweepReport.h"
#include "HtmlPage.h"
#include "remat/Support/Figures.h"
#include "remat/Support/JSONReader.h"
#include "remat/Support/OutputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <cmath>

using namespace mlir::remat;
using planner::Graph;
using planner::Plan;
using Point = SweptFunction::Point;
using Curve = SweptFunction::Curve;

static Point describePoint(const Graph &graph, int64_t budget,
                           const Plan &plan) {
  Point point;
  point.budget = budget;
  point.peak = plan.peak;
  point.time = plan.time;
  const double extra = plan.time - graph.baseTime();
  point.overheadStepPercent = getPercent(extra, graph.baseTime());
  point.overheadForwardPercent = getPercent(extra, graph.forwardTime());
  // With variants, a task's runs together may do no more than one whole run;
  // count them anyway.
  // Of a form of the step, perhaps, with other tasks.
  llvm::DenseMap<planner::TaskId, int64_t> runs;
  for (const planner::Step &step : plan.steps)
    if (runs[step.task]++) {
      ++point.recomputedRuns;
      point.recomputedOps += runs[step.task] == 2;
    }
  return point;
}

/// By the peaks of the plans: their budgets may have bytes to spare.
static std::optional<size_t> findKneeOf(const Curve &curve,
                                        const planner::CurveScale &scale) {
  std::vector<planner::CurvePoint> points;
  std::vector<size_t> positions;
  for (auto [i, point] : llvm::enumerate(curve.points))
    if (point) {
      points.push_back({point->peak, point->time});
      positions.push_back(i);
    }
  std::optional<size_t> knee = planner::findKnee(points, scale);
  return knee ? std::optional<size_t>(positions[*knee]) : std::nullopt;
}

static Curve describeCurve(const Graph &graph,
                           const planner::StrategySweep &sweep,
                           const planner::SweepResult &result) {
  Curve curve;
  curve.strategy = sweep.strategy;
  curve.reason = sweep.reason;
  if (!curve.reason.empty())
    return curve;
  curve.smallest = describePoint(graph, sweep.smallest.peak, sweep.smallest);
  for (auto [budget, found] : llvm::zip_equal(result.budgets, sweep.plans)) {
    std::optional<Point> &point = curve.points.emplace_back();
    if (!found)
      continue;
    point = describePoint(graph, budget, found->plan);
    point->proved = found->optimality.proved;
    point->isOfWholeTasks = found->optimality.isOfWholeTasks;
    point->gapStepPercent = found->optimality.gapStepPercent;
    point->isSearched = found->isSearched;
  }
  curve.knee = findKneeOf(curve, {result.basePeak, graph.baseTime()});
  return curve;
}

SweptFunction mlir::remat::describeSweep(llvm::StringRef name,
                                         const Graph &graph,
                                         const planner::SweepResult &result) {
  SweptFunction function;
  function.name = name.str();
  function.resident = graph.residentBytes;
  function.peakBefore = result.basePeak;
  function.lowerBound = result.peakBound.bytes;
  function.wasStopped = result.wasStopped;
  function.timeBefore = graph.baseTime();
  function.timeForward = graph.forwardTime();
  function.isOfWholeTasks = planner::hasWholeTasks(graph);
  for (auto [bytes, bound] : llvm::zip_equal(result.budgets, result.bounds))
    function.budgets.push_back(
        {bytes, bound.time,
         getPercent(bound.time - graph.baseTime(), graph.baseTime()),
         bound.reason});
  for (const planner::StrategySweep &sweep : result.strategies)
    function.curves.push_back(describeCurve(graph, sweep, result));
  return function;
}

void SweepReport::add(SweptFunction function) {
  // Symbols are any bytes; files with their names are UTF-8.
  function.name = llvm::json::fixUTF8(function.name);
  for (Curve &curve : function.curves)
    curve.reason = llvm::json::fixUTF8(curve.reason);
  std::lock_guard<std::mutex> lock(mutex);
  functions.push_back(std::move(function));
  llvm::stable_sort(functions,
                    [](const SweptFunction &a, const SweptFunction &b) {
                      return a.name < b.name;
                    });
}

bool SweepReport::empty() const {
  std::lock_guard<std::mutex> lock(mutex);
  return functions.empty();
}

std::vector<SweptFunction> SweepReport::getFunctions() const {
  std::lock_guard<std::mutex> lock(mutex);
  return functions;
}

/// A cell: the extra time and its remarks.
static std::string describeCell(const std::optional<Point> &point) {
  if (!point)
    return "- ";
  return llvm::formatv("{0:F2}{1}", point->overheadStepPercent,
                       !point->isSearched ? "?"
                       : point->proved    ? "*"
                                          : " ")
      .str();
}

/// Fits columns to their contents; aligns numbers right.
static void writeTable(llvm::ArrayRef<std::vector<std::string>> rows,
                       llvm::raw_ostream &os) {
  std::vector<size_t> widths(rows.front().size(), 0);
  for (const std::vector<std::string> &row : rows)
    for (auto [width, cell] : llvm::zip_equal(widths, row))
      width = std::max(width, cell.size());
  for (const std::vector<std::string> &row : rows) {
    std::string line;
    for (auto [width, cell] : llvm::zip_equal(widths, row))
      line += "  " + std::string(width - cell.size(), ' ') + cell;
    os << llvm::StringRef(line).rtrim() << "\n";
  }
}

static void writeEnds(const Curve &curve, llvm::raw_ostream &os) {
  if (!curve.reason.empty()) {
    os << curve.strategy << " does not apply: " << curve.reason << "\n";
    return;
  }
  os << curve.strategy << " reaches " << curve.smallest.peak << " bytes ("
     << formatBytes(curve.smallest.peak) << ") with "
     << llvm::formatv("{0:F2}%", curve.smallest.overheadStepPercent)
     << " extra time";
  if (curve.knee) {
    const Point &knee = *curve.points[*curve.knee];
    os << "; of these budgets, its knee is " << formatBytes(knee.budget)
       << " with " << llvm::formatv("{0:F2}%", knee.overheadStepPercent);
  }
  os << "\n";
}

/// "-" where nothing is proved of the loops, which take all the time.
static std::string describeBound(const SweptFunction::Budget &budget) {
  constexpr double roundedToNothing = -99.995;
  if (budget.boundOverheadStepPercent < roundedToNothing)
    return "- ";
  return llvm::formatv("{0:F2} ", budget.boundOverheadStepPercent);
}

static void writeFunctionText(const SweptFunction &function,
                              llvm::raw_ostream &os) {
  os << function.name << ": peak " << formatBytes(function.peakBefore)
     << " as it stands, at least " << formatBytes(function.lowerBound)
     << " whatever is recomputed";
  if (!function.target.empty())
    os << "; target " << function.target << ", device " << function.device;
  os << "\nextra time in percent of the step, by budget and strategy; "
        "* is proved optimal, ? was not searched to the end\n";
  if (function.isOfWholeTasks)
    os << "* and bound are of plans that keep loops, branches and calls "
          "whole\n";
  os << "\n";
  std::vector<std::vector<std::string>> rows(1, {"budget", "bytes", "bound "});
  for (const Curve &curve : function.curves)
    if (curve.reason.empty())
      rows.front().push_back(curve.strategy + " ");
  for (auto [i, budget] : llvm::enumerate(function.budgets)) {
    std::vector<std::string> &row = rows.emplace_back();
    row = {formatBytes(budget.bytes), std::to_string(budget.bytes),
           describeBound(budget)};
    for (const Curve &curve : function.curves)
      if (curve.reason.empty())
        row.push_back(describeCell(curve.points[i]));
  }
  writeTable(rows, os);
  os << "\n";
  for (const Curve &curve : function.curves)
    writeEnds(curve, os);
  if (function.wasStopped)
    os << "the sweep was stopped, by an interrupt or the time limit: budgets "
          "marked ? have the best plan of what was found until then\n";
}

void SweepReport::writeText(llvm::raw_ostream &os) const {
  llvm::interleave(
      getFunctions(), os,
      [&](const SweptFunction &function) { writeFunctionText(function, os); },
      "\n");
}

/// Quotes per RFC 4180.
static std::string quote(llvm::StringRef text) {
  if (text.find_first_of(",\"\r\n") == llvm::StringRef::npos)
    return text.str();
  std::string quoted = "\"";
  for (char c : text)
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

/// A JSON number; nothing if infinite.
static std::string number(double value) {
  std::string text;
  if (std::isfinite(value))
    llvm::raw_string_ostream(text) << llvm::format("%.12g", value);
  return text;
}

void SweepReport::writeCSV(llvm::raw_ostream &os) const {
  os << "function,strategy,budget_bytes,time_bound,peak_bytes,time,"
        "overhead_step_percent,overhead_forward_percent,recomputed_ops,"
        "recomputed_runs,gap_step_percent,proved_optimal,searched,kept_whole\n";
  for (const SweptFunction &function : getFunctions())
    for (const Curve &curve : function.curves)
      for (auto [i, budget] : llvm::enumerate(function.budgets)) {
        os << quote(function.name) << "," << curve.strategy << ","
           << budget.bytes << "," << number(budget.timeBound) << ",";
        // No plan, no figures.
        if (i >= curve.points.size() || !curve.points[i]) {
          os << ",,,,,,,,,\n";
          continue;
        }
        const Point &point = *curve.points[i];
        os << point.peak << "," << number(point.time) << ","
           << number(point.overheadStepPercent) << ","
           << number(point.overheadForwardPercent) << "," << point.recomputedOps
           << "," << point.recomputedRuns << "," << number(point.gapStepPercent)
           << "," << (point.proved ? "true" : "false") << ","
           << (point.isSearched ? "true" : "false") << ","
           << (point.isOfWholeTasks ? "true" : "false") << "\n";
      }
}

static void writeFigures(const Point &point, llvm::json::OStream &json) {
  json.attribute("peak_bytes", point.peak);
  json.attribute("time", point.time);
  json.attribute("overhead_step_percent", point.overheadStepPercent);
  json.attribute("overhead_forward_percent", point.overheadForwardPercent);
  json.attribute("recomputed_ops", point.recomputedOps);
  json.attribute("recomputed_runs", point.recomputedRuns);
}

static void writeCurve(const Curve &curve, llvm::json::OStream &json) {
  json.attribute("strategy", curve.strategy);
  json.attribute("applies", curve.reason.empty());
  if (!curve.reason.empty()) {
    json.attribute("reason", curve.reason);
    return;
  }
  json.attributeObject("smallest", [&] { writeFigures(curve.smallest, json); });
  if (curve.knee)
    json.attribute("knee_budget_bytes", curve.points[*curve.knee]->budget);
  json.attributeArray("points", [&] {
    for (const std::optional<Point> &point : curve.points) {
      if (!point) {
        json.value(nullptr);
        continue;
      }
      json.object([&] {
        json.attribute("budget_bytes", point->budget);
        writeFigures(*point, json);
        json.attribute("gap_step_percent", point->gapStepPercent);
        json.attribute("proved_optimal", point->proved);
        if (point->isOfWholeTasks)
          json.attribute("kept_whole", true);
        json.attribute("searched", point->isSearched);
      });
    }
  });
}

static void writeFunction(const SweptFunction &function,
                          llvm::json::OStream &json) {
  json.attribute("name", function.name);
  if (!function.target.empty()) {
    json.attribute("target", function.target);
    json.attribute("device", function.device);
  }
  json.attribute("resident_bytes", function.resident);
  json.attribute("peak_before_bytes", function.peakBefore);
  json.attribute("lower_bound_bytes", function.lowerBound);
  json.attribute("time_before", function.timeBefore);
  json.attribute("time_forward", function.timeForward);
  if (function.isOfWholeTasks)
    json.attribute("kept_whole", true);
  json.attribute("stopped", function.wasStopped);
  auto orNull = [](double value) -> llvm::json::Value {
    return std::isfinite(value) ? llvm::json::Value(value) : nullptr;
  };
  json.attributeArray("budgets", [&] {
    for (const SweptFunction::Budget &budget : function.budgets)
      json.object([&] {
        json.attribute("budget_bytes", budget.bytes);
        json.attribute("time_bound", orNull(budget.timeBound));
        json.attribute("bound_overhead_step_percent",
                       orNull(budget.boundOverheadStepPercent));
        json.attribute("time_bound_reason",
                       llvm::json::fixUTF8(budget.boundReason));
      });
  });
  json.attributeArray("strategies", [&] {
    for (const Curve &curve : function.curves)
      json.object([&] { writeCurve(curve, json); });
  });
}

void SweepReport::writeJSON(llvm::json::OStream &json) const {
  json.object([&] {
    json.attribute("version", kFileVersion);
    json.attributeArray("functions", [&] {
      for (const SweptFunction &function : getFunctions())
        json.object([&] { writeFunction(function, json); });
    });
  });
}

void SweepReport::writeHTML(llvm::raw_ostream &os) const {
  writeHtmlPage(os, "Extra time against memory",
                [&](llvm::json::OStream &json) { writeJSON(json); },
                {assets::kSweepJs});
}

llvm::Error SweepReport::checkPath(llvm::StringRef path) {
  const llvm::StringRef extension = llvm::sys::path::extension(path);
  if (path == "-" ||
      llvm::is_contained({".html", ".csv", ".json", ".txt"}, extension.lower()))
    return checkOutputPath(path);
  return llvm::createStringError(
      "cannot write a sweep to '" + path +
      "': its extension says what to write: .html, .csv, .json or .txt; "
      "'-' is a table on standard output");
}

llvm::Error SweepReport::writeTo(llvm::StringRef path) const {
  if (llvm::Error error = checkPath(path))
    return error;
  std::string text;
  llvm::raw_string_ostream os(text);
  const std::string extension = llvm::sys::path::extension(path).lower();
  if (extension == ".html") {
    writeHTML(os);
  } else if (extension == ".csv") {
    writeCSV(os);
  } else if (extension == ".json") {
    llvm::json::OStream json(os, /*IndentSize=*/2);
    writeJSON(json);
    os << "\n";
  } else {
    writeText(os);
  }
  return writeOutputFile(path, text);
}
