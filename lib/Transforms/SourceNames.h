//===- SourceNames.h - Names of values in the user's text -------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_SOURCENAMES_H
#define REMAT_LIB_TRANSFORMS_SOURCENAMES_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace mlir::remat {

/// Finds the names that values have in the files of their locations, which the
/// IR does not keep. Reads each file once, when it is first needed, as MLIR's
/// diagnostics do.
class SourceNames {
public:
  /// Returns "%h", "%h#1", or "" if the location is in no MLIR text that can be
  /// read. O(file) for the first value of a file, then O(lines).
  std::string getName(Value value);

private:
  /// The line of `loc` in its file, or "".
  StringRef getLine(FileLineColLoc loc);

  llvm::StringMap<std::unique_ptr<llvm::MemoryBuffer>> files;
};

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_SOURCENAMES_H
