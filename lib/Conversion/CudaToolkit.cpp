//===- CudaToolkit.cpp - Where CUDA's tools are ---------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaToolkit.h"

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

std::string mlir::remat::findCudaToolkit(StringRef given) {
  if (!given.empty())
    return given.str();
  for (StringRef name : {"CUDA_ROOT", "CUDA_HOME", "CUDA_PATH"})
    if (std::optional<std::string> path = sys::Process::GetEnv(name);
        path && !path->empty())
      return *path;
  if (ErrorOr<std::string> ptxas = sys::findProgramByName("ptxas")) {
    // TOOLKIT/bin/ptxas; where that is a link, what it links to.
    SmallString<128> real;
    if (!sys::fs::real_path(*ptxas, real)) {
      StringRef toolkit = sys::path::parent_path(sys::path::parent_path(real));
      if (!findLibdevice(toolkit).empty())
        return toolkit.str();
    }
  }
  return sys::fs::exists(kDefaultToolkit) ? kDefaultToolkit.str()
                                          : std::string();
}

std::string mlir::remat::findPtxas(StringRef toolkit) {
  std::string path = findIn(toolkit, {"bin", "ptxas"});
  if (!path.empty())
    return path;
  ErrorOr<std::string> found = sys::findProgramByName("ptxas");
  return found ? *found : std::string();
}

std::string mlir::remat::findLibdevice(StringRef toolkit) {
  return findIn(toolkit, {"nvvm", "libdevice", "libdevice.10.bc"});
}
