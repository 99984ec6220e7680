//===- HtmlPage.h - Pages that need nothing beside them ---------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_REPORT_HTMLPAGE_H
#define REMAT_LIB_REPORT_HTMLPAGE_H

#include "remat/Report/Report.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::remat {

/// The files of lib/Report/html, which remat_embed makes part of the library.
namespace assets {
extern const llvm::StringLiteral kPageCss;
extern const llvm::StringLiteral kChartsJs;
extern const llvm::StringLiteral kModelJs;
extern const llvm::StringLiteral kLiveJs;
extern const llvm::StringLiteral kOwnersJs;
extern const llvm::StringLiteral kArenaJs;
extern const llvm::StringLiteral kReportJs;
extern const llvm::StringLiteral kSweepJs;
} // namespace assets

/// Writes an HTML page that loads nothing: the style of all our pages,
/// `charts.js`, then `scripts`, one after another, which find what `writeData`
/// writes as the global `DATA` and fill `<main>`. `title` is any text.
void writeHtmlPage(llvm::raw_ostream &os, llvm::StringRef title,
                   llvm::function_ref<void(llvm::json::OStream &)> writeData,
                   llvm::ArrayRef<llvm::StringRef> scripts);

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

#endif // REMAT_LIB_REPORT_HTMLPAGE_H
