//===- JsonReport.h - Parts of the report as JSON ---------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_REPORT_JSONREPORT_H
#define REMAT_LIB_REPORT_JSONREPORT_H

#include "remat/Report/Report.h"

namespace mlir::remat {

/// Writes a function's figures in the JSON report, without lists, as attributes
/// of the open object.
void writeFigures(const FunctionReport &function, llvm::json::OStream &json);

} // namespace mlir::remat

#endif // REMAT_LIB_REPORT_JSONREPORT_H
