//===- SegmentLoops.cpp - remat-segment-loops -----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassSetup.h"
#include "PlanningDialects.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Transforms/Passes.h"
#include "remat/Transforms/RewriteLoopPair.h"
#include "remat/Transforms/SegmentLoopPair.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATSEGMENTLOOPS
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {
class SegmentLoops
    : public PreparationPass<remat::impl::RematSegmentLoopsBase<SegmentLoops>> {
public:
  using PreparationPass::PreparationPass;

private:
  LogicalResult run(func::FuncOp function) override;
};
} // namespace

static std::optional<std::string> whyNotSegments(const LoopPair &pair,
                                                 int64_t turns) {
  if (std::optional<std::string> reason = whyNotSegmentable(pair))
    return reason;
  if (turns >= pair.forward.trips)
    return "it has " + std::to_string(pair.forward.trips) +
           " turns, no more than one segment";
  return std::nullopt;
}

/// Runs each pair in segments of `turns` turns.
static void segmentPairs(func::FuncOp function, int64_t turns) {
  const SmallVector<LoopPair, 0> pairs = findLoopPairs(function);
  markLoopPairs(pairs);
  for (size_t number = 0; number != pairs.size(); ++number) {
    // Its parts have no mark; a loop around it may have copied it.
    bool isTold = false;
    while (std::optional<LoopPair> pair = findMarkedPair(function, number)) {
      const std::optional<std::string> reason = whyNotSegments(*pair, turns);
      auto tell = [&] { return pair->forward.op->emitRemark(); };
      if (reason && !isTold)
        tell() << "does not run in segments: " << *reason;
      else if (!isTold)
        tell() << "runs in segments of " << turns << " of its "
               << pair->forward.trips << " turns";
      isTold = true;
      if (reason)
        break;
      segmentLoopPair(*pair, turns);
    }
  }
  unmarkLoopPairs(function);
}

LogicalResult SegmentLoops::run(func::FuncOp function) {
  if (turns.empty())
    return function.emitOpError()
           << "cannot run loops in segments without their turns; give turns=N";
  for (int64_t each : turns)
    if (each < 1)
      return function.emitOpError()
             << "cannot run loops in segments of turns=" << each
             << "; give 1 or more";
  for (int64_t each : turns)
    segmentPairs(function, each);
  unmarkSegments(function);
  return success();
}
