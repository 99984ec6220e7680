//===- Mgpu.cpp - What MLIR's lowering calls ------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C ABI that code lowered by gpu-to-llvm calls: modules, launches, streams,
// events, memory. Signatures are those of MLIR 22.
//
//===----------------------------------------------------------------------===//

#include "Mgpu.h"
#include "CopyTimes.h"
#include "CudaRuntime.h"
#include "Driver.h"
#include "Errors.h"
#include "Memory.h"
#include "ModuleImage.h"

#include <algorithm>
#include <map>
#include <mutex>

namespace remat::cuda {
namespace {

/// What a block may use of shared memory without being asked, static and
/// dynamic together.
constexpr int64_t kDefaultSharedBytes = 48 * 1024;

struct Kernel {
  std::string name;
  /// The static shared memory of the kernel; -1 if it is not known yet. NVPTX
  /// makes the symbol of MLIR's dynamic shared memory a byte of it.
  int64_t staticSharedBytes = -1;
  /// The dynamic shared memory that the kernel may have.
  int64_t allowedSharedBytes = 0;
};

struct Launches {
  std::mutex mutex;
  std::map<std::pair<Module, std::string>, Function> functions;
  std::map<Function, Kernel> kernels;
  /// The name of the kernel that was launched last; empty if there is none.
  std::string last;
};

/// Never destroyed: modules are unloaded while the program exits.
Launches &launches() {
  static Launches *instance = new Launches;
  return *instance;
}

std::string chipName(int chip) { return "sm_" + std::to_string(chip); }

/// The sentence for a module that the driver refused.
std::string refusal(const ModuleImage &image, Result result,
                    const std::string &log) {
  const DeviceInfo &device = deviceInfo();
  bool isWrongChip = result == kNoBinaryForGpu || result == kInvalidPtx ||
                     result == kUnsupportedPtxVersion;
  const std::vector<int> &chips =
      image.chips.empty() ? image.ptxChips : image.chips;
  if (isWrongChip && !chips.empty() && !runsOn(image, device.chip))
    return "cuModuleLoadData: " + describe(result) +
           ": the kernels were assembled for " + chipName(chips.front()) +
           (image.letter ? std::string(1, image.letter) + " alone" : "") +
           ", the device (" + device.name + ") is " + chipName(device.chip) +
           ": lower with chip=" + chipName(device.chip);
  std::string sentence = "cuModuleLoadData: " + describe(result);
  if (!log.empty())
    sentence += ": " + log;
  if (result == kUnsupportedPtxVersion)
    sentence += "; the driver (CUDA " + std::to_string(device.version / 1000) +
                "." + std::to_string(device.version / 10 % 100) +
                ") is older than the PTX: lower with format=bin, or install a "
                "newer driver";
  else if (image.kind == ModuleImage::unknown)
    sentence += "; the image is neither PTX nor a cubin nor a fatbin";
  return sentence;
}

Module load(const void *image, size_t bytes, int optimizationLevel) {
  Session session;
  if (!session)
    return nullptr;
  char log[4096] = "";
  // Values are passed in place of pointers, as cuda.h says.
  auto value = [](uintptr_t v) { return reinterpret_cast<void *>(v); };
  int32_t options[] = {kJitErrorLog, kJitErrorLogBytes, kJitOptimizationLevel};
  void *values[] = {log, value(sizeof(log) - 1),
                    value(static_cast<uintptr_t>(
                        std::min(std::max(optimizationLevel, 0), 4)))};
  Module module = nullptr;
  Result result = REMAT_CALL(session, cuModuleLoadDataEx, &module, image, 3,
                             options, values);
  if (result == kSuccess)
    return module;
  fail(refusal(readModuleImage(image, bytes), result, log));
  return nullptr;
}

void unload(Module module) {
  if (!module)
    return;
  {
    Launches &state = launches();
    std::lock_guard<std::mutex> lock(state.mutex);
    auto &functions = state.functions;
    for (auto it = functions.lower_bound({module, ""});
         it != functions.end() && it->first.first == module;) {
      state.kernels.erase(it->second);
      it = functions.erase(it);
    }
  }
  Session session(Session::always);
  if (!session)
    return;
  Result result = REMAT_CALL(session, cuModuleUnload, module);
  // While the program exits the driver may be gone first, and modules with it.
  if (result != kDeinitialized)
    succeeded(result, "cuModuleUnload");
}

Function find(Module module, const char *name) {
  Session session;
  if (!session || !module)
    return nullptr;
  Launches &state = launches();
  std::lock_guard<std::mutex> lock(state.mutex);
  auto found = state.functions.find({module, name});
  if (found != state.functions.end())
    return found->second;
  Function function = nullptr;
  if (!succeeded(
          REMAT_CALL(session, cuModuleGetFunction, &function, module, name),
          std::string("cuModuleGetFunction of kernel '") + name + "'",
          "the module that was loaded has no kernel of that name"))
    return nullptr;
  state.functions[{module, name}] = function;
  state.kernels[function].name = name;
  return function;
}

struct Dims {
  int64_t x, y, z;
};

std::string toString(Dims dims) {
  return std::to_string(dims.x) + "x" + std::to_string(dims.y) + "x" +
         std::to_string(dims.z);
}

bool isWithin(Dims dims, int64_t low, int64_t high) {
  return dims.x >= low && dims.y >= low && dims.z >= low && dims.x <= high &&
         dims.y <= high && dims.z <= high;
}

/// Asks how much static shared memory the kernel has, unless that is known. An
/// error is kept.
bool findStaticShared(const Session &session, Function function, Kernel &kernel,
                      const std::string &what) {
  if (kernel.staticSharedBytes >= 0)
    return true;
  int bytes = 0;
  if (!succeeded(REMAT_CALL(session, cuFuncGetAttribute, &bytes, kSharedBytes,
                            function),
                 what + ": cuFuncGetAttribute"))
    return false;
  kernel.staticSharedBytes = bytes;
  kernel.allowedSharedBytes =
      std::max<int64_t>(kDefaultSharedBytes - kernel.staticSharedBytes, 0);
  return true;
}

/// Lets the kernel have `bytes` of dynamic shared memory. An error is kept if
/// it cannot.
bool allowShared(const Session &session, Function function, Kernel &kernel,
                 int64_t bytes, const std::string &what) {
  if (!findStaticShared(session, function, kernel, what))
    return false;
  if (bytes <= kernel.allowedSharedBytes)
    return true;
  if (bytes + kernel.staticSharedBytes > deviceInfo().maxSharedBytes) {
    fail(what + ": a block of " + deviceInfo().name + " has at most " +
         std::to_string(deviceInfo().maxSharedBytes) +
         " bytes of shared memory, and the kernel has " +
         std::to_string(kernel.staticSharedBytes) +
         " of its own; lower with smaller tiles");
    return false;
  }
  if (!succeeded(REMAT_CALL(session, cuFuncSetAttribute, function,
                            kMaxDynamicSharedBytes, static_cast<int>(bytes)),
                 what + ": cuFuncSetAttribute"))
    return false;
  kernel.allowedSharedBytes = bytes;
  return true;
}

Result start(const Session &session, Function function, Dims cluster, Dims grid,
             Dims block, int64_t shared, Stream stream, void **parameters,
             void **extra) {
  auto cut = [](int64_t value) { return static_cast<unsigned>(value); };
  if (cluster.x == 0)
    return REMAT_CALL(session, cuLaunchKernel, function, cut(grid.x),
                      cut(grid.y), cut(grid.z), cut(block.x), cut(block.y),
                      cut(block.z), cut(shared), stream, parameters, extra);
  LaunchAttribute attribute;
  attribute.id = kClusterDimension;
  attribute.value.cluster = {cut(cluster.x), cut(cluster.y), cut(cluster.z)};
  LaunchConfig config = {
      cut(grid.x),  cut(grid.y), cut(grid.z), cut(block.x), cut(block.y),
      cut(block.z), cut(shared), stream,      &attribute,   1};
  return REMAT_CALL(session, cuLaunchKernelEx, &config, function, parameters,
                    extra);
}

/// A launch; `cluster` of zeros is one without clusters.
void launch(Function function, Dims cluster, Dims grid, Dims block,
            int64_t shared, Stream stream, void **parameters, void **extra) {
  // An empty grid has nothing to do; the driver would refuse it.
  if (isWithin(grid, 0, INT32_MAX) && (!grid.x || !grid.y || !grid.z))
    return;
  Session session;
  if (!session || !function)
    return;
  Launches &state = launches();
  std::lock_guard<std::mutex> lock(state.mutex);
  auto found = state.kernels.find(function);
  if (found == state.kernels.end()) {
    fail("mgpuLaunchKernel: the kernel is not one that mgpuModuleGetFunction "
         "gave, or its module was unloaded");
    return;
  }
  Kernel &kernel = found->second;
  // Made only where something is wrong: thousands of launches make a step.
  auto describeLaunch = [&] {
    return "the launch of '" + kernel.name + "' with grid " + toString(grid) +
           ", block " + toString(block) + " and " + std::to_string(shared) +
           " bytes of dynamic shared memory";
  };
  if (!isWithin(grid, 1, INT32_MAX) || !isWithin(block, 1, 1024) ||
      shared < 0) {
    fail(describeLaunch() + ": a grid has 1 to 2147483647 blocks in x, a block "
                            "1 to 1024 threads");
    return;
  }
  if (shared > kernel.allowedSharedBytes &&
      !allowShared(session, function, kernel, shared, describeLaunch()))
    return;
  state.last = kernel.name;
  Result result = start(session, function, cluster, grid, block, shared, stream,
                        parameters, extra);
  if (result != kSuccess)
    succeeded(result, describeLaunch());
}

void waitFor(Stream stream) {
  Session session;
  if (session)
    succeeded(REMAT_CALL(session, cuStreamSynchronize, stream),
              "cuStreamSynchronize after " + lastLaunch(),
              "what failed may be any launch before: CUDA_LAUNCH_BLOCKING=1 in "
              "the environment makes the one that fails report it");
}

} // namespace

std::string lastLaunch() {
  std::lock_guard<std::mutex> lock(launches().mutex);
  const std::string &name = launches().last;
  return name.empty() ? "no launch" : "the launch of '" + name + "'";
}

} // namespace remat::cuda

