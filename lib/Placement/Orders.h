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

/// Orders of the buffers of a problem in which placing them one by one does
/// well: each is the best on some family of problems. Ties are broken by
/// position, so that an order is the same on any machine.
class Orders {
public:
  explicit Orders(const Model &model);

  using Order = std::vector<uint32_t>;

  /// Those of the table in docs/placement.md, the most promising first.
  /// O(n log n) each.
  static size_t getCount();
  static llvm::StringRef getName(size_t index);
  Order get(size_t index) const;
  /// Whether it is one that `placeOnSkyline` is to be given as a preference.
  static bool isForSkyline(size_t index);

  /// Returns the buffers by the offsets they have in a placement, ties by
  /// position. O(n log n).
  static Order byOffset(llvm::ArrayRef<int64_t> offsets);

private:
  /// What orders are made of, by buffer.
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
  struct Rule;
  static llvm::ArrayRef<Rule> getRules();

  std::vector<uint64_t> keys[NumKeys];
};

} // namespace mlir::remat::placement

#endif // REMAT_LIB_PLACEMENT_ORDERS_H
