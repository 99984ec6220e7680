//===- CheckAccesses.h - Ask who owns what is touched -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_CHECKACCESSES_H
#define REMAT_TOOLS_REMAT_RUN_CHECKACCESSES_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::remat {

/// A sanitizer for arenas: before each instruction of `module` that reads or
/// writes memory (per lane if masked, of no bytes where the mask is off),
/// inserts a call of `rematArenaAccess`, which checks that a live buffer owns
/// these bytes. Skips the stack and constants. Run last, on vectorized code.
/// O(instructions · lanes).
void addAccessChecks(llvm::Module &module);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_CHECKACCESSES_H
