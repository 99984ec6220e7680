//===- Inputs.cpp - What a step is run on ---------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"

#include "mlir/Support/DebugStringHelper.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::remat;

/// By ElementKind.
static constexpr struct {
  StringLiteral name;
  unsigned bytes;
} kElements[] = {{"f16", 2}, {"bf16", 2}, {"f32", 4}, {"f64", 8}, {"i1", 1},
                 {"i8", 1},  {"i16", 2},  {"i32", 4}, {"i64", 8}};

static const auto &getElement(ElementKind kind) {
  return kElements[static_cast<size_t>(kind)];
}

int64_t TensorSpec::numElements() const {
  return ShapedType::getNumElements(shape);
}

int64_t TensorSpec::elementBytes() const { return getElement(kind).bytes; }

bool TensorSpec::isFloat() const { return kind <= ElementKind::F64; }

std::string TensorSpec::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "tensor<";
  for (int64_t dim : shape)
    os << dim << 'x';
  os << getElement(kind).name << '>';
  return text;
}

static std::optional<ElementKind> getElementKind(Type type) {
  const std::string name = debugString(type);
  for (auto [kind, element] : llvm::enumerate(kElements))
    if (element.name == name)
      return static_cast<ElementKind>(kind);
  return std::nullopt;
}

static FailureOr<TensorSpec> getSpec(func::FuncOp function, Type type,
                                     const Twine &what) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!isa<RankedTensorType, MemRefType>(type))
    return function.emitError() << what << " has type " << type
                                << ", which remat-run cannot pass; it passes "
                                   "ranked tensors (of rank 0 for scalars)";
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
  // The dialect's verifier has checked all but the bits.
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

/// The finalizer of SplitMix64 (Steele, Lea, Flood: "Fast splittable
/// pseudorandom number generators", 2014): a bijection that mixes all bits.
static uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

template <typename T> static void store(T value, char *to) {
  std::memcpy(to, &value, sizeof(T));
}

template <typename T> static T loadAs(const char *from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

static const llvm::fltSemantics &getHalfSemantics(ElementKind kind) {
  return kind == ElementKind::F16 ? llvm::APFloat::IEEEhalf()
                                  : llvm::APFloat::BFloat();
}

static void storeFloat(ElementKind kind, double value, char *to) {
  if (kind == ElementKind::F64)
    return store(value, to);
  if (kind == ElementKind::F32)
    return store(static_cast<float>(value), to);
  llvm::APFloat converted(value);
  bool losesInfo;
  converted.convert(getHalfSemantics(kind), llvm::APFloat::rmNearestTiesToEven,
                    &losesInfo);
  store(static_cast<uint16_t>(converted.bitcastToAPInt().getZExtValue()), to);
}

/// On little-endian and big-endian hosts alike.
static void storeInteger(int64_t width, uint64_t value, char *to) {
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
    storeInteger(width, value, to);
  }
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
  case ElementKind::BF16:
    return llvm::APFloat(getHalfSemantics(spec.kind),
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
  // Enough digits to tell any two doubles apart.
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("%.17g", getFloat(spec, data, index));
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
