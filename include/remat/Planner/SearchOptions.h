//===- SearchOptions.h - How hard a search tries ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Limits are counts of evaluation steps, not clocks, unless a user sets a time
// limit or interrupts: the same ask gives the same plan on any machine.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_SEARCHOPTIONS_H
#define REMAT_PLANNER_SEARCHOPTIONS_H

#include <cstdint>
#include <optional>

namespace mlir::remat::planner {

/// Which orders of the step a search may try beside the base order.
enum class Reorder {
  /// The base order alone.
  None,
  /// The search begins with the base order and moves single tasks within it.
  Local,
  /// It begins with several orders of the whole step, none of which depends on
  /// the base order.
  Full
};

struct SearchOptions {
  static constexpr int maxEffort = 3;

  /// 0 (fastest) to `maxEffort`: how much work the search may do. From 1 on,
  /// each allows ten times as much as the one before.
  int effort = 1;
  /// Evaluation steps (storages touched on the step's timeline, about ten
  /// million a second) that improving a plan may take, in place of what
  /// `effort` allows. Making the first plans does not count.
  std::optional<uint64_t> workLimit;
  Reorder reorder = Reorder::Full;
  /// Seconds after which the best plan so far is the answer. It alone makes the
  /// plan depend on the machine.
  std::optional<double> timeLimit;
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_SEARCHOPTIONS_H
