//===- MemoryProfile.h - What a function needs as it stands -----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_MEMORYPROFILE_H
#define REMAT_ANALYSIS_MEMORYPROFILE_H

#include "remat/Analysis/GraphBuilder.h"
#include "remat/Planner/Simulator.h"

namespace mlir::remat {

struct MemoryProfile {
  FunctionGraph functionGraph;
  /// Without waits for copies.
  planner::Simulation simulation;
  /// The function's parkings.
  std::vector<planner::Parking> parkings;
  /// The most bytes on the host: parked values, and what StableHLO places
  /// there.
  int64_t hostPeak = 0;
};

/// Simulates `function` in program order. Emits a diagnostic on failure.
FailureOr<MemoryProfile>
computeMemoryProfile(func::FuncOp function, const GraphBuilderOptions &options);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_MEMORYPROFILE_H
