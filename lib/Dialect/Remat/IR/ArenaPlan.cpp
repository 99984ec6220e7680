//===- ArenaPlan.cpp - The arena that a function was planned for ----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Dialect/Remat/IR/ArenaPlan.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::remat;

DictionaryAttr mlir::remat::toAttribute(const ArenaPlan &plan,
                                        MLIRContext *context) {
  Builder builder(context);
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("alignment",
                            builder.getI64IntegerAttr(plan.alignment)),
       builder.getNamedAttr("budget", builder.getI64IntegerAttr(plan.budget)),
       builder.getNamedAttr("effort", builder.getI64IntegerAttr(plan.effort)),
       builder.getNamedAttr("in_place", builder.getBoolAttr(plan.isInPlace)),
       builder.getNamedAttr("parallel_safe",
                            builder.getStringAttr(plan.sharing))});
}

std::optional<ArenaPlan> mlir::remat::getArenaPlan(Attribute attribute) {
  auto entries = dyn_cast_or_null<DictionaryAttr>(attribute);
  if (!entries || entries.size() != 5)
    return std::nullopt;
  auto getInt = [&](StringRef name) {
    auto value = entries.getAs<IntegerAttr>(name);
    return value && value.getType().isSignlessInteger(64) ? value.getInt() : -1;
  };
  auto inPlace = entries.getAs<BoolAttr>("in_place");
  auto sharing = entries.getAs<StringAttr>("parallel_safe");
  ArenaPlan plan;
  plan.budget = getInt("budget");
  plan.alignment = getInt("alignment");
  plan.effort = getInt("effort");
  if (plan.budget < 1 || plan.alignment < 1 || plan.effort < 0 || !inPlace ||
      !sharing)
    return std::nullopt;
  plan.isInPlace = inPlace.getValue();
  plan.sharing = sharing.str();
  return plan;
}
