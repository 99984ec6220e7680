//===- Memory.cpp - Device memory that is counted -------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "CudaRuntime.h"
#include "Driver.h"
#include "Errors.h"

#include <algorithm>
#include <map>
#include <mutex>

namespace remat::cuda {
namespace {

struct Tracker {
  std::mutex mutex;
  std::map<DevicePointer, int64_t> buffers;
  int64_t live = 0;
  int64_t peak = 0;
  int64_t invalidFrees = 0;
  int64_t allocations = 0;
};

/// Never destroyed: code that runs at exit may still free.
Tracker &tracker() {
  static Tracker *instance = new Tracker;
  return *instance;
}

/// Bytes as they are counted.
int64_t rounded(int64_t bytes) {
  constexpr int64_t granule = REMAT_DEVICE_GRANULE;
  return (bytes + granule - 1) / granule * granule;
}

std::string outOfMemory(const Session &session, int64_t bytes, Result result) {
  size_t free = 0, total = 0;
  std::string left;
  if (session->cuMemGetInfo && session->cuMemGetInfo(&free, &total) == kSuccess)
    left = ", " + std::to_string(free) + " of the device's " +
           std::to_string(total) + " bytes are free";
  return "cuMemAlloc of " + std::to_string(bytes) + " bytes on " +
         deviceInfo().name + ": " + describe(result) + left + " and " +
         std::to_string(rematCudaLiveBytes()) +
         " are taken by this program's buffers; lower the budget, or end what "
         "else runs on the device";
}

} // namespace

void *allocate(int64_t bytes, bool isHostShared) {
  if (bytes == 0)
    return nullptr;
  Session session;
  if (!session)
    return nullptr;
  if (bytes < 0 || bytes > INT64_MAX - REMAT_DEVICE_GRANULE) {
    fail("an allocation of " + std::to_string(static_cast<uint64_t>(bytes)) +
         " bytes on the device: no device has that much");
    return nullptr;
  }
  DevicePointer pointer = 0;
  Result result = isHostShared
                      ? REMAT_CALL(session, cuMemAllocManaged, &pointer, bytes,
                                   kAttachGlobal)
                      : REMAT_CALL(session, cuMemAlloc, &pointer, bytes);
  if (result == kOutOfMemory) {
    fail(outOfMemory(session, bytes, result));
    return nullptr;
  }
  if (!succeeded(result, "cuMemAlloc of " + std::to_string(bytes) + " bytes"))
    return nullptr;
  Tracker &state = tracker();
  std::lock_guard<std::mutex> lock(state.mutex);
  state.buffers[pointer] = rounded(bytes);
  state.live += rounded(bytes);
  state.peak = std::max(state.peak, state.live);
  ++state.allocations;
  return reinterpret_cast<void *>(pointer);
}

void release(void *device) {
  if (!device)
    return;
  auto pointer = reinterpret_cast<DevicePointer>(device);
  Tracker &state = tracker();
  {
    std::lock_guard<std::mutex> lock(state.mutex);
    auto found = state.buffers.find(pointer);
    if (found == state.buffers.end()) {
      ++state.invalidFrees;
      return;
    }
    state.live -= found->second;
    state.buffers.erase(found);
  }
  Session session(Session::always);
  if (session)
    succeeded(REMAT_CALL(session, cuMemFree, pointer), "cuMemFree");
}

bool synchronize(const Session &session, const std::string &before) {
  return succeeded(
      REMAT_CALL(session, cuCtxSynchronize),
      before + "cuCtxSynchronize after " + lastLaunch(),
      "what failed may be any launch before: CUDA_LAUNCH_BLOCKING=1 in the "
      "environment makes the one that fails report it");
}

} // namespace remat::cuda

using namespace remat::cuda;

extern "C" void *rematCudaAllocate(int64_t bytes) {
  return allocate(bytes, /*isHostShared=*/false);
}

extern "C" void rematCudaFree(void *device) { release(device); }

extern "C" void rematCudaUpload(void *device, const void *host, int64_t bytes) {
  Session session;
  if (!session || bytes == 0)
    return;
  std::string what = "an upload of " + std::to_string(bytes) + " bytes: ";
  // Streams of lowered code do not wait for the null stream: what they do with
  // the bytes is over before, and the copy is over before they do more.
  if (synchronize(session, what) &&
      succeeded(REMAT_CALL(session, cuMemcpyHtoD,
                           reinterpret_cast<DevicePointer>(device), host,
                           bytes),
                what + "cuMemcpyHtoD"))
    synchronize(session, what);
}

extern "C" void rematCudaDownload(void *host, const void *device,
                                  int64_t bytes) {
  Session session;
  if (!session || bytes == 0)
    return;
  std::string what = "a download of " + std::to_string(bytes) + " bytes: ";
  if (synchronize(session, what))
    succeeded(REMAT_CALL(session, cuMemcpyDtoH, host,
                         reinterpret_cast<DevicePointer>(device), bytes),
              what + "cuMemcpyDtoH");
}

extern "C" void rematCudaSynchronize(void) {
  Session session;
  if (session)
    synchronize(session, "");
}

extern "C" int64_t rematCudaDeviceBytes(void) {
  Session session;
  size_t free = 0, total = 0;
  if (session)
    succeeded(REMAT_CALL(session, cuMemGetInfo, &free, &total), "cuMemGetInfo");
  return static_cast<int64_t>(total);
}

extern "C" int64_t rematCudaOverheadBytes(void) {
  Session session;
  size_t free = 0, total = 0;
  if (!session || !succeeded(REMAT_CALL(session, cuMemGetInfo, &free, &total),
                             "cuMemGetInfo"))
    return 0;
  return static_cast<int64_t>(total - free) - rematCudaLiveBytes();
}

extern "C" void rematCudaTrackerReset(void) {
  Tracker &state = tracker();
  std::lock_guard<std::mutex> lock(state.mutex);
  state.peak = state.live;
  state.invalidFrees = 0;
  state.allocations = 0;
}

extern "C" int64_t rematCudaLiveBytes(void) {
  std::lock_guard<std::mutex> lock(tracker().mutex);
  return tracker().live;
}

extern "C" int64_t rematCudaPeakBytes(void) {
  std::lock_guard<std::mutex> lock(tracker().mutex);
  return tracker().peak;
}

extern "C" int64_t rematCudaAllocations(void) {
  std::lock_guard<std::mutex> lock(tracker().mutex);
  return tracker().allocations;
}

extern "C" int64_t rematCudaLiveBuffers(void) {
  std::lock_guard<std::mutex> lock(tracker().mutex);
  return static_cast<int64_t>(tracker().buffers.size());
}

extern "C" int rematCudaIsLive(const void *device) {
  std::lock_guard<std::mutex> lock(tracker().mutex);
  return tracker().buffers.count(reinterpret_cast<DevicePointer>(device)) > 0;
}

extern "C" int64_t rematCudaInvalidFrees(void) {
  std::lock_guard<std::mutex> lock(tracker().mutex);
  return tracker().invalidFrees;
}
