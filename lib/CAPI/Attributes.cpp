//===- Attributes.cpp - Attributes of the dialect, from C -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat-c/Attributes.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Location.h"
#include "remat/Dialect/Remat/IR/Remat.h"

using namespace mlir;
using namespace mlir::remat;

bool rematAttributeIsACost(MlirAttribute attr) {
  return llvm::isa<CostAttr>(unwrap(attr));
}

MlirTypeID rematCostAttrGetTypeID(void) { return wrap(CostAttr::getTypeID()); }

MlirAttribute rematCostAttrGet(MlirContext context, const double *time,
                               const int64_t *workspace) {
  Builder builder(unwrap(context));
  Location loc = builder.getUnknownLoc();
  return wrap(CostAttr::getChecked(
      [&] { return emitError(loc); }, builder.getContext(),
      time ? builder.getF64FloatAttr(*time) : FloatAttr(),
      workspace ? builder.getI64IntegerAttr(*workspace) : IntegerAttr()));
}

/// Whether there is a value; stores it.
template <typename T> static bool store(std::optional<T> value, T *where) {
  if (value)
    *where = *value;
  return value.has_value();
}

bool rematCostAttrGetTime(MlirAttribute attr, double *time) {
  return store(llvm::cast<CostAttr>(unwrap(attr)).getTime(), time);
}

bool rematCostAttrGetWorkspace(MlirAttribute attr, int64_t *workspace) {
  return store(llvm::cast<CostAttr>(unwrap(attr)).getWorkspace(), workspace);
}

static_assert(int(RematTaskPhaseForward) == int(TaskPhase::Forward) &&
              int(RematTaskPhaseBackward) == int(TaskPhase::Backward) &&
              int(RematTaskPhaseOther) == int(TaskPhase::Other));

bool rematAttributeIsAPhase(MlirAttribute attr) {
  return llvm::isa<PhaseAttr>(unwrap(attr));
}

MlirTypeID rematPhaseAttrGetTypeID(void) {
  return wrap(PhaseAttr::getTypeID());
}

MlirAttribute rematPhaseAttrGet(MlirContext context, RematTaskPhase phase) {
  std::optional<TaskPhase> value = symbolizeTaskPhase(phase);
  return wrap(value ? PhaseAttr::get(unwrap(context), *value) : PhaseAttr());
}

RematTaskPhase rematPhaseAttrGetValue(MlirAttribute attr) {
  return static_cast<RematTaskPhase>(
      llvm::cast<PhaseAttr>(unwrap(attr)).getValue());
}

static_assert(int(RematTaskPolicyAuto) == int(TaskPolicy::Auto) &&
              int(RematTaskPolicySave) == int(TaskPolicy::Save) &&
              int(RematTaskPolicyRecompute) == int(TaskPolicy::Recompute) &&
              int(RematTaskPolicyMayRecompute) ==
                  int(TaskPolicy::MayRecompute));

bool rematAttributeIsAPolicy(MlirAttribute attr) {
  return llvm::isa<PolicyAttr>(unwrap(attr));
}

MlirTypeID rematPolicyAttrGetTypeID(void) {
  return wrap(PolicyAttr::getTypeID());
}

MlirAttribute rematPolicyAttrGet(MlirContext context, RematTaskPolicy policy) {
  std::optional<TaskPolicy> value = symbolizeTaskPolicy(policy);
  return wrap(value ? PolicyAttr::get(unwrap(context), *value) : PolicyAttr());
}

RematTaskPolicy rematPolicyAttrGetValue(MlirAttribute attr) {
  return static_cast<RematTaskPolicy>(
      llvm::cast<PolicyAttr>(unwrap(attr)).getValue());
}
