//===- Nesting.h - How deep brackets nest in MLIR text ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_SUPPORT_NESTING_H
#define REMAT_SUPPORT_NESTING_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlir::remat {

/// How deep regions, attributes and types may nest, counted in brackets. MLIR's
/// parser overflows a stack of 8 MiB at about 5,000 brackets around regions
/// (release build); steps of models nest some twenty.
inline constexpr size_t kMaxNesting = 1000;

/// Fails where brackets of MLIR's text, ( [ { <, nest deeper than `limit`;
/// names the place as `name`:line:column and the limit. Strings, comments and
/// arrows do not count, nor does a '>' that closes nothing. The text need not
/// be valid. Bytecode passes. Linear time, no recursion.
llvm::Error checkNesting(llvm::StringRef text, llvm::StringRef name,
                         size_t limit = kMaxNesting);

} // namespace mlir::remat

#endif // REMAT_SUPPORT_NESTING_H
