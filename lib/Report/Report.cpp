//===- Report.cpp - What was decided, for people and programs -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Report/Report.h"
#include "HtmlReport.h"
#include "JsonReport.h"
#include "remat/Planner/GraphIO.h"
#include "remat/Report/ExplanationText.h"
#include "remat/Support/Figures.h"
#include "remat/Support/JSONReader.h"
#include "remat/Support/OutputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::remat;
using planner::Status;

double FunctionReport::getOverheadStepPercent() const {
  return getPercent(timeAfter - timeBefore, timeBefore);
}

double FunctionReport::getOverheadForwardPercent() const {
  return getPercent(timeAfter - timeBefore, timeForward);
}

int64_t FunctionReport::getPredictedPeak() const {
  return arena ? arena->bytes + resident : heapPeak.value_or(peakAfter);
}

static std::string summarize(const FunctionReport &function,
                             const FunctionReport::Arena &arena) {
  std::string text = llvm::formatv(
      "; arena {0} bytes ({1}) and {2} resident bytes make {3} bytes ({4}), "
      "live peak {5} bytes",
      arena.bytes, formatBytes(arena.bytes), function.resident,
      function.getPredictedPeak(), formatBytes(function.getPredictedPeak()),
      arena.livePeak);
  if (arena.safety)
    text += llvm::formatv(", {0} bytes for safety", arena.safety);
  return text + llvm::formatv(", planned {0} time{1}", arena.turns,
                              arena.turns == 1 ? "" : "s")
                    .str();
}

/// The budget in words; `knee` says what it came to.
static std::string describeBudget(const FunctionReport &function) {
  std::string text = llvm::formatv("budget {0} bytes ({1})", function.budget,
                                   formatBytes(function.budget));
  if (!function.knee)
    return text;
  // An arena may need another budget, and have another plan.
  planner::Knee knee = *function.knee;
  knee.peakPercent = getPercent(function.budget, function.peakBefore);
  knee.timePercent = getPercent(function.timeAfter, function.timeBefore);
  return text + ", " + planner::describeKnee(knee);
}

bool FunctionReport::hasOtherStacks() const {
  return llvm::any_of(stacks, [](const Stack &stack) {
    return stack.isKept != stack.wasKept || stack.isOnHost ||
           !stack.segments.empty();
  });
}

int64_t FunctionReport::countStacksOnHost() const {
  return llvm::count_if(stacks,
                        [](const Stack &stack) { return stack.isOnHost; });
}

/// What the loops keep, and what they kept.
static std::string describeStacks(const FunctionReport &function) {
  int64_t kept = 0, before = 0, count = 0;
  const FunctionReport::Stack *inSegments = nullptr;
  for (const FunctionReport::Stack &stack : function.stacks) {
    count += stack.isKept;
    kept += stack.getKeptBytes();
    if (stack.isKept && !stack.segments.empty())
      inSegments = &stack;
    before += stack.wasKept ? stack.bytes : 0;
  }
  return llvm::formatv("; loops keep {0} value{1} of each turn{2}, {3}, in "
                       "place of {4}",
                       count, count == 1 ? "" : "s",
                       inSegments ? ", " + formatSegments(inSegments->segments)
                                  : "",
                       formatSize(kept), formatSize(before));
}

/// What is parked: values, stacks, bytes.
static std::string describeParked(const FunctionReport &function) {
  const int64_t stacks = function.countStacksOnHost();
  const int64_t values = function.parked.size();
  std::string text = "; ";
  if (values > 0 || stacks == 0)
    text += llvm::formatv("{0} value{1}", values, values == 1 ? "" : "s");
  if (values > 0 && stacks > 0)
    text += " and ";
  if (stacks > 0)
    text += llvm::formatv("{0} stack{1}", stacks, stacks == 1 ? "" : "s");
  text += llvm::formatv(" on the host, {0} at once, of {1}",
                        formatSize(function.hostPeak),
                        formatSize(function.host.budget));
  const double waits = function.getCopyWaits();
  if (waits > 0 && function.timeBefore > 0)
    text += llvm::formatv(", waits for copies {0:F2}% of the step",
                          100 * waits / function.timeBefore);
  return text;
}

double FunctionReport::getCopyWaits() const {
  double waits = 0;
  for (const Parked &each : parked)
    waits += each.copies.outWait + each.copies.backWait;
  return waits;
}

