//===- Device.cpp - The emulated device's memory and errors ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace remat::emulator;

namespace {

/// Allocations are aligned as a GPU's, and as far apart as this at least.
constexpr size_t kGuardBytes = 256;
constexpr char kGuard = 0x5a;

struct Errors {
  int64_t count = 0;
  std::string first;
};

Errors &errors() {
  static Errors *instance = new Errors;
  return *instance;
}

size_t roundUp(size_t bytes) {
  return (bytes + kGuardBytes - 1) / kGuardBytes * kGuardBytes;
}

bool isIntact(const char *guard, size_t bytes) {
  return std::all_of(guard, guard + bytes, [](char c) { return c == kGuard; });
}

std::string named(size_t bytes) {
  return "an allocation of " + std::to_string(bytes) + " bytes";
}

} // namespace

namespace remat::emulator {

std::recursive_mutex &lock() {
  static std::recursive_mutex *instance = new std::recursive_mutex;
  return *instance;
}

Memory &memory() {
  static Memory *instance = new Memory;
  return *instance;
}

Result wrong(const std::string &sentence) {
  std::lock_guard<std::recursive_mutex> guard(lock());
  if (errors().count++ == 0)
    errors().first = sentence;
  return cuda::kInvalidValue;
}

Result Memory::allocate(size_t bytes, DevicePointer &pointer) {
  if (bytes == 0)
    return wrong("cuMemAlloc of no bytes");
  if (bytes > total || roundUp(bytes) > total - std::min(live, total))
    return cuda::kOutOfMemory;
  void *block = nullptr;
  size_t size = roundUp(bytes);
  if (posix_memalign(&block, kGuardBytes, size + 2 * kGuardBytes) != 0)
    return cuda::kOutOfMemory;
  char *data = static_cast<char *>(block) + kGuardBytes;
  std::memset(block, kGuard, kGuardBytes);
  std::memset(data, 0xff, bytes);
  std::memset(data + bytes, kGuard, size - bytes + kGuardBytes);
  pointer = reinterpret_cast<DevicePointer>(data);
  buffers[pointer] = {bytes, static_cast<char *>(block)};
  // What lay here before is gone.
  for (auto it = freed.begin(); it != freed.end();)
    it = it->first < pointer + size + kGuardBytes &&
                 pointer - kGuardBytes < it->second
             ? freed.erase(it)
             : std::next(it);
  live += size;
  peak = std::max(peak, live);
  ++allocations;
  return cuda::kSuccess;
}

Result Memory::release(DevicePointer pointer) {
  auto found = buffers.find(pointer);
  if (found == buffers.end())
    return wrong(isDevice(pointer)
                     ? "cuMemFree of what was freed, or of the middle of an "
                       "allocation"
                     : "cuMemFree of what cuMemAlloc did not give");
  checkGuards("what ran before cuMemFree");
  Buffer buffer = found->second;
  live -= roundUp(buffer.bytes);
  freed[pointer] = pointer + buffer.bytes;
  buffers.erase(found);
  // Reads through a pointer that was kept do not find the old values.
  std::memset(buffer.block, 0xff, roundUp(buffer.bytes) + 2 * kGuardBytes);
  std::free(buffer.block);
  return cuda::kSuccess;
}

/// The allocation that the pointer lies in, or not further than `slack` from.
std::map<DevicePointer, Memory::Buffer>::const_iterator
Memory::find(DevicePointer pointer, size_t slack) const {
  auto next = buffers.upper_bound(pointer + slack);
  if (next == buffers.begin())
    return buffers.end();
  auto found = std::prev(next);
  return pointer < found->first + found->second.bytes + slack ? found
                                                              : buffers.end();
}

bool Memory::contains(DevicePointer pointer, size_t bytes,
                      const std::string &what) {
  if (bytes == 0)
    return true;
  auto found = find(pointer, 0);
  if (found != buffers.end()) {
    size_t offset = pointer - found->first;
    if (bytes <= found->second.bytes - offset)
      return true;
    wrong(what + ": bytes " + std::to_string(offset) + " to " +
          std::to_string(offset + bytes) + " of " + named(found->second.bytes));
    return false;
  }
  auto was = freed.upper_bound(pointer);
  bool isFreed = was != freed.begin() && pointer < std::prev(was)->second;
  wrong(what + ": " + std::to_string(bytes) + " bytes that " +
        (isFreed ? "were freed" : "lie in no allocation"));
  return false;
}

bool Memory::isDevice(DevicePointer pointer) const {
  if (find(pointer, kGuardBytes) != buffers.end())
    return true;
  auto was = freed.upper_bound(pointer);
  return was != freed.begin() && pointer < std::prev(was)->second;
}

void Memory::checkGuards(const std::string &what) {
  for (auto &[pointer, buffer] : buffers) {
    char *data = reinterpret_cast<char *>(pointer);
    char *behind = data + buffer.bytes;
    size_t behindBytes = roundUp(buffer.bytes) - buffer.bytes + kGuardBytes;
    bool isBefore = !isIntact(buffer.block, kGuardBytes);
    if (!isBefore && isIntact(behind, behindBytes))
      continue;
    wrong(what + " wrote " + (isBefore ? "before" : "behind") + " " +
          named(buffer.bytes));
    std::memset(buffer.block, kGuard, kGuardBytes);
    std::memset(behind, kGuard, behindBytes);
  }
}

void Memory::checkLeaks() {
  for (const auto &[pointer, buffer] : buffers)
    wrong(named(buffer.bytes) + " was never freed");
}

void Memory::resetFigures() {
  peak = live;
  allocations = 0;
}

bool Handles::check(const void *handle, const std::string &what) {
  if (isLive(handle))
    return true;
  wrong(what + ": " + kind + " that was destroyed or never created");
  return false;
}

bool Handles::destroy(const void *handle, const std::string &what) {
  return check(handle, what) && live.erase(handle);
}

void Handles::checkLeaks() {
  for (size_t i = 0; i < live.size(); ++i)
    wrong(std::string(kind) + " was never destroyed");
}

} // namespace remat::emulator

//===----------------------------------------------------------------------===//
// Emulator.h
//===----------------------------------------------------------------------===//

using Guard = std::lock_guard<std::recursive_mutex>;

extern "C" void rematEmulatorSetMemory(uint64_t bytes) {
  Guard guard(lock());
  memory().total = bytes;
}

extern "C" int64_t rematEmulatorErrors(void) {
  Guard guard(lock());
  memory().checkGuards("what ran before rematEmulatorErrors");
  return errors().count;
}

extern "C" const char *rematEmulatorFirstError(void) {
  Guard guard(lock());
  memory().checkGuards("what ran before rematEmulatorFirstError");
  return errors().count ? errors().first.c_str() : nullptr;
}

extern "C" int64_t rematEmulatorAllocations(void) {
  Guard guard(lock());
  return memory().allocations;
}

extern "C" int64_t rematEmulatorLiveBytes(void) {
  Guard guard(lock());
  return static_cast<int64_t>(memory().live);
}

extern "C" int64_t rematEmulatorPeakBytes(void) {
  Guard guard(lock());
  return static_cast<int64_t>(memory().peak);
}

namespace remat::emulator {
/// Part of rematEmulatorReset, which Driver.cpp has.
void resetErrors() { errors() = Errors(); }
} // namespace remat::emulator
