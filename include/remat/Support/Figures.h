//===- Figures.h - Numbers for people ---------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_SUPPORT_FIGURES_H
#define REMAT_SUPPORT_FIGURES_H

#include "remat/Support/Budget.h"

#include <cmath>

namespace mlir::remat {

/// `part` in percent of `whole`; 0 if `whole` is 0, or for tiny results from
/// sums of the same times in another order.
inline double getPercent(double part, double whole) {
  const double percent = whole > 0 ? 100 * part / whole : 0;
  return std::abs(percent) < 1e-9 ? 0 : percent;
}

/// "3072 bytes (3 KiB)"; below a KiB, "300 bytes"; "1 byte".
inline std::string formatSize(int64_t bytes) {
  const std::string exact =
      std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
  return bytes < 1024 ? exact : exact + " (" + formatBytes(bytes) + ")";
}

} // namespace mlir::remat

#endif // REMAT_SUPPORT_FIGURES_H
