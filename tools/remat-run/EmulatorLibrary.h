//===- EmulatorLibrary.h - Find the emulated driver -------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_EMULATORLIBRARY_H
#define REMAT_TOOLS_REMAT_RUN_EMULATORLIBRARY_H

#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir::remat {

/// Where the emulated driver lies: what REMAT_CUDA_EMULATOR says, or beside
/// this program in the build tree or the installation.
std::string getEmulatorPath();

/// Opens it, once. An error names the file.
llvm::Expected<llvm::sys::DynamicLibrary> openEmulator();

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_EMULATORLIBRARY_H
