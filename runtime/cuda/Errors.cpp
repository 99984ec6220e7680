//===- Errors.cpp - The first error is kept -------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"

#include "CudaRuntime.h"
#include "Driver.h"
#include "Libraries.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

namespace remat::cuda {
namespace {

struct ErrorState {
  std::mutex mutex;
  std::atomic<bool> failed{false};
  bool hostAsks = false;
  std::string first;
};

/// Never destroyed: modules are unloaded while the program exits.
ErrorState &state() {
  static ErrorState *instance = new ErrorState;
  return *instance;
}

bool endsProgram(bool hostAsks) {
  const char *chosen = std::getenv("REMAT_CUDA_ABORT");
  if (chosen && *chosen)
    return std::strcmp(chosen, "0") != 0;
  return !hostAsks;
}

} // namespace

bool hasError() { return state().failed.load(std::memory_order_acquire); }

void fail(const std::string &sentence) {
  ErrorState &errors = state();
  std::lock_guard<std::mutex> lock(errors.mutex);
  if (errors.failed)
    return;
  if (endsProgram(errors.hostAsks)) {
    std::fflush(stdout);
    std::fprintf(stderr, "error: %s\n", sentence.c_str());
    std::fflush(stderr);
    // Not exit: what runs there would call the device again.
    std::_Exit(EXIT_FAILURE);
  }
  errors.first = sentence;
  errors.failed.store(true, std::memory_order_release);
}

} // namespace remat::cuda

using namespace remat::cuda;

extern "C" void rematCudaKeepErrors(void) {
  std::lock_guard<std::mutex> lock(state().mutex);
  state().hostAsks = true;
}

extern "C" const char *rematCudaFirstError(void) {
  std::lock_guard<std::mutex> lock(state().mutex);
  return state().failed ? state().first.c_str() : nullptr;
}

extern "C" void rematCudaClearError(void) {
  {
    std::lock_guard<std::mutex> lock(state().mutex);
    state().failed = false;
    state().first.clear();
  }
  forgetFailedDriver();
  forgetFailedLibrary();
}
