//===- SharingConflicts.cpp - Which buffers may not share bytes -----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arena/TaskAccesses.h"

#include "remat/Conversion/Arena.h"
#include "remat/Placement/Sharing.h"

using namespace mlir;
using namespace mlir::remat;

LogicalResult mlir::remat::addSharingConflicts(func::FuncOp function,
                                               ArrayRef<ArenaBuffer> buffers,
                                               Sharing sharing,
                                               placement::Problem &problem,
                                               int64_t &lowerBound) {
  if (sharing == Sharing::Serial)
    return success();
  llvm::DenseMap<Value, uint32_t> bufferOf;
  for (auto [position, buffer] : llvm::enumerate(buffers)) {
    bufferOf[buffer.buffer] = position;
    for (Value alternative : buffer.alternatives)
      bufferOf[alternative] = position;
  }
  FailureOr<FunctionTasks> tasks =
      collectTaskAccesses(function, bufferOf, buffers.size());
  if (failed(tasks))
    return failure();
  llvm::Error error =
      sharing == Sharing::Dependence
          ? placement::addDependenceConflicts(tasks->accesses, problem)
          : placement::addColoringConflicts(tasks->accesses, problem);
  if (error)
    return function.emitOpError("cannot be placed for ops that run at once: ")
           << llvm::toString(std::move(error));
  lowerBound = std::max(lowerBound,
                        placement::getAntichainBound(tasks->accesses, problem));
  return success();
}
