//===- ShortLines.h - Source lines that fit a screen ------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_SUPPORT_SHORTLINES_H
#define REMAT_SUPPORT_SHORTLINES_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <utility>

namespace llvm {
class SMDiagnostic;
} // namespace llvm

namespace mlir::remat {

/// The longest source line that a diagnostic echoes, in bytes: signatures of
/// steps take thousands.
constexpr size_t kMaxEchoedBytes = 200;

/// The part of `line` around `column` (from 0), and the column there: all of a
/// line of at most `kMaxEchoedBytes`; else that many bytes, with "..." for the
/// parts left out, without half a character of UTF-8. O(1).
std::pair<std::string, size_t> cutAround(llvm::StringRef line, size_t column);

/// Prints `diagnostic` to standard error, its source line cut. A handler for
/// `llvm::SourceMgr::setDiagHandler`; the context is unused.
void printWithShortLine(const llvm::SMDiagnostic &diagnostic, void *);

} // namespace mlir::remat

#endif // REMAT_SUPPORT_SHORTLINES_H
