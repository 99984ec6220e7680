//===- FatalErrors.h - Streams that fail at the end of a tool ---*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_SUPPORT_FATALERRORS_H
#define REMAT_SUPPORT_FATALERRORS_H

namespace mlir::remat {

/// Lets LLVM's fatal errors, of which a full disk or a closed standard output
/// is one, print one line, "error: ...", in place of "LLVM ERROR: ...". The
/// exit code stays 1. Call it once, first in `main`; it also ends the tool
/// quietly where the reader of a pipe is gone, as LLVM's tools do.
void prettifyFatalErrors();

} // namespace mlir::remat

#endif // REMAT_SUPPORT_FATALERRORS_H
