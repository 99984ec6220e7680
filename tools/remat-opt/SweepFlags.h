//===- SweepFlags.h - The flags of a sweep ----------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_OPT_SWEEPFLAGS_H
#define REMAT_TOOLS_REMAT_OPT_SWEEPFLAGS_H

#include "llvm/Support/CommandLine.h"

namespace mlir::remat {

struct RematSweepPipelineOptions;

/// The category of the flags of Remat.
llvm::cl::OptionCategory &getRematCategory();

/// Whether --remat-sweep was given.
bool wantsSweep();

/// Whether the flags of Remat that were given mean something for a sweep. Says
/// on standard error what does not.
bool checkSweepFlags();

/// Fills in what the flags of the sweep alone say.
void fillSweepOptions(RematSweepPipelineOptions &options);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_OPT_SWEEPFLAGS_H
