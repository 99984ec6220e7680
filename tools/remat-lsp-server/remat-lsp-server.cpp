//===- remat-lsp-server.cpp - Remat in an editor --------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's language server with Remat's dialects: docs/plugin.md.
//
//===----------------------------------------------------------------------===//

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "remat/InitAllDialects.h"
#include "remat/Support/ToolVersion.h"

using namespace mlir;

int main(int argc, char **argv) {
  remat::addVersionPrinter();
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  remat::registerAllDialects(registry);
  return failed(MlirLspServerMain(argc, argv, registry));
}
