//===- Libraries.cpp - cuBLASLt and cuDNN ---------------------------------===//
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
#include <mutex>

namespace remat::cuda {
namespace {

template <typename Table> struct Opened {
  std::mutex mutex;
  bool tried = false;
  bool ready = false;
  Table table = {};
};

Opened<CublasLt> &cublasLtState() {
  static Opened<CublasLt> *instance = new Opened<CublasLt>;
  return *instance;
}

Opened<Cudnn> &cudnnState() {
  static Opened<Cudnn> *instance = new Opened<Cudnn>;
  return *instance;
}

const char *const kCublasLtNames[] = {"libcublasLt.so.13", "libcublasLt.so.12"};
const char *const kCudnnNames[] = {"libcudnn.so.9"};

/// What to look for, and how to name it in errors.
struct Wanted {
  const char *title;
  const char *variable;
  const char *const *names;
  size_t count;
};

void *open(const Wanted &wanted, std::string &file) {
  std::string why;
  void *library = openLibrary(wanted.variable, wanted.names, wanted.count, why);
  const char *named = std::getenv(wanted.variable);
  file = named && *named ? named : wanted.names[0];
  if (!library)
    fail(std::string("there is no ") + wanted.title + ": " + file +
         " cannot be opened (" + why + "); install it, name another with " +
         wanted.variable + ", or lower with library=none");
  return library;
}

void *find(void *library, const Wanted &wanted, const std::string &file,
           const char *name) {
  void *found = dlsym(library, name);
  if (!found)
    fail(std::string(wanted.title) + " (" + file + ") has no function " + name +
         ": it is too old or too new for this; install " +
         (wanted.names == kCudnnNames ? "cuDNN 9" : "that of CUDA 12 or 13") +
         ", or lower with library=none");
  return found;
}

// One member of a table, or the end of opening it.
#define REMAT_LOOK_UP(result, name, parameters)                                \
  table.name = reinterpret_cast<result(*) parameters>(                         \
      find(library, wanted, file, #name));                                     \
  if (!table.name)                                                             \
    return false;

bool openCublasLt(CublasLt &table) {
  const Wanted wanted = {"cuBLASLt", "REMAT_CUBLASLT", kCublasLtNames, 2};
  std::string file;
  void *library = open(wanted, file);
  if (!library)
    return false;
  REMAT_CUBLASLT_FUNCTIONS(REMAT_LOOK_UP)
  LtStatus status = table.cublasLtCreate(&table.handle);
  if (status != kLtSuccess)
    fail(std::string("cublasLtCreate: ") + table.cublasLtGetStatusName(status) +
         " (" + table.cublasLtGetStatusString(status) +
         "); the device may have too little memory for the library's handle: "
         "lower the budget, or lower with library=none");
  return status == kLtSuccess;
}

bool openCudnn(Cudnn &table) {
  const Wanted wanted = {"cuDNN", "REMAT_CUDNN", kCudnnNames, 1};
  std::string file;
  void *library = open(wanted, file);
  if (!library)
    return false;
  REMAT_CUDNN_FUNCTIONS(REMAT_LOOK_UP)
  size_t version = table.cudnnGetVersion();
  if (version / 10000 != 9) {
    fail("cuDNN (" + file + ") has version " + std::to_string(version) +
         ", not 9: install cuDNN 9, or lower with library=none");
    return false;
  }
  DnnStatus status = table.cudnnCreate(&table.handle);
  if (status != kDnnSuccess)
    fail(std::string("cudnnCreate: ") + table.cudnnGetErrorString(status) +
         "; the device may have too little memory for the library's handle: "
         "lower the budget, or lower with library=none");
  return status == kDnnSuccess;
}

#undef REMAT_LOOK_UP

template <typename Table>
const Table *get(Opened<Table> &state, bool (*open)(Table &)) {
  std::lock_guard<std::mutex> lock(state.mutex);
  if (!state.tried) {
    state.tried = true;
    state.ready = open(state.table);
  }
  return state.ready ? &state.table : nullptr;
}

template <typename Table> void forget(Opened<Table> &state) {
  std::lock_guard<std::mutex> lock(state.mutex);
  if (!state.ready)
    state.tried = false;
}

} // namespace

const CublasLt *cublasLt() { return get(cublasLtState(), openCublasLt); }

const Cudnn *cudnn() { return get(cudnnState(), openCudnn); }

void forgetFailedLibraries() {
  forget(cublasLtState());
  forget(cudnnState());
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

void alignWorkspace(void *&workspace, int64_t &bytes, int64_t used) {
  constexpr int64_t alignment = 256;
  if (!workspace || bytes <= 0) {
    workspace = nullptr;
    bytes = 0;
    return;
  }
  auto begin = reinterpret_cast<uintptr_t>(workspace);
  int64_t skipped =
      used +
      static_cast<int64_t>(
          (alignment - (begin + static_cast<uint64_t>(used)) % alignment) %
          alignment);
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
