//===- OutputFile.h - Writing files, all or nothing -------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_SUPPORT_OUTPUTFILE_H
#define REMAT_SUPPORT_OUTPUTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlir::remat {

/// Writes `text` to `path`; '-' is standard output. Replaces a regular file as
/// a whole, or not at all. Writes through a device, a pipe or a link, without
/// replacing it. Errors name the path and the cause.
llvm::Error writeOutputFile(llvm::StringRef path, llvm::StringRef text);

/// Checks before any output exists whether a file can be made at `path`: '-' or
/// a name in an existing folder.
llvm::Error checkOutputPath(llvm::StringRef path);

} // namespace mlir::remat

#endif // REMAT_SUPPORT_OUTPUTFILE_H
