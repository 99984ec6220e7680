//===- SearchModel.h - What the exact search works on -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A problem in units of memory, and its *sections*: the maximal sets of buffers
// alive at once. Buffers overlap if and only if they share a section; a
// placement fits if and only if it fits in each section.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLACEMENT_SEARCHMODEL_H
#define REMAT_LIB_PLACEMENT_SEARCHMODEL_H

#include "remat/Placement/Placement.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <vector>

namespace mlir::remat::placement {

/// Lists of numbers, one after the other.
struct Lists {
  std::vector<uint32_t> begins = {0};
  std::vector<uint32_t> values;

  llvm::ArrayRef<uint32_t> operator[](size_t index) const {
    return llvm::ArrayRef(values).slice(begins[index],
                                        begins[index + 1] - begins[index]);
  }
  size_t size() const { return begins.size() - 1; }
};

/// The non-empty buffers of a problem. Offsets count units: any placement can
/// be pushed down until all offsets are multiples of `unit`.
struct SearchModel {
  static constexpr uint32_t none = ~0u;

  struct Item {
    /// Position in the problem.
    uint32_t buffer;
    /// Units, including unusable padding.
    int64_t size;
    int64_t alignment;
    /// The highest offset within the capacity.
    int64_t latest;
    /// All of its sections are in [first, last).
    uint32_t first;
    uint32_t last;
    bool hasGaps;
    /// Length of life, gaps included.
    double time;
    /// Neighbors of the same sections, size and alignment, by position. The
    /// search keeps them in this order, lowest first.
    uint32_t twinBefore = none;
    uint32_t twinAfter = none;
  };

  int64_t unit = 1;
  /// In units.
  int64_t capacity = 0;
  /// Some alignment is more than a unit.
  bool isAligned = false;
  std::vector<Item> items;
  /// The items of each section, and back, both ascending.
  Lists itemsOf;
  Lists sectionsOf;
  /// The items that each overlaps, ascending.
  Lists overlapsOf;
};

/// Returns the model of a checked problem that `canSearch` accepts, for
/// `capacity` >= 0 bytes. O(n log n + overlaps log overlaps).
SearchModel buildSearchModel(const Problem &problem, int64_t capacity);

} // namespace mlir::remat::placement

#endif // REMAT_LIB_PLACEMENT_SEARCHMODEL_H
