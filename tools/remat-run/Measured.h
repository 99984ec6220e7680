//===- Measured.h - Files that are run --------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_MEASURED_H
#define REMAT_TOOLS_REMAT_RUN_MEASURED_H

#include "Compiler.h"
#include "Run.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"

#include <memory>
#include <string>

namespace mlir::remat {

/// A step that ran on this machine.
struct Measured {
  CompiledStep step;
  RunResult run;
  double compileSeconds = 0;
};

/// A file, and what shows its lines in diagnostics for as long as this lives.
/// `module` is null if it cannot be read or parsed, which was said.
class ParsedFile {
public:
  ParsedFile(MLIRContext &context, const std::string &file);
  ~ParsedFile();

private:
  std::shared_ptr<llvm::SourceMgr> sources;
  std::unique_ptr<SourceMgrDiagnosticHandler> handler;

public:
  OwningOpRef<ModuleOp> module;
};

/// Whether both files take and return the same, so that they can be compared;
/// says it if not.
bool checkSameSignature(const Signature &left, const std::string &file,
                        const Signature &right, const std::string &otherFile);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_MEASURED_H
