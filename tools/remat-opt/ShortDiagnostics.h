//===- ShortDiagnostics.h - Diagnostics that fit a screen -------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_OPT_SHORTDIAGNOSTICS_H
#define REMAT_TOOLS_REMAT_OPT_SHORTDIAGNOSTICS_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <memory>

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir::remat {

/// Diagnostics as MLIR's driver prints them, with source lines cut to what fits
/// a screen. The driver has its own handler and no option for that; this one is
/// registered after it, with the first dialect that the text loads.
class ShortDiagnostics {
public:
  ShortDiagnostics();
  ~ShortDiagnostics();

  /// For contexts that `registry` is for. This must outlive them.
  void addTo(DialectRegistry &registry);
  /// Handles diagnostics from now on, for this text, which must outlive them;
  /// before, and without a long line in it, the driver does.
  void handle(llvm::MemoryBufferRef text);

private:
  struct Printer;
  std::unique_ptr<llvm::SourceMgr> sources;
  /// The printer's own: those of the driver come and go.
  std::unique_ptr<MLIRContext> context;
  std::unique_ptr<Printer> printer;
};

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_OPT_SHORTDIAGNOSTICS_H
