//===- NamedOps.h - The ops that a person means -----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_NAMEDOPS_H
#define REMAT_LIB_TRANSFORMS_NAMEDOPS_H

#include "remat/Transforms/ExplainNames.h"

namespace mlir::remat {

/// The ops that `what` means, as `markNamedOps`.
SmallVector<NamedOp> findNamedOps(func::FuncOp function, StringRef what);

/// Marks the ops that `what` means: a place in a file (step.mlir:12:3, 12:3,
/// 12), an op's name, a name in a location (whole, else its end behind a `/`,
/// else a part). Ops inside others count if none outside is meant; a
/// destination stands for the ops that write over it. Locations carry the
/// marks: isolating destinations keeps them.
void markNamedOps(func::FuncOp function, StringRef what);
/// In program order, ops outside of others first.
SmallVector<NamedOp> findMarkedOps(func::FuncOp function);
void unmarkNamedOps(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_NAMEDOPS_H
