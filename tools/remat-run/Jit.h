//===- Jit.h - LLVM IR to code in memory ------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_JIT_H
#define REMAT_TOOLS_REMAT_RUN_JIT_H

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mlir::remat {

/// What the driver and the host agree on.
inline constexpr llvm::StringLiteral kEntryName = "remat_run_entry";

/// Functions of this program by the names that loaded code calls.
using NativeSymbols = std::vector<std::pair<std::string, void *>>;

/// Adds a function that takes an array of pointers and passes them one by one
/// to the C interface of the step `name`: a host cannot call a function whose
/// number of arguments it learns at run time. Fails where there is none.
llvm::Error addEntry(llvm::Module &module, llvm::StringRef name);

/// Optimizes `module` for this machine (what is not `optnone`) and loads it.
/// Code finds `symbols`, the runtime for CPUs and what this process has; calls
/// of rematEmulator... find the emulator's library. Global constructors are not
/// run. Each access asks who owns the bytes if `checkAccesses`.
llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
loadCode(std::unique_ptr<llvm::Module> module, NativeSymbols symbols,
         bool checkAccesses);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_JIT_H
