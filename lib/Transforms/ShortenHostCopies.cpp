//===- ShortenHostCopies.cpp - A step's own copies, kept short ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShortenHostCopies.h"
#include "remat/Dialect/Stubs/HostPlacement.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace mlir::remat;

void mlir::remat::shortenHostCopies(func::FuncOp function) {
  Block &block = function.getBody().front();
  SmallVector<Operation *> toHost, fromHost;
  // Moves would renumber the block each time.
  llvm::DenseMap<Operation *, size_t> places;
  for (Operation &op : block) {
    places[&op] = places.size();
    if (hlo::copiesToHost(&op))
      toHost.push_back(&op);
    else if (hlo::copiesFromHost(&op))
      fromHost.push_back(&op);
  }
  for (Operation *copy : fromHost) {
    Operation *first = nullptr;
    for (Operation *user : copy->getUsers()) {
      Operation *reader = block.findAncestorOpInBlock(*user);
      if (!first || places.lookup(reader) < places.lookup(first))
        first = reader;
    }
    if (first)
      copy->moveBefore(first);
  }
  for (Operation *copy : toHost) {
    Value copied = copy->getOperand(0);
    if (Operation *maker = copied.getDefiningOp())
      copy->moveAfter(maker);
    else
      copy->moveBefore(&block, block.begin());
  }
}
