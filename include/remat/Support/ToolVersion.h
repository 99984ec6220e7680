//===- ToolVersion.h - What --version says of Remat -------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_SUPPORT_TOOLVERSION_H
#define REMAT_SUPPORT_TOOLVERSION_H

#include "remat/Support/Version.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::remat {

/// Makes `--version` print Remat's version beside LLVM's. Call it once, before
/// parsing the command line.
inline void addVersionPrinter() {
  llvm::cl::AddExtraVersionPrinter([](llvm::raw_ostream &os) {
    os << "Remat " << REMAT_VERSION_STRING << "\n";
  });
}

} // namespace mlir::remat

#endif // REMAT_SUPPORT_TOOLVERSION_H
