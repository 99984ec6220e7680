//===- SearchMonitor.cpp - Who watches searches ---------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Report/SearchMonitor.h"
#include "remat/Support/Budget.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

using namespace mlir::remat;
using planner::Problem;
using planner::SearchProgress;

SearchMonitor::~SearchMonitor() = default;

std::string mlir::remat::formatProgress(llvm::StringRef name,
                                        const Problem &problem,
                                        const SearchProgress &progress) {
  std::string text = llvm::formatv(
      "planning {0}: {1}%, ", name,
      static_cast<int>(100 * std::clamp(progress.done, 0.0, 1.0)));
  if (progress.peak == 0)
    return text + "no plan yet";
  if (!progress.fits)
    return text + "smallest peak so far " + formatBytes(progress.peak);
  const double base = problem.graph.baseTime();
  const double extra = base > 0 ? 100 * (progress.time - base) / base : 0;
  return text + llvm::formatv("peak {0}, extra time {1:F2}% (Ctrl-C takes it)",
                              formatBytes(progress.peak), std::max(extra, 0.0))
                    .str();
}

void TerminalMonitor::searchBegins(llvm::StringRef name, Problem &problem) {
  std::lock_guard<std::mutex> lock(mutex);
  if (running++ == 0) {
    guard.emplace();
    line.begin();
  }
  problem.search.interrupt = &InterruptGuard::flag();
  if (!line.isShown())
    return;
  problem.search.progress = [this, name = name.str(), graph = &problem.graph](
                                const SearchProgress &progress) {
    std::lock_guard<std::mutex> lock(mutex);
    line.update(
        [&] { return formatProgress(name, Problem(*graph), progress); });
  };
}

void TerminalMonitor::searchEnds() {
  std::lock_guard<std::mutex> lock(mutex);
  line.erase();
  if (--running == 0)
    guard.reset();
}
