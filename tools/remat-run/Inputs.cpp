//===- Inputs.cpp - What a step is run on ---------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"

#include "mlir/IR/BuiltinTypes.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::remat;

int64_t TensorSpec::numElements() const {
  int64_t count = 1;
  for (int64_t dim : shape)
    count *= dim;
  return count;
}

int64_t TensorSpec::elementBytes() const {
  switch (kind) {
  case ElementKind::I1:
  case ElementKind::I8:
    return 1;
  case ElementKind::F16:
  case ElementKind::BF16:
  case ElementKind::I16:
    return 2;
  case ElementKind::F32:
  case ElementKind::I32:
    return 4;
  case ElementKind::F64:
  case ElementKind::I64:
    return 8;
  }
  llvm_unreachable("all element kinds are handled");
}

bool TensorSpec::isFloat() const {
  return kind == ElementKind::F16 || kind == ElementKind::BF16 ||
         kind == ElementKind::F32 || kind == ElementKind::F64;
}

static StringRef getElementName(ElementKind kind) {
  switch (kind) {
  case ElementKind::F16:
    return "f16";
  case ElementKind::BF16:
    return "bf16";
  case ElementKind::F32:
    return "f32";
  case ElementKind::F64:
    return "f64";
  case ElementKind::I1:
    return "i1";
  case ElementKind::I8:
    return "i8";
  case ElementKind::I16:
    return "i16";
  case ElementKind::I32:
    return "i32";
  case ElementKind::I64:
    return "i64";
  }
  llvm_unreachable("all element kinds are handled");
}

std::string TensorSpec::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "tensor<";
  for (int64_t dim : shape)
    os << dim << 'x';
  os << getElementName(kind) << '>';
  return text;
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

static std::optional<ElementKind> getElementKind(Type type) {
  for (ElementKind kind : {ElementKind::I1, ElementKind::I8, ElementKind::I16,
                           ElementKind::I32, ElementKind::I64})
    if (type.isSignlessInteger() &&
        getElementName(kind).drop_front() ==
            std::to_string(type.getIntOrFloatBitWidth()))
      return kind;
  if (type.isF16())
    return ElementKind::F16;
  if (type.isBF16())
    return ElementKind::BF16;
  if (type.isF32())
    return ElementKind::F32;
  if (type.isF64())
    return ElementKind::F64;
  return std::nullopt;
}

static FailureOr<TensorSpec> getSpec(func::FuncOp function, Type type,
                                     const Twine &what) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!isa<RankedTensorType, MemRefType>(type))
    return function.emitError() << what << " has type " << type
                                << ", which remat-run cannot pass; it passes "
                                   "ranked tensors (of rank "
                                   "0 for scalars)";
  if (!shaped.hasStaticShape())
    return function.emitError()
           << what << " has type " << type
           << ", whose shape is not known before it runs; specialize the "
              "function to static shapes";
  if (auto memref = dyn_cast<MemRefType>(type);
      memref && !memref.getLayout().isIdentity())
    return function.emitError()
           << what << " has type " << type
           << ", whose elements do not follow one another in memory; "
              "remat-run passes buffers without a layout";
  std::optional<ElementKind> kind = getElementKind(shaped.getElementType());
  if (!kind)
    return function.emitError()
           << what << " has elements of type " << shaped.getElementType()
           << ", which remat-run cannot pass; it passes f16, bf16, f32, f64, "
              "i1, i8, i16, i32 and i64";
  TensorSpec spec;
  spec.kind = *kind;
  llvm::append_range(spec.shape, shaped.getShape());
  int64_t bytes = spec.elementBytes();
  for (int64_t dim : spec.shape)
    if (llvm::MulOverflow(bytes, dim, bytes))
      return function.emitError() << what << " has type " << type
                                  << ", which needs more than 2^63 bytes";
  return spec;
}

static LogicalResult readRange(func::FuncOp function, unsigned position,
                               TensorSpec &spec) {
  Attribute attr = function.getArgAttr(position, kRangeAttrName);
  if (!attr)
    return success();
  // The dialect's verifier has checked what can be told without the bits.
  auto range = cast<DenseI64ArrayAttr>(attr);
  spec.low = range[0];
  spec.high = range[1];
  // One bit holds 0 and 1, others are signed.
  unsigned bits = spec.kind == ElementKind::I1 ? 1 : spec.elementBytes() * 8;
  int64_t low = bits == 1 ? 0 : llvm::minIntN(bits);
  int64_t last = bits == 1 ? 1 : llvm::maxIntN(bits);
  if (spec.low < low || spec.high - 1 > last)
    return function.emitError()
           << "'" << kRangeAttrName << "' of argument " << position
           << " has the values from " << spec.low << " to " << spec.high - 1
           << ", but i" << bits << " holds " << low << " to " << last;
  return success();
}

