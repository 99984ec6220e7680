//===- PlacementIO.h - Buffers in CSV files ---------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The CSV format of google/minimalloc (docs/placement.md).
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLACEMENT_PLACEMENTIO_H
#define REMAT_PLACEMENT_PLACEMENTIO_H

#include "remat/Placement/Placement.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir::remat::placement {

/// A file's problem and text.
struct PlacementFile {
  Problem problem;
  /// By buffer, without quotes.
  std::vector<std::string> ids;
  /// Fields as written.
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  /// The column `offset`, if any. Its values are not read.
  std::optional<size_t> offsetColumn;
};

/// The result passes `check`. Errors name the line, counted from 1, the column,
/// the value and the allowed values: lines of other lengths than the header,
/// missing or repeated columns, numbers malformed or beyond 64 bits, lives that
/// do not end after their start, gaps beyond them, negative sizes, alignments
/// below 1, sums beyond 63 bits, repeated ids, unclosed quotes, NUL bytes. O(n
/// log n).
llvm::Expected<PlacementFile> readPlacementFile(llvm::StringRef text);

/// Writes the columns of `file`, with the offsets in place of the old column
/// `offset`, or last. Lines end in a line feed. O(n).
void writePlacementFile(const PlacementFile &file, const Placement &placement,
                        llvm::raw_ostream &os);

} // namespace mlir::remat::placement

#endif // REMAT_PLACEMENT_PLACEMENTIO_H
