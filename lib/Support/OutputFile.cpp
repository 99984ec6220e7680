//===- OutputFile.cpp - Writing files, all or nothing ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Support/OutputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <system_error>

using namespace mlir;

/// Whether a rename would put a regular file in the place of something else.
static bool mustWriteThrough(llvm::StringRef path) {
  llvm::sys::fs::file_status status;
  if (path == "-" || llvm::sys::fs::status(path, status, /*follow=*/false))
    return path == "-";
  return status.type() != llvm::sys::fs::file_type::regular_file;
}

static llvm::Error writeThrough(llvm::StringRef path, llvm::StringRef text) {
  std::error_code code;
  llvm::raw_fd_ostream os(path, code);
  if (code)
    return llvm::errorCodeToError(code);
  os << text;
  os.flush();
  if (!os.has_error())
    return llvm::Error::success();
  code = os.error();
  // An error that was seen must not abort the program in the destructor.
  os.clear_error();
  return llvm::errorCodeToError(code);
}

/// What went wrong, without the path again.
static std::string getReason(llvm::Error error) {
  std::string reason;
  llvm::handleAllErrors(
      std::move(error),
      [&](const llvm::FileError &inner) {
        llvm::raw_string_ostream os(reason);
        os << inner.messageWithoutFileInfo();
      },
      [&](const llvm::ErrorInfoBase &other) { reason = other.message(); });
  return reason;
}

static llvm::Error cannotWrite(llvm::StringRef path, llvm::Error error) {
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      "cannot write " +
          (path == "-" ? "standard output" : "'" + path.str() + "'") + ": " +
          getReason(std::move(error)));
}

/// Why `path` cannot be written, found without opening it: that would empty a
/// file or consume a pipe.
static std::error_code findObstacle(llvm::StringRef path) {
  namespace fs = llvm::sys::fs;
  if (fs::is_directory(path))
    return make_error_code(std::errc::is_a_directory);
  if (fs::exists(path))
    if (std::error_code code = fs::access(path, fs::AccessMode::Write))
      return code;
  llvm::StringRef folder = llvm::sys::path::parent_path(path);
  if (folder.empty())
    folder = ".";
  if (!fs::exists(folder))
    return make_error_code(std::errc::no_such_file_or_directory);
  if (!fs::is_directory(folder))
    return make_error_code(std::errc::not_a_directory);
  // A regular file is replaced by a new one.
  return mustWriteThrough(path) ? std::error_code()
                                : fs::access(folder, fs::AccessMode::Write);
}

llvm::Error remat::checkOutputPath(llvm::StringRef path) {
  if (path.empty() || path == "-")
    return llvm::Error::success();
  const std::error_code obstacle = findObstacle(path);
  return obstacle ? cannotWrite(path, llvm::errorCodeToError(obstacle))
                  : llvm::Error::success();
}

/// `path` without links and dots, also of a file that is not there yet.
static llvm::SmallString<128> resolve(llvm::StringRef path) {
  namespace fs = llvm::sys::fs;
  llvm::SmallString<128> resolved;
  if (!fs::real_path(path, resolved))
    return resolved;
  llvm::StringRef folder = llvm::sys::path::parent_path(path);
  if (fs::real_path(folder.empty() ? "." : folder, resolved))
    resolved = folder;
  llvm::sys::path::append(resolved, llvm::sys::path::filename(path));
  return resolved;
}

bool remat::isSameOutputFile(llvm::StringRef left, llvm::StringRef right) {
  if (left.empty() || left == "-" || right == "-")
    return false;
  const llvm::SmallString<128> path = resolve(left);
  const bool isReplaced =
      !llvm::sys::fs::exists(path) || llvm::sys::fs::is_regular_file(path);
  return isReplaced && path == resolve(right);
}

llvm::Error remat::writeOutputFile(llvm::StringRef path, llvm::StringRef text) {
  llvm::Error error =
      mustWriteThrough(path)
          ? writeThrough(path, text)
          : llvm::writeToOutput(path, [&](llvm::raw_ostream &os) {
              os << text;
              return llvm::Error::success();
            });
  return error ? cannotWrite(path, std::move(error)) : llvm::Error::success();
}
