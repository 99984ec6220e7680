//===- Numbers.cpp - Numbers of a GPU's types -----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Numbers.h"

#include <cmath>
#include <cstring>

namespace remat::emulator {
namespace {

uint32_t bitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

float ofBits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

/// `value` without its last `dropped` bits, rounded to nearest, ties to even.
uint32_t roundOff(uint32_t value, int dropped) {
  uint32_t half = uint32_t(1) << (dropped - 1);
  uint32_t odd = (value >> dropped) & 1;
  return (value + half - 1 + odd) >> dropped;
}

} // namespace

size_t bytesOf(Number type) {
  switch (type) {
  case Number::f32:
    return 4;
  case Number::f64:
    return 8;
  case Number::f16:
  case Number::bf16:
    return 2;
  }
  return 0;
}

uint16_t toHalf(float value) {
  uint32_t bits = bitsOf(value);
  auto sign = static_cast<uint16_t>((bits >> 16) & 0x8000);
  uint32_t rest = bits & 0x7fffffff;
  if (rest > 0x7f800000)
    return sign | 0x7e00;
  // What rounds beyond 65504 is infinite.
  if (rest >= 0x477ff000)
    return sign | 0x7c00;
  constexpr uint32_t kSmallestNormal = 0x38800000;
  if (rest >= kSmallestNormal)
    return sign |
           static_cast<uint16_t>(roundOff(rest - (uint32_t(112) << 23), 13));
  // A multiple of 2^-24; what is rounded by the addition is.
  float shifted = std::fabs(value) + 0.5f;
  return sign | static_cast<uint16_t>(bitsOf(shifted) - bitsOf(0.5f));
}

float fromHalf(uint16_t half) {
  uint32_t sign = static_cast<uint32_t>(half & 0x8000) << 16;
  uint32_t exponent = (half >> 10) & 0x1f;
  uint32_t fraction = half & 0x3ff;
  if (exponent == 0x1f)
    return ofBits(sign | 0x7f800000 | fraction << 13);
  if (exponent == 0) {
    float value = std::ldexp(static_cast<float>(fraction), -24);
    return sign ? -value : value;
  }
  return ofBits(sign | (exponent + 112) << 23 | fraction << 13);
}

uint16_t toBFloat(float value) {
  uint32_t bits = bitsOf(value);
  if ((bits & 0x7fffffff) > 0x7f800000)
    return static_cast<uint16_t>(bits >> 16 | 0x40);
  return static_cast<uint16_t>(roundOff(bits, 16));
}

float fromBFloat(uint16_t bits) {
  return ofBits(static_cast<uint32_t>(bits) << 16);
}

double load(const void *data, int64_t index, Number type) {
  switch (type) {
  case Number::f32:
    return static_cast<const float *>(data)[index];
  case Number::f64:
    return static_cast<const double *>(data)[index];
  case Number::f16:
    return fromHalf(static_cast<const uint16_t *>(data)[index]);
  case Number::bf16:
    return fromBFloat(static_cast<const uint16_t *>(data)[index]);
  }
  return 0;
}

void store(void *data, int64_t index, Number type, double value) {
  auto single = static_cast<float>(value);
  switch (type) {
  case Number::f32:
    static_cast<float *>(data)[index] = single;
    break;
  case Number::f64:
    static_cast<double *>(data)[index] = value;
    break;
  case Number::f16:
    static_cast<uint16_t *>(data)[index] = toHalf(single);
    break;
  case Number::bf16:
    static_cast<uint16_t *>(data)[index] = toBFloat(single);
    break;
  }
}

} // namespace remat::emulator
