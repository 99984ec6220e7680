//===- CopyUses.h - Which steps use which copies ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_COPYUSES_H
#define REMAT_LIB_PLANNER_COPYUSES_H

#include "remat/Planner/Simulator.h"

namespace mlir::remat::planner {

/// The steps that make and read each copy of a value that may be parked.
class CopyUses {
public:
  /// `simulation`: of these steps, without parkings. O(steps + reads).
  CopyUses(const Graph &graph, llvm::ArrayRef<Step> steps,
           const Simulation &simulation);

  bool isParkable(ValueId value) const { return parkable[value]; }
  /// The latest copy of `value`, which may be parked, that `step` or an earlier
  /// one made. O(log copies).
  std::optional<int32_t> findCopy(const Simulation &simulation, ValueId value,
                                  int32_t step) const;
  /// Ascending, the maker first; empty if the value may not be parked.
  llvm::ArrayRef<int32_t> getUses(int32_t copy) const { return uses[copy]; }

private:
  std::vector<bool> parkable;
  /// By value: positions in `Simulation::copies`, ascending.
  std::vector<llvm::SmallVector<int32_t, 1>> copiesOf;
  /// By copy.
  std::vector<llvm::SmallVector<int32_t, 4>> uses;
};

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_COPYUSES_H
