//===- State.h - What the emulated driver knows -----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_CUDA_EMULATOR_STATE_H
#define REMAT_RUNTIME_CUDA_EMULATOR_STATE_H

#include "Device.h"
#include "ModuleImage.h"
#include "Streams.h"

#include <map>
#include <memory>
#include <string>

namespace remat::emulator {

/// What a block may use of shared memory without being asked, static and
/// dynamic together.
constexpr int kDefaultShared = 48 * 1024;
/// The static part of each kernel: the byte that NVPTX makes of the symbol of
/// MLIR's dynamic shared memory.
constexpr int kStaticShared = 1;
constexpr Result kInvalidContext = 201;

struct EmulatedKernel {
  cuda::Module module;
  std::string name;
  int64_t dynamicShared = kDefaultShared - kStaticShared;
};

struct LoadedModule {
  cuda::ModuleImage image;
  std::map<std::string, std::unique_ptr<EmulatedKernel>> kernels;
};

struct State {
  bool isInitialized = false;
  int chip = 90;
  /// Of the threads of a block.
  int threadOrder = 0;
  int64_t launches = 0;
  int64_t loads = 0;
  StreamOrder order;
  std::map<std::string, RematEmulatedKernel> code;
  /// Parameters that are buffers, by kernel.
  std::map<std::string, std::vector<RematEmulatedBuffer>> buffers;
  std::map<const void *, std::unique_ptr<LoadedModule>> modules;
  std::map<const void *, std::unique_ptr<EmulatedEvent>> events;
  std::map<void *, size_t> registered;
  Handles streams{"a stream"};
  Handles kernels{"a kernel"};
};

/// Of the emulated driver; lock() guards it.
State &state();

/// What every call but the first ones wants: cuInit, and a current context.
Result ready(const char *call);

#define REMAT_READY(call)                                                      \
  std::lock_guard<std::recursive_mutex> guard(::remat::emulator::lock());      \
  if (Result result = ::remat::emulator::ready(#call))                         \
  return result

/// Bytes of shared memory that a block may have.
int64_t maxShared(int chip);

/// Forgets what was done wrong: a part of rematEmulatorReset.
void resetErrors();

} // namespace remat::emulator

#endif // REMAT_RUNTIME_CUDA_EMULATOR_STATE_H
