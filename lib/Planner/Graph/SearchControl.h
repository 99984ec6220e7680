//===- SearchControl.h - When a search ends ---------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_SEARCHCONTROL_H
#define REMAT_LIB_PLANNER_SEARCHCONTROL_H

#include "remat/Planner/Problem.h"
#include "remat/Planner/SearchObserver.h"

#include <algorithm>
#include <chrono>

namespace mlir::remat::planner {

/// Decides when a search ends, and reports progress. Its time begins with it.
class SearchControl {
public:
  explicit SearchControl(const SearchOptions &options = {},
                         SearchObserver *observer = nullptr)
      : timeLimit(options.timeLimit), observer(observer), listener(observer),
        start(std::chrono::steady_clock::now()) {}
  explicit SearchControl(const Problem &problem)
      : SearchControl(problem.search, problem.observer) {}

  /// The observer interrupted it, or its time limit is over.
  bool shouldStop() {
    if (!stopped && observer)
      stopped = observer->isInterrupted();
    if (!stopped && timeLimit)
      stopped = secondsSinceStart() > *timeLimit;
    return stopped;
  }
  /// The remaining time, at least zero.
  std::optional<double> secondsLeft() const {
    if (!timeLimit)
      return std::nullopt;
    return std::max(0.0, *timeLimit - secondsSinceStart());
  }
  /// For a nested search: the same interrupt and the remaining time, without
  /// progress.
  SearchControl makePart() const {
    SearchOptions options;
    options.timeLimit = secondsLeft();
    SearchControl part(options, observer);
    part.listener = nullptr;
    return part;
  }
  /// The next part takes this share of all work.
  void beginPart(double from, double to) {
    partBegin = from;
    partEnd = to;
  }
  /// Keeps the better of this and the known figures.
  void setBest(int64_t peak, double time, bool fits) {
    if (progress.fits && (!fits || time > progress.time))
      return;
    progress.peak = peak;
    progress.time = time;
    progress.fits = fits;
  }
  /// No plan takes less: a search that reaches it may end.
  void setTimeFloor(double time) { timeFloor = time; }
  /// Whether nothing is faster, up to rounding.
  bool isAtFloor(double time) const { return time <= timeFloor * (1 + 1e-12); }
  /// `done` of the part, from 0 to 1.
  void report(double done) {
    if (!listener)
      return;
    progress.done = partBegin + (partEnd - partBegin) * done;
    listener->report(progress);
  }

private:
  double secondsSinceStart() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         start)
        .count();
  }

  std::optional<double> timeLimit;
  /// May interrupt the search, and receives progress. Either may be null.
  SearchObserver *observer;
  SearchObserver *listener;
  std::chrono::steady_clock::time_point start;
  SearchProgress progress;
  double partBegin = 0;
  double partEnd = 1;
  double timeFloor = 0;
  bool stopped = false;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_SEARCHCONTROL_H