using namespace remat::cuda;

//===----------------------------------------------------------------------===//
// Modules and launches
//===----------------------------------------------------------------------===//

extern "C" void *mgpuModuleLoad(void *image, size_t bytes) {
  return load(image, bytes, /*optimizationLevel=*/4);
}

extern "C" void *mgpuModuleLoadJIT(void *image, int optimizationLevel) {
  return load(image, /*bytes=*/0, optimizationLevel);
}

extern "C" void mgpuModuleUnload(void *module) {
  unload(static_cast<Module>(module));
}

extern "C" void *mgpuModuleGetFunction(void *module, const char *name) {
  return find(static_cast<Module>(module), name);
}

extern "C" void mgpuLaunchKernel(void *function, intptr_t gridX, intptr_t gridY,
                                 intptr_t gridZ, intptr_t blockX,
                                 intptr_t blockY, intptr_t blockZ,
                                 int32_t sharedBytes, void *stream,
                                 void **parameters, void **extra,
                                 size_t /*parameterCount*/) {
  launch(static_cast<Function>(function), {0, 0, 0}, {gridX, gridY, gridZ},
         {blockX, blockY, blockZ}, sharedBytes, static_cast<Stream>(stream),
         parameters, extra);
}

extern "C" void mgpuLaunchClusterKernel(void *function, intptr_t clusterX,
                                        intptr_t clusterY, intptr_t clusterZ,
                                        intptr_t gridX, intptr_t gridY,
                                        intptr_t gridZ, intptr_t blockX,
                                        intptr_t blockY, intptr_t blockZ,
                                        int32_t sharedBytes, void *stream,
                                        void **parameters, void **extra) {
  if (!isWithin({clusterX, clusterY, clusterZ}, 1, 16)) {
    fail("mgpuLaunchClusterKernel: a cluster of " +
         toString({clusterX, clusterY, clusterZ}) +
         " blocks; there are 1 to 16 in each direction");
    return;
  }
  launch(static_cast<Function>(function), {clusterX, clusterY, clusterZ},
         {gridX, gridY, gridZ}, {blockX, blockY, blockZ}, sharedBytes,
         static_cast<Stream>(stream), parameters, extra);
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

extern "C" void *mgpuStreamCreate() {
  Session session;
  Stream stream = nullptr;
  if (session)
    succeeded(REMAT_CALL(session, cuStreamCreate, &stream, kStreamNonBlocking),
              "cuStreamCreate");
  return stream;
}

extern "C" void mgpuStreamDestroy(void *stream) {
  // None was created where an error is kept.
  if (!stream)
    return;
  Session session(Session::always);
  if (session)
    succeeded(REMAT_CALL(session, cuStreamDestroy, static_cast<Stream>(stream)),
              "cuStreamDestroy");
}

extern "C" void mgpuStreamSynchronize(void *stream) {
  waitFor(static_cast<Stream>(stream));
}

extern "C" void mgpuStreamWaitEvent(void *stream, void *event) {
  Session session;
  if (session)
    succeeded(REMAT_CALL(session, cuStreamWaitEvent,
                         static_cast<Stream>(stream), static_cast<Event>(event),
                         0),
              "cuStreamWaitEvent");
}

extern "C" void *mgpuEventCreate() {
  Session session;
  Event event = nullptr;
  if (session)
    succeeded(REMAT_CALL(session, cuEventCreate, &event, kEventDisableTiming),
              "cuEventCreate");
  return event;
}

extern "C" void mgpuEventDestroy(void *event) {
  if (!event)
    return;
  Session session(Session::always);
  if (session)
    succeeded(REMAT_CALL(session, cuEventDestroy, static_cast<Event>(event)),
              "cuEventDestroy");
}

extern "C" void mgpuEventSynchronize(void *event) {
  Session session;
  if (session)
    succeeded(
        REMAT_CALL(session, cuEventSynchronize, static_cast<Event>(event)),
        "cuEventSynchronize after " + lastLaunch());
}

extern "C" void mgpuEventRecord(void *event, void *stream) {
  Session session;
  if (session)
    succeeded(REMAT_CALL(session, cuEventRecord, static_cast<Event>(event),
                         static_cast<Stream>(stream)),
              "cuEventRecord");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

extern "C" void *mgpuMemAlloc(uint64_t bytes, void * /*stream*/,
                              bool isHostShared) {
  return allocate(static_cast<int64_t>(bytes), isHostShared);
}

extern "C" void mgpuMemFree(void *device, void *stream) {
  if (!device)
    return;
  // What was launched on the stream may use the buffer still.
  waitFor(static_cast<Stream>(stream));
  release(device);
}

extern "C" void mgpuMemcpy(void *to, void *from, size_t bytes, void *stream) {
  Session session;
  if (!session || bytes == 0)
    return;
  CopyTimer timer(session, to, from, static_cast<int64_t>(bytes),
                  static_cast<Stream>(stream));
  succeeded(REMAT_CALL(session, cuMemcpyAsync,
                       reinterpret_cast<DevicePointer>(to),
                       reinterpret_cast<DevicePointer>(from), bytes,
                       static_cast<Stream>(stream)),
            "cuMemcpyAsync of " + std::to_string(bytes) + " bytes");
}

extern "C" void mgpuMemset32(void *to, unsigned value, size_t count,
                             void *stream) {
  Session session;
  if (session && count)
    succeeded(REMAT_CALL(session, cuMemsetD32Async,
                         reinterpret_cast<DevicePointer>(to), value, count,
                         static_cast<Stream>(stream)),
              "cuMemsetD32Async of " + std::to_string(count) + " elements");
}

extern "C" void mgpuMemset16(void *to, unsigned short value, size_t count,
                             void *stream) {
  Session session;
  if (session && count)
    succeeded(REMAT_CALL(session, cuMemsetD16Async,
                         reinterpret_cast<DevicePointer>(to), value, count,
                         static_cast<Stream>(stream)),
              "cuMemsetD16Async of " + std::to_string(count) + " elements");
}

extern "C" void mgpuSetDefaultDevice(int32_t device) { chooseDevice(device); }

extern "C" void rematCudaRead(void *stream, void *host, const void *device,
                              int64_t bytes) {
  {
    Session session;
    if (!session || bytes == 0)
      return;
    if (!succeeded(REMAT_CALL(session, cuMemcpyAsync,
                              reinterpret_cast<DevicePointer>(host),
                              reinterpret_cast<DevicePointer>(device),
                              static_cast<size_t>(bytes),
                              static_cast<Stream>(stream)),
                   "a read of " + std::to_string(bytes) +
                       " bytes by the host: cuMemcpyAsync"))
      return;
  }
  waitFor(static_cast<Stream>(stream));
}
