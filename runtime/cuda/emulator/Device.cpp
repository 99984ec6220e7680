//===- Device.cpp - The emulated device's memory and errors ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "State.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace remat::emulator;

namespace {

/// As a GPU's allocations are aligned.
constexpr size_t kGranule = 256;
constexpr size_t kGuardBytes = 4096;
/// Addresses, not memory: no allocation has the address of an earlier one.
constexpr size_t kAddresses = size_t(1) << 40;
constexpr char kGuard = 0x5a;

struct Errors {
  int64_t count = 0;
  std::string first;
};

Errors &errors() {
  static Errors *instance = new Errors;
  return *instance;
}

size_t roundUp(size_t bytes, size_t granule = kGranule) {
  return (bytes + granule - 1) / granule * granule;
}

/// Where an allocation's guard behind it ends; the one before it has as many
/// bytes as a guard.
DevicePointer endOf(DevicePointer pointer, size_t bytes) {
  return pointer + roundUp(bytes, kGuardBytes) + kGuardBytes;
}

char *at(DevicePointer pointer) { return reinterpret_cast<char *>(pointer); }

bool isIntact(const char *guard, size_t bytes) {
  return std::all_of(guard, guard + bytes, [](char c) { return c == kGuard; });
}

std::string named(size_t bytes) {
  return "an allocation of " + std::to_string(bytes) + " bytes";
}

Memory *makeMemory(const Memory::Names &names, size_t total) {
  auto *made = new Memory(names);
  made->total = total;
  return made;
}

} // namespace

