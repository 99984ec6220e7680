//===- ExplainNames.h - What is to be explained, in the IR ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TRANSFORMS_EXPLAINNAMES_H
#define REMAT_TRANSFORMS_EXPLAINNAMES_H

#include "mlir/IR/Operation.h"

namespace mlir::remat {

/// Whether `what` is the name of a value ("%5", "@f:%5"), which only the text
/// of the module knows: remat-opt puts a place there.
bool isValueName(StringRef what);

/// Whether something under `op`, a function or a module, is what `what` says.
/// If nothing is, an error that names what is near; of a single function, whose
/// neighbors may have it, a warning. A function that is not `functionName` is
/// left out, unless that is empty.
LogicalResult checkIsThere(Operation *op, StringRef functionName,
                           StringRef what);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_EXPLAINNAMES_H
