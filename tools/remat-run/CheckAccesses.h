//===- CheckAccesses.h - Ask who owns what is touched -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sanitizer for arenas: each load and store of compiled code asks the runtime
// (runtime/ArenaCheck.h) whether a buffer that is alive owns what is touched.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_CHECKACCESSES_H
#define REMAT_TOOLS_REMAT_RUN_CHECKACCESSES_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::remat {

/// Inserts a call of `rematArenaAccess` before whatever reads or writes memory
/// in `module`: loads and stores, masked ones, gathers and scatters (a call for
/// each lane, of no bytes where the mask is off), copies and fills. Meant to
/// run last, so that what was vectorized is checked as it will run. What lies
/// on the stack or is constant is left out. O(instructions · lanes).
void addAccessChecks(llvm::Module &module);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_CHECKACCESSES_H
