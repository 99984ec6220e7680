//===- NpyFile.h - Arrays in files of NumPy ---------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_SUPPORT_NPYFILE_H
#define REMAT_SUPPORT_NPYFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace mlir::remat {

/// An array in row-major order, little-endian.
struct NpyArray {
  /// NumPy's name of the element type, without the order of bytes: "f4", "i8",
  /// "b1", "c8", "V2".
  std::string type;
  llvm::SmallVector<int64_t, 4> shape;
  /// Points into the file that was read.
  llvm::StringRef data;
};

/// Reads the contents of a `.npy` file, versions 1 to 3, without copying.
/// Errors: a wrong magic, another version, a header that is cut short or no
/// dictionary of `descr`, `fortran_order` and `shape`, an order of bytes or
/// dimensions that is not the one above, more than 2^63 bytes, fewer or more
/// bytes than the shape says. O(header).
llvm::Expected<NpyArray> parseNpy(llvm::StringRef file);

/// What stands before the data of a `.npy` file, padded to 64 bytes; version 1
/// if it is short enough.
std::string formatNpyHeader(llvm::StringRef type,
                            llvm::ArrayRef<int64_t> shape);

/// "(2, 3)", as Python writes it.
std::string formatNpyShape(llvm::ArrayRef<int64_t> shape);

} // namespace mlir::remat

#endif // REMAT_SUPPORT_NPYFILE_H
