//===- FailedStates.h - What the search need not try again ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PLACEMENT_FAILEDSTATES_H
#define REMAT_LIB_PLACEMENT_FAILEDSTATES_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mlir::remat::placement {

/// 128 bits of a state: the sum of those of its parts, so that no order is
/// needed. Two states of a billion are the same with a probability of less than
/// 2^-68.
struct StateKey {
  uint64_t low = 0;
  uint64_t high = 0;

  /// Adds a part that `what` and `value` tell apart from other parts.
  void add(uint64_t what, uint64_t value) {
    uint64_t part = what * 0x9e3779b97f4a7c15 + mix(value + 0x632be59bd9b4e019);
    low += mix(part);
    high += mix(part ^ 0x5bf03635f0a5b1c3);
  }
  bool operator==(const StateKey &other) const {
    return low == other.low && high == other.high;
  }

private:
  // The last steps of SplitMix64.
  static uint64_t mix(uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return bits ^ (bits >> 31);
  }
};

/// States that cannot be completed, of bounded number: newer ones take the
/// place of older ones.
class FailedStates {
public:
  bool contains(StateKey key) const {
    return !keys.empty() && keys[getPlace(key)] == key;
  }
  void insert(StateKey key) {
    if (count >= keys.size() / 2 && keys.size() < maxSize)
      grow();
    StateKey &place = keys[getPlace(key)];
    count += place == StateKey();
    place = key;
  }

private:
  static constexpr size_t minSize = 1 << 8;
  static constexpr size_t maxSize = 1 << 20;

  size_t getPlace(StateKey key) const { return key.low & (keys.size() - 1); }
  void grow() {
    std::vector<StateKey> old(keys.empty() ? minSize : 2 * keys.size());
    old.swap(keys);
    count = 0;
    for (StateKey key : old) {
      if (key == StateKey())
        continue;
      count += keys[getPlace(key)] == StateKey();
      keys[getPlace(key)] = key;
    }
  }

  /// A power of two; places of no state are zero.
  std::vector<StateKey> keys;
  size_t count = 0;
};

} // namespace mlir::remat::placement

#endif // REMAT_LIB_PLACEMENT_FAILEDSTATES_H
