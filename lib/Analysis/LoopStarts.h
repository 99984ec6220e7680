//===- LoopStarts.h - Tensors that a loop alone reads -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_ANALYSIS_LOOPSTARTS_H
#define REMAT_LIB_ANALYSIS_LOOPSTARTS_H

#include "remat/Analysis/GraphBuilder.h"

namespace mlir::remat {

/// Takes what a loop only starts from out of its workspace, where every plan
/// frees it before the first turn: it is copied or inserted into the storage
/// that the loop carries, and the loop, which runs once, is its only reader. A
/// loop of the backward part with such tensors, and with a workspace, becomes
/// one that runs once. Needs the phases; exact if the workspace has these
/// bytes, else an upper bound. O(uses of what loops start from).
void discountLoopStarts(FunctionGraph &function);

} // namespace mlir::remat

#endif // REMAT_LIB_ANALYSIS_LOOPSTARTS_H
