//===- Modules.cpp - libcuda for tests: kernels ---------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the emulated libcuda that loads modules and launches kernels.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "State.h"
#include "Threads.h"

#include <algorithm>
#include <memory>
#include <vector>

using namespace remat::cuda;
using namespace remat::emulator;

// What is exported must be what the runtime's table expects.
#define REMAT_DECLARE(name, symbol, parameters)                                \
  extern "C" Result symbol parameters;
REMAT_CUDA_FUNCTIONS(REMAT_DECLARE)

namespace remat::emulator {

int64_t maxShared(int chip) {
  // The CUDA C++ programming guide's table of compute capabilities.
  switch (chip) {
  case 80:
  case 87:
    return 163 * 1024;
  case 86:
  case 89:
    return 99 * 1024;
  case 75:
    return 64 * 1024;
  default:
    return chip >= 90 && chip < 120 ? 227 * 1024 : 99 * 1024;
  }
}

} // namespace remat::emulator

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

extern "C" Result cuModuleLoadDataEx(Module *module, const void *image,
                                     unsigned /*count*/, int32_t * /*options*/,
                                     void ** /*values*/) {
  REMAT_READY(cuModuleLoadDataEx);
  ModuleImage read = readModuleImage(image);
  if (read.kind == ModuleImage::unknown)
    return kInvalidImage;
  if (!runsOn(read, state().chip))
    return kNoBinaryForGpu;
  auto loaded = std::make_unique<LoadedModule>();
  loaded->image = std::move(read);
  *module = reinterpret_cast<Module>(loaded.get());
  ++state().loads;
  state().modules[loaded.get()] = std::move(loaded);
  return kSuccess;
}

extern "C" Result cuModuleUnload(Module module) {
  REMAT_READY(cuModuleUnload);
  auto found = state().modules.find(module);
  if (found == state().modules.end())
    return wrong("cuModuleUnload of what is not loaded");
  for (const auto &kernel : found->second->kernels)
    state().kernels.destroy(kernel.second.get(), "cuModuleUnload");
  state().modules.erase(found);
  return kSuccess;
}

