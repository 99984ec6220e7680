//===- EmulatorLibrary.cpp - Find the emulated driver ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatorLibrary.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdlib>

using namespace mlir;
using namespace mlir::remat;

std::string mlir::remat::getEmulatorPath() {
  if (const char *path = std::getenv("REMAT_CUDA_EMULATOR"))
    return path;
  static int anchor = 0;
  llvm::SmallString<128> folder(
      llvm::sys::fs::getMainExecutable("remat-run", &anchor));
  llvm::sys::path::remove_filename(folder);
  llvm::sys::path::append(folder, "..");
  // Debian's libraries may lie one folder deeper.
  for (const char *libraries : {REMAT_INSTALL_LIBDIR, "lib"}) {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, libraries, "libremat_cuda_emulator.so");
    if (llvm::sys::fs::exists(path))
      return path.str().str();
  }
  llvm::sys::path::append(folder, "lib", "libremat_cuda_emulator.so");
  return folder.str().str();
}

llvm::Expected<llvm::sys::DynamicLibrary> mlir::remat::openEmulator() {
  std::string path = getEmulatorPath(), message;
  llvm::sys::DynamicLibrary library =
      llvm::sys::DynamicLibrary::getPermanentLibrary(path.c_str(), &message);
  if (!library.isValid())
    return llvm::createStringError(
        "the emulated driver cannot be opened (%s); build the target "
        "remat_cuda_emulator, or say with REMAT_CUDA_EMULATOR where it lies",
        message.c_str());
  return library;
}
