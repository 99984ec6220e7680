//===- ModelUtils.h - What the models share ---------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_EXTERNALMODELS_MODELUTILS_H
#define REMAT_LIB_EXTERNALMODELS_MODELUTILS_H

#include "mlir/IR/DialectRegistry.h"
#include "remat/Interfaces/TaskOpInterface.h"

namespace mlir::remat {

/// Adds the interface's defaults: a fallback model, tied to no operation, does
/// not inherit them.
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

/// The defaults: data movement, loops and branches (one task, repeatable if its
/// contents are), calls (not repeatable).
struct DefaultModel : public TaskModel<DefaultModel> {};

template <typename Model, typename... Ops> void attach(MLIRContext *context) {
  (Ops::template attachInterface<Model>(*context), ...);
}

/// Attaches `Model` to the operations of `dialect` that `select` accepts. Walks
/// all dialects: during loading, getRegisteredOperationsByDialect searches an
/// unsorted array.
template <typename Model>
void attachToDialect(
    MLIRContext *context, StringRef dialect,
    llvm::function_ref<bool(RegisteredOperationName)> select =
        [](RegisteredOperationName) { return true; }) {
  for (RegisteredOperationName name : context->getRegisteredOperations())
    if (name.getDialectNamespace() == dialect && select(name))
      name.attachInterface<Model>();
}

inline OpCost getCopyCost(int64_t bytes) { return {0, bytes, bytes, 0}; }

/// The flops of one run of a block of scalar operations.
inline double countBodyFlops(Block &block) {
  double flops = 0;
  for (Operation &nested : block.without_terminator())
    flops += getArithWeight(&nested);
  return flops;
}

/// Each for the dialects of its source.
void registerArithModels(DialectRegistry &registry);
void registerBufferizationModels(DialectRegistry &registry);
void registerControlFlowModels(DialectRegistry &registry);
void registerLinalgModels(DialectRegistry &registry);
void registerMemRefModels(DialectRegistry &registry);
void registerStablehloModels(DialectRegistry &registry);
void registerTensorModels(DialectRegistry &registry);

} // namespace mlir::remat

#endif // REMAT_LIB_EXTERNALMODELS_MODELUTILS_H
