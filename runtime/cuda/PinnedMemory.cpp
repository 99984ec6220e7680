//===- PinnedMemory.cpp - The host's memory for copies --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pinning takes longer than a step: about a second for a few gigabytes. Blocks
// stay pinned between the calls of a step.
//
//===----------------------------------------------------------------------===//

#include "PinnedMemory.h"
#include "CudaRuntime.h"
#include "Driver.h"
#include "Errors.h"

#include <algorithm>
#include <map>
#include <mutex>

namespace remat::cuda {
namespace {

struct Block {
  int64_t bytes = 0;
  /// Of them, those asked for; 0 if the block is not in use.
  int64_t used = 0;
};

struct PinnedBlocks {
  std::mutex mutex;
  /// By address.
  std::map<char *, Block> blocks;
  int64_t live = 0;
  int64_t peak = 0;
  int64_t invalidFrees = 0;
};

/// Never destroyed: code that runs at exit may still free.
PinnedBlocks &pinned() {
  static PinnedBlocks *instance = new PinnedBlocks;
  return *instance;
}

/// The smallest unused block of so many bytes, or null. O(blocks).
char *findUnused(PinnedBlocks &state, int64_t bytes) {
  char *best = nullptr;
  int64_t bestBytes = INT64_MAX;
  for (const auto &[address, block] : state.blocks)
    if (block.used == 0 && block.bytes >= bytes && block.bytes < bestBytes) {
      best = address;
      bestBytes = block.bytes;
    }
  return best;
}

/// Gives unused blocks back to the system.
void unpinUnused(const Session &session, PinnedBlocks &state) {
  for (auto it = state.blocks.begin(); it != state.blocks.end();) {
    if (it->second.used > 0) {
      ++it;
      continue;
    }
    succeeded(REMAT_CALL(session, cuMemFreeHost, it->first), "cuMemFreeHost");
    it = state.blocks.erase(it);
  }
}

char *pin(const Session &session, int64_t bytes) {
  void *address = nullptr;
  Result result = REMAT_CALL(session, cuMemHostAlloc, &address,
                             static_cast<size_t>(bytes), kHostAllocPortable);
  if (succeeded(result,
                "cuMemHostAlloc of " + std::to_string(bytes) +
                    " bytes of pinned host memory",
                "lower the host budget, or the memory that other programs of "
                "the host have locked"))
    return static_cast<char *>(address);
  return nullptr;
}

} // namespace

bool isPinned(const void *address) {
  PinnedBlocks &state = pinned();
  std::lock_guard<std::mutex> lock(state.mutex);
  const char *wanted = static_cast<const char *>(address);
  auto next = state.blocks.upper_bound(const_cast<char *>(wanted));
  if (next == state.blocks.begin())
    return false;
  const auto &[begin, block] = *std::prev(next);
  return wanted < begin + block.used;
}

} // namespace remat::cuda

using namespace remat::cuda;

extern "C" void *rematCudaAllocateHost(int64_t bytes) {
  Session session;
  if (!session || bytes == 0)
    return nullptr;
  if (bytes < 0) {
    fail("an allocation of " + std::to_string(static_cast<uint64_t>(bytes)) +
         " bytes of pinned host memory: no host has that much");
    return nullptr;
  }
  PinnedBlocks &state = pinned();
  std::lock_guard<std::mutex> lock(state.mutex);
  char *address = findUnused(state, bytes);
  if (!address) {
    unpinUnused(session, state);
    address = pin(session, bytes);
    if (!address)
      return nullptr;
    state.blocks[address].bytes = bytes;
  }
  state.blocks[address].used = bytes;
  state.live += bytes;
  state.peak = std::max(state.peak, state.live);
  return address;
}

extern "C" void rematCudaFreeHost(void *host, void *stream) {
  if (!host)
    return;
  Session session(Session::always);
  // Copies that were enqueued may use the block still: if that is not known to
  // be over, no later call gets the block.
  if (!session ||
      !succeeded(
          REMAT_CALL(session, cuStreamSynchronize, static_cast<Stream>(stream)),
          "cuStreamSynchronize before pinned host memory is given back"))
    return;
  PinnedBlocks &state = pinned();
  std::lock_guard<std::mutex> lock(state.mutex);
  auto found = state.blocks.find(static_cast<char *>(host));
  if (found == state.blocks.end() || found->second.used == 0) {
    ++state.invalidFrees;
    return;
  }
  state.live -= found->second.used;
  found->second.used = 0;
}

extern "C" void rematCudaUnpinHost(void) {
  Session session(Session::always);
  PinnedBlocks &state = pinned();
  std::lock_guard<std::mutex> lock(state.mutex);
  if (session)
    unpinUnused(session, state);
}

extern "C" void rematCudaHostReset(void) {
  PinnedBlocks &state = pinned();
  std::lock_guard<std::mutex> lock(state.mutex);
  state.peak = state.live;
  state.invalidFrees = 0;
}

extern "C" int64_t rematCudaHostLiveBytes(void) {
  std::lock_guard<std::mutex> lock(pinned().mutex);
  return pinned().live;
}

extern "C" int64_t rematCudaHostPeakBytes(void) {
  std::lock_guard<std::mutex> lock(pinned().mutex);
  return pinned().peak;
}

extern "C" int64_t rematCudaHostInvalidFrees(void) {
  std::lock_guard<std::mutex> lock(pinned().mutex);
  return pinned().invalidFrees;
}
