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

/// When a search has to end, and its progress. Its time begins with it.
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
  /// The rest of the time limit; not below zero.
  std::optional<double> secondsLeft() const {
    if (!timeLimit)
      return std::nullopt;
    return std::max(0.0, *timeLimit - secondsSinceStart());
  }
  /// For another search on the way: the same interrupt and the rest of the
  /// time, without progress.
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
  /// Known from then on, unless what was known is better.
  void setBest(int64_t peak, double time, bool fits) {
    if (progress.fits && (!fits || time > progress.time))
      return;
    progress.peak = peak;
    progress.time = time;
    progress.fits = fits;
  }
  /// No plan takes less: a search that is there may end.
  void setTimeFloor(double time) { timeFloor = time; }
  /// Whether nothing is faster, but for the rounding of a sum.
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
  /// May interrupt it, and hears of it. Either may be null.
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
