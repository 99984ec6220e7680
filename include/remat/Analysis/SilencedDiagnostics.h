//===- SilencedDiagnostics.h - Trials without diagnostics -------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_SILENCEDDIAGNOSTICS_H
#define REMAT_ANALYSIS_SILENCEDDIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Threading.h"

namespace mlir::remat {

/// Drops the diagnostics of this thread while it exists. Those of other
/// threads, which may run the same pass on other functions, go on.
class SilencedDiagnostics {
public:
  explicit SilencedDiagnostics(MLIRContext *context)
      : handler(context, [thread = llvm::get_threadid()](Diagnostic &) {
          return success(llvm::get_threadid() == thread);
        }) {}

private:
  ScopedDiagnosticHandler handler;
};

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_SILENCEDDIAGNOSTICS_H
