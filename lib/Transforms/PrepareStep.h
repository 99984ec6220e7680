//===- PrepareStep.h - A function as it is planned --------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_PREPARESTEP_H
#define REMAT_LIB_TRANSFORMS_PREPARESTEP_H

#include "remat/Analysis/MemoryProfile.h"

namespace mlir::remat {

/// A step as the planner is asked about it.
struct PreparedStep {
  FunctionGraph functionGraph;
  planner::Simulation before;
  /// The peak of the function as it was given, where it was changed to need
  /// less before it is planned; else 0.
  int64_t peakAsItStands = 0;
};

/// Makes `function` what is planned: isolates destinations where the target
/// needs that, reads before loops what these carry unchanged, and, unless
/// `fits` says of the peak that nothing is needed, keeps a fusing compiler from
/// merging what it would then store. Emits a diagnostic on failure. O(ops)
/// beside the memory model.
FailureOr<PreparedStep> prepareStep(func::FuncOp function,
                                    const GraphBuilderOptions &options,
                                    llvm::function_ref<bool(int64_t)> fits);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_PREPARESTEP_H
