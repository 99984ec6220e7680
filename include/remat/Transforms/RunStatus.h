//===- RunStatus.h - What the functions of a run came to --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TRANSFORMS_RUNSTATUS_H
#define REMAT_TRANSFORMS_RUNSTATUS_H

#include "remat/Planner/Outcome.h"

#include <mutex>

namespace mlir::remat {

/// Collects the outcomes of functions, from several threads, so that a
/// program's exit code tells a refusal from an error.
class RunStatus {
public:
  void add(planner::Status status, bool isUnchanged) {
    std::lock_guard<std::mutex> lock(mutex);
    if (status == planner::Status::Infeasible || worst == planner::Status::Ok)
      worst = status;
    areAllUnchanged &= isUnchanged;
    isEmpty = false;
  }

  /// The worst: infeasible before not-found before ok.
  planner::Status getStatus() const {
    std::lock_guard<std::mutex> lock(mutex);
    return worst;
  }

  /// There are functions, and all were left as they stand.
  bool isUnchanged() const {
    std::lock_guard<std::mutex> lock(mutex);
    return !isEmpty && areAllUnchanged;
  }

private:
  mutable std::mutex mutex;
  planner::Status worst = planner::Status::Ok;
  bool areAllUnchanged = true;
  bool isEmpty = true;
};

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_RUNSTATUS_H
