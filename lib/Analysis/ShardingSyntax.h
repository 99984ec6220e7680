//===- ShardingSyntax.h - How shardings are written -------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both spellings of a tensor's sharding, read from the text of attributes:
// Shardy's `#sdy.sharding<@mesh, [{"x"}, {}]>` and GSPMD's
// `"{devices=[4,1]<=[4]}"`.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_ANALYSIS_SHARDINGSYNTAX_H
#define REMAT_LIB_ANALYSIS_SHARDINGSYNTAX_H

#include "mlir/IR/Attributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace mlir::remat {

struct DeviceAxis;
/// The axes that a dimension is split along, the major one first.
using DeviceAxes = llvm::SmallVector<DeviceAxis, 1>;

/// `size` devices whose numbers are `stride` apart. Axes of a mesh, parts of
/// such axes and the tiles of GSPMD all have this form.
struct DeviceAxis {
  int64_t stride = 1;
  int64_t size = 1;

  bool operator==(const DeviceAxis &other) const {
    return stride == other.stride && size == other.size;
  }
  /// Whether a tensor cannot be split along both.
  bool overlaps(const DeviceAxis &other) const {
    return stride < other.stride * other.size && other.stride < stride * size;
  }
  bool overlapsAny(llvm::ArrayRef<DeviceAxis> others) const {
    return llvm::any_of(others, [&](auto &other) { return overlaps(other); });
  }
  bool overlapsAnyDim(llvm::ArrayRef<DeviceAxes> dims) const {
    return llvm::any_of(dims, [&](auto &dim) { return overlapsAny(dim); });
  }
};

/// The number of parts that `axes` split a dimension into.
inline int64_t getSize(llvm::ArrayRef<DeviceAxis> axes) {
  return llvm::product_of(
      llvm::map_range(axes, [](const DeviceAxis &axis) { return axis.size; }));
}

/// What an attribute says of one tensor.
struct ParsedSharding {
  /// One entry for each dimension.
  llvm::SmallVector<DeviceAxes, 4> dims;
  /// By dimension: whether it may be split further (`{?}`).
  llvm::SmallVector<bool, 4> isOpen;
  /// Axes along which each device has the same.
  DeviceAxes replicated;
  /// Whether anything is said: {manual} and {unknown} say nothing.
  bool isKnown = true;
};

/// The attribute of the mesh of that name, or null.
using MeshLookup = llvm::function_ref<Attribute(llvm::StringRef)>;

/// The shardings that `attribute` gives, one for each of `ranks`: a Shardy
/// attribute (of one tensor, or a list for several) or a GSPMD string (of one
/// tensor, or a tuple). Errors say what was expected where, or what does not
/// fit: meshes, axes, numbers of dimensions or devices. Linear in the text.
llvm::Expected<llvm::SmallVector<ParsedSharding, 1>>
parseShardings(Attribute attribute, llvm::ArrayRef<int64_t> ranks,
               MeshLookup lookupMesh);

} // namespace mlir::remat

#endif // REMAT_LIB_ANALYSIS_SHARDINGSYNTAX_H
