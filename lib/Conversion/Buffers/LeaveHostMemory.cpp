//===- LeaveHostMemory.cpp - All buffers in one memory --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers/LeaveHostMemory.h"
#include "remat/Dialect/Remat/IR/Remat.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::remat;

void mlir::remat::leaveHostMemory(func::FuncOp function) {
  function.walk([](Operation *op) {
    for (Value result : op->getResults())
      result.setType(leaveHostMemory(result.getType()));
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        argument.setType(leaveHostMemory(argument.getType()));
  });
}
