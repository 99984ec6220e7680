//===- ModelUtils.h - What the models share ---------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_EXTERNALMODELS_MODELUTILS_H
#define REMAT_LIB_EXTERNALMODELS_MODELUTILS_H

#include "mlir/IR/MLIRContext.h"
#include "remat/Interfaces/TaskOpInterface.h"

namespace mlir::remat {

/// Base of a model: the interface's defaults, which a fallback model, not being
/// tied to one operation, does not inherit by itself.
template <typename Model>
struct TaskModel : public TaskOpInterface::FallbackModel<Model> {
  OpCost getTaskCost(Operation *op) const { return detail::getDefaultCost(op); }
  std::optional<TaskPhase> getTaskPhase(Operation *) const {
    return std::nullopt;
  }
  bool mayRunAgain(Operation *op) const {
    return detail::mayRunAgainByEffects(op);
  }
  OpOperand *getViewedOperand(Operation *, OpResult) const { return nullptr; }
  bool preparesDestination(Operation *) const { return false; }
};

/// Attaches `Model` to every operation of the dialect `dialect` that `select`
/// takes. MLIRContext::getRegisteredOperationsByDialect searches an array that
/// is not sorted while a dialect loads, hence the filter.
template <typename Model>
void attachToDialect(MLIRContext *context, llvm::StringRef dialect,
                     llvm::function_ref<bool(RegisteredOperationName)> select) {
  for (RegisteredOperationName name : context->getRegisteredOperations())
    if (name.getDialectNamespace() == dialect && select(name))
      name.attachInterface<Model>();
}

/// Bytes of `value` in memory: 0 where unknown, and for scalars, which live in
/// registers.
inline int64_t getBytesOrZero(Value value) {
  if (!isa<ShapedType>(value.getType()))
    return 0;
  return getTypeBytes(value.getType()).value_or(0);
}

/// Whether every use of the only result of `op` is as the destination of an
/// operation that writes it, or of one that prepares it further.
bool isOnlyDestination(Operation *op);

} // namespace mlir::remat

#endif // REMAT_LIB_EXTERNALMODELS_MODELUTILS_H
