//===- PlaceCommand.h - remat-plan place ------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_PLAN_PLACECOMMAND_H
#define REMAT_TOOLS_REMAT_PLAN_PLACECOMMAND_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

/// What the tool's exit code says; documented in its help.
enum ExitCode {
  ExitOk = 0,
  ExitBadInput = 1,
  ExitInfeasible = 2,
  ExitNotFound = 3,
  ExitNotApplicable = 4
};

/// What `place` is asked for.
struct PlaceCommand {
  /// The file of buffers; `text` is what is in it.
  llvm::StringRef inputPath, text;
  llvm::StringRef outputPath;
  /// As it is written: bytes, or -1.
  llvm::StringRef capacity;
  int effort = 1;
  uint64_t workLimit = 0;
};

/// Places the buffers and writes them with their offsets; one line to standard
/// error says what is proved. Errors are written there.
ExitCode run(const PlaceCommand &command);

#endif // REMAT_TOOLS_REMAT_PLAN_PLACECOMMAND_H
