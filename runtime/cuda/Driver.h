//===- Driver.h - The driver's functions, opened at run time ----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libcuda without its headers: the functions that the runtime calls, declared
// here and looked up when the first one is needed. A test compares every
// declaration with cuda.h where there is one.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_CUDA_DRIVER_H
#define REMAT_RUNTIME_CUDA_DRIVER_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace remat::cuda {

/// cuda.h's CUresult; what is not named here is CUDA's to name.
using Result = int32_t;
enum : Result {
  kSuccess = 0,
  kInvalidValue = 1,
  kOutOfMemory = 2,
  kNotInitialized = 3,
  kDeinitialized = 4,
  kStubLibrary = 34,
  kNoDevice = 100,
  kInvalidDevice = 101,
  kInvalidImage = 200,
  kNoBinaryForGpu = 209,
  kInvalidPtx = 218,
  kUnsupportedPtxVersion = 222,
  kInvalidHandle = 400,
  kNotFound = 500,
  kNotReady = 600,
  kLaunchFailed = 719,
};

using Device = int32_t;
using DevicePointer = unsigned long long;
using Context = struct ContextTag *;
using Module = struct ModuleTag *;
using Function = struct FunctionTag *;
using Stream = struct StreamTag *;
using Event = struct EventTag *;

/// CUdevice_attribute.
enum : int32_t {
  kMajorCapability = 75,
  kMinorCapability = 76,
  kMaxSharedBytesOptIn = 97,
};
/// CUfunction_attribute.
enum : int32_t { kSharedBytes = 1, kMaxDynamicSharedBytes = 8 };
/// CUstream_flags, CUevent_flags, CUmemAttach_flags.
enum : unsigned {
  kStreamNonBlocking = 1,
  kEventDefault = 0,
  kEventDisableTiming = 2,
  kAttachGlobal = 1
};
/// CU_MEMHOSTALLOC_PORTABLE: pinned for all contexts.
enum : unsigned { kHostAllocPortable = 1 };
/// CUjit_option.
enum : int32_t {
  kJitErrorLog = 5,
  kJitErrorLogBytes = 6,
  kJitOptimizationLevel = 7
};

/// CUlaunchAttribute, as far as clusters need it.
struct LaunchAttribute {
  int32_t id = 0;
  alignas(8) union {
    char pad[64];
    struct {
      unsigned x, y, z;
    } cluster;
  } value = {};
};
/// CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION.
enum : int32_t { kClusterDimension = 4 };

/// CUlaunchConfig.
struct LaunchConfig {
  unsigned gridX, gridY, gridZ;
  unsigned blockX, blockY, blockZ;
  unsigned sharedBytes;
  Stream stream;
  LaunchAttribute *attributes;
  unsigned attributeCount;
};

/// CUtensorMap.
struct alignas(128) TensorMap {
  uint64_t opaque[16];
};

