//===- ReplaceByCountedLoops.cpp - Loops as the planner counts ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/ReplaceByCountedLoops.h"
#include "remat/Interfaces/CountedLoopOpInterface.h"

using namespace mlir;
using namespace mlir::remat;

void mlir::remat::replaceByCountedLoops(func::FuncOp function) {
  SmallVector<CountedLoopOpInterface> loops;
  function.walk([&](CountedLoopOpInterface loop) { loops.push_back(loop); });
  for (CountedLoopOpInterface loop : loops)
    loop.replaceByCountedLoop();
}
