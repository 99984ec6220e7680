//===- Bfloat16.cpp - Conversions to bf16 in compiled code ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bfloat16.h"

#include <cmath>
#include <cstring>

using namespace mlir::remat;

static uint32_t getBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

/// A NaN stays one, if rounding would carry out of its mantissa, too.
static uint16_t roundBits(uint32_t bits, bool isNan) {
  if (isNan)
    return static_cast<uint16_t>(bits >> 16 | 0x40);
  const uint32_t isOdd = bits >> 16 & 1;
  return static_cast<uint16_t>((bits + 0x7fff + isOdd) >> 16);
}

uint16_t mlir::remat::roundToBfloat16(float value) {
  return roundBits(getBits(value), std::isnan(value));
}

uint16_t mlir::remat::roundToBfloat16(double value) {
  const float nearest = static_cast<float>(value);
  uint32_t bits = getBits(nearest);
  // Rounded to odd, an f32 lies on the side of a tie on which the double does.
  if (!std::isnan(value) && !std::isinf(nearest) && nearest != value) {
    if (std::abs(static_cast<double>(nearest)) > std::abs(value))
      --bits;
    bits |= 1;
  }
  return roundBits(bits, std::isnan(value));
}

static float toRegister(uint16_t bits) {
  const uint32_t wide = bits;
  float value;
  std::memcpy(&value, &wide, sizeof(value));
  return value;
}

float mlir::remat::truncateFloatToBfloat16(float value) {
  return toRegister(roundToBfloat16(value));
}

float mlir::remat::truncateDoubleToBfloat16(double value) {
  return toRegister(roundToBfloat16(value));
}
