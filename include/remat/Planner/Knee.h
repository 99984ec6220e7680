//===- Knee.h - Where less memory begins to cost more time ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_KNEE_H
#define REMAT_PLANNER_KNEE_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <optional>

namespace mlir::remat::planner {

/// A plan on the curve of time against memory.
struct CurvePoint {
  int64_t peak = 0;
  double time = 0;
};

/// What a step's curve is measured in: percents of its peak and of its time
/// without rematerialization.
struct CurveScale {
  int64_t peak = 0;
  double time = 0;

  /// 0 if the whole is 0.
  double getPeakPercent(int64_t bytes) const;
  double getTimePercent(double time) const;
  /// Percent of memory and percent of time together.
  double getCost(const CurvePoint &point) const;
};

/// Costs (in percent) that differ by less are equal: rounding alone may be the
/// difference.
constexpr double kneeTolerance = 1e-9;

/// The position of the knee of a curve; none of an empty one. O(points).
///
/// On the lower convex hull of the points, from the fastest one down: the last
/// vertex that the hull reaches by an edge that costs no more percents of time
/// than it saves percents of memory. The slopes of a convex hull only rise, so
/// that this is the point of the least cost, of equal ones that of the smallest
/// peak; of equal peaks the first.
std::optional<size_t> findKnee(llvm::ArrayRef<CurvePoint> points,
                               const CurveScale &scale);

/// The knee of a step, as far as searches found its curve.
struct Knee {
  /// The smallest budget of the knee's plan.
  int64_t budget = 0;
  /// Of the peak and of the time without rematerialization.
  double peakPercent = 0;
  double timePercent = 0;
  /// Made to find it, those for the ends of the curve included.
  int64_t searches = 0;
  /// Percents (of memory and time together) by which a plan within an
  /// unsearched budget may at most be better, if each search found its fastest
  /// plan. None where a search was cut: its plan bounds nothing.
  std::optional<double> margin;
};

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_KNEE_H
