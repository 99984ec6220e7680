//===- PlanLength.cpp - Plans that are too long for most uses -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/PlanLength.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::remat::planner;

/// Plans may be so many times as long as the step without a warning.
static constexpr double kLong = 10;

std::string mlir::remat::planner::describeLongPlan(const Graph &graph,
                                                   const Plan &plan) {
  const double length = double(plan.steps.size()) / double(graph.tasks.size());
  const double baseTime = graph.baseTime();
  const double time = baseTime > 0 ? plan.time / baseTime : 1;
  if (!(length > kLong) && !(time > kLong))
    return "";
  std::string text;
  raw_string_ostream os(text);
  os << "the plan runs " << plan.steps.size() << " tasks where the step has "
     << graph.tasks.size() << ", " << format("%.1f", length)
     << " times as many, and takes " << format("%.1f", time)
     << " times its time; a larger budget makes it shorter";
  return text;
}
