//===- DropUnreadStacks.cpp - Stacks that nothing reads -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/DropUnreadStacks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "remat/Analysis/LoopPairs.h"
#include "remat/Interfaces/CountedLoopOpInterface.h"

using namespace mlir;
using namespace mlir::remat;

/// The write of a carried value that nothing else needs, or null.
static Operation *findUnreadWrite(const CarriedValue &carried) {
  Operation *maker = carried.yielded.getDefiningOp();
  if (!maker || !maker->hasOneUse() || !carried.result.use_empty() ||
      !carried.isReadOnce())
    return nullptr;
  std::optional<SliceWrite> write = getSliceWrite(maker);
  return write && write->source == carried.argument ? maker : nullptr;
}

/// The loop as it is then.
static Operation *dropFrom(const CountedLoop &loop) {
  llvm::DenseSet<unsigned> dropped;
  for (const CarriedValue &carried : loop.carried)
    if (Operation *write = findUnreadWrite(carried)) {
      write->getResult(0).replaceAllUsesWith(carried.argument);
      write->erase();
      dropped.insert(carried.operandNumber);
    }
  if (dropped.empty())
    return loop.op;
  auto emitter = cast<CountedLoopOpInterface>(loop.op).createLoopEmitter();
  Operation *rebuilt = emitter->rebuild(loop.op, dropped, {}, {});
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*loop.body)))
    if (isOpTriviallyDead(&op))
      op.erase();
  loop.op->erase();
  return rebuilt;
}

static void dropIn(Region &region) {
  // Outer loops first: what they stacked may be stacks of inner loops.
  for (Block &block : region)
    for (Operation &op : llvm::make_early_inc_range(block)) {
      Operation *current = &op;
      if (std::optional<CountedLoop> loop = getCountedLoop(current))
        current = dropFrom(*loop);
      for (Region &inner : current->getRegions())
        dropIn(inner);
    }
}

void mlir::remat::dropUnreadStacks(func::FuncOp function) {
  dropIn(function.getBody());
}
