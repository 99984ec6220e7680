//===- Lifetimes.cpp - Where the lives of tensors end ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassSetup.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATLIFETIMES
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {
struct Lifetimes : public remat::impl::RematLifetimesBase<Lifetimes> {
  void runOnOperation() override;
};
} // namespace

/// The last op of `block` that uses the storage of `root`, also through views;
/// null if unused or if the storage outlives the block. O(uses).
static Operation *findLastUse(Value root, Block &block) {
  Operation *last = nullptr;
  SmallVector<Value> worklist = {root};
  while (!worklist.empty())
    for (OpOperand &use : worklist.pop_back_val().getUses()) {
      Operation *user = block.findAncestorOpInBlock(*use.getOwner());
      // By position: an unregistered terminator has no traits.
      if (!user || user == &block.back())
        return nullptr;
      if (!last || last->isBeforeInBlock(user))
        last = user;
      // A view in a nested region ends with it.
      if (user != use.getOwner())
        continue;
      for (OpResult result : user->getResults())
        if (getViewedOperand(result) == &use)
          worklist.push_back(result);
    }
  return last;
}

void Lifetimes::runOnOperation() {
  func::FuncOp function = getOperation();
  if (function.isExternal())
    return;
  if (failed(checkHasOneBlock(function, "lifetimes are written for")))
    return signalPassFailure();
  Block &block = function.getBody().front();
  for (ReleaseOp release :
       llvm::make_early_inc_range(block.getOps<ReleaseOp>()))
    release.erase();
  // By the op that ends them, in the order of definitions.
  llvm::MapVector<Operation *, SmallVector<Value, 2>> ends;
  for (Operation &op : block.without_terminator()) {
    if (isFolded(&op))
      continue;
    // A value read from a memref lies in a storage of others.
    if (llvm::any_of(op.getOperandTypes(), llvm::IsaPred<BaseMemRefType>))
      continue;
    for (OpResult result : op.getResults())
      if (isa<TensorType>(result.getType()) && !getViewedOperand(result))
        if (Operation *last = findLastUse(result, block))
          ends[last].push_back(result);
  }
  for (auto &[last, values] : ends) {
    OpBuilder builder(&getContext());
    builder.setInsertionPointAfter(last);
    ReleaseOp::create(builder, last->getLoc(), values);
  }
}
