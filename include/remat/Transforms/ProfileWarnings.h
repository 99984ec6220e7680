//===- ProfileWarnings.h - Measured times that no op takes ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TRANSFORMS_PROFILEWARNINGS_H
#define REMAT_TRANSFORMS_PROFILEWARNINGS_H

#include "mlir/Support/LLVM.h"

namespace mlir::remat {

class Profile;
struct PreparedStep;

/// Warns of entries of the profile at `path` that give no task of `step` its
/// time or that others replace: ten by name, the others by their count.
/// `profile` may be null. Call it before the rewrite. Linear.
void warnAboutProfile(const PreparedStep &step, const Profile *profile,
                      StringRef path);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_PROFILEWARNINGS_H
