//===- NpyValues.cpp - Values of a step in files of NumPy -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpyValues.h"
#include "Elements.h"

#include "mlir/Support/DebugStringHelper.h"
#include "llvm/Support/Format.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

using namespace mlir;
using namespace mlir::remat;

/// Bits of an integer of `spec` in a file.
static unsigned getFileBits(const TensorSpec &spec) {
  return std::max(8u, spec.integerBits());
}

/// Whether NumPy has the floats of `spec`.
static bool hasFloatOf(const TensorSpec &spec) {
  const Type number = spec.numberType();
  // Complex numbers of f16 are missing.
  return number.isF32() || number.isF64() ||
         (number.isF16() && spec.numbersPerElement() == 1);
}

std::string mlir::remat::getNpyType(const TensorSpec &spec) {
  if (spec.isFloat()) {
    const int64_t bytes = hasFloatOf(spec) ? spec.numberBytes() : 4;
    return spec.numbersPerElement() == 2 ? "c" + std::to_string(2 * bytes)
                                         : "f" + std::to_string(bytes);
  }
  return spec.integerBits() == 1 ? "b1"
                                 : "i" + std::to_string(getFileBits(spec) / 8);
}

/// Whether the bytes of an array of `type` are those of `spec`.
static bool hasSameBytes(const TensorSpec &spec, StringRef type) {
  if (spec.isFloat())
    return hasFloatOf(spec)
               ? type == getNpyType(spec)
               : spec.numbersPerElement() == 1 &&
                     type == "V" + std::to_string(spec.elementBytes());
  if (spec.integerBits() < 8)
    return false;
  StringRef width = StringRef(type).drop_front();
  return (type.starts_with("i") || type.starts_with("u")) &&
         width == std::to_string(spec.elementBytes());
}

static llvm::Error makeError(const TensorSpec &spec, const Twine &number,
                             int64_t index, const Twine &remedy = "") {
  return llvm::createStringError(
      "it has " + number + " at " + formatIndex(spec, index) + ", which " +
      debugString(spec.element) + " does not hold" + remedy);
}

/// As few digits as tell `value` from other floats: "0.33", "1e-09".
static std::string formatFloat(float value) {
  std::string text;
  for (int digits = 6; digits <= std::numeric_limits<float>::max_digits10;
       ++digits) {
    text.clear();
    llvm::raw_string_ostream(text) << llvm::format("%.*g", digits, value);
    if (std::strtof(text.c_str(), nullptr) == value)
      break;
  }
  return text;
}

/// Floats of the file, f4, that have to be exact.
static llvm::Error narrow(const NpyArray &array, const TensorSpec &spec,
                          std::vector<char> &data) {
  for (int64_t i = 0; i < spec.numNumbers(); ++i) {
    float value;
    std::memcpy(&value, array.data.data() + i * sizeof(float), sizeof(float));
    if (!holdsFloat(spec, value))
      return makeError(spec, formatFloat(value), i);
    setFloat(spec, value, data.data(), i);
    const double held = getNumber(spec, data.data(), i);
    if (held != value && !(std::isnan(held) && std::isnan(value)))
      return makeError(spec, formatFloat(value), i,
                       "; the nearest is " +
                           formatFloat(static_cast<float>(held)) +
                           ": round it before (.astype of ml_dtypes)");
  }
  return llvm::Error::success();
}

static llvm::Error narrowIntegers(const NpyArray &array, const TensorSpec &spec,
                                  std::vector<char> &data) {
  const auto [low, high] = getIntegerLimits(spec);
  for (int64_t i = 0; i < spec.numNumbers(); ++i) {
    const auto value = static_cast<int8_t>(array.data[i]);
    if (value < low || value > high)
      return makeError(spec, Twine(static_cast<int>(value)), i);
    setInteger(spec, value, data.data(), i);
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<char>> mlir::remat::fromNpy(const NpyArray &array,
                                                       const TensorSpec &spec) {
  const std::string wanted = getNpyType(spec);
  const bool isSame = hasSameBytes(spec, array.type);
  if (!isSame && array.type != wanted)
    return llvm::createStringError(
        "its elements are '" + array.type + "', but those of " + spec.str() +
        " are '" + wanted + "'; save it with .astype('" + wanted + "')");
  if (ArrayRef<int64_t>(array.shape) != ArrayRef<int64_t>(spec.shape))
    return llvm::createStringError(
        "its shape is " + formatNpyShape(array.shape) + ", but that of " +
        spec.str() + " is " + formatNpyShape(spec.shape) +
        "; save it with .reshape(" + formatNpyShape(spec.shape) + ")");
  std::vector<char> data(static_cast<size_t>(spec.bytes()));
  if (isSame) {
    llvm::copy(array.data, data.begin());
    return data;
  }
  if (llvm::Error error = spec.isFloat() ? narrow(array, spec, data)
                                         : narrowIntegers(array, spec, data))
    return std::move(error);
  return data;
}

template <typename T> static void append(std::string &text, T value) {
  text.append(reinterpret_cast<const char *>(&value), sizeof(T));
}

std::string mlir::remat::toNpy(const TensorSpec &spec, const char *data) {
  const std::string type = getNpyType(spec);
  std::string text = formatNpyHeader(type, spec.shape);
  if (hasSameBytes(spec, type))
    return text.append(data, static_cast<size_t>(spec.bytes()));
  for (int64_t i = 0; i < spec.numNumbers(); ++i)
    if (spec.isFloat())
      append(text, static_cast<float>(getNumber(spec, data, i)));
    else
      append(text, static_cast<int8_t>(getInteger(spec, data, i)));
  return text;
}
