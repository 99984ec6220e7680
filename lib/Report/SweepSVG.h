//===- SweepSVG.h - A chart of overhead against budget ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_REPORT_SWEEPSVG_H
#define REMAT_LIB_REPORT_SWEEPSVG_H

#include "remat/Report/SweepReport.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlir::remat {

/// Writes a chart for each function, one below the other. Strategies differ in
/// markers, dashes and labels, beside their colors.
void writeSweepSVG(llvm::raw_ostream &os,
                   llvm::ArrayRef<SweptFunction> functions);

} // namespace mlir::remat

#endif // REMAT_LIB_REPORT_SWEEPSVG_H