std::string FunctionReport::getSummary() const {
  int64_t runs = 0;
  for (const Recomputed &each : recomputed)
    runs += each.runs;
  std::string text = llvm::formatv(
      "peak {0} bytes ({1}) -> {2} bytes ({3}), {4}, "
      "strategy {5}: {6} op{7} recomputed {8} time{9}, extra time {10:F2}% of "
      "the step, {11}",
      peakBefore, formatBytes(peakBefore), peakAfter, formatBytes(peakAfter),
      describeBudget(*this), strategy, recomputed.size(),
      recomputed.size() == 1 ? "" : "s", runs, runs == 1 ? "" : "s",
      getOverheadStepPercent(), optimality.summary);
  if (!arena && heapPeak && *heapPeak > peakAfter)
    text += llvm::formatv("; with the gaps of the heap {0} bytes ({1})",
                          *heapPeak, formatBytes(*heapPeak));
  if (!arena && heapPeak && *heapPeak < peakAfter)
    text += llvm::formatv("; with temporaries where results will lie {0} bytes "
                          "({1})",
                          *heapPeak, formatBytes(*heapPeak));
  if (hasOtherStacks())
    text += describeStacks(*this);
  if (host.isAvailable())
    text += describeParked(*this);
  return arena ? text + summarize(*this, *arena) : text;
}

/// Symbols, locations and names of ops are any bytes; reports are UTF-8.
static void makeText(FunctionReport &function) {
  auto fix = [](std::string &text) {
    if (!llvm::json::isUTF8(text))
      text = llvm::json::fixUTF8(text);
  };
  fix(function.name);
  fix(function.device);
  for (FunctionReport::Live &live : function.binding) {
    fix(live.type);
    fix(live.location);
  }
  llvm::for_each(function.advice, fix);
  for (ReportedTask &task : function.tasks)
    for (std::string *text :
         {&task.op, &task.computes, &task.location, &task.scope})
      fix(*text);
  for (ReportedStorage &storage : function.storages) {
    fix(storage.type);
    fix(storage.location);
  }
  for (FunctionReport::Stack &stack : function.stacks) {
    for (std::string *text :
         {&stack.op, &stack.computes, &stack.type, &stack.location,
          &stack.scope, &stack.loop, &stack.backwardLoop})
      fix(*text);
  }
  if (function.arena)
    llvm::for_each(function.arena->names, fix);
}

void Report::add(FunctionReport function) {
  makeText(function);
  std::lock_guard<std::mutex> lock(mutex);
  functions.push_back(std::move(function));
  llvm::sort(functions, [](const FunctionReport &a, const FunctionReport &b) {
    return a.name < b.name;
  });
}

bool Report::hasRefusal() const {
  std::lock_guard<std::mutex> lock(mutex);
  return llvm::any_of(functions, [](const FunctionReport &function) {
    return function.status != Status::Ok;
  });
}

void Report::addPlan(llvm::StringRef function, std::string json) {
  std::lock_guard<std::mutex> lock(mutex);
  plans.emplace_back(function.str(), std::move(json));
}

static void writeTask(const ReportedTask &task, llvm::json::OStream &json) {
  json.attribute("op", task.op);
  if (!task.computes.empty())
    json.attribute("computes", task.computes);
  json.attribute("location", task.location);
  if (!task.scope.empty())
    json.attribute("scope", task.scope);
  json.attribute("phase", planner::stringifyPhase(task.phase));
  if (task.turns)
    json.attribute("turns", task.turns);
}

static void writeArena(const FunctionReport &function,
                       const FunctionReport::Arena &arena,
                       llvm::json::OStream &json) {
  json.attribute("predicted_peak_bytes", function.getPredictedPeak());
  json.attribute("arena_bytes", arena.bytes);
  json.attribute("arena_lower_bound_bytes", arena.lowerBound);
  json.attribute("live_peak_bytes", arena.livePeak);
  json.attribute("safety_bytes", arena.safety);
  if (function.host.isAvailable())
    json.attribute("host_arena_bytes", arena.hostBytes);
  json.attribute("arena_turns", arena.turns);
  json.attribute("parallel_safe", arena.parallelSafe);
  json.attribute("in_place", arena.isInPlace);
}

