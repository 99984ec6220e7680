//===- HostMemory.cpp - MemRefs known to the driver -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of MLIR's ABI that take memref descriptors: host memory that the
// device reads, and maps for the tensor memory accelerator.
//
//===----------------------------------------------------------------------===//

#include "CudaRuntime.h"
#include "Driver.h"
#include "Errors.h"
#include "Memory.h"
#include "Mgpu.h"

#include <array>
#include <map>
#include <mutex>

namespace remat::cuda {
namespace {

/// As code lowered from MLIR lays out a ranked memref: sizes and strides
/// follow, `rank` of each.
struct Descriptor {
  char *allocated;
  char *aligned;
  int64_t offset;
  int64_t sizesAndStrides[1];
};

char *begin(const Descriptor &descriptor, int64_t elementBytes) {
  return descriptor.aligned + descriptor.offset * elementBytes;
}

/// Bytes of a memref without holes; -1 (and an error is kept) of another.
int64_t contiguousBytes(int64_t rank, const Descriptor &descriptor,
                        int64_t elementBytes) {
  int64_t count = 1;
  for (int64_t d = rank; d-- > 0;) {
    int64_t size = descriptor.sizesAndStrides[d];
    int64_t stride = descriptor.sizesAndStrides[rank + d];
    if (size != 1 && stride != count) {
      fail("gpu.host_register of a memref with stride " +
           std::to_string(stride) + " in dimension " + std::to_string(d) +
           " where " + std::to_string(count) +
           " is contiguous; register the whole buffer");
      return -1;
    }
    count *= size;
  }
  return count * elementBytes;
}

struct MapKey {
  std::array<int64_t, 17> numbers;
  bool operator<(const MapKey &other) const { return numbers < other.numbers; }
};

struct TensorMaps {
  std::mutex mutex;
  /// Made once each: nothing frees them.
  std::map<MapKey, void *> made;
};

TensorMaps &tensorMaps() {
  static TensorMaps *instance = new TensorMaps;
  return *instance;
}

/// Bytes of an element of each CUtensorMapDataType that has whole bytes.
constexpr int kTensorElementBytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
constexpr int kMaxTensorRank = 5;

} // namespace
} // namespace remat::cuda

using namespace remat::cuda;

extern "C" void mgpuMemHostRegister(void *host, uint64_t bytes) {
  Session session;
  if (session && bytes)
    succeeded(REMAT_CALL(session, cuMemHostRegister, host, bytes, 0),
              "cuMemHostRegister of " + std::to_string(bytes) + " bytes");
}

extern "C" void mgpuMemHostUnregister(void *host) {
  Session session;
  if (session)
    succeeded(REMAT_CALL(session, cuMemHostUnregister, host),
              "cuMemHostUnregister");
}

extern "C" void mgpuMemHostRegisterMemRef(int64_t rank, void *memref,
                                          int64_t elementBytes) {
  const auto *descriptor = static_cast<const Descriptor *>(memref);
  int64_t bytes = contiguousBytes(rank, *descriptor, elementBytes);
  if (bytes > 0)
    mgpuMemHostRegister(begin(*descriptor, elementBytes),
                        static_cast<uint64_t>(bytes));
}

extern "C" void mgpuMemHostUnregisterMemRef(int64_t rank, void *memref,
                                            int64_t elementBytes) {
  const auto *descriptor = static_cast<const Descriptor *>(memref);
  if (contiguousBytes(rank, *descriptor, elementBytes) > 0)
    mgpuMemHostUnregister(begin(*descriptor, elementBytes));
}

extern "C" void *
mgpuTensorMapEncodeTiledMemref(int64_t rank, void *memref, int32_t type,
                               int32_t interleave, int32_t swizzle,
                               int32_t promotion, int32_t fill, int64_t *box) {
  const auto *descriptor = static_cast<const Descriptor *>(memref);
  Session session;
  if (!session)
    return nullptr;
  if (rank < 1 || rank > kMaxTensorRank || type < 0 ||
      type >= static_cast<int32_t>(std::size(kTensorElementBytes))) {
    fail("cuTensorMapEncodeTiled: a tensor map of rank " +
         std::to_string(rank) + " and type " + std::to_string(type) +
         "; maps have rank 1 to 5 and types of whole bytes");
    return nullptr;
  }
  // The map counts dimensions from the innermost one.
  int64_t elementBytes = kTensorElementBytes[type];
  uint64_t sizes[kMaxTensorRank] = {}, strides[kMaxTensorRank] = {};
  uint32_t boxSizes[kMaxTensorRank] = {}, steps[kMaxTensorRank] = {};
  char *data = begin(*descriptor, elementBytes);
  MapKey key = {};
  key.numbers = {rank,    reinterpret_cast<int64_t>(data),
                 type,    interleave,
                 swizzle, promotion,
                 fill};
  for (int64_t d = 0; d < rank; ++d) {
    int64_t from = rank - 1 - d;
    sizes[d] = static_cast<uint64_t>(descriptor->sizesAndStrides[from]);
    strides[d] =
        static_cast<uint64_t>(descriptor->sizesAndStrides[rank + from]) *
        static_cast<uint64_t>(elementBytes);
    boxSizes[d] = static_cast<uint32_t>(box[from]);
    steps[d] = 1;
    key.numbers[7 + d] = descriptor->sizesAndStrides[from];
    key.numbers[12 + d] = box[from];
  }
  TensorMaps &maps = tensorMaps();
  std::lock_guard<std::mutex> lock(maps.mutex);
  void *&made = maps.made[key];
  if (made)
    return made;
  TensorMap map;
  // The innermost stride is an element and not passed.
  if (!succeeded(
          REMAT_CALL(session, cuTensorMapEncodeTiled, &map, type,
                     static_cast<uint32_t>(rank), data, sizes, strides + 1,
                     boxSizes, steps, interleave, swizzle, promotion, fill),
          "cuTensorMapEncodeTiled of a tensor of rank " + std::to_string(rank)))
    return nullptr;
  void *device = allocate(sizeof(map), /*isHostShared=*/false);
  if (device)
    rematCudaUpload(device, &map, sizeof(map));
  return made = device;
}
