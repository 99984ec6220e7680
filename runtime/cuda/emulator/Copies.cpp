//===- Copies.cpp - Asynchronous copies -----------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Threads.h"

#include <cstring>
#include <deque>
#include <vector>

using namespace remat::emulator;

namespace {

struct Copy {
  char *target;
  const char *source;
  size_t bytes, sourceBytes;
};

/// What one thread has asked for and not waited for.
struct Pending {
  std::vector<Copy> open;
  std::deque<std::vector<Copy>> groups;
};

std::vector<Pending> threads;

void perform(const Copy &copy) {
  std::memcpy(copy.target, copy.source, copy.sourceBytes);
  std::memset(copy.target + copy.sourceBytes, 0, copy.bytes - copy.sourceBytes);
}

Pending *getPending() {
  auto index = static_cast<size_t>(getThread());
  return index < threads.size() ? &threads[index] : nullptr;
}

bool isAligned(const void *address, int64_t alignment) {
  return reinterpret_cast<uintptr_t>(address) % uint64_t(alignment) == 0;
}

} // namespace

void remat::emulator::beginCopies(int64_t count) {
  threads.resize(static_cast<size_t>(count));
  for (Pending &pending : threads) {
    pending.open.clear();
    pending.groups.clear();
  }
}

std::string remat::emulator::endCopies() {
  for (const Pending &pending : threads) {
    if (!pending.open.empty())
      return "asynchronous copies are in no group when a thread ends";
    for (const std::vector<Copy> &group : pending.groups)
      if (!group.empty())
        return "asynchronous copies are not waited for when a thread ends";
  }
  return "";
}

void rematEmulatorCopyAsync(void *target, const void *source, int64_t bytes,
                            int64_t sourceBytes) {
  if (bytes != 4 && bytes != 8 && bytes != 16)
    return failThread("copies " + std::to_string(bytes) +
                      " bytes asynchronously; 4, 8 or 16 can be");
  if (sourceBytes < 0 || sourceBytes > bytes)
    return failThread("reads " + std::to_string(sourceBytes) +
                      " bytes for an asynchronous copy of " +
                      std::to_string(bytes));
  if (!isAligned(target, bytes) ||
      (sourceBytes > 0 && !isAligned(source, bytes)))
    return failThread("copies " + std::to_string(bytes) +
                      " bytes asynchronously from or to an address that is "
                      "not a multiple of them");
  Pending *pending = getPending();
  if (!pending)
    return;
  Copy copy = {static_cast<char *>(target), static_cast<const char *>(source),
               static_cast<size_t>(bytes), static_cast<size_t>(sourceBytes)};
  if (getOrder() == 1)
    perform(copy);
  pending->open.push_back(copy);
}

void rematEmulatorCommitCopies(void) {
  if (Pending *pending = getPending()) {
    pending->groups.push_back(std::move(pending->open));
    pending->open.clear();
  }
}

void rematEmulatorWaitForCopies(int32_t groups) {
  Pending *pending = getPending();
  if (!pending)
    return;
  while (pending->groups.size() >
         static_cast<size_t>(groups < 0 ? 0 : groups)) {
    if (getOrder() != 1)
      for (const Copy &copy : pending->groups.front())
        perform(copy);
    pending->groups.pop_front();
  }
}

void rematEmulatorAligned(const void *address, int64_t alignment) {
  if (alignment > 1 && !isAligned(address, alignment))
    failThread("reads or writes an address that is not a multiple of " +
               std::to_string(alignment) + ", as it promises");
}
