//===- Matrices.cpp - What tensor cores do --------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fragments are laid out as the PTX ISA says in "Matrix Fragments for
// mma.m16n8k16 with floating point type" and its neighbors, ldmatrix as in
// "Warp-level matrix load instruction".
//
//===----------------------------------------------------------------------===//

#include "Threads.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

using namespace remat::emulator;

static constexpr int kLanes = 32;
static constexpr int32_t kF32 = 0, kF16 = 1, kBF16 = 2, kF64 = 3;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static float fromBits(uint32_t bits) {
  float value = 0;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

static uint32_t toBits(float value) {
  uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

static float computeFromHalf(uint16_t half) {
  int exponent = half >> 10 & 31;
  int mantissa = half & 1023;
  float magnitude = 0;
  if (exponent == 31)
    magnitude = mantissa ? NAN : INFINITY;
  else if (exponent == 0)
    magnitude = std::ldexp(static_cast<float>(mantissa), -24);
  else
    magnitude = std::ldexp(static_cast<float>(mantissa + 1024), exponent - 25);
  return half & 0x8000 ? -magnitude : magnitude;
}

static float fromHalf(uint16_t half) {
  static const auto table = [] {
    std::array<float, 65536> values;
    for (uint32_t i = 0; i < values.size(); ++i)
      values[i] = computeFromHalf(static_cast<uint16_t>(i));
    return values;
  }();
  return table[half];
}

/// To the nearest, ties to even.
static uint16_t toHalf(float value) {
  auto sign = static_cast<uint16_t>(toBits(value) >> 16 & 0x8000);
  if (std::isnan(value))
    return static_cast<uint16_t>(sign | 0x7E00);
  float magnitude = std::fabs(value);
  if (magnitude >= 65520.0F)
    return static_cast<uint16_t>(sign | 0x7C00);
  if (magnitude == 0)
    return sign;
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  // The unit in the last place, of 11 bits, but not below the smallest number.
  int unit = std::max(exponent - 11, -24);
  float scaled = std::nearbyint(std::ldexp(magnitude, -unit));
  // The leading bit of the mantissa, and what it carries into, adds up to the
  // exponent by itself.
  uint32_t bits =
      (static_cast<uint32_t>(unit + 24) << 10) + static_cast<uint32_t>(scaled);
  return static_cast<uint16_t>(sign | bits);
}

static int64_t getBytes(int32_t type) {
  return type == kF64 ? 8 : type == kF32 ? 4 : 2;
}

/// Element `index` of what an input fragment holds.
static double loadInput(const char *fragment, int64_t index, int32_t type) {
  if (type == kF64) {
    double value = 0;
    std::memcpy(&value, fragment + index * 8, 8);
    return value;
  }
  if (type == kF32) {
    uint32_t bits = 0;
    std::memcpy(&bits, fragment + index * 4, 4);
    // tf32 has ten bits of mantissa; the others are not looked at.
    return fromBits(bits & 0xFFFFE000U);
  }
  uint16_t bits = 0;
  std::memcpy(&bits, fragment + index * 2, 2);
  return type == kF16 ? fromHalf(bits)
                      : fromBits(static_cast<uint32_t>(bits) << 16);
}

//===----------------------------------------------------------------------===//
// ldmatrix
//===----------------------------------------------------------------------===//

void rematEmulatorLoadMatrix(const void *row, int32_t tiles, int32_t transposed,
                             void *result) {
  int64_t lane = getLane();
  if (lane < 8 * int64_t(tiles) && reinterpret_cast<uintptr_t>(row) % 16 != 0)
    failThread("loads a row of a matrix from an address that is not a multiple "
               "of 16");
  std::array<const char *, kLanes> rows = {};
  rematEmulatorGather(&row, sizeof(row), rows.data());
  auto *words = static_cast<char *>(result);
  int64_t group = lane / 4, pair = lane % 4;
  for (int64_t tile = 0; tile < tiles && tile < 4; ++tile)
    for (int64_t half = 0; half < 2; ++half) {
      int64_t r = transposed ? 2 * pair + half : group;
      int64_t c = transposed ? group : 2 * pair + half;
      const char *from = rows[static_cast<size_t>(8 * tile + r)];
      if (!from)
        return failThread("loads a matrix whose rows lanes should say that are "
                          "not there");
      std::memcpy(words + 4 * tile + 2 * half, from + 2 * c, 2);
    }
}

//===----------------------------------------------------------------------===//
// mma
//===----------------------------------------------------------------------===//

namespace {

/// Where an element of a matrix lies: in which lane's fragment, and where
/// there.
struct Place {
  int64_t lane, index;
};

/// The shapes of the fragments of one multiplication.
struct Shape {
  int64_t m, n, k;
  /// Neighbors in k that lie in one register: 2 of 16 bits, 1 otherwise.
  int64_t packed;

  /// Fragments of A go through the rows g and g + 8 first, then on in k; those
  /// of B only in k.
  Place placeA(int64_t row, int64_t depth) const {
    int64_t block = depth / (4 * packed);
    int64_t within = depth % (4 * packed);
    int64_t registers = block * (m / 8) + row / 8;
    return {row % 8 * 4 + within / packed,
            registers * packed + within % packed};
  }
  Place placeB(int64_t depth, int64_t column) const {
    int64_t block = depth / (4 * packed);
    int64_t within = depth % (4 * packed);
    return {column * 4 + within / packed, block * packed + within % packed};
  }
  int64_t elementsOfA() const { return m * k / kLanes; }
  int64_t elementsOfB() const { return n * k / kLanes; }
  int64_t elementsOfC() const { return m * n / kLanes; }
};

} // namespace

void rematEmulatorMultiply(const void *a, const void *b, const void *c, void *d,
                           int32_t k, int32_t inputs, int32_t outputs) {
  Shape shape = {inputs == kF64 ? 8 : 16, 8, k,
                 inputs == kF16 || inputs == kBF16 ? 2 : 1};
  int64_t bytesOfA = shape.elementsOfA() * getBytes(inputs);
  int64_t bytesOfB = shape.elementsOfB() * getBytes(inputs);
  int64_t bytes = bytesOfA + bytesOfB;
  std::array<char, 64> own = {};
  std::array<char, 64 *kLanes> all = {};
  std::memcpy(own.data(), a, static_cast<size_t>(bytesOfA));
  std::memcpy(own.data() + bytesOfA, b, static_cast<size_t>(bytesOfB));
  rematEmulatorGather(own.data(), bytes, all.data());

  int64_t lane = getLane();
  for (int64_t i = 0; i < shape.elementsOfC(); ++i) {
    int64_t row = lane / 4 + 8 * (i / 2);
    int64_t column = lane % 4 * 2 + i % 2;
    auto load = [&](const Place &place, int64_t offset) {
      return loadInput(all.data() + place.lane * bytes + offset, place.index,
                       inputs);
    };
    auto *target = static_cast<char *>(d) + i * getBytes(outputs);
    const auto *initial = static_cast<const char *>(c) + i * getBytes(outputs);
    if (outputs == kF64) {
      double sum = loadInput(initial, 0, kF64);
      for (int64_t depth = 0; depth < k; ++depth)
        sum += load(shape.placeA(row, depth), 0) *
               load(shape.placeB(depth, column), bytesOfA);
      std::memcpy(target, &sum, sizeof(sum));
      continue;
    }
    float sum = 0;
    if (outputs == kF32)
      std::memcpy(&sum, initial, sizeof(sum));
    else
      sum = static_cast<float>(loadInput(initial, 0, kF16));
    for (int64_t depth = 0; depth < k; ++depth)
      sum += static_cast<float>(load(shape.placeA(row, depth), 0) *
                                load(shape.placeB(depth, column), bytesOfA));
    if (outputs == kF32) {
      std::memcpy(target, &sum, sizeof(sum));
    } else {
      uint16_t half = toHalf(sum);
      std::memcpy(target, &half, sizeof(half));
    }
  }
}

//===----------------------------------------------------------------------===//
// wgmma
//===----------------------------------------------------------------------===//

namespace {

/// A matrix in shared memory, as its descriptor says ("Matrix Descriptor
/// Format").
class SharedMatrix {
public:
  SharedMatrix(int64_t descriptor, bool isTransposed);

  bool isSwizzledBy128() const { return swizzle == 1 && baseOffset == 0; }
  /// The element in `row` (the column of the right matrix) and `depth`; null
  /// outside of the launch's shared memory.
  const char *find(int64_t row, int64_t depth) const;

private:
  const char *begin;
  int64_t bytes;
  /// From `begin`.
  int64_t start;
  int64_t leading, stride;
  uint64_t swizzle, baseOffset;
  bool isTransposed;
};

} // namespace

SharedMatrix::SharedMatrix(int64_t descriptor, bool isTransposed)
    : begin(static_cast<const char *>(rematEmulatorDynamicShared())),
      bytes(getDynamicSharedBytes()), isTransposed(isTransposed) {
  const auto word = static_cast<uint64_t>(descriptor);
  auto readBytes = [&](unsigned bit) {
    return static_cast<int64_t>(word >> bit & 0x3fff) * 16;
  };
  // A descriptor has 18 bits of an address, more than shared memory has bytes.
  constexpr uintptr_t reach = uintptr_t(1) << 18;
  const auto base = reinterpret_cast<uintptr_t>(begin);
  start = static_cast<int64_t>((static_cast<uintptr_t>(readBytes(0)) - base) %
                               reach);
  leading = readBytes(16);
  stride = readBytes(32);
  baseOffset = word >> 49 & 7;
  swizzle = word >> 62;
}

const char *SharedMatrix::find(int64_t row, int64_t depth) const {
  const int64_t offset = isTransposed
                             ? row / 64 * leading + depth / 8 * stride +
                                   depth % 8 * 128 + row % 64 * 2
                             : row / 8 * stride + row % 8 * 128 + depth * 2;
  // The 16 bytes of a row are swapped by the row's number, as addresses say.
  auto address = reinterpret_cast<uintptr_t>(begin + start) +
                 static_cast<uintptr_t>(offset);
  address ^= (address >> 7 & 7) << 4;
  const auto first = reinterpret_cast<uintptr_t>(begin);
  if (address < first || address + 2 > first + static_cast<uintptr_t>(bytes))
    return nullptr;
  return reinterpret_cast<const char *>(address);
}

void rematEmulatorMultiplyShared(int64_t a, int64_t b, float *sums,
                                 int32_t columns, int32_t inputs,
                                 int32_t isATransposed, int32_t isBTransposed) {
  const SharedMatrix left(a, isATransposed != 0);
  const SharedMatrix right(b, isBTransposed != 0);
  if (!left.isSwizzledBy128() || !right.isSwizzledBy128())
    return failThread("multiplies matrices that are not swizzled by 128 bytes, "
                      "which is not emulated");
  const int64_t warp = getThread() / kLanes % 4;
  for (int64_t i = 0; i < int64_t(columns) / 2; ++i) {
    const int64_t row = 16 * warp + getLane() / 4 + 8 * (i / 2 % 2);
    const int64_t column = 8 * (i / 4) + getLane() % 4 * 2 + i % 2;
    for (int64_t depth = 0; depth < 16; ++depth) {
      const char *one = left.find(row, depth);
      const char *other = right.find(column, depth);
      if (!one || !other)
        return failThread(
            "multiplies matrices that reach beyond shared memory");
      sums[i] += static_cast<float>(loadInput(one, 0, inputs) *
                                    loadInput(other, 0, inputs));
    }
  }
}
