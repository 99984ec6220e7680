//===- HtmlPage.h - Pages that need nothing beside them ---------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_REPORT_HTMLPAGE_H
#define REMAT_LIB_REPORT_HTMLPAGE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::remat {

/// Files of lib/Report/html, embedded by remat_embed.
namespace assets {
extern const llvm::StringLiteral kPageCss;
extern const llvm::StringLiteral kChartsJs;
extern const llvm::StringLiteral kModelJs;
extern const llvm::StringLiteral kLiveJs;
extern const llvm::StringLiteral kOwnersJs;
extern const llvm::StringLiteral kStacksJs;
extern const llvm::StringLiteral kParkedJs;
extern const llvm::StringLiteral kArenaJs;
extern const llvm::StringLiteral kReportJs;
extern const llvm::StringLiteral kSweepJs;
} // namespace assets

/// Writes a self-contained HTML page: our common style, `charts.js`, then
/// `scripts` in order, which find the output of `writeData` as the global
/// `DATA` and fill `<main>`. `title` is any text.
void writeHtmlPage(llvm::raw_ostream &os, llvm::StringRef title,
                   llvm::function_ref<void(llvm::json::OStream &)> writeData,
                   llvm::ArrayRef<llvm::StringRef> scripts);

} // namespace mlir::remat

#endif // REMAT_LIB_REPORT_HTMLPAGE_H
