//===- LoopParts.h - What stays of a rebuilt loop ---------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_EXTERNALMODELS_LOOPS_LOOPPARTS_H
#define REMAT_LIB_EXTERNALMODELS_LOOPS_LOOPPARTS_H

#include "remat/Interfaces/LoopEmitter.h"

#include <memory>

namespace mlir::remat {

/// What stays of a loop, and what is new.
struct LoopParts {
  SmallVector<Value> inits, yields;
  SmallVector<OpResult> results;
};

/// Of a body whose terminator hands on carried values alone; the first of
/// them is operand `first` of the loop.
LoopParts getLoopParts(Operation *loop, Block *body, unsigned first,
                       const llvm::DenseSet<unsigned> &dropped,
                       ValueRange newInits, ValueRange newYields);

void replaceResults(ArrayRef<OpResult> results, Operation *rebuilt);

std::unique_ptr<LoopEmitter> createTensorLoopEmitter();
std::unique_ptr<LoopEmitter> createHloLoopEmitter();

} // namespace mlir::remat

#endif // REMAT_LIB_EXTERNALMODELS_LOOPS_LOOPPARTS_H
