//===- HtmlReport.cpp - The report as a page ------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HtmlReport.h"
#include "HtmlPage.h"

#include "remat/Placement/Place.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <algorithm>

using namespace mlir::remat;

namespace {
/// Texts that many tasks share, each once.
class Texts {
public:
  int64_t add(llvm::StringRef text) {
    auto [found, isNew] = positions.try_emplace(text, texts.size());
    if (isNew)
      texts.push_back(found->getKey());
    return found->getValue();
  }
  void write(llvm::json::OStream &json) const {
    for (llvm::StringRef text : texts)
      json.value(llvm::json::fixUTF8(text));
  }

private:
  llvm::StringMap<int64_t> positions;
  std::vector<llvm::StringRef> texts;
};

/// A table, column by column: thousands of rows take no space for names.
template <typename Rows> class Columns {
public:
  Columns(llvm::json::OStream &json, const Rows &rows)
      : json(json), rows(rows) {}

  template <typename Get> void add(llvm::StringRef name, Get get) {
    json.attributeArray(name, [&] {
      for (const auto &row : rows)
        json.value(get(row));
    });
  }

private:
  llvm::json::OStream &json;
  const Rows &rows;
};
template <typename Rows>
Columns(llvm::json::OStream &, const Rows &) -> Columns<Rows>;

/// What the page draws of an arena.
struct Drawn {
  placement::Problem problem;
  placement::Placement placement;
  std::vector<std::string> names;
  /// In a preview, by buffer: the storage, or -1 for what a step needs beside
  /// storages.
  std::vector<int32_t> storages;
  int64_t lowerBound = 0;
  bool isPreview = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// The arena
//===----------------------------------------------------------------------===//

/// The storages of a schedule, and what its steps need beside them, as buffers.
static Drawn getBuffers(const FunctionReport &function,
                        const ReportedSchedule &schedule) {
  Drawn drawn;
  drawn.isPreview = true;
  auto add = [&](int64_t bytes, int32_t first, int32_t last, int32_t storage) {
    drawn.problem.buffers.push_back({bytes, 1, first, last + 1, {}});
    drawn.storages.push_back(storage);
  };
  std::vector<int64_t> changes(schedule.steps.size() + 1, 0);
  for (const ReportedSchedule::Copy &copy : schedule.copies) {
    const int64_t bytes = function.storages[copy.storage].bytes;
    add(bytes, copy.firstStep, copy.lastStep, copy.storage);
    changes[copy.firstStep] += bytes;
    changes[copy.lastStep + 1] -= bytes;
  }
  int64_t stored = function.resident;
  for (auto [index, step] : llvm::enumerate(schedule.steps)) {
    stored += changes[index];
    if (step.liveBytes > stored)
      add(step.liveBytes - stored, index, index, -1);
  }
  return drawn;
}

/// A placement of what the plan keeps, where none was asked for. Returns none
/// if there is nothing to place.
static std::optional<Drawn> preview(const FunctionReport &function) {
  // Beyond, the better heuristics take longer than the plan.
  constexpr size_t kMostForAll = 4000;
  const ReportedSchedule &schedule =
      function.after.steps.empty() ? function.before : function.after;
  Drawn drawn = getBuffers(function, schedule);
  if (drawn.problem.buffers.empty())
    return std::nullopt;
  if (llvm::Error error = placement::check(drawn.problem)) {
    // A picture is not worth failing for.
    llvm::consumeError(std::move(error));
    return std::nullopt;
  }
  drawn.lowerBound = placement::getLiveMaximum(drawn.problem);
  drawn.placement = placement::placeBestFitInTimeOrder(drawn.problem);
  if (drawn.problem.buffers.size() > kMostForAll)
    return drawn;
  placement::PlaceOptions options;
  options.effort = 0;
  llvm::Expected<placement::PlaceResult> placed =
      placement::place(drawn.problem, options);
  if (placed)
    drawn.placement = std::move(placed->placement);
  else
    llvm::consumeError(placed.takeError());
  return drawn;
}

static std::optional<Drawn> getDrawn(const FunctionReport &function) {
  if (!function.arena || function.arena->problem.buffers.empty())
    return preview(function);
  const FunctionReport::Arena &arena = *function.arena;
  Drawn drawn;
  drawn.problem = arena.problem;
  drawn.placement = arena.placement;
  drawn.names = arena.names;
  drawn.lowerBound = placement::getLiveMaximum(arena.problem);
  return drawn;
}

static void writeGaps(const Drawn &drawn, llvm::json::OStream &json) {
  json.attributeArray("gaps", [&] {
    for (auto [index, buffer] : llvm::enumerate(drawn.problem.buffers))
      for (const placement::TimeRange &gap : buffer.gaps)
        json.array([&] {
          json.value(static_cast<int64_t>(index));
          json.value(gap.lower);
          json.value(gap.upper);
        });
  });
}

static void writeDrawn(const Drawn &drawn, Texts &texts,
                       llvm::json::OStream &json) {
  json.attributeObject("drawn_arena", [&] {
    json.attribute("preview", drawn.isPreview);
    json.attribute("bytes", drawn.placement.sizeInBytes);
    json.attribute("live_maximum", drawn.lowerBound);
    Columns buffers(json, drawn.problem.buffers);
    using placement::Buffer;
    buffers.add("size", [](const Buffer &each) { return each.sizeInBytes; });
    buffers.add("start", [](const Buffer &each) { return each.timeStart; });
    buffers.add("end", [](const Buffer &each) { return each.timeEnd; });
    Columns(json, drawn.placement.offsets).add("offset", [](int64_t each) {
      return each;
    });
    Columns(json, drawn.storages).add("storage", [](int32_t each) {
      return static_cast<int64_t>(each);
    });
    Columns(json, drawn.names).add("name", [&](const std::string &each) {
      return texts.add(each);
    });
    writeGaps(drawn, json);
  });
}

//===----------------------------------------------------------------------===//
// The step
//===----------------------------------------------------------------------===//

static void writeStep(const FunctionReport &function, Texts &texts,
                      llvm::json::OStream &json) {
  json.attributeObject("tasks", [&] {
    Columns tasks(json, function.tasks);
    using Task = ReportedTask;
    tasks.add("op",
              [&](const Task &each) { return texts.add(each.getLabel()); });
    tasks.add("location",
              [&](const Task &each) { return texts.add(each.location); });
    tasks.add("scope", [&](const Task &each) { return texts.add(each.scope); });
    tasks.add("phase", [&](const Task &each) {
      return texts.add(planner::stringifyPhase(each.phase));
    });
    tasks.add("time", [](const Task &each) { return each.time; });
  });
  json.attributeObject("storages", [&] {
    Columns storages(json, function.storages);
    using Storage = ReportedStorage;
    storages.add("bytes", [](const Storage &each) { return each.bytes; });
    storages.add("type",
                 [&](const Storage &each) { return texts.add(each.type); });
    storages.add("location",
                 [&](const Storage &each) { return texts.add(each.location); });
    storages.add("task", [](const Storage &each) {
      return static_cast<int64_t>(each.task);
    });
  });
}

static void writeSchedule(llvm::StringRef name,
                          const ReportedSchedule &schedule,
                          llvm::json::OStream &json) {
  auto widen = [](auto value) { return static_cast<int64_t>(value); };
  json.attributeObject(name, [&] {
    json.attribute("peak_step", widen(schedule.peakStep));
    Columns steps(json, schedule.steps);
    using Step = ReportedSchedule::Step;
    steps.add("task", [&](const Step &each) { return widen(each.task); });
    steps.add("live", [](const Step &each) { return each.liveBytes; });
    steps.add("again",
              [&](const Step &each) { return widen(each.isRecomputed); });
    Columns copies(json, schedule.copies);
    using Copy = ReportedSchedule::Copy;
    copies.add("storage",
               [&](const Copy &each) { return widen(each.storage); });
    copies.add("first",
               [&](const Copy &each) { return widen(each.firstStep); });
    copies.add("last", [&](const Copy &each) { return widen(each.lastStep); });
  });
}

static void writeFunction(const FunctionReport &function,
                          llvm::json::OStream &json) {
  Texts texts;
  writeFigures(function, json);
  writeStep(function, texts, json);
  writeSchedule("before", function.before, json);
  writeSchedule("after", function.after, json);
  json.attributeObject("recomputed", [&] {
    Columns recomputed(json, function.recomputed);
    using Recomputed = FunctionReport::Recomputed;
    recomputed.add("task", [](const Recomputed &each) {
      return static_cast<int64_t>(each.task);
    });
    recomputed.add("runs", [](const Recomputed &each) { return each.runs; });
    recomputed.add("bytes", [](const Recomputed &each) { return each.bytes; });
    recomputed.add("time", [](const Recomputed &each) { return each.time; });
  });
  if (std::optional<Drawn> drawn = getDrawn(function))
    writeDrawn(*drawn, texts, json);
  json.attributeArray("texts", [&] { texts.write(json); });
}

void mlir::remat::writeHtmlReport(llvm::raw_ostream &os,
                                  llvm::ArrayRef<FunctionReport> functions) {
  std::string title = "Memory of the step";
  if (functions.size() == 1)
    title = "Memory of " + functions.front().name;
  writeHtmlPage(os, title,
                [&](llvm::json::OStream &json) {
                  json.object([&] {
                    json.attribute("version", 1);
                    json.attributeArray("functions", [&] {
                      for (const FunctionReport &function : functions)
                        json.object([&] { writeFunction(function, json); });
                    });
                  });
                },
                {assets::kModelJs, assets::kLiveJs, assets::kOwnersJs,
                 assets::kArenaJs, assets::kReportJs});
}
