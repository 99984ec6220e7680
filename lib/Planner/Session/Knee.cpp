//===- Knee.cpp - Where less memory begins to cost more time --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Knee.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;
using namespace mlir::remat::planner;

double CurveScale::getPeakPercent(int64_t bytes) const {
  return peak > 0 ? static_cast<double>(bytes) / static_cast<double>(peak) * 100
                  : 0;
}

double CurveScale::getTimePercent(double some) const {
  return time > 0 ? some / time * 100 : 0;
}

double CurveScale::getCost(const CurvePoint &point) const {
  return getPeakPercent(point.peak) + getTimePercent(point.time);
}

std::optional<size_t>
mlir::remat::planner::findKnee(ArrayRef<CurvePoint> points,
                               const CurveScale &scale) {
  if (points.empty())
    return std::nullopt;
  double least = scale.getCost(points.front());
  for (const CurvePoint &point : points)
    least = std::min(least, scale.getCost(point));
  std::optional<size_t> knee;
  for (auto [i, point] : enumerate(points))
    if (scale.getCost(point) <= least + kneeTolerance &&
        (!knee || point.peak < points[*knee].peak))
      knee = i;
  return knee;
}
