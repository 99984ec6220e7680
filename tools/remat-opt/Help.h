//===- Help.h - What remat-opt --help prints --------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM sorts all flags of MLIR and LLVM before ours, and cannot hide a single
// pass. So --help is printed here; --help-hidden is LLVM's.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_OPT_HELP_H
#define REMAT_TOOLS_REMAT_OPT_HELP_H

#include "llvm/ADT/ArrayRef.h"

namespace mlir::remat {

/// Whether the command line has --help, -h or --help-list.
bool asksForHelp(llvm::ArrayRef<char *> arguments);

/// Prints the flags, pipelines and passes of Remat, and the flags of mlir-opt
/// that most people need. The flags must be registered.
void printHelp();

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_OPT_HELP_H
