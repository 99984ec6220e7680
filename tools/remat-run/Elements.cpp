//===- Elements.cpp - Numbers in the bytes of a value ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace mlir;
using namespace mlir::remat;

template <typename T> static void store(T value, char *to) {
  std::memcpy(to, &value, sizeof(T));
}

template <typename T> static T loadAs(const char *from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

/// The bytes of a number, on little-endian and big-endian hosts alike.
static uint64_t loadBits(int64_t width, const char *from) {
  switch (width) {
  case 1:
    return loadAs<uint8_t>(from);
  case 2:
    return loadAs<uint16_t>(from);
  case 4:
    return loadAs<uint32_t>(from);
  default:
    return loadAs<uint64_t>(from);
  }
}

static void storeBits(int64_t width, uint64_t value, char *to) {
  switch (width) {
  case 1:
    return store(static_cast<uint8_t>(value), to);
  case 2:
    return store(static_cast<uint16_t>(value), to);
  case 4:
    return store(static_cast<uint32_t>(value), to);
  default:
    return store(value, to);
  }
}

static const llvm::fltSemantics &getSemantics(const TensorSpec &spec) {
  return cast<FloatType>(spec.numberType()).getFloatSemantics();
}

static llvm::APFloat
round(const TensorSpec &spec, double value,
      llvm::RoundingMode mode = llvm::APFloat::rmNearestTiesToEven) {
  llvm::APFloat rounded(value);
  bool losesInfo;
  rounded.convert(getSemantics(spec), mode, &losesInfo);
  return rounded;
}

bool mlir::remat::holdsFloat(const TensorSpec &spec, double value) {
  const llvm::fltSemantics &semantics = getSemantics(spec);
  if (std::isnan(value))
    return llvm::APFloat::semanticsHasNaN(semantics);
  if ((value < 0 && !llvm::APFloat::semanticsHasSignedRepr(semantics)) ||
      (value == 0 && !llvm::APFloat::semanticsHasZero(semantics)))
    return false;
  if (std::isinf(value))
    return llvm::APFloat::semanticsHasInf(semantics);
  return round(spec, value).isFinite();
}

std::optional<std::pair<double, double>>
mlir::remat::getFloatsWithin(const TensorSpec &spec, double low, double high) {
  const double below =
      std::nextafter(high, -std::numeric_limits<double>::infinity());
  const llvm::APFloat first = round(spec, low, llvm::APFloat::rmTowardPositive);
  const llvm::APFloat last =
      round(spec, below, llvm::APFloat::rmTowardNegative);
  if (!first.isFinite() || !last.isFinite())
    return std::nullopt;
  const std::pair<double, double> ends(first.convertToDouble(),
                                       last.convertToDouble());
  if (ends.first < low || ends.second >= high || ends.first > ends.second)
    return std::nullopt;
  return ends;
}

void mlir::remat::setFloat(const TensorSpec &spec, double value, char *data,
                           int64_t index) {
  const int64_t width = spec.numberBytes();
  char *to = data + index * width;
  if (width == 8)
    return store(value, to);
  if (width == 4)
    return store(static_cast<float>(value), to);
  storeBits(width, round(spec, value).bitcastToAPInt().getZExtValue(), to);
}

void mlir::remat::setInteger(const TensorSpec &spec, int64_t value, char *data,
                             int64_t index) {
  const int64_t width = spec.numberBytes();
  // Compiled code expects zeros in the bits above.
  storeBits(width,
            static_cast<uint64_t>(value) &
                llvm::maskTrailingOnes<uint64_t>(spec.integerBits()),
            data + index * width);
}

int64_t mlir::remat::getInteger(const TensorSpec &spec, const char *data,
                                int64_t index) {
  const int64_t width = spec.numberBytes();
  const unsigned bits = spec.integerBits();
  const uint64_t value = loadBits(width, data + index * width);
  return bits == 1 ? static_cast<int64_t>(value & 1)
                   : llvm::SignExtend64(value, bits);
}

double mlir::remat::getNumber(const TensorSpec &spec, const char *data,
                              int64_t index) {
  if (!spec.isFloat())
    return static_cast<double>(getInteger(spec, data, index));
  const int64_t width = spec.numberBytes();
  const char *from = data + index * width;
  if (width == 8)
    return loadAs<double>(from);
  if (width == 4)
    return loadAs<float>(from);
  const llvm::fltSemantics &semantics = getSemantics(spec);
  return llvm::APFloat(
             semantics,
             llvm::APInt(llvm::APFloat::semanticsSizeInBits(semantics),
                         loadBits(width, from)))
      .convertToDouble();
}

std::string mlir::remat::formatNumber(const TensorSpec &spec, const char *data,
                                      int64_t index) {
  if (!spec.isFloat())
    return std::to_string(getInteger(spec, data, index));
  // Enough digits to tell any two doubles apart.
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("%.17g", getNumber(spec, data, index));
  return text;
}

std::string mlir::remat::formatIndex(const TensorSpec &spec, int64_t index) {
  index /= spec.numbersPerElement();
  llvm::SmallVector<std::string, 4> positions;
  for (int64_t dim : llvm::reverse(spec.shape)) {
    positions.push_back(std::to_string(index % dim));
    index /= dim;
  }
  return "[" + llvm::join(llvm::reverse(positions), ", ") + "]";
}

std::pair<int64_t, int64_t>
mlir::remat::getIntegerLimits(const TensorSpec &spec) {
  const unsigned bits = spec.integerBits();
  if (bits == 1)
    return {0, 1};
  return {llvm::minIntN(bits), llvm::maxIntN(bits)};
}
