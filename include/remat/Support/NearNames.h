//===- NearNames.h - Suggestions for misspelled names -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_SUPPORT_NEARNAMES_H
#define REMAT_SUPPORT_NEARNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace mlir::remat {

/// Up to `count` distinct names of `known` within an edit distance of a third
/// of the length of `name` (at least one letter): nearest first, ties in
/// alphabetical order. O(known · length²).
std::vector<std::string> findNearNames(llvm::StringRef name,
                                       llvm::ArrayRef<std::string> known,
                                       size_t count = 3);

/// "; near it are 'a', 'b'", or nothing.
std::string formatNearNames(llvm::StringRef name,
                            llvm::ArrayRef<std::string> known);

} // namespace mlir::remat

#endif // REMAT_SUPPORT_NEARNAMES_H