namespace remat::emulator {

std::recursive_mutex &lock() {
  static std::recursive_mutex *instance = new std::recursive_mutex;
  return *instance;
}

Memory &memory() {
  static Memory *instance =
      makeMemory({"cuMemAlloc", "cuMemFree", "the device's"}, size_t(16) << 30);
  return *instance;
}

Memory &pinnedMemory() {
  static Memory *instance =
      makeMemory({"cuMemHostAlloc", "cuMemFreeHost", "pinned"}, kAddresses / 4);
  return *instance;
}

Result wrong(const std::string &sentence) {
  std::lock_guard<std::recursive_mutex> guard(lock());
  if (errors().count++ == 0)
    errors().first = sentence;
  return cuda::kInvalidValue;
}

Memory::Memory(const Names &names) : names(names) {
  void *range = mmap(nullptr, kAddresses, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED)
    return;
  begin = unused = reinterpret_cast<DevicePointer>(range);
  end = begin + kAddresses;
}

void resetErrors() { errors() = Errors(); }

Result Memory::allocate(size_t bytes, DevicePointer &pointer) {
  if (bytes == 0)
    return wrong(std::string(names.allocate) + " of no bytes");
  if (bytes > total || roundUp(bytes) > total - std::min(live, total))
    return cuda::kOutOfMemory;
  // Guards that cannot be touched at all lie between those of two allocations.
  DevicePointer first = unused + kGuardBytes;
  DevicePointer data = first + kGuardBytes;
  DevicePointer last = endOf(data, bytes);
  if (last > end ||
      mprotect(at(first), last - first, PROT_READ | PROT_WRITE) != 0)
    return cuda::kOutOfMemory;
  std::memset(at(first), kGuard, kGuardBytes);
  std::memset(at(data), 0xff, bytes);
  std::memset(at(data + bytes), kGuard, last - data - bytes);
  unused = last;
  pointer = data;
  buffers[pointer] = bytes;
  live += roundUp(bytes);
  peak = std::max(peak, live);
  ++allocations;
  return cuda::kSuccess;
}

Result Memory::release(DevicePointer pointer) {
  auto found = buffers.find(pointer);
  if (found == buffers.end())
    return wrong(std::string(names.release) +
                 (owns(pointer) ? " of what was freed, or of the middle of an "
                                  "allocation"
                                : std::string(" of what ") + names.allocate +
                                      " did not give"));
  checkGuards(std::string("what ran before ") + names.release);
  const size_t bytes = found->second;
  // The memory goes back, the addresses stay ours.
  DevicePointer first = pointer - kGuardBytes;
  if (mmap(at(first), endOf(pointer, bytes) - first, PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
           0) == MAP_FAILED)
    return wrong("the system does not take memory back");
  live -= roundUp(bytes);
  buffers.erase(found);
  return cuda::kSuccess;
}

bool Memory::contains(DevicePointer pointer, size_t bytes,
                      const std::string &what) {
  if (bytes == 0)
    return true;
  auto next = buffers.upper_bound(pointer);
  auto found = next == buffers.begin() ? buffers.end() : std::prev(next);
  if (found != buffers.end() && pointer < found->first + found->second) {
    size_t offset = pointer - found->first;
    if (bytes <= found->second - offset)
      return true;
    wrong(what + ": bytes " + std::to_string(offset) + " to " +
          std::to_string(offset + bytes) + " of " + named(found->second));
    return false;
  }
  wrong(what + ": " + std::to_string(bytes) + " bytes that " +
        (owns(pointer) ? std::string("were freed or never allocated")
                       : std::string("are not ") + names.owner));
  return false;
}

void Memory::checkGuards(const std::string &what) {
  for (auto [pointer, bytes] : buffers) {
    char *before = at(pointer - kGuardBytes);
    char *behind = at(pointer + bytes);
    size_t behindBytes = endOf(pointer, bytes) - pointer - bytes;
    bool isBefore = !isIntact(before, kGuardBytes);
    if (!isBefore && isIntact(behind, behindBytes))
      continue;
    wrong(what + " wrote " + (isBefore ? "before" : "behind") + " " +
          named(bytes));
    std::memset(before, kGuard, kGuardBytes);
    std::memset(behind, kGuard, behindBytes);
  }
}

void Memory::checkLeaks() {
  for (const auto &[pointer, bytes] : buffers)
    wrong(named(bytes) + " was never freed");
}

void Memory::resetFigures() {
  peak = live;
  allocations = 0;
}

namespace {

/// What a signal's handler may use: no memory of its own.
char runningKernel[256];
struct sigaction earlierAction;

void reportFault(int, siginfo_t *info, void *) {
  auto address = reinterpret_cast<DevicePointer>(info->si_addr);
  char sentence[512];
  int length = std::snprintf(
      sentence, sizeof(sentence),
      "error: emulated kernel '%s' reads or writes %s\n", runningKernel,
      memory().owns(address)
          ? "device memory that was freed or never allocated"
          : "an address that is not the device's, or a vector at one that is "
            "not a multiple of its size");
  if (length > 0)
    (void)!write(STDERR_FILENO, sentence, static_cast<size_t>(length));
  _exit(EXIT_FAILURE);
}

} // namespace

FaultReporter::FaultReporter(const std::string &kernel) {
  std::strncpy(runningKernel, kernel.c_str(), sizeof(runningKernel) - 1);
  struct sigaction action = {};
  action.sa_sigaction = reportFault;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, &earlierAction);
}

FaultReporter::~FaultReporter() { sigaction(SIGSEGV, &earlierAction, nullptr); }

bool Handles::check(const void *handle, const std::string &what) {
  if (isLive(handle))
    return true;
  wrong(what + ": " + kind + " that was destroyed or never created");
  return false;
}

bool Handles::destroy(const void *handle, const std::string &what) {
  if (!check(handle, what))
    return false;
  live.erase(handle);
  destroyed.push_back(handle);
  return true;
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

static void checkAllGuards(const std::string &what) {
  memory().checkGuards(what);
  pinnedMemory().checkGuards(what);
}

extern "C" void rematEmulatorSetMemory(uint64_t bytes) {
  Guard guard(lock());
  memory().total = bytes;
}

extern "C" int64_t rematEmulatorErrors(void) {
  Guard guard(lock());
  checkAllGuards("what ran before rematEmulatorErrors");
  return errors().count;
}

extern "C" const char *rematEmulatorFirstError(void) {
  Guard guard(lock());
  checkAllGuards("what ran before rematEmulatorFirstError");
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

extern "C" int64_t rematEmulatorPinnedBytes(void) {
  Guard guard(lock());
  return static_cast<int64_t>(pinnedMemory().live);
}

extern "C" int64_t rematEmulatorPinnedAllocations(void) {
  Guard guard(lock());
  return pinnedMemory().allocations;
}
