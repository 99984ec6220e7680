//===- Driver.cpp - The driver's functions, opened at run time ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

#include "CudaRuntime.h"
#include "Errors.h"

#include <cstdlib>
#include <dlfcn.h>
#include <mutex>

namespace remat::cuda {
namespace {

struct DriverState {
  std::mutex mutex;
  bool tried = false;
  bool ready = false;
  int ordinal = 0;
  DriverTable table = {};
  DeviceInfo info;
  std::string file;
};

/// Never destroyed: modules are unloaded while the program exits.
DriverState &state() {
  static DriverState *instance = new DriverState;
  return *instance;
}

const char *const kDriverNames[] = {"libcuda.so.1"};

bool openDriver(DriverState &driver) {
  std::string why;
  void *library = openLibrary("REMAT_CUDA_DRIVER", kDriverNames, 1, why);
  const char *named = std::getenv("REMAT_CUDA_DRIVER");
  driver.file = named && *named ? named : kDriverNames[0];
  if (!library) {
    fail("there is no CUDA driver: " + driver.file + " cannot be opened (" +
         why +
         "); install NVIDIA's driver, or name another with REMAT_CUDA_DRIVER");
    return false;
  }
#define REMAT_LOOK_UP(name, symbol, parameters)                                \
  driver.table.name =                                                          \
      reinterpret_cast<Result(*) parameters>(dlsym(library, #symbol));
  REMAT_CUDA_FUNCTIONS(REMAT_LOOK_UP)
#undef REMAT_LOOK_UP
  return true;
}

bool findDevice(DriverState &driver) {
  const DriverTable *table = &driver.table;
  Result result = REMAT_CALL(table, cuInit, 0);
  if (result == kNoDevice) {
    fail("there is no CUDA device: cuInit: " + describe(result) +
         "; run on a machine with an NVIDIA GPU, or make one visible with "
         "CUDA_VISIBLE_DEVICES");
    return false;
  }
  if (result == kStubLibrary) {
    fail("there is no CUDA driver: " + driver.file +
         " is the toolkit's library for linking, without a driver behind it; "
         "install NVIDIA's driver, or name another with REMAT_CUDA_DRIVER");
    return false;
  }
  if (!succeeded(result, "cuInit",
                 "check that the kernel module and the driver's library are of "
                 "one version (nvidia-smi)"))
    return false;
  int count = 0;
  if (!succeeded(REMAT_CALL(table, cuDeviceGetCount, &count),
                 "cuDeviceGetCount"))
    return false;
  if (count <= driver.ordinal) {
    fail(count == 0
             ? std::string("there is no CUDA device; run on a machine with an "
                           "NVIDIA GPU, or make one visible with "
                           "CUDA_VISIBLE_DEVICES")
             : "there is no CUDA device " + std::to_string(driver.ordinal) +
                   ": this machine has " + std::to_string(count) +
                   "; choose one of them");
    return false;
  }
  return succeeded(
      REMAT_CALL(table, cuDeviceGet, &driver.info.device, driver.ordinal),
      "cuDeviceGet " + std::to_string(driver.ordinal));
}

int attribute(const DriverTable *table, int32_t which, Device device) {
  int value = 0;
  succeeded(REMAT_CALL(table, cuDeviceGetAttribute, &value, which, device),
            "cuDeviceGetAttribute " + std::to_string(which));
  return value;
}

bool readDevice(DriverState &driver) {
  const DriverTable *table = &driver.table;
  DeviceInfo &info = driver.info;
  char name[256] = "";
  succeeded(
      REMAT_CALL(table, cuDeviceGetName, name, sizeof(name) - 1, info.device),
      "cuDeviceGetName");
  info.name = name;
  info.chip = attribute(table, kMajorCapability, info.device) * 10 +
              attribute(table, kMinorCapability, info.device);
  succeeded(REMAT_CALL(table, cuDriverGetVersion, &info.version),
            "cuDriverGetVersion");
  info.maxSharedBytes = attribute(table, kMaxSharedBytesOptIn, info.device);
  return succeeded(REMAT_CALL(table, cuDevicePrimaryCtxRetain, &info.context,
                              info.device),
                   "cuDevicePrimaryCtxRetain on " + info.name) &&
         !hasError();
}

} // namespace

void *openLibrary(const char *variable, const char *const *names, size_t count,
                  std::string &why) {
  const char *named = std::getenv(variable);
  if (named && *named) {
    names = &named;
    count = 1;
  }
  why.clear();
  for (size_t i = 0; i < count; ++i) {
    if (void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL))
      return library;
    const char *said = dlerror();
    if (why.empty())
      why = said ? said : "the loader gives no reason";
  }
  return nullptr;
}

const DriverTable *driver() {
  DriverState &driver = state();
  std::lock_guard<std::mutex> lock(driver.mutex);
  if (!driver.tried) {
    driver.tried = true;
    driver.ready =
        openDriver(driver) && findDevice(driver) && readDevice(driver);
  }
  return driver.ready ? &driver.table : nullptr;
}

const DeviceInfo &deviceInfo() { return state().info; }

void forgetFailedDriver() {
  DriverState &driver = state();
  std::lock_guard<std::mutex> lock(driver.mutex);
  if (!driver.ready)
    driver.tried = false;
}

void chooseDevice(int ordinal) {
  DriverState &driver = state();
  std::lock_guard<std::mutex> lock(driver.mutex);
  if (driver.ready && ordinal != driver.ordinal)
    fail("mgpuSetDefaultDevice " + std::to_string(ordinal) + ": device " +
         std::to_string(driver.ordinal) +
         " is in use already; choose the device before anything is loaded, or "
         "with CUDA_VISIBLE_DEVICES");
  else if (ordinal < 0)
    fail("mgpuSetDefaultDevice " + std::to_string(ordinal) +
         ": devices are numbered from 0");
  else
    driver.ordinal = ordinal;
}

std::string describe(Result result) {
  // Without the lock: the driver's own errors are described while it is held.
  const DriverTable &table = state().table;
  const char *name = nullptr;
  const char *text = nullptr;
  if (table.cuGetErrorName)
    table.cuGetErrorName(result, &name);
  if (table.cuGetErrorString)
    table.cuGetErrorString(result, &text);
  if (!name)
    return "CUDA's error " + std::to_string(result);
  return text ? std::string(name) + " (" + text + ")" : name;
}

bool succeeded(Result result, const std::string &what,
               const std::string &remedy) {
  if (result == kSuccess)
    return true;
  fail(what + ": " + describe(result) + (remedy.empty() ? "" : "; " + remedy));
  return false;
}

Result missingFunction(const char *name) {
  fail("the CUDA driver " + state().file + " has no function " + name +
       ": it is too old for this; install a driver of CUDA 12.0 or newer");
  return kNotFound;
}

Session::Session(When when) {
  if (when == ifNoError && hasError())
    return;
  const DriverTable *found = driver();
  if (!found)
    return;
  Result result = REMAT_CALL(found, cuCtxPushCurrent, deviceInfo().context);
  // The driver is gone before what is destroyed last.
  if (result == kDeinitialized)
    return;
  if (succeeded(result, "cuCtxPushCurrent"))
    table = found;
}

Session::~Session() {
  if (!table)
    return;
  Context popped = nullptr;
  if (table->cuCtxPopCurrent)
    table->cuCtxPopCurrent(&popped);
}

} // namespace remat::cuda

extern "C" int32_t rematCudaInitialize(void) {
  return !remat::cuda::hasError() && remat::cuda::driver() != nullptr;
}

extern "C" const char *rematCudaDeviceName(void) {
  return remat::cuda::driver() ? remat::cuda::deviceInfo().name.c_str() : "";
}

extern "C" int32_t rematCudaDeviceChip(void) {
  return remat::cuda::driver() ? remat::cuda::deviceInfo().chip : 0;
}
