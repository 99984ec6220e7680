//===- SearchControl.h - When a search ends ---------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_SEARCHCONTROL_H
#define REMAT_LIB_PLANNER_SEARCHCONTROL_H

#include "remat/Planner/SearchOptions.h"

#include <chrono>

namespace mlir::remat::planner {

/// When a search has to end, and who hears how far it is.
class SearchControl {
public:
  explicit SearchControl(const SearchOptions &options)
      : options(options), start(std::chrono::steady_clock::now()) {}

  /// Somebody interrupted it, or the time that a person gave it is over. Never
  /// true by itself.
  bool shouldStop() {
    if (!stopped && options.interrupt)
      stopped = options.interrupt->load(std::memory_order_relaxed);
    if (!stopped && options.timeLimit)
      stopped = secondsSinceStart() > *options.timeLimit;
    return stopped;
  }
  /// What is left of the time that a person gave it; not below zero.
  std::optional<double> secondsLeft() const {
    if (!options.timeLimit)
      return std::nullopt;
    return std::max(0.0, *options.timeLimit - secondsSinceStart());
  }
  /// For a search of something else on the way: the same interrupt, what is
  /// left of the time, and nobody who hears of it.
  SearchOptions optionsForPart() const {
    SearchOptions part;
    part.interrupt = options.interrupt;
    part.timeLimit = secondsLeft();
    return part;
  }
  /// What the share of a part of the work in all of it is.
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
    if (!options.progress)
      return;
    progress.done = partBegin + (partEnd - partBegin) * done;
    options.progress(progress);
  }

private:
  double secondsSinceStart() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         start)
        .count();
  }

  const SearchOptions &options;
  std::chrono::steady_clock::time_point start;
  SearchProgress progress;
  double partBegin = 0;
  double partEnd = 1;
  double timeFloor = 0;
  bool stopped = false;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_SEARCHCONTROL_H
