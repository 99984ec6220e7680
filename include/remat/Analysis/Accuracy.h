//===- Accuracy.h - How far roundings may add up ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How much the results of two machines may differ: not at all by integer
// operations, copies and selections alone, else by the expected sum of the
// roundings on the way.
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
  /// The sum of the squares of the roundings on the worst way to it, relative
  /// to the largest value. With u half a unit in the last place of the type, a
  /// sum of n terms counts n u^2, an operation on elements u^2, a function of
  /// math (4 u)^2.
  double squaredRoundings = 0;
  /// The u of the coarsest type that was rounded to on any way to it.
  double coarsest = 0;

  /// The difference allowed, relative to the result's largest element: 0 where
  /// it is exact, else 8 sqrt(squaredRoundings), at most
  /// `getLargestTolerance()`. For a sum of n terms this is 8 u sqrt(n).
  ///
  /// Roundings go up and down: n of them add up to some sqrt(n), as a random
  /// walk (Higham, Mary: A new approach to probabilistic rounding error
  /// analysis, SIAM J. Sci. Comput. 41, 2019). The worst case, n of each
  /// machine, would hide wrong results; up to 16 terms 8 u sqrt(n) covers it.
  double getTolerance() const;

  /// The most that is allowed, by the coarsest type on the way: 1e-9 for f64,
  /// 1e-3 for f32, 2^-5 for f16, 2^-4 for bf16 and what is coarser. Beyond it a
  /// comparison would not tell a wrong result from a right one.
  double getLargestTolerance() const;
};

/// The accuracy of each result of `function`, on tensors or on buffers, with
/// exact arguments. A call counts as a function of math: inline calls before. A
/// loop adds what one turn adds as often as it turns. Buffers are told apart by
/// their allocation and their place in an arena.
///
/// Does not see functions that make small differences large (a difference of
/// near numbers, a comparison that falls the other way), nor sums whose
/// roundings all go one way (a running sum in f16 that no longer grows).
/// O(operations · depth of loops).
llvm::SmallVector<Accuracy> computeAccuracies(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_ACCURACY_H
