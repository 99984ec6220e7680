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

/// Registers the pass `reduce-step`.
void registerReduceStep();

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_REDUCE_REDUCESTEP_H
