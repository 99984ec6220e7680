//===- JSONText.h - JSON text before it is parsed ---------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_SUPPORT_JSONTEXT_H
#define REMAT_LIB_SUPPORT_JSONTEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlir::remat {

/// Takes the mark of UTF-8 off the front of `text`, as editors on Windows write
/// it. A mark of UTF-16 or UTF-32 is an error that says how to convert. O(1).
llvm::Error dropByteOrderMark(llvm::StringRef &text);

/// Fails where brackets, except in strings, nest deeper than `limit`. The text
/// need not be valid. Linear time, no recursion.
llvm::Error checkNestingOfJSON(llvm::StringRef text, size_t limit);

/// Fails at the first key that an object has twice, escapes resolved, and names
/// both places as line:column, the column in bytes from 1. `text` must be valid
/// JSON. Expected linear time, no recursion.
llvm::Error checkKeysDiffer(llvm::StringRef text);

} // namespace mlir::remat

#endif // REMAT_LIB_SUPPORT_JSONTEXT_H
