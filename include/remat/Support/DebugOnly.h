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

/// Registers `--debug-only=NAMES` for Remat's traces where LLVM, built without
/// asserts, lacks it. No effect if Remat has no asserts. For tools, before they
/// parse the command line.
void registerDebugOnly();

} // namespace mlir::remat

#endif // REMAT_SUPPORT_DEBUGONLY_H
