//===- OpQueries.cpp - Purity, views and constants of StableHLO -----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::remat;
using namespace mlir::remat::hlo;

//===----------------------------------------------------------------------===//
// Custom calls
//===----------------------------------------------------------------------===//

static StringRef getCallTarget(Operation *op) {
  auto target = dyn_cast_or_null<StringAttr>(op->getAttr("call_target_name"));
  return target ? target.getValue() : StringRef();
}

/// Whether the custom call only says more of its operand: its place, its
/// sharding. Another memory would be another storage.
static bool isAnnotationCall(Operation *op) {
  static constexpr StringLiteral targets[] = {"Sharding",
                                              "SPMDFullToShardShape",
                                              "SPMDShardToFullShape",
                                              "LayoutConstraint",
                                              "xla.sdy.FuncResultSharding",
                                              "xla.sdy.GlobalToLocalShape",
                                              "xla.sdy.LocalToGlobalShape",
                                              "xla.sdy.PropagationBarrier"};
  StringRef target = getCallTarget(op);
  if (llvm::is_contained(targets, target))
    return true;
  if (target != "annotate_device_placement")
    return false;
  auto attributes =
      dyn_cast_or_null<DictionaryAttr>(op->getAttr("mhlo.frontend_attributes"));
  auto placement = attributes
                       ? attributes.getAs<StringAttr>("_xla_buffer_placement")
                       : StringAttr();
  return placement && placement.getValue() == "device";
}

/// Whether the custom call is known to do nothing but compute its results.
static bool isPureCall(Operation *op) {
  static constexpr StringLiteral targets[] = {
      "ApproxTopK", "Eigh", "PartialReduce",
      "Qr",         "TopK", "ProductOfElementaryHouseholderReflectors"};
  static constexpr StringLiteral families[] = {
      "__cublas$", "__cudnn$", "chlo.",      "cu_threefry2x32", "cublas_",
      "cusolver_", "hipblas_", "hipsolver_", "lapack_",         "mhlo."};
  StringRef target = getCallTarget(op);
  // cuDNN's attention advances the state of its random numbers by each call.
  if (target.contains_insensitive("dropout"))
    return false;
  return llvm::is_contained(targets, target) ||
         llvm::any_of(families, [&](StringRef family) {
           return target.starts_with(family);
         });
}

//===----------------------------------------------------------------------===//
// Purity
//===----------------------------------------------------------------------===//

namespace {
/// One walk over an operation, what is in it, and what it is composed of.
class Walk {
public:
  /// If `toRunAgain`, asks for more than purity: that the number of runs cannot
  /// be told.
  explicit Walk(bool toRunAgain) : toRunAgain(toRunAgain) {}

  bool accepts(Operation *op) {
    return !op->walk([&](Operation *nested) {
                return WalkResult(success(acceptsAlone(nested)));
              }).wasInterrupted();
  }

private:
  bool acceptsAlone(Operation *op);
  bool acceptsComposite(Operation *op);

  bool toRunAgain;
  /// Functions that have been or are being looked at.
  llvm::DenseSet<Operation *> functions;
};
} // namespace

Operation *mlir::remat::hlo::lookupDecomposition(Operation *op) {
  auto symbol =
      dyn_cast_or_null<FlatSymbolRefAttr>(op->getAttr("decomposition"));
  return symbol ? SymbolTable::lookupNearestSymbolFrom(op, symbol.getAttr())
                : nullptr;
}

bool Walk::acceptsComposite(Operation *op) {
  Operation *function = lookupDecomposition(op);
  if (!function || function->getNumRegions() != 1 ||
      function->getRegion(0).empty())
    return false;
  if (!functions.insert(function).second)
    return true;
  return llvm::all_of(function->getRegion(0).getOps(),
                      [&](Operation &nested) { return accepts(&nested); });
}

/// `op`, its regions aside.
bool Walk::acceptsAlone(Operation *op) {
  const OpInfo *info = lookupOp(op);
  if (!info) {
    if (isa<CallOpInterface>(op))
      return false;
    // What is in it is walked anyway.
    return op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
           (op->hasTrait<OpTrait::IsTerminator>() && isMemoryEffectFree(op)) ||
           (toRunAgain ? remat::mayRunAgain(op) : isMemoryEffectFree(op));
  }
  switch (info->kind) {
  case OpKind::CustomCall:
    if (auto effect =
            dyn_cast_or_null<BoolAttr>(op->getAttr("has_side_effect"));
        effect && effect.getValue())
      return false;
    return !toRunAgain || isAnnotationCall(op) || isPureCall(op);
  case OpKind::Composite:
    return acceptsComposite(op);
  case OpKind::Collective:
  case OpKind::Token:
    return info->pure && !toRunAgain;
  default:
    return info->pure;
  }
}

bool mlir::remat::hlo::isPure(Operation *op) {
  return lookupOp(op) && Walk(/*toRunAgain=*/false).accepts(op);
}

bool mlir::remat::hlo::mayRunAgain(Operation *op) {
  return lookupOp(op) && Walk(/*toRunAgain=*/true).accepts(op);
}

//===----------------------------------------------------------------------===//
// Views, constants, tokens
//===----------------------------------------------------------------------===//

/// Whether both take the same bytes, or may as far as is known before the step
/// runs.
static bool haveSameElementBytes(Type a, Type b) {
  return getTypeBytes(getElementTypeOrSelf(a)) ==
         getTypeBytes(getElementTypeOrSelf(b));
}

OpOperand *mlir::remat::hlo::getViewedOperand(OpResult result) {
  Operation *op = result.getOwner();
  unsigned number = 0;
  switch (getOpKind(op)) {
  case OpKind::Barrier:
    number = result.getResultNumber();
    break;
  case OpKind::Reshape:
    if (op->getNumOperands() == 0 ||
        !haveSameElementBytes(op->getOperand(0).getType(), result.getType()))
      return nullptr;
    break;
  case OpKind::Annotation:
  case OpKind::GetTupleElement:
    break;
  case OpKind::CustomCall:
    if (!isAnnotationCall(op) || op->getNumResults() != 1)
      return nullptr;
    break;
  default:
    return nullptr;
  }
  return number < op->getNumOperands() ? &op->getOpOperand(number) : nullptr;
}

Attribute mlir::remat::hlo::getConstantValue(Operation *op) {
  if (getOpKind(op) != OpKind::Constant || op->getNumOperands() != 0 ||
      op->getNumResults() != 1)
    return {};
  return op->getAttr("value");
}

bool mlir::remat::hlo::isConstant(Operation *op) {
  return getConstantValue(op) != nullptr;
}

bool mlir::remat::hlo::isToken(Type type) {
  auto opaque = dyn_cast<OpaqueType>(type);
  if (!opaque)
    return type.getAbstractType().getName() == "stablehlo.token";
  StringRef dialect = opaque.getDialectNamespace();
  return opaque.getTypeData() == "token" &&
         (dialect == "stablehlo" || dialect == "mhlo");
}
