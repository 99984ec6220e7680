//===- Bfloat16Test.cpp - Conversions to bf16 against exact distances -----===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bfloat16.h"

#include "llvm/ADT/APFloat.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace mlir::remat;

template <typename Float> static uint16_t roundByLlvm(Float value) {
  llvm::APFloat rounded(value);
  bool losesInfo;
  rounded.convert(llvm::APFloat::BFloat(), llvm::APFloat::rmNearestTiesToEven,
                  &losesInfo);
  return static_cast<uint16_t>(rounded.bitcastToAPInt().getZExtValue());
}

template <typename Float, typename Bits> static void expectAsLlvm(Bits bits) {
  Float value;
  std::memcpy(&value, &bits, sizeof(value));
  if (std::isnan(value)) {
    const uint16_t found = roundToBfloat16(value);
    EXPECT_EQ(found & 0x7fc0, 0x7fc0) << bits;
    return;
  }
  EXPECT_EQ(roundToBfloat16(value), roundByLlvm(value)) << bits;
}

TEST(Bfloat16Test, RoundsFloatsAsLlvmDoes) {
  std::mt19937_64 random(1);
  for (int i = 0; i != 200000; ++i)
    expectAsLlvm<float>(static_cast<uint32_t>(random()));
  // Ties, and their neighbors.
  for (uint32_t high = 0; high != 1u << 16; ++high)
    for (uint32_t low : {0x0000u, 0x0001u, 0x7fffu, 0x8000u, 0x8001u, 0xffffu})
      expectAsLlvm<float>(high << 16 | low);
}

TEST(Bfloat16Test, RoundsDoublesOnce) {
  std::mt19937_64 random(2);
  for (int i = 0; i != 200000; ++i)
    expectAsLlvm<double>(uint64_t(random()));
  // A little beside a tie, which an f32 does not tell from it; with subnormal
  // and infinite results.
  for (int i = 0; i != 200000; ++i) {
    const double tie =
        std::ldexp(static_cast<double>(257 + 2 * (random() % 128)),
                   static_cast<int>(random() % 300) - 160);
    for (double value :
         {tie, std::nextafter(tie, 0.0), std::nextafter(tie, HUGE_VAL)}) {
      EXPECT_EQ(roundToBfloat16(value), roundByLlvm(value)) << value;
      EXPECT_EQ(roundToBfloat16(-value), roundByLlvm(-value)) << value;
    }
  }
}

TEST(Bfloat16Test, ReturnsTheBitsLow) {
  const float one = truncateFloatToBfloat16(1.0F);
  uint32_t bits;
  std::memcpy(&bits, &one, sizeof(bits));
  EXPECT_EQ(bits, 0x3f80u);
  const float two = truncateDoubleToBfloat16(-2.0);
  std::memcpy(&bits, &two, sizeof(bits));
  EXPECT_EQ(bits, 0xc000u);
}
