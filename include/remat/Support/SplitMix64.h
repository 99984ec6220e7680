//===- SplitMix64.h - The same random numbers everywhere --------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_SUPPORT_SPLITMIX64_H
#define REMAT_SUPPORT_SPLITMIX64_H

#include <cstdint>

namespace mlir::remat {

/// SplitMix64 (Steele et al. 2014). Standard distributions differ by
/// implementation; these do not.
class SplitMix64 {
public:
  explicit SplitMix64(uint64_t seed) : state(seed) {}

  uint64_t next() {
    state += 0x9e3779b97f4a7c15;
    uint64_t mixed = state;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31);
  }
  /// In [0, count); `count` is positive.
  int64_t below(int64_t count) { return next() % uint64_t(count); }
  /// In [0, 1).
  double fraction() { return double(next() >> 11) * 0x1p-53; }
  bool chance(double probability) { return fraction() < probability; }

private:
  uint64_t state;
};

} // namespace mlir::remat

#endif // REMAT_SUPPORT_SPLITMIX64_H
