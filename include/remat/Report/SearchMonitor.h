//===- SearchMonitor.h - Who watches searches -------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_REPORT_SEARCHMONITOR_H
#define REMAT_REPORT_SEARCHMONITOR_H

#include "remat/Planner/Graph.h"
#include "remat/Planner/SearchObserver.h"
#include "remat/Support/Interrupt.h"
#include "remat/Support/StatusLine.h"

#include <mutex>
#include <optional>
#include <string>

namespace mlir::remat {

/// Watches the searches of a pipeline or a tool: may show and end them.
class SearchMonitor {
public:
  virtual ~SearchMonitor();

  /// `name` is for people. Returns an observer or null. Searches may overlap.
  virtual planner::SearchObserver *
  searchBegins(llvm::StringRef name, const planner::Graph &graph) = 0;
  virtual void searchEnds(planner::SearchObserver *observer) = 0;
};

/// Watches a search during its lifetime; `monitor` may be null.
class WatchedSearch {
public:
  WatchedSearch(SearchMonitor *monitor, llvm::StringRef name,
                const planner::Graph &graph)
      : monitor(monitor),
        observer(monitor ? monitor->searchBegins(name, graph) : nullptr) {}
  ~WatchedSearch() {
    if (monitor)
      monitor->searchEnds(observer);
  }
  WatchedSearch(const WatchedSearch &) = delete;
  WatchedSearch &operator=(const WatchedSearch &) = delete;

  /// May be null.
  planner::SearchObserver *getObserver() const { return observer; }

private:
  SearchMonitor *monitor;
  planner::SearchObserver *observer;
};

/// Shows searches on one line of a terminal, erased at their end; the first
/// Ctrl-C ends them with their best plan. For tools: handles SIGINT while a
/// search runs. Computes the bound once for each budget shown.
class TerminalMonitor : public SearchMonitor {
public:
  /// Shows nothing if the open file is no terminal.
  explicit TerminalMonitor(int file = 2) : line(file) {}

  planner::SearchObserver *searchBegins(llvm::StringRef name,
                                        const planner::Graph &graph) override;
  void searchEnds(planner::SearchObserver *observer) override;

private:
  class Observer;

  std::mutex mutex;
  StatusLine line;
  unsigned running = 0;
  std::optional<InterruptGuard> guard;
};

/// No plan is below.
struct SearchBound {
  /// For a budget: in the graph's time unit, infinite if no plan is within it.
  double time = 0;
  /// For the smallest peak, in bytes.
  int64_t peak = 0;
};

/// For a budget, or none for the smallest peak; plans may use `hostBytes` bytes
/// of the host. Complexity: see Bounds.h.
SearchBound getSearchBound(const planner::Graph &graph,
                           std::optional<int64_t> budget,
                           int64_t hostBytes = 0);

/// One line: progress, best plan, and the gap to a given bound. Counts the
/// budgets of a sweep.
std::string formatProgress(llvm::StringRef name, const planner::Graph &graph,
                           const planner::SearchProgress &progress,
                           std::optional<SearchBound> bound = std::nullopt);

} // namespace mlir::remat

#endif // REMAT_REPORT_SEARCHMONITOR_H
