//===- Help.h - What remat-opt --help prints --------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_OPT_HELP_H
#define REMAT_TOOLS_REMAT_OPT_HELP_H

#include "llvm/Support/CommandLine.h"

namespace mlir::remat {

llvm::cl::OptionCategory &getRematCategory();

/// Whether the command line has --help, -h or --help-list.
bool asksForHelp(llvm::ArrayRef<char *> arguments);

/// Prints Remat's flags, pipelines and passes, and common flags of mlir-opt.
/// LLVM would sort all MLIR and LLVM flags before ours and cannot hide a single
/// pass; it prints --help-hidden.
void printHelp();

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_OPT_HELP_H
