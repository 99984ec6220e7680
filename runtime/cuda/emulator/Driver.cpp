//===- Driver.cpp - libcuda for tests -------------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of libcuda that runtime/cuda opens. Everything is done when it
// is called: an order that only streams or events would enforce is the order of
// the calls here.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "State.h"

#include <algorithm>
#include <cstring>

using namespace remat::cuda;
using namespace remat::emulator;

// What is exported must be what the runtime's table expects.
#define REMAT_DECLARE(name, symbol, parameters)                                \
  extern "C" Result symbol parameters;
REMAT_CUDA_FUNCTIONS(REMAT_DECLARE)

namespace {

using Guard = std::lock_guard<std::recursive_mutex>;

constexpr char kDeviceName[] = "Remat's emulated GPU";

int contextMark;
thread_local int contextDepth = 0;

/// Whether the host has pinned the memory at `pointer` itself.
bool isRegistered(DevicePointer pointer) {
  auto *address = reinterpret_cast<void *>(pointer);
  auto next = state().registered.upper_bound(address);
  return next != state().registered.begin() &&
         pointer < reinterpret_cast<DevicePointer>(std::prev(next)->first) +
                       std::prev(next)->second;
}

/// An end of a copy: in memory of the device, in pinned memory, or in other
/// memory of the host, which is not checked.
struct CopyEnd {
  CopyEnd(DevicePointer pointer, size_t bytes, const char *what)
      : isOnDevice(memory().owns(pointer)),
        isPinned(pinnedMemory().owns(pointer) || isRegistered(pointer)),
        isValid((!isOnDevice || memory().contains(pointer, bytes, what)) &&
                (!pinnedMemory().owns(pointer) ||
                 pinnedMemory().contains(pointer, bytes, what))) {}

  bool isOnDevice, isPinned, isValid;
};

} // namespace

namespace remat::emulator {

State &state() {
  static State *instance = new State;
  return *instance;
}

Result ready(const char *call) {
  if (!state().isInitialized)
    return kNotInitialized;
  if (contextDepth > 0)
    return kSuccess;
  wrong(std::string(call) + " without a current context");
  return kInvalidContext;
}

bool isStream(const void *stream, const std::string &what) {
  return !stream || state().streams.check(stream, what);
}

void enqueue(const void *stream, const std::string &what,
             const std::vector<Access> &accesses) {
  state().order.enqueue(stream, what, accesses);
}

} // namespace remat::emulator

//===----------------------------------------------------------------------===//
// Emulator.h
//===----------------------------------------------------------------------===//

extern "C" void rematEmulatorAddKernel(const char *name,
                                       RematEmulatedKernel kernel) {
  Guard guard(lock());
  if (kernel)
    state().code[name] = kernel;
  else
    state().code.erase(name);
}

extern "C" void rematEmulatorAddKernelBuffers(
    const char *name, const RematEmulatedBuffer *buffers, int64_t count) {
  Guard guard(lock());
  state().buffers[name].assign(buffers, buffers + count);
}

extern "C" void rematEmulatorSetLink(double bytesPerSecond) {
  Guard guard(lock());
  state().order.linkBytesPerSecond = bytesPerSecond;
}

extern "C" void rematEmulatorSetOrder(int order) {
  Guard guard(lock());
  state().threadOrder = order;
}

extern "C" void rematEmulatorSetChip(int capability) {
  Guard guard(lock());
  state().chip = capability;
}

extern "C" int64_t rematEmulatorLaunches(void) {
  Guard guard(lock());
  return state().launches;
}

extern "C" int64_t rematEmulatorModules(void) {
  Guard guard(lock());
  return state().loads;
}

extern "C" void rematEmulatorReset(void) {
  Guard guard(lock());
  memory().checkGuards("what ran before rematEmulatorReset");
  pinnedMemory().checkGuards("what ran before rematEmulatorReset");
  resetErrors();
  memory().resetFigures();
  pinnedMemory().resetFigures();
  state().launches = 0;
  state().loads = 0;
}

