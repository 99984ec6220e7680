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
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <memory>

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir::remat {

/// Diagnostics as MLIR's driver prints them, with source lines cut to what fits
/// a screen. The driver has its own handler and no option for that; this one is
/// registered after it, with the first dialect that a text loads beside the
/// builtin one. Errors before that are found ahead of the driver.
class ShortDiagnostics {
public:
  ShortDiagnostics();
  ~ShortDiagnostics();

  /// For contexts that `registry` is for, one after another. This must outlive
  /// them.
  void addTo(DialectRegistry &registry);
  /// Handles diagnostics from now on, for this text, which must outlive them;
  /// before, and without a long line in it, the driver does. What `config`
  /// filters is left to it, too. Fails, with diagnostics, if the text or a
  /// piece of it does not parse and says so before it loads a dialect. Linear,
  /// and for what parses O(1) beside a look at the lines.
  LogicalResult handle(llvm::MemoryBufferRef text,
                       const DialectRegistry &registry,
                       const MlirOptMainConfig &config);

private:
  struct Printer;
  LogicalResult checkBeginning(StringRef piece, const DialectRegistry &registry,
                               bool allowsUnregistered);
  bool isFiltered(DiagnosticSeverity severity) const;

  std::unique_ptr<llvm::SourceMgr> sources;
  llvm::MemoryBufferRef text;
  VerbosityLevel level = VerbosityLevel::ErrorsWarningsAndRemarks;
  /// The last context that has this handler, or is not to have it.
  const MLIRContext *settled = nullptr;
  /// The printer's own: those of the driver come and go.
  std::unique_ptr<MLIRContext> context;
  std::unique_ptr<Printer> printer;
};

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_OPT_SHORTDIAGNOSTICS_H
