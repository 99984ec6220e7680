//===- ArenaNames.h - What people call buffers ------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_CONVERSION_ARENANAMES_H
#define REMAT_CONVERSION_ARENANAMES_H

#include "mlir/Support/LLVM.h"

#include <string>
#include <vector>

namespace mlir {
namespace remat {

struct ArenaBuffer;

/// Returns a name for each buffer, by position, for reports and pictures: the
/// operation that makes what is in it and its place in the source
/// ("linalg.matmul step.mlir:12:10"), "workspace of " it, or "argument 3".
/// Names need not be unique. Call it before the allocations are replaced.
/// O(uses).
std::vector<std::string> nameBuffers(ArrayRef<ArenaBuffer> buffers);

} // namespace remat
} // namespace mlir

#endif // REMAT_CONVERSION_ARENANAMES_H