FailureOr<Signature> mlir::remat::getSignature(func::FuncOp function,
                                               bool withLastArgument) {
  Signature signature;
  ArrayRef<Type> arguments = function.getArgumentTypes();
  if (!withLastArgument)
    arguments = arguments.drop_back();
  for (auto [i, type] : llvm::enumerate(arguments)) {
    FailureOr<TensorSpec> spec =
        getSpec(function, type, "argument " + Twine(i));
    if (failed(spec) || failed(readRange(function, i, *spec)))
      return failure();
    signature.arguments.push_back(*spec);
  }
  for (auto [i, type] : llvm::enumerate(function.getResultTypes())) {
    FailureOr<TensorSpec> spec = getSpec(function, type, "result " + Twine(i));
    if (failed(spec))
      return failure();
    signature.results.push_back(*spec);
  }
  return signature;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// The finalizer of SplitMix64 (Steele, Lea, Flood: "Fast splittable
/// pseudorandom number generators", 2014): a bijection that mixes all bits.
static uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static void storeFloat(ElementKind kind, double value, char *to) {
  auto store = [&](auto bits) { std::memcpy(to, &bits, sizeof(bits)); };
  if (kind == ElementKind::F64)
    return store(value);
  if (kind == ElementKind::F32)
    return store(static_cast<float>(value));
  llvm::APFloat converted(value);
  bool losesInfo;
  converted.convert(kind == ElementKind::F16 ? llvm::APFloat::IEEEhalf()
                                             : llvm::APFloat::BFloat(),
                    llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  store(static_cast<uint16_t>(converted.bitcastToAPInt().getZExtValue()));
}

void mlir::remat::fillInput(const TensorSpec &spec, uint64_t seed,
                            uint64_t position, char *data) {
  constexpr uint64_t golden = 0x9e3779b97f4a7c15u;
  uint64_t key = mix(mix(seed + golden) + (position + 1) * golden);
  int64_t count = spec.numElements();
  int64_t width = spec.elementBytes();

  double low = 0.5, high = 1.5;
  if (spec.shape.size() >= 2) {
    int64_t fanIn = 1;
    for (int64_t dim : llvm::ArrayRef<int64_t>(spec.shape).drop_back())
      fanIn *= std::max<int64_t>(dim, 1);
    high = std::sqrt(3.0 / static_cast<double>(fanIn));
    low = -high;
  }

  for (int64_t i = 0; i < count; ++i) {
    uint64_t bits = mix(key + static_cast<uint64_t>(i) * golden);
    char *to = data + i * width;
    if (spec.isFloat()) {
      double unit = static_cast<double>(bits >> 11) * 0x1p-53;
      storeFloat(spec.kind, low + (high - low) * unit, to);
      continue;
    }
    uint64_t span =
        static_cast<uint64_t>(spec.high) - static_cast<uint64_t>(spec.low);
    uint64_t value = static_cast<uint64_t>(spec.low) + bits % span;
    // Little-endian and big-endian hosts alike.
    switch (width) {
    case 1:
      *to = static_cast<char>(value);
      break;
    case 2: {
      auto narrow = static_cast<uint16_t>(value);
      std::memcpy(to, &narrow, 2);
      break;
    }
    case 4: {
      auto narrow = static_cast<uint32_t>(value);
      std::memcpy(to, &narrow, 4);
      break;
    }
    default:
      std::memcpy(to, &value, 8);
    }
  }
}

template <typename T> static T loadAs(const char *from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

static int64_t getInteger(const TensorSpec &spec, const char *data,
                          int64_t index) {
  const char *from = data + index * spec.elementBytes();
  switch (spec.kind) {
  case ElementKind::I1:
    return loadAs<uint8_t>(from) & 1;
  case ElementKind::I8:
    return loadAs<int8_t>(from);
  case ElementKind::I16:
    return loadAs<int16_t>(from);
  case ElementKind::I32:
    return loadAs<int32_t>(from);
  default:
    return loadAs<int64_t>(from);
  }
}

double mlir::remat::getFloat(const TensorSpec &spec, const char *data,
                             int64_t index) {
  const char *from = data + index * spec.elementBytes();
  switch (spec.kind) {
  case ElementKind::F64:
    return loadAs<double>(from);
  case ElementKind::F32:
    return loadAs<float>(from);
  case ElementKind::F16:
    return llvm::APFloat(llvm::APFloat::IEEEhalf(),
                         llvm::APInt(16, loadAs<uint16_t>(from)))
        .convertToDouble();
  case ElementKind::BF16:
    return llvm::APFloat(llvm::APFloat::BFloat(),
                         llvm::APInt(16, loadAs<uint16_t>(from)))
        .convertToDouble();
  default:
    return static_cast<double>(getInteger(spec, data, index));
  }
}

std::string mlir::remat::formatElement(const TensorSpec &spec, const char *data,
                                       int64_t index) {
  if (!spec.isFloat())
    return std::to_string(getInteger(spec, data, index));
  std::string text;
  llvm::raw_string_ostream os(text);
  // Enough digits to tell any two doubles apart.
  os << llvm::format("%.17g", getFloat(spec, data, index));
  return text;
}

std::string mlir::remat::formatIndex(const TensorSpec &spec, int64_t index) {
  llvm::SmallVector<std::string, 4> positions;
  for (int64_t dim : llvm::reverse(spec.shape)) {
    positions.push_back(std::to_string(index % dim));
    index /= dim;
  }
  return "[" + llvm::join(llvm::reverse(positions), ", ") + "]";
}
