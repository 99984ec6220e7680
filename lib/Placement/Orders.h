//===- Orders.h - In which order to place buffers ---------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLACEMENT_ORDERS_H
#define REMAT_LIB_PLACEMENT_ORDERS_H

#include "Model.h"

#include "llvm/ADT/StringRef.h"

namespace mlir::remat::placement {

/// Positions of buffers, each once.
using Order = std::vector<uint32_t>;

Order orderByPosition(size_t count);
/// Returns the buffers by offset, ties by position. O(n log n).
Order orderByOffset(llvm::ArrayRef<int64_t> offsets);

/// Orders for placing buffers one by one, each the best on some family of
/// problems. Breaks ties by position.
class Orders {
public:
  explicit Orders(const Model &model);

  enum Key {
    Size,
    Length,   // in sections
    Area,     // size times length
    Start,    // section
    End,      // section
    Fullest,  // most bytes alive in a section of its life
    Distance, // sections from its life to the fullest section of all
    NumKeys
  };
  struct Rule {
    llvm::StringRef name;
    /// Compared one after another.
    struct {
      Key key;
      bool descends;
    } parts[3];
    /// For `placeOnSkyline` as a preference.
    bool isForSkyline = false;
  };

  /// The table in docs/placement.md, most promising first.
  static llvm::ArrayRef<Rule> getRules();
  /// O(n log n).
  Order get(const Rule &rule) const;

private:
  std::vector<uint64_t> keys[NumKeys];
};

struct SkylinePlacement {
  /// The order of placing.
  Order order;
  Placement placement;
};

/// Places the buffers of `model`: always at the lowest offset, and of the
/// buffers that live within that offset's free time the first in `preference`,
/// which holds each once. Fills no holes below the skyline and no gaps of
/// lives; ignores conflicts. O(n √n) at worst.
///
/// The heuristic of Sekiyama et al. ("Profile-guided memory optimization for
/// deep neural networks", 2018, after Burke et al.'s best fit for strip
/// packing).
SkylinePlacement placeOnSkyline(const Model &model,
                                llvm::ArrayRef<uint32_t> preference);

} // namespace mlir::remat::placement

#endif // REMAT_LIB_PLACEMENT_ORDERS_H
