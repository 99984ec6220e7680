//===- Libraries.cpp - Opens cuBLASLt -------------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Libraries.h"

#include "CudaRuntime.h"
#include "Errors.h"

#include <cstdlib>
#include <dlfcn.h>
#include <iterator>
#include <mutex>

namespace remat::cuda {
namespace {

struct Opened {
  std::mutex mutex;
  bool tried = false;
  bool ready = false;
  CublasLt table = {};
};

Opened &opened() {
  static Opened *instance = new Opened;
  return *instance;
}

const char *const kNames[] = {"libcublasLt.so.13", "libcublasLt.so.12"};
const char *const kVariable = "REMAT_CUBLASLT";

void *find(void *library, const std::string &file, const char *name) {
  void *found = dlsym(library, name);
  if (!found)
    fail("cuBLASLt (" + file + ") has no function " + name +
         ": it is too old or too new for this; install that of CUDA 12 or 13, "
         "or lower with library=none");
  return found;
}

bool open(CublasLt &table) {
  std::string why;
  void *library = openLibrary(kVariable, kNames, std::size(kNames), why);
  const char *named = std::getenv(kVariable);
  std::string file = named && *named ? named : kNames[0];
  if (!library) {
    fail("there is no cuBLASLt: " + file + " cannot be opened (" + why +
         "); install it, name another with " + kVariable +
         ", or lower with library=none");
    return false;
  }
#define REMAT_LOOK_UP(result, name, parameters)                                \
  table.name =                                                                 \
      reinterpret_cast<result(*) parameters>(find(library, file, #name));      \
  if (!table.name)                                                             \
    return false;
  REMAT_CUBLASLT_FUNCTIONS(REMAT_LOOK_UP)
#undef REMAT_LOOK_UP
  LtStatus status = table.cublasLtCreate(&table.handle);
  if (status != kLtSuccess)
    fail(std::string("cublasLtCreate: ") + table.cublasLtGetStatusName(status) +
         " (" + table.cublasLtGetStatusString(status) +
         "); the device may have too little memory for the library's handle: "
         "lower the budget, or lower with library=none");
  return status == kLtSuccess;
}

} // namespace

const CublasLt *cublasLt() {
  Opened &state = opened();
  std::lock_guard<std::mutex> lock(state.mutex);
  if (!state.tried) {
    state.tried = true;
    state.ready = open(state.table);
  }
  return state.ready ? &state.table : nullptr;
}

void forgetFailedLibrary() {
  Opened &state = opened();
  std::lock_guard<std::mutex> lock(state.mutex);
  if (!state.ready)
    state.tried = false;
}

int64_t bytesOfElement(int32_t element) {
  switch (element) {
  case REMAT_F32:
    return 4;
  case REMAT_F16:
  case REMAT_BF16:
    return 2;
  case REMAT_F64:
    return 8;
  default:
    return 0;
  }
}

std::string nameOfElement(int32_t element) {
  switch (element) {
  case REMAT_F32:
    return "f32";
  case REMAT_F16:
    return "f16";
  case REMAT_BF16:
    return "bf16";
  case REMAT_F64:
    return "f64";
  default:
    return "element " + std::to_string(element);
  }
}

void alignWorkspace(void *&workspace, int64_t &bytes) {
  constexpr int64_t alignment = 256;
  if (!workspace || bytes <= 0) {
    workspace = nullptr;
    bytes = 0;
    return;
  }
  auto begin = reinterpret_cast<uintptr_t>(workspace);
  auto skipped =
      static_cast<int64_t>((alignment - begin % alignment) % alignment);
  bytes = skipped < bytes ? bytes - skipped : 0;
  workspace = bytes ? static_cast<char *>(workspace) + skipped : nullptr;
}

bool clear(const Session &session, Stream stream, void *data, int64_t rows,
           int64_t bytes, int64_t pitch) {
  if (pitch == bytes) {
    bytes *= rows;
    rows = 1;
  }
  for (int64_t row = 0; row < rows; ++row)
    if (!succeeded(REMAT_CALL(session, cuMemsetD16Async,
                              reinterpret_cast<DevicePointer>(data) +
                                  static_cast<DevicePointer>(row * pitch),
                              0, static_cast<size_t>(bytes / 2), stream),
                   "cuMemsetD16Async of " + std::to_string(bytes) + " bytes"))
      return false;
  return true;
}

} // namespace remat::cuda