// The functions: name, the symbol's name in libcuda, parameters.
#define REMAT_CUDA_FUNCTIONS(F)                                                \
  F(cuInit, cuInit, (unsigned))                                                \
  F(cuDriverGetVersion, cuDriverGetVersion, (int *))                           \
  F(cuGetErrorName, cuGetErrorName, (Result, const char **))                   \
  F(cuGetErrorString, cuGetErrorString, (Result, const char **))               \
  F(cuDeviceGetCount, cuDeviceGetCount, (int *))                               \
  F(cuDeviceGet, cuDeviceGet, (Device *, int))                                 \
  F(cuDeviceGetName, cuDeviceGetName, (char *, int, Device))                   \
  F(cuDeviceGetAttribute, cuDeviceGetAttribute, (int *, int32_t, Device))      \
  F(cuDevicePrimaryCtxRetain, cuDevicePrimaryCtxRetain, (Context *, Device))   \
  F(cuCtxPushCurrent, cuCtxPushCurrent_v2, (Context))                          \
  F(cuCtxPopCurrent, cuCtxPopCurrent_v2, (Context *))                          \
  F(cuCtxSynchronize, cuCtxSynchronize, ())                                    \
  F(cuMemGetInfo, cuMemGetInfo_v2, (size_t *, size_t *))                       \
  F(cuMemAlloc, cuMemAlloc_v2, (DevicePointer *, size_t))                      \
  F(cuMemAllocManaged, cuMemAllocManaged, (DevicePointer *, size_t, unsigned)) \
  F(cuMemFree, cuMemFree_v2, (DevicePointer))                                  \
  F(cuMemcpyHtoD, cuMemcpyHtoD_v2, (DevicePointer, const void *, size_t))      \
  F(cuMemcpyDtoH, cuMemcpyDtoH_v2, (void *, DevicePointer, size_t))            \
  F(cuMemcpyAsync, cuMemcpyAsync,                                              \
    (DevicePointer, DevicePointer, size_t, Stream))                            \
  F(cuMemsetD16Async, cuMemsetD16Async,                                        \
    (DevicePointer, unsigned short, size_t, Stream))                           \
  F(cuMemsetD32Async, cuMemsetD32Async,                                        \
    (DevicePointer, unsigned, size_t, Stream))                                 \
  F(cuMemHostAlloc, cuMemHostAlloc, (void **, size_t, unsigned))               \
  F(cuMemFreeHost, cuMemFreeHost, (void *))                                    \
  F(cuMemHostRegister, cuMemHostRegister_v2, (void *, size_t, unsigned))       \
  F(cuMemHostUnregister, cuMemHostUnregister, (void *))                        \
  F(cuModuleLoadDataEx, cuModuleLoadDataEx,                                    \
    (Module *, const void *, unsigned, int32_t *, void **))                    \
  F(cuModuleUnload, cuModuleUnload, (Module))                                  \
  F(cuModuleGetFunction, cuModuleGetFunction,                                  \
    (Function *, Module, const char *))                                        \
  F(cuFuncGetAttribute, cuFuncGetAttribute, (int *, int32_t, Function))        \
  F(cuFuncSetAttribute, cuFuncSetAttribute, (Function, int32_t, int))          \
  F(cuLaunchKernel, cuLaunchKernel,                                            \
    (Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,     \
     unsigned, Stream, void **, void **))                                      \
  F(cuLaunchKernelEx, cuLaunchKernelEx,                                        \
    (const LaunchConfig *, Function, void **, void **))                        \
  F(cuStreamCreate, cuStreamCreate, (Stream *, unsigned))                      \
  F(cuStreamSynchronize, cuStreamSynchronize, (Stream))                        \
  F(cuStreamDestroy, cuStreamDestroy_v2, (Stream))                             \
  F(cuStreamWaitEvent, cuStreamWaitEvent, (Stream, Event, unsigned))           \
  F(cuEventCreate, cuEventCreate, (Event *, unsigned))                         \
  F(cuEventRecord, cuEventRecord, (Event, Stream))                             \
  F(cuEventSynchronize, cuEventSynchronize, (Event))                           \
  F(cuEventDestroy, cuEventDestroy_v2, (Event))                                \
  F(cuEventElapsedTime, cuEventElapsedTime, (float *, Event, Event))           \
  F(cuTensorMapEncodeTiled, cuTensorMapEncodeTiled,                            \
    (TensorMap *, int32_t, uint32_t, void *, const uint64_t *,                 \
     const uint64_t *, const uint32_t *, const uint32_t *, int32_t, int32_t,   \
     int32_t, int32_t))

/// The table of functions; one that the driver lacks is null.
struct DriverTable {
#define REMAT_MEMBER(name, symbol, parameters) Result(*name) parameters;
  REMAT_CUDA_FUNCTIONS(REMAT_MEMBER)
#undef REMAT_MEMBER
};

/// What is known of the device in use.
struct DeviceInfo {
  Device device = 0;
  Context context = nullptr;
  std::string name;
  /// 90 for sm_90.
  int chip = 0;
  /// Of CUDA, as far as the driver knows it: 12040 for 12.4.
  int version = 0;
  int64_t maxSharedBytes = 0;
};

/// The driver's functions, or null: an error was kept. Opens the driver and
/// makes the device ready when called first; a later call does not try again
/// until rematCudaClearError was called.
const DriverTable *driver();

/// Of the device in use; valid once driver() returned a table.
const DeviceInfo &deviceInfo();

/// Forgets that opening the driver failed, so that the next call tries again.
void forgetFailedDriver();

/// The device that the next opening takes; an error is kept if another one is
/// in use already.
void chooseDevice(int ordinal);

/// "CUDA_ERROR_OUT_OF_MEMORY (out of memory)".
std::string describe(Result result);

/// Makes the device's context current for as long as this lives. Converts to
/// false where there is no driver, or where an error is kept already: then
/// nothing is to be done.
class Session {
public:
  /// What is to be `always` done is done even after an error: giving back.
  enum When { ifNoError, always };
  explicit Session(When when = ifNoError);
  ~Session();
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;
  explicit operator bool() const { return table; }
  const DriverTable *operator->() const { return table; }

private:
  const DriverTable *table = nullptr;
};

/// Whether `result` is success; keeps "`what`: CUDA's name (text)" and the
/// `remedy` if not.
bool succeeded(Result result, const std::string &what,
               const std::string &remedy = "");

/// Opens a shared library: the file that the environment variable names, else
/// the first of `names` that opens. Returns null and sets `why` to what the
/// loader said.
void *openLibrary(const char *variable, const char *const *names, size_t count,
                  std::string &why);

} // namespace remat::cuda

/// Calls a function of the driver; a driver that lacks it is an error.
#define REMAT_CALL(session, function, ...)                                     \
  ((session)->function ? (session)->function(__VA_ARGS__)                      \
                       : ::remat::cuda::missingFunction(#function))

namespace remat::cuda {
/// Keeps an error on a function that the driver lacks; returns the code for it.
Result missingFunction(const char *name);
} // namespace remat::cuda

#endif // REMAT_RUNTIME_CUDA_DRIVER_H