void mlir::remat::writeFigures(const FunctionReport &function,
                               llvm::json::OStream &json) {
  json.attribute("name", function.name);
  json.attribute("target", function.target);
  json.attribute("device", function.device);
  json.attribute("strategy", function.strategy);
  json.attribute("status", planner::stringifyStatus(function.status));
  json.attribute("budget_bytes", function.budget);
  if (function.knee)
    json.attributeObject("knee",
                         [&] { planner::writeKnee(*function.knee, json); });
  json.attribute("resident_bytes", function.resident);
  json.attribute("peak_before_bytes", function.peakBefore);
  json.attribute("lower_bound_bytes", function.lowerBound);
  json.attribute("time_before", function.timeBefore);
  json.attribute("time_forward", function.timeForward);
  if (function.arena)
    writeArena(function, *function.arena, json);
  if (function.status != Status::Ok) {
    json.attribute("smallest_peak_bytes", function.smallestPeak);
    if (function.advisedBudget)
      json.attribute("advised_budget_bytes", function.advisedBudget);
    json.attributeArray("binding", [&] {
      for (const FunctionReport::Live &live : function.binding)
        json.object([&] {
          json.attribute("bytes", live.bytes);
          json.attribute("type", live.type);
          json.attribute("location", live.location);
        });
    });
    if (function.bindingTask)
      json.attributeObject("binding_op", [&] {
        writeTask(function.tasks[*function.bindingTask], json);
      });
    json.attributeArray("advice", [&] {
      for (const std::string &each : function.advice)
        json.value(each);
    });
    return;
  }
  if (!function.arena && function.heapPeak)
    json.attribute("predicted_peak_bytes", *function.heapPeak);
  json.attribute("peak_after_bytes", function.peakAfter);
  json.attribute("time_after", function.timeAfter);
  json.attribute("flops_before", function.flopsBefore);
  json.attribute("flops_after", function.flopsAfter);
  json.attribute("matrix_flops_before", function.matrixFlopsBefore);
  json.attribute("matrix_flops_after", function.matrixFlopsAfter);
  json.attribute("cuts", function.cuts);
  json.attribute("unchanged", function.isUnchanged);
  json.attribute("overhead_step_percent", function.getOverheadStepPercent());
  json.attribute("overhead_forward_percent",
                 function.getOverheadForwardPercent());
  planner::writeOptimality(function.optimality, json);
}

static void writeTimeline(llvm::StringRef name, const FunctionReport &function,
                          const ReportedSchedule &schedule,
                          llvm::json::OStream &json) {
  json.attributeArray(name, [&] {
    for (const ReportedSchedule::Step &step : schedule.steps)
      json.object([&] {
        writeTask(function.tasks[step.task], json);
        json.attribute("live_bytes", step.liveBytes);
        json.attribute("recomputed", step.isRecomputed);
      });
  });
}

/// By storage: the steps between which `schedule` keeps it.
static std::vector<llvm::json::Array>
getLives(const FunctionReport &function, const ReportedSchedule &schedule) {
  std::vector<llvm::json::Array> lives(function.storages.size());
  for (const ReportedSchedule::Copy &copy : schedule.copies)
    lives[copy.storage].push_back(
        llvm::json::Array{copy.firstStep, copy.lastStep});
  return lives;
}

static void writeStorages(const FunctionReport &function,
                          llvm::json::OStream &json) {
  std::vector<llvm::json::Array> before = getLives(function, function.before);
  std::vector<llvm::json::Array> after = getLives(function, function.after);
  json.attributeArray("storages", [&] {
    for (size_t index = 0; index != function.storages.size(); ++index) {
      const ReportedStorage &storage = function.storages[index];
      json.object([&] {
        json.attribute("op", function.tasks[storage.task].op);
        json.attribute("type", storage.type);
        json.attribute("location", storage.location);
        json.attribute("bytes", storage.bytes);
        json.attribute("alive_before", std::move(before[index]));
        if (function.status == Status::Ok)
          json.attribute("alive", std::move(after[index]));
      });
    }
  });
}

static void writeStacks(const FunctionReport &function,
                        llvm::json::OStream &json) {
  json.attributeArray("stacks", [&] {
    for (const FunctionReport::Stack &stack : function.stacks)
      json.object([&] {
        if (!stack.op.empty())
          json.attribute("op", stack.op);
        if (!stack.computes.empty())
          json.attribute("computes", stack.computes);
        json.attribute("type", stack.type);
        json.attribute("location", stack.location);
        if (!stack.scope.empty())
          json.attribute("scope", stack.scope);
        json.attribute("loop", stack.loop);
        json.attribute("backward_loop", stack.backwardLoop);
        json.attribute("turns", stack.turns);
        json.attribute("bytes", stack.bytes);
        if (!stack.segments.empty())
          json.attribute("segments", llvm::json::Array(stack.segments));
        json.attribute("kept", stack.isKept);
        if (stack.isOnHost)
          json.attribute("on_host", true);
        json.attribute("kept_before", stack.wasKept);
        json.attribute("made_again", stack.isMadeAgain);
        json.attribute("time", stack.time);
      });
  });
}

