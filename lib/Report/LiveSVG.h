//===- LiveSVG.h - A picture of live bytes over the step --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_REPORT_LIVESVG_H
#define REMAT_LIB_REPORT_LIVESVG_H

#include "remat/Report/Report.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::remat {

/// Writes a static picture as SVG: for each function, one below another, the
/// bytes alive at each step before (dashed) and after (solid, not with
/// refusals), both peaks, the budget, what is resident, where the backward
/// pass begins and which steps are recomputed. It needs nothing beside it and
/// follows the reader's dark mode. O(steps); at most about 40 KB a function.
void writeLiveSVG(llvm::raw_ostream &os,
                  llvm::ArrayRef<FunctionReport> functions);

} // namespace mlir::remat

#endif // REMAT_LIB_REPORT_LIVESVG_H
