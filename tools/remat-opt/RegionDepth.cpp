//===- RegionDepth.cpp - How deep the regions of a module nest ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionDepth.h"

#include "remat/Support/Nesting.h"

#include <utility>

using namespace mlir;

/// A region of the generic form opens two brackets, "({".
static constexpr size_t maxDepth = remat::kMaxNesting / 2;

/// The first op found that lies in more than `maxDepth` regions, or null. Does
/// not recurse.
static Operation *findTooDeep(Operation *root) {
  SmallVector<std::pair<Operation *, size_t>> worklist = {{root, 0}};
  while (!worklist.empty()) {
    auto [op, depth] = worklist.pop_back_val();
    if (depth > maxDepth)
      return op;
    for (Region &region : op->getRegions())
      for (Operation &inner : region.getOps())
        if (inner.getNumRegions() > 0 || depth == maxDepth)
          worklist.emplace_back(&inner, depth + 1);
  }
  return nullptr;
}

namespace {
struct CheckRegionDepth
    : public PassWrapper<CheckRegionDepth, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CheckRegionDepth)

  void runOnOperation() override {
    markAllAnalysesPreserved();
    Operation *op = findTooDeep(getOperation());
    if (!op)
      return;
    // Without the op: printing it recurses.
    emitError(op->getLoc()) << "regions nest deeper than " << maxDepth
                            << ", the limit; outline inner regions into "
                               "functions";
    signalPassFailure();
  }
};
} // namespace

std::unique_ptr<Pass> mlir::remat::createCheckRegionDepth() {
  return std::make_unique<CheckRegionDepth>();
}
