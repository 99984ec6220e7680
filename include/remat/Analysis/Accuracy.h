//===- Accuracy.h - How far roundings may add up ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allowed difference between the results of two machines: none after integer
// operations, copies and selections alone, else the expected sum of roundings.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_ACCURACY_H
#define REMAT_ANALYSIS_ACCURACY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace mlir::remat {

/// Trips assumed of a loop with unknown bounds.
inline constexpr int64_t kUnknownTrips = 1024;

struct Accuracy {
  /// Every machine computes the same bits from the same arguments.
  bool isExact = true;
  /// Lengths of the successive sums behind it, added up along the worst path.
  int64_t reductionChain = 0;
  /// Sum of squared roundings on the worst path, relative to the largest value.
  /// With u half a unit in the last place of the type, a sum of n terms counts
  /// n u^2, an operation on elements u^2, a math function (4 u)^2.
  double squaredRoundings = 0;
  /// The u of the coarsest type on any path.
  double coarsest = 0;

  /// Allowed difference, relative to the result's largest element: 0 if exact,
  /// else 8 sqrt(squaredRoundings), at most `getLargestTolerance()`; 8 u
  /// sqrt(n) for a sum of n terms.
  ///
  /// n roundings add up to some sqrt(n), as a random walk (Higham, Mary: A new
  /// approach to probabilistic rounding error analysis, SIAM J. Sci. Comput.
  /// 41, 2019). The worst case, n of each machine, would hide wrong results; up
  /// to 16 terms 8 u sqrt(n) covers it.
  double getTolerance() const;

  /// By the coarsest type on the path: 1e-9 for f64, 1e-3 for f32, 2^-5 for
  /// f16, 2^-4 for bf16 and coarser. Beyond it wrong results would pass.
  double getLargestTolerance() const;
};

/// The accuracy of each result of `function`, on tensors or buffers, with exact
/// arguments. A call counts as a math function: inline calls before. A loop
/// multiplies its turn's roundings by its trips. Buffers differ by allocation
/// and place in an arena.
///
/// Does not see ill-conditioned functions (a difference of near numbers, a
/// flipped comparison), nor sums whose roundings all go one way (a running sum
/// in f16 that no longer grows). O(operations · depth of loops).
llvm::SmallVector<Accuracy> computeAccuracies(func::FuncOp function);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_ACCURACY_H
