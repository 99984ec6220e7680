//===- LoopStarts.cpp - Tensors that a loop alone reads -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The simulator counts all that a task reads as long as the task runs. The
// tensor that a loop starts from, or a slice of it, is there only while it is
// copied or inserted: all alive
// then are alive in the turns too, but for this tensor, and in its place the
// turns have their workspace. If the loop is the only reader and runs once, the
// tensor dies there in every plan, so that the larger of the two is counted.
//
//===----------------------------------------------------------------------===//

#include "LoopStarts.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::remat;
using planner::ValueId;

/// What `op` copies into a storage of its own.
static OpOperand *getCopied(Operation *op) {
  if (auto copy = dyn_cast<linalg::CopyOp>(op))
    return copy.getDpsInputOperand(0);
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return &insert.getSourceMutable();
  return nullptr;
}

/// Whether `value` and its views are read by nothing but copies in `copies`,
/// which are of one loop: destinations are isolated, so that no two loops share
/// one.
static bool isOnlyCopied(Value value, ArrayRef<Operation *> copies) {
  return llvm::all_of(value.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isa<ReleaseOp>(user))
      return true;
    if (OpOperand *copied = getCopied(user))
      return copied == &use && llvm::is_contained(copies, user);
    return user->getNumResults() > 0 &&
           llvm::all_of(user->getResults(), [&](OpResult result) {
             OpOperand *viewed = getViewedOperand(result);
             return viewed && (viewed != &use || isOnlyCopied(result, copies));
           });
  });
}

/// Values that `loop` alone reads, only to copy them into what it carries.
static llvm::SetVector<ValueId> getStarts(const FunctionGraph &function,
                                          const TaskOps &loop) {
  llvm::SetVector<ValueId> starts;
  for (Operation *preparation : loop.preparations) {
    OpOperand *copied = getCopied(preparation);
    if (!copied)
      continue;
    Value source = getStorageRoot(copied->get());
    std::optional<ValueId> value = function.lookup(source);
    // Arguments stay.
    if (value && isa<OpResult>(source) &&
        isOnlyCopied(source, loop.preparations))
      starts.insert(*value);
  }
  return starts;
}

void mlir::remat::discountLoopStarts(FunctionGraph &function) {
  for (auto [task, ops] :
       llvm::zip_equal(function.graph.tasks, function.tasks)) {
    if (!isa<LoopLikeOpInterface>(ops.op))
      continue;
    // Forward loops are worth a second run.
    const bool mayBeHeldToOneRun = task.phase == planner::Phase::Backward &&
                                   task.policy == planner::Policy::Auto;
    if (!task.runsOnce() && !mayBeHeldToOneRun)
      continue;
    const llvm::SetVector<ValueId> starts = getStarts(function, ops);
    if (starts.empty() || task.workspace == 0)
      continue;
    task.mayRunAgain = false;
    for (ValueId value : starts)
      task.workspace = std::max<int64_t>(
          0, task.workspace - function.graph.values[value].bytes);
  }
}
