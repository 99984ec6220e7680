//===- SmallNumbers.h - Integers in the types of a GPU ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_UNITTESTS_RUNTIME_CUDA_SMALLNUMBERS_H
#define REMAT_UNITTESTS_RUNTIME_CUDA_SMALLNUMBERS_H

#include "CudaRuntime.h"

#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

namespace remat::test {

/// An integer that the type has exactly (of bf16: up to 256), as bytes.
inline std::vector<char> encode(int32_t element,
                                const std::vector<int> &values) {
  std::vector<char> bytes;
  auto append = [&](const auto &number) {
    const char *data = reinterpret_cast<const char *>(&number);
    bytes.insert(bytes.end(), data, data + sizeof(number));
  };
  for (int value : values) {
    auto single = static_cast<float>(value);
    uint32_t bits;
    std::memcpy(&bits, &single, sizeof(bits));
    if (element == REMAT_F64)
      append(static_cast<double>(value));
    else if (element == REMAT_F32)
      append(single);
    else if (element == REMAT_BF16)
      append(static_cast<uint16_t>(bits >> 16));
    else
      append(static_cast<uint16_t>(
          value == 0
              ? 0
              : (bits >> 16 & 0x8000) | (((bits >> 23 & 0xff) - 112) << 10) |
                    (bits >> 13 & 0x3ff)));
  }
  return bytes;
}

inline std::vector<int> randomIntegers(std::mt19937 &random, int64_t count,
                                       int most = 2) {
  std::vector<int> values(static_cast<size_t>(count));
  for (int &value : values)
    value = static_cast<int>(random() % (2 * most + 1)) - most;
  return values;
}

} // namespace remat::test

#endif // REMAT_UNITTESTS_RUNTIME_CUDA_SMALLNUMBERS_H
