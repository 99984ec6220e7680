//===- SharedMemory.cpp - Shared memory of a block ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedMemory.h"

#include <algorithm>
#include <cstring>

using namespace remat::emulator;

/// What a block of any chip may declare; more must be dynamic.
static constexpr int64_t kMaxStaticBytes = int64_t(48) << 10;
static constexpr int64_t kGuardBytes = 256;
static constexpr char kGuard = static_cast<char>(0xA5);

void SharedMemory::Buffer::allocate(int64_t size) {
  bytes = size;
  storage.assign(static_cast<size_t>(bytes + 3 * kGuardBytes), kGuard);
}

char *SharedMemory::Buffer::data() {
  auto begin = reinterpret_cast<uintptr_t>(storage.data()) + kGuardBytes;
  uintptr_t aligned = (begin + kGuardBytes - 1) / kGuardBytes * kGuardBytes;
  return storage.data() + (aligned - (begin - kGuardBytes));
}

void SharedMemory::Buffer::fill() {
  std::memset(data(), 0xFF, static_cast<size_t>(bytes));
  isUsed = true;
}

bool SharedMemory::Buffer::isIntact() const {
  auto isGuard = [](char c) { return c == kGuard; };
  const char *begin = data(), *end = begin + bytes;
  return std::all_of(begin - kGuardBytes, begin, isGuard) &&
         std::all_of(end, end + kGuardBytes, isGuard);
}

SharedMemory::SharedMemory(int64_t dynamicBytes) {
  dynamic.allocate(dynamicBytes);
}

void SharedMemory::beginBlock() {
  for (auto &[key, buffer] : buffers)
    buffer.isUsed = false;
  dynamic.fill();
}

void *SharedMemory::get(int64_t key, int64_t bytes, std::string &error) {
  Buffer &buffer = buffers[key];
  if (buffer.storage.empty()) {
    int64_t sum = 0;
    for (const auto &entry : buffers)
      sum += entry.second.bytes;
    if (bytes < 0 || bytes > kMaxStaticBytes - sum)
      error = "declares " + std::to_string(bytes) +
              " bytes of shared memory beside " + std::to_string(sum) +
              " others; a block has " + std::to_string(kMaxStaticBytes) +
              ", more must be dynamic";
    buffer.allocate(std::max<int64_t>(bytes, 0));
  }
  if (buffer.bytes != bytes && error.empty())
    error = "asks for " + std::to_string(bytes) +
            " bytes of shared memory where another asked for " +
            std::to_string(buffer.bytes);
  // After an error the thread still needs somewhere to write.
  if (buffer.bytes < bytes)
    buffer.allocate(bytes);
  if (!buffer.isUsed)
    buffer.fill();
  return buffer.data();
}

std::string SharedMemory::check() const {
  bool isIntact = dynamic.isIntact();
  for (const auto &entry : buffers)
    isIntact = isIntact && entry.second.isIntact();
  return isIntact ? "" : "its threads wrote beyond their shared memory";
}
