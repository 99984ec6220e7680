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
#include "llvm/Support/raw_ostream.h"

namespace mlir::remat {

/// Writes the functions as a page that loads nothing. O(n log n) for n steps
/// and storages, beside the placement of a preview where no arena was placed:
/// that takes the fast heuristics, and above some thousands of buffers the
/// fastest of them alone. About 100 bytes of file for each step.
void writeHtmlReport(llvm::raw_ostream &os,
                     llvm::ArrayRef<FunctionReport> functions);

/// What the JSON report says of a function beside its lists: attributes of the
/// object that is open.
void writeFigures(const FunctionReport &function, llvm::json::OStream &json);

} // namespace mlir::remat

#endif // REMAT_LIB_REPORT_HTMLREPORT_H
