//===- HtmlReport.h - The report as a page ----------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_REPORT_HTMLREPORT_H
#define REMAT_LIB_REPORT_HTMLREPORT_H

#include "remat/Report/Report.h"

namespace mlir::remat {

/// Writes the functions as a self-contained page. O(n log n) for n steps and
/// storages, plus the placement of a preview where no arena was placed: that
/// takes the fast heuristics, above some thousands of buffers the fastest
/// alone. About 100 bytes of file per step.
void writeHtmlReport(llvm::raw_ostream &os,
                     llvm::ArrayRef<FunctionReport> functions);

} // namespace mlir::remat

#endif // REMAT_LIB_REPORT_HTMLREPORT_H
