//===- FreeAfterLastUse.cpp - remat-free-after-last-use -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "remat/Conversion/Passes.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATFREEAFTERLASTUSE
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {
class FreeAfterLastUse
    : public remat::impl::RematFreeAfterLastUseBase<FreeAfterLastUse> {
public:
  void runOnOperation() override;
};
} // namespace

/// The last op of `dealloc`'s block, before `dealloc`, that uses the buffer or
/// what flows from it; the op that makes it if there is none.
static Operation *getLastUse(memref::DeallocOp dealloc,
                             const BufferViewFlowAnalysis &flow) {
  Block *block = dealloc->getBlock();
  Operation *last = nullptr;
  auto visit = [&](Operation *op) {
    Operation *ancestor = block->findAncestorOpInBlock(*op);
    if (ancestor && ancestor != dealloc && ancestor->isBeforeInBlock(dealloc) &&
        (!last || last->isBeforeInBlock(ancestor)))
      last = ancestor;
  };
  for (Value alias : flow.resolve(dealloc.getMemref())) {
    if (Operation *definition = alias.getDefiningOp())
      visit(definition);
    for (Operation *user : alias.getUsers())
      visit(user);
  }
  return last;
}

/// What a region returns is freed by its base, taken at the end of the block.
/// Any descriptor of a buffer holds the pointer to free.
static void freeSource(memref::DeallocOp dealloc) {
  auto metadata =
      dealloc.getMemref().getDefiningOp<memref::ExtractStridedMetadataOp>();
  if (!metadata || metadata.getBaseBuffer() != dealloc.getMemref())
    return;
  dealloc.getMemrefMutable().assign(metadata.getSource());
  if (metadata->use_empty())
    metadata->erase();
}

void FreeAfterLastUse::runOnOperation() {
  getOperation().walk([](memref::DeallocOp dealloc) { freeSource(dealloc); });
  BufferViewFlowAnalysis flow(getOperation());
  getOperation().walk([&](memref::DeallocOp dealloc) {
    if (Operation *last = getLastUse(dealloc, flow))
      dealloc->moveAfter(last);
  });
}
