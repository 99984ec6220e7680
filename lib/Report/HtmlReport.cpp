//===- HtmlReport.cpp - The report as a page ------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HtmlReport.h"
#include "HtmlPage.h"
#include "JsonReport.h"
#include "remat/Placement/Place.h"
#include "remat/Support/JSONReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <type_traits>

using namespace mlir::remat;

namespace {
/// Stores shared texts once.
class Texts {
public:
  int64_t add(llvm::StringRef text) {
    auto [found, isNew] = positions.try_emplace(text, texts.size());
    if (isNew)
      texts.push_back(found->getKey());
    return found->getValue();
  }
  /// A function that adds the text of `get`.
  template <typename Get> auto of(Get get) {
    return [=](const auto &row) { return add(std::invoke(get, row)); };
  }
  void write(llvm::json::OStream &json) const {
    for (llvm::StringRef text : texts)
      json.value(llvm::json::fixUTF8(text));
  }

private:
  llvm::StringMap<int64_t> positions;
  std::vector<llvm::StringRef> texts;
};

/// A table by columns: rows need no space for names. Writes integers as such,
/// even booleans.
template <typename Rows> class Columns {
public:
  Columns(llvm::json::OStream &json, const Rows &rows)
      : json(json), rows(rows) {}

  /// `get` is a member of a row or a function.
  template <typename Get> void add(llvm::StringRef name, Get get) {
    json.attributeArray(name, [&] {
      for (const auto &row : rows) {
        auto value = std::invoke(get, row);
        if constexpr (std::is_integral_v<decltype(value)>)
          json.value(static_cast<int64_t>(value));
        else
          json.value(value);
      }
    });
  }

private:
  llvm::json::OStream &json;
  const Rows &rows;
};

template <typename Rows>
Columns(llvm::json::OStream &, const Rows &) -> Columns<Rows>;

struct Drawn {
  placement::Problem problem;
  placement::Placement placement;
  std::vector<std::string> names;
  /// In a preview, by buffer: the storage, or -1 for other needs of a step.
  std::vector<int32_t> storages;
  int64_t lowerBound = 0;
  bool isPreview = false;
};
} // namespace

/// Makes buffers of a schedule's storages and of its steps' other needs.
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

/// Places the plan's kept storages if no placement was requested. None if there
/// are none.
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
    for (size_t index = 0; index < drawn.problem.buffers.size(); ++index)
      for (const placement::TimeRange &gap : drawn.problem.buffers[index].gaps)
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
    buffers.add("size", &placement::Buffer::sizeInBytes);
    buffers.add("start", &placement::Buffer::timeStart);
    buffers.add("end", &placement::Buffer::timeEnd);
    Columns(json, drawn.placement.offsets).add("offset", llvm::identity());
    Columns(json, drawn.storages).add("storage", llvm::identity());
    Columns(json, drawn.names).add("name", texts.of(llvm::identity()));
    writeGaps(drawn, json);
  });
}

static void writeStep(const FunctionReport &function, Texts &texts,
                      llvm::json::OStream &json) {
  json.attributeObject("tasks", [&] {
    Columns tasks(json, function.tasks);
    tasks.add("op", texts.of(&ReportedTask::getLabel));
    tasks.add("location", texts.of(&ReportedTask::location));
    tasks.add("scope", texts.of(&ReportedTask::scope));
    tasks.add("phase", texts.of([](const ReportedTask &each) {
      return planner::stringifyPhase(each.phase);
    }));
    tasks.add("time", &ReportedTask::time);
    tasks.add("turns", &ReportedTask::turns);
  });
  json.attributeObject("storages", [&] {
    Columns storages(json, function.storages);
    storages.add("bytes", &ReportedStorage::bytes);
    storages.add("type", texts.of(&ReportedStorage::type));
    storages.add("location", texts.of(&ReportedStorage::location));
    storages.add("task", &ReportedStorage::task);
    storages.add("turns", &ReportedStorage::turns);
  });
}

