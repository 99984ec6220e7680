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
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mlir::remat {

/// Functions of this program by the names that loaded code calls.
using NativeSymbols = std::vector<std::pair<std::string, void *>>;
#define REMAT_SYMBOL(name)                                                     \
  { #name, reinterpret_cast < void *>(&name) }

inline constexpr llvm::StringLiteral kEntryName = "remat_run_entry";

/// Adds a function kEntryName, which takes an array of pointers: to each of
/// `numResults` results, which it stores, then to each argument of the step
/// `name`, a descriptor or a scalar. Hosts cannot call functions whose number
/// of arguments they learn at run time. Fails without a C interface.
llvm::Error addEntry(llvm::Module &module, llvm::StringRef name,
                     size_t numResults);

/// Optimizes `module` for this machine (except `optnone` functions) and loads
/// it. Code finds `symbols`, the CPU runtime, this process, and, for
/// rematEmulator... calls, the emulator. Skips global constructors. With
/// `checkAccesses`, each access checks that a buffer owns its bytes.
llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
loadCode(std::unique_ptr<llvm::Module> module, NativeSymbols symbols,
         bool checkAccesses);

/// Whether loadCode gives code a function of this name.
bool isRuntimeSymbol(llvm::StringRef name);

/// Finds a function of loaded code.
template <typename Function>
llvm::Error find(llvm::orc::LLJIT &jit, llvm::StringRef name,
                 Function *&function) {
  auto address = jit.lookup(name);
  if (!address)
    return address.takeError();
  function = address->toPtr<Function *>();
  return llvm::Error::success();
}

/// Path of the emulated driver: REMAT_CUDA_EMULATOR, or beside this program in
/// the build tree or the installation.
std::string getEmulatorPath();

/// Opens the emulated driver, once. An error names the file.
llvm::Expected<llvm::sys::DynamicLibrary> openEmulator();

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_JIT_H
