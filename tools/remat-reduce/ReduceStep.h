//===- ReduceStep.h - A pass that makes steps smaller -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_REDUCE_REDUCESTEP_H
#define REMAT_TOOLS_REMAT_REDUCE_REDUCESTEP_H

namespace mlir::remat {

/// Registers `remat-reduce-step`. MLIR's `reduction-tree` erases ops and leaves
/// their readers without operands, which ends in a crash for functions in which
/// everything is read, as in a training step.
void registerReduceStep();

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_REDUCE_REDUCESTEP_H