extern "C" Result cuModuleGetFunction(Function *function, Module module,
                                      const char *name) {
  REMAT_READY(cuModuleGetFunction);
  auto found = state().modules.find(module);
  if (found == state().modules.end())
    return wrong("cuModuleGetFunction of a module that is not loaded");
  LoadedModule &loaded = *found->second;
  const std::vector<std::string> &names = loaded.image.kernels;
  // A fatbin may not say what is in it.
  if ((loaded.image.kind != ModuleImage::fatbin || !names.empty()) &&
      std::find(names.begin(), names.end(), name) == names.end())
    return kNotFound;
  std::unique_ptr<EmulatedKernel> &kernel = loaded.kernels[name];
  if (!kernel) {
    kernel = std::make_unique<EmulatedKernel>();
    kernel->module = module;
    kernel->name = name;
    state().kernels.create(kernel.get());
  }
  *function = reinterpret_cast<Function>(kernel.get());
  return kSuccess;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

extern "C" Result cuFuncGetAttribute(int *value, int32_t attribute,
                                     Function function) {
  REMAT_READY(cuFuncGetAttribute);
  if (!state().kernels.check(function, "cuFuncGetAttribute"))
    return kInvalidHandle;
  if (attribute != kSharedBytes)
    return wrong("cuFuncGetAttribute " + std::to_string(attribute) +
                 ": not one that the runtime reads");
  *value = kStaticShared;
  return kSuccess;
}

extern "C" Result cuFuncSetAttribute(Function function, int32_t attribute,
                                     int value) {
  REMAT_READY(cuFuncSetAttribute);
  if (!state().kernels.check(function, "cuFuncSetAttribute"))
    return kInvalidHandle;
  if (attribute != kMaxDynamicSharedBytes)
    return wrong("cuFuncSetAttribute " + std::to_string(attribute) +
                 ": not one that the runtime sets");
  if (value < 0 || value + kStaticShared > maxShared(state().chip))
    return wrong("cuFuncSetAttribute: " + std::to_string(value) +
                 " bytes of shared memory where the device has " +
                 std::to_string(maxShared(state().chip)));
  reinterpret_cast<EmulatedKernel *>(function)->dynamicShared = value;
  return kSuccess;
}

namespace {

/// What is wrong with the dimensions, or nothing.
std::string checkDims(Dim3 grid, Dim3 block, int64_t shared, int64_t allowed) {
  if (grid.x < 1 || grid.y < 1 || grid.z < 1 || grid.x > INT32_MAX ||
      grid.y > 65535 || grid.z > 65535)
    return "a grid of " + std::to_string(grid.x) + "x" +
           std::to_string(grid.y) + "x" + std::to_string(grid.z) +
           " blocks; there are 1 to 2147483647 in x, 65535 in y and z";
  if (block.x < 1 || block.y < 1 || block.z < 1 || block.x > 1024 ||
      block.y > 1024 || block.z > 64 || block.x * block.y * block.z > 1024)
    return "a block of " + std::to_string(block.x) + "x" +
           std::to_string(block.y) + "x" + std::to_string(block.z) +
           " threads; a block has at most 1024, 64 of them in z";
  if (shared > allowed)
    return std::to_string(shared) + " bytes of dynamic shared memory where " +
           std::to_string(allowed) + " are allowed";
  return "";
}

/// The bytes of a buffer as it is passed; none of one without elements.
Access getAccess(const RematEmulatedBuffer &buffer, void **parameters) {
  auto at = [&](int32_t position) {
    return *static_cast<int64_t *>(parameters[position]);
  };
  int64_t last = 0;
  for (int32_t d = 0; d < buffer.rank; ++d) {
    const int64_t size = at(buffer.position + 2 + d);
    if (size == 0)
      return {};
    last += (size - 1) * at(buffer.position + 2 + buffer.rank + d);
  }
  const int64_t begin =
      at(buffer.position) + at(buffer.position + 1) * buffer.elementBytes;
  const int64_t end = begin + (last + 1) * buffer.elementBytes;
  return {static_cast<DevicePointer>(begin), static_cast<DevicePointer>(end),
          buffer.isWritten != 0};
}

/// Adds what the kernel touches. Returns what is wrong with the buffers that
/// are passed, or nothing.
std::string findAccesses(const std::string &kernel, void **parameters,
                         std::vector<Access> &accesses) {
  auto buffers = state().buffers.find(kernel);
  if (buffers == state().buffers.end())
    return "";
  for (const RematEmulatedBuffer &buffer : buffers->second) {
    auto address = *static_cast<DevicePointer *>(parameters[buffer.position]);
    if (!address)
      continue;
    if (!memory().owns(address))
      return "parameter " + std::to_string(buffer.position) +
             " is the address of a buffer that is not on the device";
    accesses.push_back(getAccess(buffer, parameters));
  }
  return "";
}

Result launch(EmulatedKernel *kernel, Dim3 grid, Dim3 block, int64_t shared,
              Stream stream, void **parameters, void **extra) {
  if (!state().kernels.check(kernel, "a launch"))
    return kInvalidHandle;
  std::string what = "kernel '" + kernel->name + "'";
  std::string problem = checkDims(grid, block, shared, kernel->dynamicShared);
  if (!problem.empty())
    return wrong(what + ": " + problem);
  if (!isStream(stream, what))
    return kInvalidHandle;
  if (extra)
    return wrong(what + ": parameters in `extra`, which MLIR does not use");
  ++state().launches;
  std::vector<Access> accesses;
  problem = findAccesses(kernel->name, parameters, accesses);
  state().order.enqueue(stream, what, accesses);
  if (!problem.empty())
    return wrong(what + ": " + problem);
  auto code = state().code.find(kernel->name);
  if (code == state().code.end())
    return kSuccess;
  FaultReporter reporter(kernel->name);
  std::string error = runKernel(code->second, grid, block, shared, parameters,
                                state().threadOrder);
  memory().checkGuards(what);
  if (error.empty())
    return kSuccess;
  wrong(what + ": " + error);
  return kLaunchFailed;
}

} // namespace

extern "C" Result cuLaunchKernel(Function function, unsigned gridX,
                                 unsigned gridY, unsigned gridZ,
                                 unsigned blockX, unsigned blockY,
                                 unsigned blockZ, unsigned shared,
                                 Stream stream, void **parameters,
                                 void **extra) {
  REMAT_READY(cuLaunchKernel);
  return launch(reinterpret_cast<EmulatedKernel *>(function),
                {gridX, gridY, gridZ}, {blockX, blockY, blockZ}, shared, stream,
                parameters, extra);
}

extern "C" Result cuLaunchKernelEx(const LaunchConfig *config,
                                   Function function, void **parameters,
                                   void **extra) {
  REMAT_READY(cuLaunchKernelEx);
  for (unsigned i = 0; i < config->attributeCount; ++i) {
    const LaunchAttribute &attribute = config->attributes[i];
    if (attribute.id != kClusterDimension)
      return wrong("cuLaunchKernelEx: attribute " +
                   std::to_string(attribute.id) +
                   " is not one that the runtime sets");
    auto cluster = attribute.value.cluster;
    if (state().chip < 90)
      return wrong("cuLaunchKernelEx: clusters on a device before sm_90");
    if (!cluster.x || !cluster.y || !cluster.z ||
        cluster.x * cluster.y * cluster.z > 8 || config->gridX % cluster.x ||
        config->gridY % cluster.y || config->gridZ % cluster.z)
      return wrong("cuLaunchKernelEx: the grid is not made of clusters of at "
                   "most 8 blocks");
  }
  return launch(reinterpret_cast<EmulatedKernel *>(function),
                {config->gridX, config->gridY, config->gridZ},
                {config->blockX, config->blockY, config->blockZ},
                config->sharedBytes, config->stream, parameters, extra);
}
