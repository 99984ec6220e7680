//===- Accuracy.h - How far roundings may add up ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What two machines that compute the same function may differ by: nothing where
// a result is made by integer operations, copies and selections alone;
// otherwise what the roundings on the way to it may add up to.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_ACCURACY_H
#define REMAT_ANALYSIS_ACCURACY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace mlir::remat {

/// How many times a loop turns whose bounds are not known.
inline constexpr int64_t kUnknownTrips = 1024;

/// Of one value.
struct Accuracy {
  /// Whether every machine computes the same bits from the same arguments.
  bool isExact = true;
  /// The lengths of the sums that it goes through one after another, added up
  /// along the worst way to it.
  int64_t reductionChain = 0;
  /// The roundings on the worst way to it, in sizes relative to the largest
  /// value: a sum of n terms counts n times half a unit in the last place of
  /// its type, an operation on elements 1, a function of math 4.
  double roundings = 0;

  /// What two machines may differ by, relative to the largest element of the
  /// result: 0 where it is exact, else both machines' roundings, at most
  /// `kLargestTolerance`.
  double getTolerance() const;
};

/// Beyond this a comparison would not tell a wrong result from a right one.
inline constexpr double kLargestTolerance = 1.0 / 16;

/// The accuracy of each result of `function`, which is on tensors or on buffers
/// and whose calls are inlined (a call that is left counts as a function of
/// math). Arguments are exact. A loop adds what one turn adds as often as it
/// turns. Buffers are told apart by where they are allocated and by their place
/// in an arena.
///
/// This is the worst case of sums, but not of everything: a function that makes
/// small differences large (a difference of near numbers, a comparison that
/// falls the other way) is not seen. O(operations · depth of loops).
llvm::SmallVector<Accuracy> computeAccuracies(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_ACCURACY_H
