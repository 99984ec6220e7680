//===- DestinationStyle.h - Ops that get a destination ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_DESTINATIONSTYLE_H
#define REMAT_LIB_TRANSFORMS_DESTINATIONSTYLE_H

#include "mlir/Support/LLVM.h"

namespace mlir {
namespace func {
class FuncOp;
} // namespace func

namespace remat {

/// Turns what has no destination, but can have one, into linalg ops and
/// insertions: elementwise ops on tensors, selects of tensors by a scalar,
/// concatenations, splats, softmax. What an attribute of the remat dialect says
/// of an elementwise op is said of the linalg op that replaces it.
LogicalResult convertToDestinationStyle(func::FuncOp function);

} // namespace remat
} // namespace mlir

#endif // REMAT_LIB_TRANSFORMS_DESTINATIONSTYLE_H
