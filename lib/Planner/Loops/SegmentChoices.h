//===- SegmentChoices.h - Stacks and segments, chosen together --*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLANNER_LOOPS_SEGMENTCHOICES_H
#define REMAT_LIB_PLANNER_LOOPS_SEGMENTCHOICES_H

#include "remat/Planner/LoopSegments.h"

namespace mlir::remat::planner {

/// `choices`, which run loops as one, in the fewest reruns of at most `limit`
/// bytes: each with one of its loops in segments, and with all of them. From
/// the least time to the most. Empty if no loop may run in segments.
std::vector<StackChoice>
findSegmentedChoices(const LoopTurns &turns,
                     llvm::ArrayRef<StackChoice> choices, int64_t limit);

/// `choices` with each loop that may run in segments, and with all of them, in
/// those of the fewest bytes, of at most `levels` levels. From the fewest bytes
/// to the most.
std::vector<StackChoice>
findSmallestSegmentedChoices(const LoopTurns &turns,
                             llvm::ArrayRef<StackChoice> choices,
                             unsigned levels);

/// The choice of least time with the segments of `like` and at most `bytes`
/// bytes, as `chooseStacks`; none if that finds none.
std::optional<StackChoice> chooseStacksLike(const LoopTurns &turns,
                                            const StackChoice &like,
                                            int64_t bytes);

} // namespace mlir::remat::planner

#endif // REMAT_LIB_PLANNER_LOOPS_SEGMENTCHOICES_H
