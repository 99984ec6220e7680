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

/// Registers `--debug-only=NAMES` for Remat's own traces where LLVM was built
/// without asserts, and so without that flag. Does nothing in a build of Remat
/// without asserts. For tools, before they parse the command line.
void registerDebugOnly();

} // namespace mlir::remat

#endif // REMAT_SUPPORT_DEBUGONLY_H
