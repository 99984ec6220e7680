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

/// Watches the searches of a pipeline or a tool: may show their progress, and
/// end them early.
class SearchMonitor {
public:
  virtual ~SearchMonitor();

  /// A search begins, named as a person knows what is planned. Returns what
  /// observes it, which may be null. Several may run at once.
  virtual planner::SearchObserver *
  searchBegins(llvm::StringRef name, const planner::Graph &graph) = 0;
  /// The search of that observer has ended and uses it no longer.
  virtual void searchEnds(planner::SearchObserver *observer) = 0;
};

/// A search that is watched as long as this lives; `monitor` may be null.
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

/// Shows searches on one line of a terminal, erased at their end, and ends them
/// with their best plan at the first Ctrl-C. For tools: handles SIGINT while a
/// search runs. Computes the bound once for each budget that it shows.
class TerminalMonitor : public SearchMonitor {
public:
  /// Shows nothing if the open file, by default standard error, is no terminal.
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

/// No plan that is searched for is below.
struct SearchBound {
  /// For a budget: in the unit of the graph's times, infinite if no plan is
  /// within the budget.
  double time = 0;
  /// For the smallest peak, in bytes.
  int64_t peak = 0;
};

/// The bound for a budget, without one for the smallest peak. See Bounds.h for
/// the complexity.
SearchBound getSearchBound(const planner::Graph &graph,
                           std::optional<int64_t> budget);

/// One line for people: the progress of the search, its best plan, and the gap
/// to the bound, if one is given. Counts the budgets of a sweep.
std::string formatProgress(llvm::StringRef name, const planner::Graph &graph,
                           const planner::SearchProgress &progress,
                           std::optional<SearchBound> bound = std::nullopt);

} // namespace mlir::remat

#endif // REMAT_REPORT_SEARCHMONITOR_H
