//===- Parkings.h - What a function parks on the host -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_PARKINGS_H
#define REMAT_ANALYSIS_PARKINGS_H

#include "remat/Analysis/GraphBuilder.h"
#include "remat/Planner/Parking.h"

namespace mlir::remat {

/// The parkings that the function's `remat.park`, `remat.await` and
/// `remat.fetch` describe, for its tasks in program order. A storage leaves
/// the device with the await of its copy, or after its last reader if there is
/// none. Emits a diagnostic where an op reads a value on the device after that,
/// at ops inside of others, at a fetch that nothing reads, at a park of an
/// argument, a constant or a storage that others share, of a value on its way
/// already, and at one that nothing fetches. O(ops + uses · fetches of a
/// value).
FailureOr<std::vector<planner::Parking>>
findParkings(func::FuncOp function, const FunctionGraph &functionGraph);

/// The bytes that StableHLO's own placements keep on the host: stacks of loops,
/// and values outside of loops. All are counted at once. O(ops).
int64_t getPlacedHostBytes(func::FuncOp function, const Target &target);

/// Whether the function parks values. O(ops).
bool parksValues(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_PARKINGS_H
