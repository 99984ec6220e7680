//===- Budget.h - How much memory a step may take ---------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_SUPPORT_BUDGET_H
#define REMAT_SUPPORT_BUDGET_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace mlir::remat {

struct Budget {
  enum class Kind {
    /// `8GiB`, `500MB`, a plain byte count: `bytes`.
    Bytes,
    /// `60%` of the peak without rematerialization: `percent`.
    PercentOfPeak,
    /// `min`: the smallest peak that the strategy reaches.
    Min,
    /// `slack:50%`: min plus that share of the way to the peak: `percent`.
    Slack,
    /// `knee`: where the next percent of memory begins to cost more than a
    /// percent of time.
    Knee
  };
  Kind kind = Kind::Min;
  int64_t bytes = 0;
  double percent = 0;
};

/// Percentages and sizes with a unit may have decimals; sizes round down to a
/// byte. Errors name the text, the problem (an unknown unit, a value not
/// positive, over 100% or over int64) and the forms.
llvm::Expected<Budget> parseBudget(llvm::StringRef text);

/// Bytes of host memory: a size as in `parseBudget`, or 0. Errors name the text
/// and the forms.
llvm::Expected<int64_t> parseHostBudget(llvm::StringRef text);

/// In the largest binary unit with a number of at least one, up to two decimals
/// ("1.5 GiB", "300 B").
std::string formatBytes(int64_t bytes);

} // namespace mlir::remat

#endif // REMAT_SUPPORT_BUDGET_H
