//===- FatalErrors.cpp - Streams that fail at the end of a tool -----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Support/FatalErrors.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"

#include <cstdio>

using namespace llvm;

/// Streams are flushed when static objects end, LLVM's own streams among them:
/// prints without one.
static void printReason(void *, const char *reason, bool) {
  StringRef text = reason;
  // How raw_fd_ostream begins; it knows no name.
  const bool isOutput = text.consume_front("IO failure on output stream: ");
  std::fprintf(stderr, "error: %s%.*s\n", isOutput ? "cannot write: " : "",
               static_cast<int>(text.size()), text.data());
}

void mlir::remat::prettifyFatalErrors() {
  install_fatal_error_handler(printReason);
  sys::SetOneShotPipeSignalFunction(sys::DefaultOneShotPipeSignalHandler);
}
