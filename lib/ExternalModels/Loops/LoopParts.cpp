//===- LoopParts.cpp - What stays of a rebuilt loop -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/LoopParts.h"

using namespace mlir;
using namespace mlir::remat;

LoopParts mlir::remat::getLoopParts(Operation *loop, Block *body,
                                    unsigned first,
                                    const llvm::DenseSet<unsigned> &dropped,
                                    ValueRange newInits, ValueRange newYields) {
  LoopParts parts;
  for (auto [number, yielded] :
       llvm::enumerate(body->getTerminator()->getOperands())) {
    if (dropped.contains(first + number))
      continue;
    parts.inits.push_back(loop->getOperand(first + number));
    parts.yields.push_back(yielded);
    parts.results.push_back(loop->getResult(number));
  }
  llvm::append_range(parts.inits, newInits);
  llvm::append_range(parts.yields, newYields);
  return parts;
}

void mlir::remat::replaceResults(ArrayRef<OpResult> results,
                                 Operation *rebuilt) {
  for (auto [result, fresh] : llvm::zip_first(results, rebuilt->getResults()))
    Value(result).replaceAllUsesWith(fresh);
}
