//===- SharedMemory.h - Shared memory of a block ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_CUDA_EMULATOR_SHAREDMEMORY_H
#define REMAT_RUNTIME_CUDA_EMULATOR_SHAREDMEMORY_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace remat::emulator {

/// What the threads of a block share. Buffers lie between guard bytes, so that
/// writes beyond them show, and hold ones (NaNs) when a block begins.
class SharedMemory {
public:
  explicit SharedMemory(int64_t dynamicBytes);

  /// A block begins: what is asked for from here on is filled with ones first.
  void beginBlock();
  /// The `bytes` bytes that go by `key`, 256-byte aligned. `error` says (what
  /// the thread does wrong) if they had another size before, or if it all is
  /// more than a GPU has for buffers of constant size.
  void *get(int64_t key, int64_t bytes, std::string &error);
  /// Those whose size the launch says; none of them if it says none.
  void *getDynamic() { return dynamic.data(); }
  int64_t getDynamicBytes() const { return dynamic.bytes; }
  /// Empty, or a sentence on a buffer that was written beyond its end.
  std::string check() const;

private:
  struct Buffer {
    std::vector<char> storage;
    int64_t bytes = 0;
    bool isUsed = false;

    void allocate(int64_t size);
    void fill();
    char *data();
    const char *data() const { return const_cast<Buffer *>(this)->data(); }
    bool isIntact() const;
  };

  std::map<int64_t, Buffer> buffers;
  Buffer dynamic;
};

} // namespace remat::emulator

#endif // REMAT_RUNTIME_CUDA_EMULATOR_SHAREDMEMORY_H
