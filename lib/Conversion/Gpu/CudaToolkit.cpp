//===- CudaToolkit.cpp - Where CUDA's tools are ---------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/CudaToolkit.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace llvm;

static constexpr StringLiteral kDefaultToolkit = "/usr/local/cuda";

/// The path of what lies in `toolkit` at `parts`, or nothing.
static std::string findIn(StringRef toolkit, ArrayRef<StringRef> parts) {
  if (toolkit.empty())
    return "";
  SmallString<128> path(toolkit);
  for (StringRef part : parts)
    sys::path::append(path, part);
  return sys::fs::exists(path) ? path.str().str() : std::string();
}

std::string mlir::remat::CudaToolkit::findProgram(llvm::StringRef name) const {
  std::string path = findIn(folder, {"bin", name});
  if (!path.empty() || isNamed)
    return path;
  ErrorOr<std::string> found = sys::findProgramByName(name);
  return found ? *found : std::string();
}

std::string mlir::remat::CudaToolkit::findLibdevice() const {
  return findIn(folder, {"nvvm", "libdevice", "libdevice.10.bc"});
}

mlir::remat::CudaToolkit mlir::remat::findCudaToolkit(llvm::StringRef given) {
  if (!given.empty())
    return {given.str(), /*isNamed=*/true};
  for (StringRef name : {"CUDA_ROOT", "CUDA_HOME", "CUDA_PATH"})
    if (std::optional<std::string> path = sys::Process::GetEnv(name);
        path && !path->empty())
      return {*path, /*isNamed=*/true};
  if (ErrorOr<std::string> ptxas = sys::findProgramByName("ptxas")) {
    // TOOLKIT/bin/ptxas; where that is a link, what it links to.
    SmallString<128> real;
    if (!sys::fs::real_path(*ptxas, real)) {
      StringRef folder = sys::path::parent_path(sys::path::parent_path(real));
      CudaToolkit toolkit{folder.str(), /*isNamed=*/false};
      if (!toolkit.findLibdevice().empty())
        return toolkit;
    }
  }
  return {sys::fs::exists(kDefaultToolkit) ? kDefaultToolkit.str()
                                           : std::string(),
          /*isNamed=*/false};
}