/// Writes which storages the host holds, when, and how long the step waits for
/// their copies.
static void writeParked(const FunctionReport &function,
                        llvm::json::OStream &json) {
  json.attribute("host_budget_bytes", function.host.budget);
  json.attribute("host_peak_bytes", function.hostPeak);
  json.attribute("link_bandwidth", function.host.link.bandwidth);
  json.attribute("link_latency", function.host.link.latency);
  json.attribute("copy_waits", function.getCopyWaits());
  json.attributeArray("parked", [&] {
    for (const FunctionReport::Parked &each : function.parked) {
      const ReportedStorage &storage = function.storages[each.storage];
      const planner::ParkingCopies &copies = each.copies;
      json.object([&] {
        json.attribute("op", function.tasks[storage.task].op);
        json.attribute("type", storage.type);
        json.attribute("location", storage.location);
        json.attribute("bytes", storage.bytes);
        if (each.parking.sendStep)
          json.attribute("send_step", *each.parking.sendStep);
        json.attribute("release_step", each.parking.releaseStep);
        json.attribute("fetch_step", each.parking.fetchStep);
        json.attribute("await_step", copies.awaitStep);
        if (each.parking.sendStep) {
          json.attribute("out_begin", copies.outBegin);
          json.attribute("out_end", copies.outEnd);
          json.attribute("out_wait", copies.outWait);
        }
        json.attribute("back_begin", copies.backBegin);
        json.attribute("back_end", copies.backEnd);
        json.attribute("back_wait", copies.backWait);
      });
    }
  });
}

static void writeFunction(const FunctionReport &function,
                          llvm::json::OStream &json) {
  writeFigures(function, json);
  writeTimeline("timeline_before", function, function.before, json);
  writeStorages(function, json);
  if (function.status != Status::Ok)
    return;
  if (!function.stacks.empty())
    writeStacks(function, json);
  json.attributeArray("recomputed", [&] {
    for (const FunctionReport::Recomputed &each : function.recomputed)
      json.object([&] {
        writeTask(function.tasks[each.task], json);
        json.attribute("runs", each.runs);
        json.attribute("bytes", each.bytes);
        json.attribute("time", each.time);
      });
  });
  if (function.host.isAvailable())
    writeParked(function, json);
  writeTimeline("timeline", function, function.after, json);
}

void Report::write(llvm::json::OStream &json) const {
  std::lock_guard<std::mutex> lock(mutex);
  json.object([&] {
    json.attribute("version", kFileVersion);
    json.attributeArray("functions", [&] {
      for (const FunctionReport &function : functions)
        json.object([&] { writeFunction(function, json); });
    });
  });
}

llvm::Error Report::checkPath(llvm::StringRef path) {
  const std::string extension = llvm::sys::path::extension(path).lower();
  if (path == "-" ||
      llvm::is_contained({"", ".html", ".htm", ".json"}, extension))
    return checkOutputPath(path);
  return llvm::createStringError(
      "cannot write a report to '" + path +
      "': its extension says what to write: .html or .json" +
      (extension == ".csv" ? " (a sweep over budgets has a .csv too)" : ""));
}

llvm::Error Report::writeTo(llvm::StringRef path) const {
  if (llvm::Error error = checkPath(path))
    return error;
  std::string text;
  llvm::raw_string_ostream os(text);
  const llvm::StringRef extension = llvm::sys::path::extension(path);
  if (extension.equals_insensitive(".html") ||
      extension.equals_insensitive(".htm")) {
    writeHtmlReport(os, getFunctions());
  } else {
    llvm::json::OStream json(os, /*IndentSize=*/2);
    write(json);
    os << '\n';
  }
  return writeOutputFile(path, text);
}

llvm::Error Report::writePlanTo(llvm::StringRef path) const {
  std::lock_guard<std::mutex> lock(mutex);
  if (plans.size() == 1)
    return writeOutputFile(path, plans.front().second);
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      "cannot write '" + path +
          "': a plan file holds one function's plan, and " +
          (plans.empty() ? "no function was planned"
                         : llvm::Twine(plans.size()) +
                               " functions were planned; keep one of them in "
                               "the module"));
}

std::vector<FunctionReport> Report::getFunctions() const {
  std::lock_guard<std::mutex> lock(mutex);
  return functions;
}
