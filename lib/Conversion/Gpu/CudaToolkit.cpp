//===- CudaToolkit.cpp - Where CUDA's tools are ---------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/CudaToolkit.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace mlir;
using namespace mlir::remat;

static constexpr llvm::StringLiteral kDefaultToolkit = "/usr/local/cuda";

/// The path of `parts` in `toolkit` if it exists, or empty.
static std::string findIn(StringRef toolkit, ArrayRef<StringRef> parts) {
  if (toolkit.empty())
    return "";
  llvm::SmallString<128> path(toolkit);
  for (StringRef part : parts)
    llvm::sys::path::append(path, part);
  return llvm::sys::fs::exists(path) ? path.str().str() : std::string();
}

std::string CudaToolkit::findProgram(StringRef name) const {
  std::string path = findIn(folder, {"bin", name});
  if (!path.empty() || isNamed)
    return path;
  llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName(name);
  return found ? *found : std::string();
}

std::string CudaToolkit::findLibdevice() const {
  return findIn(folder, {"nvvm", "libdevice", "libdevice.10.bc"});
}

CudaToolkit mlir::remat::findCudaToolkit(StringRef given) {
  if (!given.empty())
    return {given.str(), /*isNamed=*/true};
  for (StringRef name : {"CUDA_ROOT", "CUDA_HOME", "CUDA_PATH"})
    if (std::optional<std::string> path = llvm::sys::Process::GetEnv(name);
        path && !path->empty())
      return {*path, /*isNamed=*/true};
  if (llvm::ErrorOr<std::string> ptxas =
          llvm::sys::findProgramByName("ptxas")) {
    // TOOLKIT/bin/ptxas, or its link's target.
    llvm::SmallString<128> real;
    if (!llvm::sys::fs::real_path(*ptxas, real)) {
      StringRef folder =
          llvm::sys::path::parent_path(llvm::sys::path::parent_path(real));
      CudaToolkit toolkit{folder.str(), /*isNamed=*/false};
      if (!toolkit.findLibdevice().empty())
        return toolkit;
    }
  }
  return {llvm::sys::fs::exists(kDefaultToolkit) ? kDefaultToolkit.str()
                                                 : std::string(),
          /*isNamed=*/false};
}
