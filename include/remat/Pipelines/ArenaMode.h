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

/// What has to keep the budget, and what the pipeline leaves.
enum class ArenaMode {
  /// The sum of live bytes; tensors.
  Off,
  /// The arena that the buffers of the result come to lie in, and what is
  /// resident; tensors, which the CPU pipeline places so.
  Fit,
  /// The same; buffers, in the arena.
  Place
};

/// The names of the modes.
inline llvm::cl::ValuesClass getArenaModeValues() {
  return llvm::cl::values(
      clEnumValN(ArenaMode::Off, "off",
                 "the sum of live bytes keeps the budget"),
      clEnumValN(ArenaMode::Fit, "fit",
                 "the arena of all buffers and the resident bytes keep it; the "
                 "result is on tensors"),
      clEnumValN(ArenaMode::Place, "place",
                 "the same, and the result is on buffers in the arena"));
}

} // namespace mlir::remat

#endif // REMAT_PIPELINES_ARENAMODE_H
