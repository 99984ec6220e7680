//===- Coloring.h - What looks the same -------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells tasks and values of a graph apart by their structure alone.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_COLORING_H
#define REMAT_LIB_PLANNER_COLORING_H

#include "remat/Planner/Graph.h"

namespace mlir::remat::planner {

/// Colors of tasks and values: equal only for those that look the same from
/// where they are, so that ids, names and the order in which a file lists them
/// play no part. Hashed upwards, downwards and across until they do not get
/// finer (after Weisfeiler and Leman 1968). They are 64 bits wide; that two
/// coincide by chance is not excluded, and does no harm but to be taken for
/// equals.
class Coloring {
public:
  using Color = uint64_t;

  /// O(V + E) for each of up to 8 rounds, and a sort.
  explicit Coloring(const Graph &graph);

  /// Marks one of several tasks that look the same, the first one in base
  /// order, and refines; again, up to 16 times (after McKay, "Practical graph
  /// isomorphism", 1981).
  void tellApart();
  /// Tells tasks apart by their places in `order`, and others by them.
  void markPlaces(llvm::ArrayRef<TaskId> order);

  /// All tasks have colors of their own.
  bool isDiscrete() const { return classes == tasks.size(); }
  Color ofValue(ValueId value) const { return values[value]; }
  /// By task: its place in the order of colors, ties in base order.
  std::vector<int32_t> ranks() const;

private:
  void refine();
  void passUp();
  void passDown();
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