extern "C" int64_t rematEmulatorCheckLeaks(void) {
  Guard guard(lock());
  memory().checkLeaks();
  pinnedMemory().checkLeaks();
  state().streams.checkLeaks();
  for (size_t i = 0; i < state().modules.size(); ++i)
    wrong("a module was never unloaded");
  return rematEmulatorErrors();
}

//===----------------------------------------------------------------------===//
// Errors, devices, contexts
//===----------------------------------------------------------------------===//

namespace {

struct ErrorText {
  Result code;
  const char *name;
  const char *text;
};

constexpr ErrorText kErrorTexts[] = {
    {kSuccess, "CUDA_SUCCESS", "no error"},
    {kInvalidValue, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {kOutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {kNotInitialized, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {kDeinitialized, "CUDA_ERROR_DEINITIALIZED", "driver shutting down"},
    {kNoDevice, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {kInvalidDevice, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {kInvalidImage, "CUDA_ERROR_INVALID_IMAGE",
     "device kernel image is invalid"},
    {kInvalidContext, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {kNoBinaryForGpu, "CUDA_ERROR_NO_BINARY_FOR_GPU",
     "no kernel image is available for execution on the device"},
    {kInvalidPtx, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    {kInvalidHandle, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {kNotFound, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {kNotReady, "CUDA_ERROR_NOT_READY", "device not ready"},
    {kLaunchFailed, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
};

const ErrorText *findText(Result code) {
  for (const ErrorText &text : kErrorTexts)
    if (text.code == code)
      return &text;
  return nullptr;
}

} // namespace

extern "C" Result cuGetErrorName(Result code, const char **name) {
  const ErrorText *text = findText(code);
  *name = text ? text->name : nullptr;
  return text ? kSuccess : kInvalidValue;
}

extern "C" Result cuGetErrorString(Result code, const char **string) {
  const ErrorText *text = findText(code);
  *string = text ? text->text : nullptr;
  return text ? kSuccess : kInvalidValue;
}

extern "C" Result cuInit(unsigned flags) {
  Guard guard(lock());
  if (flags)
    return wrong("cuInit with flags");
  // A chip of 0 is a machine without a device.
  if (state().chip == 0)
    return kNoDevice;
  state().isInitialized = true;
  return kSuccess;
}

extern "C" Result cuDriverGetVersion(int *version) {
  *version = 13000;
  return kSuccess;
}

extern "C" Result cuDeviceGetCount(int *count) {
  Guard guard(lock());
  *count = state().isInitialized ? 1 : 0;
  return state().isInitialized ? kSuccess : kNotInitialized;
}

extern "C" Result cuDeviceGet(Device *device, int ordinal) {
  *device = 0;
  return ordinal == 0 ? kSuccess : kInvalidDevice;
}

extern "C" Result cuDeviceGetName(char *name, int bytes, Device device) {
  if (device != 0 || bytes < 1)
    return kInvalidDevice;
  std::strncpy(name, kDeviceName, static_cast<size_t>(bytes));
  name[bytes - 1] = 0;
  return kSuccess;
}

extern "C" Result cuDeviceGetAttribute(int *value, int32_t attribute,
                                       Device device) {
  Guard guard(lock());
  if (device != 0)
    return kInvalidDevice;
  switch (attribute) {
  case kMajorCapability:
    *value = state().chip / 10;
    return kSuccess;
  case kMinorCapability:
    *value = state().chip % 10;
    return kSuccess;
  case kMaxSharedBytesOptIn:
    *value = static_cast<int>(maxShared(state().chip));
    return kSuccess;
  default:
    return wrong("cuDeviceGetAttribute " + std::to_string(attribute) +
                 ": not one that the runtime asks for");
  }
}

extern "C" Result cuDevicePrimaryCtxRetain(Context *context, Device device) {
  if (device != 0)
    return kInvalidDevice;
  *context = reinterpret_cast<Context>(&contextMark);
  return kSuccess;
}

extern "C" Result cuCtxPushCurrent_v2(Context context) {
  if (context != reinterpret_cast<Context>(&contextMark))
    return kInvalidContext;
  ++contextDepth;
  return kSuccess;
}

extern "C" Result cuCtxPopCurrent_v2(Context *context) {
  if (contextDepth == 0)
    return kInvalidContext;
  --contextDepth;
  *context = reinterpret_cast<Context>(&contextMark);
  return kSuccess;
}

extern "C" Result cuCtxSynchronize() {
  REMAT_READY(cuCtxSynchronize);
  state().order.synchronizeAll();
  return kSuccess;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

extern "C" Result cuMemGetInfo_v2(size_t *free, size_t *total) {
  REMAT_READY(cuMemGetInfo);
  *total = memory().total;
  *free = *total - std::min(*total, memory().live);
  return kSuccess;
}

extern "C" Result cuMemAlloc_v2(DevicePointer *pointer, size_t bytes) {
  REMAT_READY(cuMemAlloc);
  return memory().allocate(bytes, *pointer);
}

extern "C" Result cuMemAllocManaged(DevicePointer *pointer, size_t bytes,
                                    unsigned flags) {
  REMAT_READY(cuMemAllocManaged);
  if (flags != kAttachGlobal)
    return wrong("cuMemAllocManaged with flags " + std::to_string(flags));
  return memory().allocate(bytes, *pointer);
}

extern "C" Result cuMemFree_v2(DevicePointer pointer) {
  REMAT_READY(cuMemFree);
  // As a GPU does.
  state().order.synchronizeAll();
  return memory().release(pointer);
}

extern "C" Result cuMemHostAlloc(void **pointer, size_t bytes, unsigned flags) {
  REMAT_READY(cuMemHostAlloc);
  if (flags != kHostAllocPortable)
    return wrong("cuMemHostAlloc with flags " + std::to_string(flags));
  DevicePointer address = 0;
  Result result = pinnedMemory().allocate(bytes, address);
  *pointer = reinterpret_cast<void *>(address);
  return result;
}

extern "C" Result cuMemFreeHost(void *pointer) {
  REMAT_READY(cuMemFreeHost);
  state().order.synchronizeAll();
  return pinnedMemory().release(reinterpret_cast<DevicePointer>(pointer));
}

extern "C" Result cuMemcpyHtoD_v2(DevicePointer to, const void *from,
                                  size_t bytes) {
  REMAT_READY(cuMemcpyHtoD);
  auto source = reinterpret_cast<DevicePointer>(from);
  if (!memory().contains(to, bytes, "the target of cuMemcpyHtoD"))
    return kInvalidValue;
  if (memory().owns(source))
    return wrong("the source of cuMemcpyHtoD is the device's");
  state().order.runOnHost(
      "cuMemcpyHtoD", {Access::write(to, bytes), Access::read(source, bytes)});
  std::memmove(reinterpret_cast<void *>(to), from, bytes);
  return kSuccess;
}

extern "C" Result cuMemcpyDtoH_v2(void *to, DevicePointer from, size_t bytes) {
  REMAT_READY(cuMemcpyDtoH);
  auto target = reinterpret_cast<DevicePointer>(to);
  if (!memory().contains(from, bytes, "the source of cuMemcpyDtoH"))
    return kInvalidValue;
  if (memory().owns(target))
    return wrong("the target of cuMemcpyDtoH is the device's");
  state().order.runOnHost("cuMemcpyDtoH", {Access::write(target, bytes),
                                           Access::read(from, bytes)});
  std::memmove(to, reinterpret_cast<void *>(from), bytes);
  return kSuccess;
}

extern "C" Result cuMemcpyAsync(DevicePointer to, DevicePointer from,
                                size_t bytes, Stream stream) {
  REMAT_READY(cuMemcpyAsync);
  if (!isStream(stream, "cuMemcpyAsync"))
    return kInvalidValue;
  const CopyEnd target(to, bytes, "the target of cuMemcpyAsync");
  const CopyEnd source(from, bytes, "the source of cuMemcpyAsync");
  if (!target.isValid || !source.isValid)
    return kInvalidValue;
  if (!target.isOnDevice && !source.isOnDevice)
    return wrong("cuMemcpyAsync from the host to the host");
  // Two ends in one allocation must not overlap: a GPU says nothing and copies
  // in any order.
  if (to < from + bytes && from < to + bytes)
    return wrong("cuMemcpyAsync between bytes that overlap");
  const Link link = !target.isOnDevice   ? Link::ToHost
                    : !source.isOnDevice ? Link::ToDevice
                                         : Link::None;
  const char *direction = link == Link::ToHost     ? "a copy to the host"
                          : link == Link::ToDevice ? "a copy to the device"
                                                   : "a copy on the device";
  state().order.enqueue(
      stream,
      std::string(direction) + " of " + std::to_string(bytes) + " bytes",
      {Access::write(to, bytes), Access::read(from, bytes)}, link);
  // The bytes are there when the call returns. A copy the other way is only
  // under way then.
  if (link == Link::ToHost && !target.isPinned)
    state().order.synchronize(stream);
  std::memmove(reinterpret_cast<void *>(to), reinterpret_cast<void *>(from),
               bytes);
  return kSuccess;
}

namespace {

template <typename T>
Result set(DevicePointer to, T value, size_t count, Stream stream,
           const char *call) {
  if (!isStream(stream, call) ||
      !memory().contains(to, count * sizeof(T), call))
    return kInvalidValue;
  if (to % sizeof(T))
    return wrong(std::string(call) + " of a pointer that is not aligned");
  state().order.enqueue(stream, call, {Access::write(to, count * sizeof(T))});
  std::fill_n(reinterpret_cast<T *>(to), count, value);
  return kSuccess;
}

} // namespace

extern "C" Result cuMemsetD16Async(DevicePointer to, unsigned short value,
                                   size_t count, Stream stream) {
  REMAT_READY(cuMemsetD16Async);
  return set(to, value, count, stream, "cuMemsetD16Async");
}

extern "C" Result cuMemsetD32Async(DevicePointer to, unsigned value,
                                   size_t count, Stream stream) {
  REMAT_READY(cuMemsetD32Async);
  return set(to, value, count, stream, "cuMemsetD32Async");
}

extern "C" Result cuMemHostRegister_v2(void *host, size_t bytes,
                                       unsigned /*flags*/) {
  REMAT_READY(cuMemHostRegister);
  if (memory().owns(reinterpret_cast<DevicePointer>(host)))
    return wrong("cuMemHostRegister of the device's memory");
  if (!state().registered.try_emplace(host, bytes).second)
    return wrong("cuMemHostRegister of what is registered already");
  return kSuccess;
}

extern "C" Result cuMemHostUnregister(void *host) {
  REMAT_READY(cuMemHostUnregister);
  if (!state().registered.erase(host))
    return wrong("cuMemHostUnregister of what was never registered");
  return kSuccess;
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

extern "C" Result cuStreamCreate(Stream *stream, unsigned /*flags*/) {
  REMAT_READY(cuStreamCreate);
  // Never given back to the host's allocator: a destroyed stream's address must
  // not become a new one's.
  *stream = reinterpret_cast<Stream>(state().streams.create(new char));
  return kSuccess;
}

extern "C" Result cuStreamSynchronize(Stream stream) {
  REMAT_READY(cuStreamSynchronize);
  if (!isStream(stream, "cuStreamSynchronize"))
    return kInvalidHandle;
  state().order.synchronize(stream);
  return kSuccess;
}

extern "C" Result cuStreamDestroy_v2(Stream stream) {
  REMAT_READY(cuStreamDestroy);
  if (!state().streams.destroy(stream, "cuStreamDestroy"))
    return kInvalidHandle;
  state().order.destroy(stream);
  return kSuccess;
}

namespace {

EmulatedEvent *findEvent(Event event, const char *what) {
  auto found = state().events.find(event);
  if (found != state().events.end())
    return found->second.get();
  wrong(std::string(what) + ": an event that was destroyed or never created");
  return nullptr;
}

} // namespace

extern "C" Result cuStreamWaitEvent(Stream stream, Event event, unsigned) {
  REMAT_READY(cuStreamWaitEvent);
  EmulatedEvent *found = findEvent(event, "cuStreamWaitEvent");
  if (!found || !isStream(stream, "cuStreamWaitEvent"))
    return kInvalidHandle;
  if (!found->isRecorded)
    return wrong("cuStreamWaitEvent: an event that was never recorded, for "
                 "which nothing waits");
  state().order.wait(stream, *found);
  return kSuccess;
}

extern "C" Result cuEventCreate(Event *event, unsigned flags) {
  REMAT_READY(cuEventCreate);
  auto made = std::make_unique<EmulatedEvent>();
  made->isTimed = !(flags & kEventDisableTiming);
  *event = reinterpret_cast<Event>(made.get());
  state().events[made.get()] = std::move(made);
  return kSuccess;
}

extern "C" Result cuEventRecord(Event event, Stream stream) {
  REMAT_READY(cuEventRecord);
  EmulatedEvent *found = findEvent(event, "cuEventRecord");
  if (!found || !isStream(stream, "cuEventRecord"))
    return kInvalidHandle;
  state().order.record(stream, *found);
  return kSuccess;
}

extern "C" Result cuEventSynchronize(Event event) {
  REMAT_READY(cuEventSynchronize);
  EmulatedEvent *found = findEvent(event, "cuEventSynchronize");
  if (!found)
    return kInvalidHandle;
  state().order.synchronize(*found);
  return kSuccess;
}

extern "C" Result cuEventDestroy_v2(Event event) {
  REMAT_READY(cuEventDestroy);
  if (!findEvent(event, "cuEventDestroy"))
    return kInvalidHandle;
  state().events.erase(event);
  return kSuccess;
}

extern "C" Result cuEventElapsedTime(float *milliseconds, Event begin,
                                     Event end) {
  REMAT_READY(cuEventElapsedTime);
  EmulatedEvent *first = findEvent(begin, "cuEventElapsedTime");
  EmulatedEvent *last = findEvent(end, "cuEventElapsedTime");
  if (!first || !last || !first->isTimed || !last->isTimed ||
      !first->isRecorded || !last->isRecorded)
    return kInvalidHandle;
  *milliseconds = static_cast<float>(last->milliseconds - first->milliseconds);
  return kSuccess;
}

extern "C" Result
cuTensorMapEncodeTiled(TensorMap *map, int32_t /*type*/, uint32_t rank,
                       void *address, const uint64_t * /*sizes*/,
                       const uint64_t * /*strides*/, const uint32_t * /*box*/,
                       const uint32_t * /*steps*/, int32_t /*interleave*/,
                       int32_t /*swizzle*/, int32_t /*promotion*/,
                       int32_t /*fill*/) {
  REMAT_READY(cuTensorMapEncodeTiled);
  auto pointer = reinterpret_cast<DevicePointer>(address);
  if (rank < 1 || rank > 5 || pointer % 16)
    return wrong("cuTensorMapEncodeTiled: rank " + std::to_string(rank) +
                 ", or an address that is not aligned to 16 bytes");
  if (!memory().contains(pointer, 1, "cuTensorMapEncodeTiled"))
    return kInvalidValue;
  std::memset(map, 0, sizeof(*map));
  return kSuccess;
}