static void writeSchedule(llvm::StringRef name,
                          const ReportedSchedule &schedule,
                          llvm::json::OStream &json) {
  json.attributeObject(name, [&] {
    json.attribute("peak_step", static_cast<int64_t>(schedule.peakStep));
    using Step = ReportedSchedule::Step;
    Columns steps(json, schedule.steps);
    steps.add("task", &Step::task);
    steps.add("live", &Step::liveBytes);
    steps.add("again", &Step::isRecomputed);
    using Copy = ReportedSchedule::Copy;
    Columns copies(json, schedule.copies);
    copies.add("storage", &Copy::storage);
    copies.add("first", &Copy::firstStep);
    copies.add("last", &Copy::lastStep);
  });
}

static void writeStacks(const FunctionReport &function, Texts &texts,
                        llvm::json::OStream &json) {
  json.attributeObject("stacks", [&] {
    using Stack = FunctionReport::Stack;
    Columns stacks(json, function.stacks);
    stacks.add("op", texts.of([](const Stack &each) {
      return each.computes.empty() ? each.op
                                   : each.op + " (" + each.computes + ")";
    }));
    stacks.add("type", texts.of(&Stack::type));
    stacks.add("location", texts.of(&Stack::location));
    stacks.add("scope", texts.of(&Stack::scope));
    stacks.add("loop", texts.of(&Stack::loop));
    stacks.add("backward_loop", texts.of(&Stack::backwardLoop));
    stacks.add("turns", &Stack::turns);
    stacks.add("bytes", &Stack::bytes);
    stacks.add("slices", &Stack::getSlices);
    stacks.add("kept", &Stack::isKept);
    stacks.add("kept_before", &Stack::wasKept);
    stacks.add("made_again", &Stack::isMadeAgain);
    stacks.add("time", &Stack::time);
  });
}

static void writeHost(const FunctionReport &function,
                      llvm::json::OStream &json) {
  json.attributeObject("host", [&] {
    json.attribute("budget_bytes", function.host.budget);
    json.attribute("peak_bytes", function.hostPeak);
    json.attribute("values", static_cast<int64_t>(function.parked.size()));
    json.attribute("stacks", function.countStacksOnHost());
    json.attribute("waits", function.getCopyWaits());
  });
  using Parked = FunctionReport::Parked;
  json.attributeObject("parked", [&] {
    Columns parked(json, function.parked);
    parked.add("storage", &Parked::storage);
    parked.add("release",
               [](const Parked &each) { return each.parking.releaseStep; });
    parked.add("fetch",
               [](const Parked &each) { return each.parking.fetchStep; });
    parked.add("wait", [](const Parked &each) {
      return each.copies.outWait + each.copies.backWait;
    });
  });
}

static void writeFunction(const FunctionReport &function,
                          llvm::json::OStream &json) {
  Texts texts;
  writeFigures(function, json);
  if (function.host.isAvailable())
    writeHost(function, json);
  writeStep(function, texts, json);
  writeSchedule("before", function.before, json);
  writeSchedule("after", function.after, json);
  json.attributeObject("recomputed", [&] {
    Columns recomputed(json, function.recomputed);
    using Recomputed = FunctionReport::Recomputed;
    recomputed.add("task", &Recomputed::task);
    recomputed.add("runs", &Recomputed::runs);
    recomputed.add("bytes", &Recomputed::bytes);
    recomputed.add("time", &Recomputed::time);
  });
  if (!function.stacks.empty())
    writeStacks(function, texts, json);
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
                    json.attribute("version", kFileVersion);
                    json.attributeArray("functions", [&] {
                      for (const FunctionReport &function : functions)
                        json.object([&] { writeFunction(function, json); });
                    });
                  });
                },
                {assets::kModelJs, assets::kLiveJs, assets::kOwnersJs,
                 assets::kStacksJs, assets::kParkedJs, assets::kArenaJs,
                 assets::kReportJs});
}
