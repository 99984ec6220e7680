//===- Target.cpp - How a compiler lays out what we plan ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Targets/Target.h"
#include "mlir/IR/BuiltinTypes.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Remat/IR/TargetNames.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

std::optional<int64_t> Target::getStorageBytes(Type type) const {
  if (type.isIntOrIndexOrFloat() ||
      isa<ComplexType, VectorType, NoneType>(type))
    return 0;
  // Tuples, handles and foreign types have unknown bytes.
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped)
    return std::nullopt;
  std::optional<int64_t> bytes = remat::getStorageBytes(shaped);
  if (!bytes)
    return std::nullopt;
  int64_t padded;
  if (llvm::AddOverflow(*bytes, getStorageAlignment() - 1, padded))
    return std::nullopt;
  return llvm::alignDown(padded, getStorageAlignment());
}

namespace {
class CpuTarget final : public Target {
public:
  StringRef getName() const override { return kCpuTargetName; }
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
  static const Target *const targets[] = {&getCpuTarget(), &getCudaTarget(),
                                          &getCudaGeneratedTarget(),
                                          &getXlaGpuTarget()};
  return targets;
}

const Target *mlir::remat::lookupTarget(StringRef name) {
  const auto *found = llvm::find_if(getTargets(), [&](const Target *target) {
    return target->getName() == name;
  });
  return found == getTargets().end() ? nullptr : *found;
}

FailureOr<const Target *> mlir::remat::getTargetOf(Operation *function,
                                                   StringRef name) {
  auto planned = function->getAttrOfType<StringAttr>(kTargetAttrName);
  if (name.empty() && !planned)
    return &getCpuTarget();
  if (name.empty())
    name = planned.getValue();
  if (const Target *target = lookupTarget(name))
    return target;
  return function->emitOpError() << describeUnknownTarget(name);
}

void mlir::remat::setTargetOf(Operation *function, const Target &target) {
  if (&target == &getCpuTarget())
    function->removeAttr(kTargetAttrName);
  else
    function->setAttr(kTargetAttrName, StringAttr::get(function->getContext(),
                                                       target.getName()));
}
