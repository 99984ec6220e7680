//===- Files.h - Whether files can be read and written ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_FILES_H
#define REMAT_TOOLS_REMAT_RUN_FILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir::remat {

/// Opens `inputs` for reading and `outputs` for writing, and closes them again:
/// an error comes before a step runs for minutes. Skips empty names, "-", pipes
/// and devices, where opening consumes data. Leaves no new file behind and
/// changes none. The error names the first file that fails, and why.
llvm::Error checkFiles(llvm::ArrayRef<std::string> inputs,
                       llvm::ArrayRef<std::string> outputs);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_FILES_H
