//===- ArenaMode.h - Whether an arena holds the budget ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PIPELINES_ARENAMODE_H
#define REMAT_PIPELINES_ARENAMODE_H

#include "remat/Conversion/Arena.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::remat {

class Target;

/// What has to keep the budget, and what the pipeline leaves.
enum class ArenaMode { Auto, Off, Fit, Place };

inline llvm::cl::ValuesClass getArenaModeValues() {
  return llvm::cl::values(
      clEnumValN(ArenaMode::Auto, "auto",
                 "what the target prefers: place for cuda and cuda-generated, "
                 "off for others"),
      clEnumValN(ArenaMode::Off, "off",
                 "the sum of live bytes keeps the budget"),
      clEnumValN(ArenaMode::Fit, "fit",
                 "the arena of all buffers and the resident bytes keep it; the "
                 "result is on tensors"),
      clEnumValN(ArenaMode::Place, "place",
                 "the same, and the result is on buffers in the arena"));
}

/// Returns what `mode` means for `target`, never Auto; null is a target that
/// prefers nothing.
ArenaMode resolveArenaMode(ArenaMode mode, const Target *target);

} // namespace mlir::remat

#endif // REMAT_PIPELINES_ARENAMODE_H
