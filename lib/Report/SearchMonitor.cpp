//===- SearchMonitor.cpp - Who watches searches ---------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Report/SearchMonitor.h"
#include "remat/Planner/Bounds.h"
#include "remat/Support/Budget.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace mlir::remat;
using planner::SearchProgress;

SearchMonitor::~SearchMonitor() = default;

SearchBound mlir::remat::getSearchBound(const planner::Graph &graph,
                                        std::optional<int64_t> budget,
                                        int64_t hostBytes) {
  SearchBound bound;
  planner::Problem problem(graph, budget);
  problem.host = {hostBytes, planner::HostLink::getInstant()};
  if (budget)
    bound.time = planner::lowerBoundTime(problem).time;
  else
    bound.peak = planner::lowerBoundPeak(graph, hostBytes).bytes;
  return bound;
}

static std::string formatTitle(llvm::StringRef name,
                               const SearchProgress &progress) {
  std::string text =
      (progress.sweepBudgets ? "sweeping " : "planning ") + name.str() + ": ";
  if (progress.sweepBudget)
    text += llvm::formatv("budget {0} of {1}, ", progress.sweepBudget,
                          progress.sweepBudgets);
  else if (progress.sweepBudgets)
    text += "smallest peak, ";
  return text + llvm::formatv(
                    "{0}%, ",
                    static_cast<int>(100 * std::clamp(progress.done, 0.0, 1.0)))
                    .str();
}

std::string mlir::remat::formatProgress(llvm::StringRef name,
                                        const planner::Graph &graph,
                                        const SearchProgress &progress,
                                        std::optional<SearchBound> bound) {
  std::string text = formatTitle(name, progress);
  if (progress.peak == 0)
    return text + "no plan yet";
  const std::string peak = formatBytes(progress.peak);
  if (!progress.fits || !progress.budget) {
    text += progress.fits ? "peak " + peak : "smallest peak so far " + peak;
    if (bound && bound->peak > 0)
      text += llvm::formatv(
          ", bound {0}, gap {1:F2}%", formatBytes(bound->peak),
          100.0 * static_cast<double>(progress.peak - bound->peak) /
              static_cast<double>(bound->peak));
    if (!progress.fits)
      return text;
  }
  const double base = graph.baseTime();
  auto percentAbove = [&](double time) {
    return base > 0 ? std::max(100 * (time - base) / base, 0.0) : 0;
  };
  const double extra = percentAbove(progress.time);
  if (progress.budget)
    text += "peak " + peak;
  text += llvm::formatv(", extra time {0:F2}%", extra);
  if (progress.budget && bound && std::isfinite(bound->time)) {
    const double least = percentAbove(bound->time);
    text += llvm::formatv(", bound {0:F2}%, gap {1:F2}%", least,
                          std::max(extra - least, 0.0));
  }
  return text + " (Ctrl-C takes it)";
}

class TerminalMonitor::Observer final : public planner::SearchObserver {
public:
  Observer(TerminalMonitor &monitor, llvm::StringRef name,
           const planner::Graph &graph)
      : monitor(monitor), name(name), graph(graph) {}

  bool isInterrupted() const override { return InterruptGuard::flag(); }
  void report(const SearchProgress &progress) override {
    if (!monitor.line.isShown())
      return;
    std::lock_guard<std::mutex> lock(monitor.mutex);
    monitor.line.update([&] {
      if (!known || known->budget != progress.budget)
        known = Known{progress.budget, getSearchBound(graph, progress.budget,
                                                      progress.hostBytes)};
      return formatProgress(name, graph, progress, known->bound);
    });
  }

private:
  /// The bound of the budget that is searched, once it is shown.
  struct Known {
    std::optional<int64_t> budget;
    SearchBound bound;
  };

  TerminalMonitor &monitor;
  const std::string name;
  const planner::Graph &graph;
  std::optional<Known> known;
};

planner::SearchObserver *
TerminalMonitor::searchBegins(llvm::StringRef name,
                              const planner::Graph &graph) {
  std::lock_guard<std::mutex> lock(mutex);
  if (running++ == 0) {
    guard.emplace();
    line.begin();
  }
  return new Observer(*this, name, graph);
}

void TerminalMonitor::searchEnds(planner::SearchObserver *observer) {
  std::lock_guard<std::mutex> lock(mutex);
  delete observer;
  line.erase();
  if (--running == 0)
    guard.reset();
}
