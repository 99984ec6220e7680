//===- Shardings.h - What of a tensor lies on one device --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TARGETS_SHARDINGS_H
#define REMAT_LIB_TARGETS_SHARDINGS_H

#include "mlir/IR/Value.h"

namespace mlir::remat {

/// The type of the part of `value` that one device holds, by what Shardy writes
/// on the op that makes it or on the function whose argument it is
/// (`sdy.sharding`): each dimension divided, rounding up, by the sizes of the
/// mesh's axes that it is spread over. The type of `value` itself where nothing
/// is written, where it cannot be read, and for dynamic shapes: what is not
/// said to be sharded is on every device. O(text of the attribute).
Type getLocalType(Value value);

} // namespace mlir::remat

#endif // REMAT_LIB_TARGETS_SHARDINGS_H
