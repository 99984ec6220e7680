//===- ArenaCheck.cpp - Who owns the bytes of an arena --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaCheck.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace {

struct CheckedArena {
  uint64_t address;
  uint64_t bytes;
  /// A byte for each: not 0 where it belongs to a buffer.
  std::vector<unsigned char> owned;

  bool contains(uint64_t at) const { return at - address < bytes; }
};

struct State {
  std::vector<CheckedArena> arenas;
  /// Bytes of the buffers that are alive, by their addresses.
  std::map<uint64_t, uint64_t> buffers;
  std::string firstError;
  int64_t errors = 0;
  int64_t made = 0;
  int64_t accesses = 0;
};

/// Never destroyed: code that runs at exit may still call.
State &state() {
  static State *instance = new State;
  return *instance;
}

template <typename... Values>
void report(const char *format, Values... values) {
  if (state().errors++ > 0)
    return;
  char text[256];
  std::snprintf(text, sizeof(text), format,
                static_cast<unsigned long long>(values)...);
  state().firstError = text;
}

CheckedArena *findArena(uint64_t address) {
  for (CheckedArena &arena : state().arenas)
    if (arena.contains(address))
      return &arena;
  return nullptr;
}

void fill(uint64_t address, uint64_t bytes) {
  std::memset(reinterpret_cast<void *>(static_cast<uintptr_t>(address)), 0xff,
              bytes);
}

/// Whether the bytes can be owned; they are then.
bool own(uint64_t address, uint64_t bytes) {
  if (bytes == 0)
    return false;
  ++state().made;
  CheckedArena *arena = findArena(address);
  if (!arena || arena->bytes - (address - arena->address) < bytes) {
    report("a buffer of %llu bytes at address 0x%llx does not lie in an arena",
           bytes, address);
    return false;
  }
  uint64_t offset = address - arena->address;
  auto first = arena->owned.begin() + offset, last = first + bytes;
  auto taken = std::find_if(first, last, [](unsigned char c) { return c; });
  if (taken != last) {
    report("a buffer of %llu bytes is made at offset %llu of the arena, where "
           "byte %llu belongs to another that is alive",
           bytes, offset, static_cast<uint64_t>(taken - arena->owned.begin()));
    return false;
  }
  std::fill(first, last, 1);
  state().buffers[address] = bytes;
  return true;
}

} // namespace

extern "C" void rematArenaBegin(uint64_t address, uint64_t bytes) {
  rematArenaEnd(address);
  if (bytes > 0)
    state().arenas.push_back(
        {address, bytes, std::vector<unsigned char>(bytes, 0)});
}

extern "C" void rematArenaEnd(uint64_t address) {
  std::vector<CheckedArena> &arenas = state().arenas;
  auto found = std::find_if(
      arenas.begin(), arenas.end(),
      [&](const CheckedArena &arena) { return arena.address == address; });
  if (found == arenas.end())
    return;
  std::map<uint64_t, uint64_t> &buffers = state().buffers;
  buffers.erase(buffers.lower_bound(address),
                buffers.lower_bound(address + found->bytes));
  arenas.erase(found);
}

extern "C" void rematArenaAcquire(uint64_t address, uint64_t bytes) {
  if (own(address, bytes))
    fill(address, bytes);
}

extern "C" void rematArenaAdopt(uint64_t address, uint64_t bytes) {
  own(address, bytes);
}

extern "C" void rematArenaRelease(uint64_t address) {
  auto found = state().buffers.find(address);
  CheckedArena *arena = findArena(address);
  if (found == state().buffers.end() || !arena) {
    report("what is freed at address 0x%llx is no buffer of an arena that is "
           "alive",
           address);
    return;
  }
  auto first = arena->owned.begin() + (address - arena->address);
  std::fill(first, first + found->second, 0);
  fill(address, found->second);
  state().buffers.erase(found);
}

extern "C" void rematArenaAccess(uint64_t address, uint64_t bytes) {
  CheckedArena *arena = findArena(address);
  // What begins before an arena and reaches into it is no less wrong, but there
  // is nothing of ours before it; what begins in it may not leave it.
  if (!arena || bytes == 0)
    return;
  ++state().accesses;
  uint64_t offset = address - arena->address;
  const unsigned char *first = arena->owned.data() + offset;
  uint64_t inside = std::min(bytes, arena->bytes - offset);
  if (inside == bytes && !std::memchr(first, 0, bytes))
    return;
  report("%llu bytes at offset %llu of an arena of %llu are read or written, "
         "not all of which belong to a buffer that is alive",
         bytes, offset, arena->bytes);
}

extern "C" void rematArenaReset(void) { state() = State(); }
extern "C" int64_t rematArenaErrors(void) { return state().errors; }
extern "C" const char *rematArenaFirstError(void) {
  return state().firstError.c_str();
}
extern "C" int64_t rematArenaBuffers(void) { return state().made; }
extern "C" int64_t rematArenaAccesses(void) { return state().accesses; }
