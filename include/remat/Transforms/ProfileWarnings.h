//===- ProfileWarnings.h - Measured times that no op takes ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TRANSFORMS_PROFILEWARNINGS_H
#define REMAT_TRANSFORMS_PROFILEWARNINGS_H

#include "mlir/IR/Operation.h"
#include "remat/Analysis/CostModel.h"

namespace mlir::remat {

/// Warns of entries of the profile at `path` that match no op in `root` or that
/// others replace: ten by name, the others by their count. `profile` may be
/// null. Call it before the rewrite, with all that the pass runs on. Linear.
void warnAboutProfile(Operation *root, const Profile *profile, StringRef path);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_PROFILEWARNINGS_H
