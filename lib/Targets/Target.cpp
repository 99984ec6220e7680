//===- Target.cpp - How a compiler lays out what we plan ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Targets/Target.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

Target::~Target() = default;

/// The size of one element in memory as LLVM's data layouts have it: integers
/// take the next power of two of bytes.
static std::optional<int64_t> getElementBytes(Type type) {
  if (type.isIndex())
    return 8;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    std::optional<int64_t> part = getElementBytes(complex.getElementType());
    return part ? std::optional<int64_t>(2 * *part) : std::nullopt;
  }
  if (!type.isIntOrFloat())
    return std::nullopt;
  int64_t bits = type.getIntOrFloatBitWidth();
  return static_cast<int64_t>(
      llvm::PowerOf2Ceil(llvm::divideCeil(std::max<int64_t>(bits, 1), 8)));
}

std::optional<int64_t> Target::getStorageBytes(Type type) const {
  if (type.isIntOrIndexOrFloat() ||
      isa<ComplexType, VectorType, NoneType>(type))
    return 0;
  // Tuples, handles and types of unknown dialects hold who knows what.
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || !shaped.hasStaticShape())
    return std::nullopt;
  std::optional<int64_t> element = getElementBytes(shaped.getElementType());
  if (!element)
    return std::nullopt;
  int64_t bytes = *element;
  for (int64_t dim : shaped.getShape())
    if (llvm::MulOverflow(bytes, dim, bytes))
      return std::nullopt;
  int64_t alignment = getStorageAlignment();
  int64_t padded;
  if (llvm::AddOverflow(bytes, alignment - 1, padded))
    return std::nullopt;
  return padded / alignment * alignment;
}

namespace {
class CpuTarget final : public Target {
public:
  StringRef getName() const override { return "cpu"; }
  StringRef getSummary() const override {
    return "upstream bufferization: every tensor in memory, 64-byte rounding";
  }
  int64_t getStorageAlignment() const override { return 64; }
  bool needsIsolatedDestinations() const override { return true; }
};
} // namespace

const Target &mlir::remat::getCpuTarget() {
  static const CpuTarget target;
  return target;
}

ArrayRef<const Target *> mlir::remat::getTargets() {
  static const Target *const targets[] = {&getCpuTarget()};
  return targets;
}

const Target *mlir::remat::lookupTarget(StringRef name) {
  for (const Target *target : getTargets())
    if (target->getName() == name)
      return target;
  return nullptr;
}
