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

/// Writes to `path` ('-': standard output). Replaces a regular file as a whole,
/// or not at all; writes through a device, pipe or link. Errors name the path
/// and the cause.
llvm::Error writeOutputFile(llvm::StringRef path, llvm::StringRef text);

/// Fails, before any work, where `writeOutputFile` would: no such folder, a
/// folder in place of a file, no permission. Opens and changes nothing; an
/// empty path is no output and '-' is not checked. A full disk still fails
/// later.
llvm::Error checkOutputPath(llvm::StringRef path);

/// Whether both paths lead to one file, directly or through links, so that the
/// second text written would replace the first. False for standard output,
/// devices and pipes, which take several texts, and for empty paths.
bool isSameOutputFile(llvm::StringRef left, llvm::StringRef right);

} // namespace mlir::remat

#endif // REMAT_SUPPORT_OUTPUTFILE_H
