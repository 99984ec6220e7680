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

/// Colors of tasks and values by the structure of the graph alone, hashed
/// upwards, downwards and across until they get no finer (after Weisfeiler and
/// Leman 1968). They have 64 bits. If two coincide by chance, their tasks count
/// as equal, which does no harm.
class Coloring {
public:
  using Color = uint64_t;

  /// O(V + E) for each of up to 8 rounds, and a sort.
  explicit Coloring(const Graph &graph);

  /// Marks one of several tasks with the same color, the first one in base
  /// order, and refines, up to 16 times (after McKay, "Practical graph
  /// isomorphism", 1981).
  void tellApart();
  /// Gives tasks of the same color different ones by their places in `order`,
  /// and refines.
  void markPlaces(llvm::ArrayRef<TaskId> order);

  /// Whether no two tasks have the same color.
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
