//===- ArenaSVG.h - A picture of an arena -----------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Offset against time: who lies where, and when.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_REPORT_ARENASVG_H
#define REMAT_REPORT_ARENASVG_H

#include "remat/Placement/Placement.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>

namespace mlir::remat {

struct ArenaSVGOptions {
  /// The heading; any text.
  std::string title = "arena";
  /// Bytes that the arena may have: a line, if there is one and the picture is
  /// not mostly empty then (it is at most twice the arena's height).
  std::optional<int64_t> budget;
};

/// Draws the placement as one SVG file: a shape for each buffer over the steps
/// in which it is alive (a rectangle, several where it has gaps), from its
/// offset upwards; the curve of the bytes alive; lines at the live maximum, at
/// the end of the arena and at the budget. Pointing at a shape shows its
/// buffer's name, bytes, offset and steps. The file depends on nothing outside
/// it, is the same on any machine, and follows the reader's choice of a light
/// or dark background. Colors are those of Okabe and Ito, which the color-blind
/// tell apart; they repeat, and mean nothing but "another buffer".
///
/// `names` are by position and of any text; buffers beyond their end are named
/// by position. Errors, before anything is written: those of
/// `placement::check`, and another number of offsets than of buffers or a
/// negative one. O(n log n); about 150 bytes of file for each buffer.
llvm::Error writeArenaSVG(llvm::raw_ostream &os,
                          const placement::Problem &problem,
                          const placement::Placement &placement,
                          llvm::ArrayRef<std::string> names,
                          const ArenaSVGOptions &options = {});

} // namespace mlir::remat

#endif // REMAT_REPORT_ARENASVG_H
