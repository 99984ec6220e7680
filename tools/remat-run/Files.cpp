//===- Files.cpp - Whether files can be read and written ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"

using namespace mlir;
using namespace llvm::sys;

/// Whether opening `file` takes nothing and says something.
static bool canBeTried(const std::string &file, fs::file_status &status) {
  if (file.empty() || file == "-")
    return false;
  // An error leaves a status: not found, or not known.
  (void)fs::status(file, status);
  return status.type() != fs::file_type::fifo_file &&
         status.type() != fs::file_type::character_file &&
         status.type() != fs::file_type::block_file &&
         status.type() != fs::file_type::socket_file;
}

static llvm::Error tryToOpen(const std::string &file, bool isOutput) {
  fs::file_status status;
  if (!canBeTried(file, status))
    return llvm::Error::success();
  int descriptor = -1;
  std::error_code code =
      isOutput ? fs::openFileForWrite(file, descriptor, fs::CD_OpenAlways,
                                      fs::OF_Append)
               : fs::openFileForRead(file, descriptor);
  if (!code && !isOutput && fs::is_directory(status))
    code = std::make_error_code(std::errc::is_a_directory);
  if (descriptor >= 0)
    (void)Process::SafelyCloseFileDescriptor(descriptor);
  if (code)
    return llvm::createStringError(code, "cannot open %s file '%s': %s",
                                   isOutput ? "output" : "input", file.c_str(),
                                   code.message().c_str());
  if (isOutput && status.type() == fs::file_type::file_not_found)
    (void)fs::remove(file);
  return llvm::Error::success();
}

llvm::Error remat::checkFiles(llvm::ArrayRef<std::string> inputs,
                              llvm::ArrayRef<std::string> outputs) {
  for (const std::string &file : inputs)
    if (llvm::Error error = tryToOpen(file, /*isOutput=*/false))
      return error;
  for (const std::string &file : outputs)
    if (llvm::Error error = tryToOpen(file, /*isOutput=*/true))
      return error;
  return llvm::Error::success();
}
