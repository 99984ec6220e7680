//===- UnknownSize.cpp - Why a type has no size in bytes ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Targets/UnknownSize.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

/// Whether one element of `type` has a size.
static bool hasSizedElement(ShapedType type) {
  const Type element = type.getElementType();
  return remat::getStorageBytes(RankedTensorType::get({1}, element))
      .has_value();
}

std::string mlir::remat::describeUnknownSize(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto shaped = dyn_cast<ShapedType>(type);
  if (shaped && !hasSizedElement(shaped)) {
    const Type element = shaped.getElementType();
    os << "is not known, since its element type " << element
       << " has none here; ";
    if (element.getDialect().getNamespace() == "quant")
      os << "lower quantized types to what stores them first "
            "(--lower-quant-ops, --strip-func-quant-types, --canonicalize)";
    else
      os << "lower it to a type of integers, floats, complex numbers or "
            "vectors first";
  } else if (shaped && shaped.hasStaticShape()) {
    os << "does not fit into 64 bits";
  } else {
    os << "is not known before the step runs; a budget needs static shapes "
          "and element types with a size: specialize the function to its "
          "shapes first";
  }
  return text;
}
