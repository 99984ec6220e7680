//===- Coloring.h - Tells tasks and values apart ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_COLORING_H
#define REMAT_LIB_PLANNER_COLORING_H

#include "remat/Planner/Graph.h"

namespace mlir::remat::planner {

/// Colors of tasks and values by structure alone, hashed upwards, downwards and
/// across until stable (after Weisfeiler and Leman 1968). A chance collision of
/// the 64-bit colors makes tasks equal, harmlessly.
class Coloring {
public:
  using Color = uint64_t;

  /// O(V + E) per round, up to 8, and a sort.
  explicit Coloring(const Graph &graph);

  /// Marks the first, in base order, of several equally colored tasks and
  /// refines, up to 16 times (after McKay, "Practical graph isomorphism",
  /// 1981).
  void tellApart();
  /// Separates equally colored tasks by their places in `order`, and refines.
  void markPlaces(llvm::ArrayRef<TaskId> order);

  bool isDiscrete() const { return classes == tasks.size(); }
  Color ofValue(ValueId value) const { return values[value]; }
  /// By task: its place in the order of colors, ties in base order.
  std::vector<int32_t> ranks() const;

private:
  void refine();
  void pass(bool isUp);
  void passAcross();
  /// All tasks by color, ties in base order.
  std::vector<TaskId> byColor() const;
  size_t countClasses() const;

  const Graph &graph;
  std::vector<Color> tasks;
  std::vector<Color> values;
  /// Distinct colors of tasks.
  size_t classes = 0;
  // Of one pass, by task and by value.
  std::vector<Color> taskSums;
  std::vector<Color> valueSums;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_COLORING_H
