//===- Device.h - The emulated device's memory and errors -------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state that the driver's and the libraries' functions share.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_CUDA_EMULATOR_DEVICE_H
#define REMAT_RUNTIME_CUDA_EMULATOR_DEVICE_H

#include "Driver.h"
#include "Emulator.h"
#include "Streams.h"

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace remat::emulator {

using cuda::Result;

/// Guards every member of the device and all handles. Recursive: a check may
/// record an error.
std::recursive_mutex &lock();

/// Counts something done wrong; the first sentence is kept. Returns
/// CUDA_ERROR_INVALID_VALUE, which most callers hand on.
Result wrong(const std::string &sentence);

/// Device memory, or pinned memory of the host: a range of the host's addresses
/// that nothing else has. Allocations lie between guard bytes, at addresses
/// that no allocation had before, and are filled with ones. What lies further
/// off, or was freed, cannot be touched: a kernel that does ends the program
/// with a sentence.
class Memory {
public:
  /// How sentences name it.
  struct Names {
    const char *allocate, *release, *owner;
  };
  explicit Memory(const Names &names);

  /// CUDA_ERROR_OUT_OF_MEMORY where the device has no more.
  Result allocate(size_t bytes, DevicePointer &pointer);
  Result release(DevicePointer pointer);

  /// Whether these bytes lie in one live allocation; a sentence that opens with
  /// `what` is recorded if not.
  bool contains(DevicePointer pointer, size_t bytes, const std::string &what);
  /// Whether the address is one of this memory's, allocated or not.
  bool owns(DevicePointer pointer) const {
    return pointer >= begin && pointer < end;
  }

  /// Records what `what` wrote beside the allocations, if anything.
  void checkGuards(const std::string &what);
  /// Records each allocation that is live.
  void checkLeaks();

  void resetFigures();

  size_t total = size_t(16) << 30;
  size_t live = 0;
  size_t peak = 0;
  int64_t allocations = 0;

private:
  Names names;
  DevicePointer begin = 0;
  DevicePointer end = 0;
  /// What lies behind was never allocated.
  DevicePointer unused = 0;
  /// The bytes of what is live.
  std::map<DevicePointer, size_t> buffers;
};

/// While it lives, what `kernel` touches beyond allocations ends the program
/// with a sentence on it.
class FaultReporter {
public:
  explicit FaultReporter(const std::string &kernel);
  ~FaultReporter();
  FaultReporter(const FaultReporter &) = delete;
  FaultReporter &operator=(const FaultReporter &) = delete;
};

Memory &memory();
Memory &pinnedMemory();

/// A kind of handle: which are live. A destroyed one that is used is an error.
class Handles {
public:
  explicit Handles(const char *kind) : kind(kind) {}
  template <typename T> T create(T handle) {
    live.insert(handle);
    return handle;
  }
  bool isLive(const void *handle) const { return live.count(handle); }
  /// Whether it is live; `what` used a destroyed one if not.
  bool check(const void *handle, const std::string &what);
  bool destroy(const void *handle, const std::string &what);
  void checkLeaks();
  size_t count() const { return live.size(); }

private:
  const char *kind;
  std::set<const void *> live;
  /// Their addresses stay taken, so that none is a new handle's.
  std::vector<const void *> destroyed;
};

/// Streams; the null stream is one.
bool isStream(const void *stream, const std::string &what);

/// A launch by a library that touches `accesses` (StreamOrder::enqueue).
void enqueue(const void *stream, const std::string &what,
             const std::vector<Access> &accesses);

} // namespace remat::emulator

#endif // REMAT_RUNTIME_CUDA_EMULATOR_DEVICE_H
