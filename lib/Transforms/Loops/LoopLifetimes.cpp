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
#include "remat/Analysis/LoopTurns.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/CountedLoopOpInterface.h"
#include "remat/Interfaces/TaskOpInterface.h"

#include <functional>

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

/// Whether a kernel that reads `value` can compute it from nothing: a mask or
/// positions, made of constants and iotas element by element.
static bool isMadeOfNothing(Value value) {
  constexpr size_t mostOps = 64;
  llvm::SetVector<Operation *> ops;
  auto add = [&](Value each) {
    return each.getDefiningOp() && ops.insert(each.getDefiningOp());
  };
  if (!add(value))
    return false;
  // Grows during the loop.
  for (size_t index = 0; index != ops.size(); ++index) {
    Operation *op = ops[index];
    hlo::OpKind kind = hlo::getOpKind(op);
    const bool isSplat = hlo::isConstant(op) &&
                         isa<SplatElementsAttr>(hlo::getConstantValue(op));
    if (isSplat || kind == hlo::OpKind::Iota)
      continue;
    const bool isComputed = kind == hlo::OpKind::Elementwise ||
                            kind == hlo::OpKind::Broadcast ||
                            kind == hlo::OpKind::Reshape;
    if (!isComputed || op->getNumResults() != 1 || op->getNumRegions() != 0 ||
        ops.size() > mostOps)
      return false;
    for (Value operand : op->getOperands())
      if (!operand.getDefiningOp())
        return false;
      else
        add(operand);
  }
  return true;
}

/// Whether all readers of `value` in `body` read every element of it, so that
/// computing it there is no more work than reading it.
static bool isReadWhole(Value value, Block &body) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    Operation *reader = body.findAncestorOpInBlock(*user);
    if (!reader || reader == body.getTerminator())
      return true;
    switch (hlo::getOpKind(reader)) {
    case hlo::OpKind::Elementwise:
    case hlo::OpKind::Broadcast:
    case hlo::OpKind::Reshape:
      return true;
    default:
      return false;
    }
  });
}

Operation *mlir::remat::sinkRepetitions(Operation *op,
                                        const LoopEmitter &emitter) {
  std::optional<CountedLoop> loop = getCountedLoop(op);
  assert(loop && "emitted as such");
  OpBuilder builder = OpBuilder::atBlockBegin(loop->body);
  IRMapping sunk;
  std::function<Value(Value)> sink = [&](Value value) {
    if (sunk.contains(value))
      return sunk.lookup(value);
    Operation *maker = value.getDefiningOp();
    for (Value operand : maker->getOperands())
      if (isMadeOfNothing(operand))
        sink(operand);
    builder.clone(*maker, sunk);
    return sunk.lookup(value);
  };
  auto isSunk = [&](Value value, Value readAs) {
    return isInflated(value) ||
           (getNumElementsOrOne(value.getType()) != 1 &&
            isMadeOfNothing(value) && isReadWhole(readAs, *loop->body));
  };
  SmallVector<OpOperand *> captured;
  visitUsedValuesDefinedAbove(*loop->body->getParent(),
                              [&](OpOperand *operand) {
                                if (isSunk(operand->get(), operand->get()))
                                  captured.push_back(operand);
                              });
  for (OpOperand *operand : captured)
    operand->set(sink(operand->get()));
  llvm::DenseSet<unsigned> dropped;
  for (CarriedValue &carried : loop->carried) {
    if (!carried.isInvariant() || !carried.result.use_empty())
      continue;
    if (isSunk(carried.init, carried.argument) && !carried.argument.hasOneUse())
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

/// The value that `loop` starts from and that is made last, null if none is
/// made in its block.
static OpOperand *findLastStart(Operation *loop) {
  OpOperand *last = nullptr;
  for (OpOperand &operand : loop->getOpOperands()) {
    Operation *maker = operand.get().getDefiningOp();
    if (!maker || maker->getBlock() != loop->getBlock() ||
        hlo::isConstant(maker) ||
        hlo::getOpKind(maker) == hlo::OpKind::Broadcast)
      continue;
    if (!last || last->get().getDefiningOp()->isBeforeInBlock(maker))
      last = &operand;
  }
  return last;
}

Value mlir::remat::makeAgainBefore(Operation *loop, Value value) {
  const SmallVector<Operation *> makers = findCheapMakers(value);
  OpOperand *start = findLastStart(loop);
  if (makers.empty() || !start)
    return value;
  const llvm::DenseSet<Operation *> isMaker(makers.begin(), makers.end());
  llvm::SetVector<Value> held;
  for (Operation *maker : makers)
    for (Value operand : maker->getOperands())
      if (!isMaker.contains(operand.getDefiningOp()))
        held.insert(operand);
  held.insert(start->get());
  OpBuilder builder(loop);
  auto barrier = BarrierOp::create(builder, loop->getLoc(), held.getArrayRef());
  IRMapping again;
  for (auto [source, result] : llvm::zip_equal(held, barrier.getResults()))
    again.map(source, result);
  Value(start->get())
      .replaceUsesWithIf(again.lookup(start->get()), [&](OpOperand &use) {
        return use.getOwner() == loop;
      });
  for (Operation *maker : makers)
    builder.clone(*maker, again);
  return again.lookup(value);
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
