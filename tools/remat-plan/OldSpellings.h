//===- OldSpellings.h - Flags that became subcommands -----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To be removed after the release that has subcommands first.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMATPLAN_OLDSPELLINGS_H
#define REMAT_TOOLS_REMATPLAN_OLDSPELLINGS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/StringSaver.h"

/// If `arguments`, a command line without a subcommand, have a flag that is one
/// now (`--evaluate=PLAN.json`, `--sweep=8`, ...): spells them so, shows that
/// in a warning on standard error, and returns true. `saver` owns new
/// arguments.
bool modernize(llvm::SmallVectorImpl<const char *> &arguments,
               llvm::StringSaver &saver);

#endif // REMAT_TOOLS_REMATPLAN_OLDSPELLINGS_H
