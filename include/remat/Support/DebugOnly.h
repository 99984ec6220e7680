//===- DebugOnly.h - Traces by their names ----------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_SUPPORT_DEBUGONLY_H
#define REMAT_SUPPORT_DEBUGONLY_H

namespace mlir::remat {

/// Registers `--debug-only=NAMES`, which prints what LLVM_DEBUG says under
/// these names, where LLVM itself has no such flag: an LLVM without asserts
/// lacks it, and its traces are gone, but those of Remat are there in a build
/// with asserts. Does nothing in a build without. For tools, before the command
/// line is parsed.
void registerDebugOnly();

} // namespace mlir::remat

#endif // REMAT_SUPPORT_DEBUGONLY_H
