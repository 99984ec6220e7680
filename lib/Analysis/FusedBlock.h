//===- FusedBlock.h - A block whose ops get fused ---------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_ANALYSIS_FUSEDBLOCK_H
#define REMAT_LIB_ANALYSIS_FUSEDBLOCK_H

#include "remat/Targets/Target.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::remat {

/// The stored values over one of which `result`, of an op that is not fused, is
/// written if nothing reads it later: what a loop, a scatter or an update of a
/// slice starts from (F7), or what is read element by element alone, where the
/// result is written (F9).
SmallVector<Value, 2> getOverwritable(OpResult result, const FusedOps &fused);

/// Whether a loop hands on its operand to a result that nothing reads: they
/// share a storage (F7).
bool isCarriedUnchanged(OpResult output);

/// The ops of a block in program order, of which some are fused into their
/// readers.
class FusedBlock {
public:
  FusedBlock(Block &block, const Target &target);

  int64_t getPosition(Operation *op) const { return positions.lookup(op); }
  int64_t size() const { return positions.size(); }
  /// The last position that reads `value`, through fused ops and views; -1 if
  /// none does.
  int64_t getLastRead(Value value) const;

  FusedOps fused;

private:
  llvm::DenseMap<Operation *, int64_t> positions;
};

} // namespace mlir::remat

#endif // REMAT_LIB_ANALYSIS_FUSEDBLOCK_H
