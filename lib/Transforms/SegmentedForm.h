//===- SegmentedForm.h - A loop pair in chosen segments --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_SEGMENTEDFORM_H
#define REMAT_LIB_TRANSFORMS_SEGMENTEDFORM_H

#include "remat/Analysis/GraphBuilder.h"
#include "remat/Planner/LoopStacks.h"
#include "remat/Transforms/SegmentLoopPair.h"

namespace mlir::remat {

/// Runs the pair of `function` with the mark `number` in segments of these
/// `lengths`, in all of which it keeps `isKept`, by value of its turns. Fails
/// if its parts cannot keep that; `function` is then half rewritten.
LogicalResult giveSegments(func::FuncOp function, int64_t number,
                           const std::vector<bool> &isKept,
                           const planner::SegmentLengths &lengths,
                           const GraphBuilderOptions &options);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_SEGMENTEDFORM_H
