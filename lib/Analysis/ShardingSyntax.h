//===- ShardingSyntax.h - How shardings are written -------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses the sharding of a tensor from the text of attributes: Shardy's
// `#sdy.sharding<@mesh, [{"x"}, {}]>`, or GSPMD's `"{devices=[4,1]<=[4]}"`.
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
/// The axes that split a dimension, major first.
using DeviceAxes = llvm::SmallVector<DeviceAxis, 1>;

/// `size` devices, `stride` apart: an axis of a mesh or a part, or a GSPMD
/// tile.
struct DeviceAxis {
  int64_t stride = 1;
  int64_t size = 1;

  bool operator==(const DeviceAxis &other) const {
    return stride == other.stride && size == other.size;
  }
  /// Whether one tensor cannot be split along both.
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

/// The number of parts of a dimension.
inline int64_t getSize(llvm::ArrayRef<DeviceAxis> axes) {
  return llvm::product_of(
      llvm::map_range(axes, [](const DeviceAxis &axis) { return axis.size; }));
}

/// The sharding of one tensor.
struct ParsedSharding {
  /// By dimension.
  llvm::SmallVector<DeviceAxes, 4> dims;
  /// By dimension: whether it may be split further (`{?}`).
  llvm::SmallVector<bool, 4> isOpen;
  /// Axes along which each device has the same data.
  DeviceAxes replicated;
  /// Whether the mesh has no axes, but one device: nothing is split.
  bool isOnOneDevice = false;
  /// False for {manual} and {unknown}.
  bool isKnown = true;
};

/// Returns the attribute of the named mesh, or null.
using MeshLookup = llvm::function_ref<Attribute(llvm::StringRef)>;

/// Returns the shardings in `attribute`, one for each of `ranks`: a Shardy
/// attribute (one tensor or a list) or a GSPMD string (one tensor or a tuple).
/// Errors name the expected syntax and place, or a mesh, axis, rank or device
/// count that does not fit. Linear in the text.
llvm::Expected<llvm::SmallVector<ParsedSharding, 1>>
parseShardings(Attribute attribute, llvm::ArrayRef<int64_t> ranks,
               MeshLookup lookupMesh);

} // namespace mlir::remat

#endif // REMAT_LIB_ANALYSIS_SHARDINGSYNTAX_H
