//===- LoopLifetimes.cpp - How long loops keep values alive ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/LoopLifetimes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/TaskOpInterface.h"

using namespace mlir;
using namespace mlir::remat;

void mlir::remat::eraseDead(Block *block,
                            llvm::function_ref<void(Operation *)> willErase) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block)))
    if (isOpTriviallyDead(&op)) {
      if (willErase)
        willErase(&op);
      op.erase();
    }
}

/// Whether `value` repeats a smaller one, which a compiler that fuses does
/// where it is read.
static bool isInflated(Value value) {
  Operation *op = value.getDefiningOp();
  return op && hlo::getOpKind(op) == hlo::OpKind::Broadcast &&
         op->getNumOperands() == 1 && op->getNumResults() == 1 &&
         getNumElementsOrOne(op->getOperand(0).getType()) <
             getNumElementsOrOne(value.getType());
}

Operation *mlir::remat::sinkRepetitions(Operation *op,
                                        const LoopEmitter &emitter) {
  std::optional<CountedLoop> loop = getCountedLoop(op);
  assert(loop && "emitted as such");
  OpBuilder builder = OpBuilder::atBlockBegin(loop->body);
  IRMapping sunk;
  auto sink = [&](Value value) {
    if (!sunk.contains(value))
      sunk.map(value, builder.clone(*value.getDefiningOp())->getResult(0));
    return sunk.lookup(value);
  };
  SmallVector<OpOperand *> captured;
  visitUsedValuesDefinedAbove(*loop->body->getParent(),
                              [&](OpOperand *operand) {
                                if (isInflated(operand->get()))
                                  captured.push_back(operand);
                              });
  for (OpOperand *operand : captured)
    operand->set(sink(operand->get()));
  llvm::DenseSet<unsigned> dropped;
  for (CarriedValue &carried : loop->carried) {
    if (!carried.isInvariant() || !carried.result.use_empty())
      continue;
    if (isInflated(carried.init) && !carried.argument.hasOneUse())
      carried.argument.replaceUsesWithIf(
          sink(carried.init), [&](OpOperand &use) {
            return use.getOwner() != loop->body->getTerminator();
          });
    if (carried.isReadOnce())
      dropped.insert(carried.operandNumber);
  }
  if (dropped.empty())
    return op;
  Operation *rebuilt = emitter.rebuild(op, dropped, {}, {});
  op->erase();
  return rebuilt;
}

void mlir::remat::holdBack(Operation *loop) {
  Operation *terminator = loop->getBlock()->getTerminator();
  auto isMadeBefore = [&](Value value) {
    Operation *op = value.getDefiningOp();
    return op && op->getBlock() == loop->getBlock() &&
           op->isBeforeInBlock(loop) && !hlo::isConstant(op) &&
           getNumElementsOrOne(value.getType()) != 1 &&
           hlo::getOpKind(op) != hlo::OpKind::Broadcast;
  };
  llvm::SetVector<Value> held;
  for (Operation *reader : {loop, terminator})
    for (Value operand : reader->getOperands())
      if (isMadeBefore(operand))
        held.insert(operand);
  if (held.empty())
    return;
  OpBuilder builder(loop);
  auto barrier = BarrierOp::create(builder, loop->getLoc(), held.getArrayRef());
  for (auto [value, result] : llvm::zip_equal(held, barrier.getResults()))
    Value(value).replaceUsesWithIf(result, [&](OpOperand &use) {
      return use.getOwner() == loop || use.getOwner() == terminator;
    });
}
