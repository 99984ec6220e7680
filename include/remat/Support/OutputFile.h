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

/// Writes `text` to `path`; '-' is standard output. A regular file is replaced
/// as a whole, or not at all. What is no regular file (a device, a pipe, a
/// link) is written through and stays what it is. Errors name the path and the
/// cause.
llvm::Error writeOutputFile(llvm::StringRef path, llvm::StringRef text);

/// Whether a file could be made at `path`, as far as can be told before there
/// is anything to write: '-' or a name in a folder that is there.
llvm::Error checkOutputPath(llvm::StringRef path);

} // namespace mlir::remat

#endif // REMAT_SUPPORT_OUTPUTFILE_H
