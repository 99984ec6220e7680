//===- UpliftWhile.cpp - scf.while that counts, as scf.for ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/LoopModels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "remat/Analysis/WhileCounter.h"

using namespace mlir;
using namespace mlir::remat;

static Value createConstant(OpBuilder &builder, Location loc, Type type,
                            int64_t integer) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(
            tensor, builder.getIntegerAttr(tensor.getElementType(), integer)));
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, integer));
}

/// What the while counted to, in turn `turn`.
static Value createCounter(OpBuilder &builder, Location loc, Type type,
                           const WhileCounter &counter, Value turn) {
  const Type element = getElementTypeOrSelf(type);
  Value value = turn;
  if (!element.isIndex())
    value = arith::IndexCastOp::create(builder, loc, element, value);
  if (counter.step != 1)
    value = arith::MulIOp::create(
        builder, loc, value,
        createConstant(builder, loc, element, counter.step));
  if (counter.first != 0)
    value = arith::AddIOp::create(
        builder, loc, value,
        createConstant(builder, loc, element, counter.first));
  if (isa<RankedTensorType>(type))
    value = tensor::FromElementsOp::create(builder, loc, type, value);
  return value;
}

namespace {
/// What stays carried once the counter is not.
class Uplift {
public:
  Uplift(scf::WhileOp loop, const WhileCounter &counter)
      : loop(loop), counter(counter), builder(loop) {}

  scf::ForOp run();

private:
  void fillBody(scf::ForOp made);
  /// The carried value that result or argument `number` is.
  unsigned getCarried(unsigned number) {
    return cast<BlockArgument>(loop.getConditionOp().getArgs()[number])
        .getArgNumber();
  }
  /// Among those that stay carried.
  unsigned getPlace(unsigned carried) const {
    return carried > counter.number ? carried - 1 : carried;
  }
  template <typename Range> SmallVector<Value> dropCounter(Range values) {
    SmallVector<Value> kept(values.begin(), values.end());
    kept.erase(kept.begin() + counter.number);
    return kept;
  }
  Type getCounterType() { return loop.getInits()[counter.number].getType(); }

  scf::WhileOp loop;
  WhileCounter counter;
  OpBuilder builder;
};
} // namespace

/// Reads the number that `count` was made of where an element of it is read.
static void readElement(Value count) {
  auto made = count.getDefiningOp<tensor::FromElementsOp>();
  if (!made)
    return;
  for (Operation *user : llvm::make_early_inc_range(count.getUsers()))
    if (auto read = dyn_cast<tensor::ExtractOp>(user)) {
      read.replaceAllUsesWith(made.getElements().front());
      read.erase();
    }
}

/// Moves the turn over.
void Uplift::fillBody(scf::ForOp made) {
  Block *from = loop.getAfterBody(), *to = made.getBody();
  if (!to->empty())
    to->getTerminator()->erase();
  builder.setInsertionPointToStart(to);
  Value count = createCounter(builder, loop.getLoc(), getCounterType(), counter,
                              made.getInductionVar());
  for (BlockArgument argument : from->getArguments()) {
    const unsigned carried = getCarried(argument.getArgNumber());
    Value(argument).replaceAllUsesWith(
        carried == counter.number ? count
                                  : made.getRegionIterArg(getPlace(carried)));
  }
  readElement(count);
  auto yield = loop.getYieldOp();
  builder.setInsertionPointToEnd(to);
  scf::YieldOp::create(builder, yield.getLoc(),
                       dropCounter(yield.getOperands()));
  yield.erase();
  to->getOperations().splice(std::prev(to->end()), from->getOperations());
  // What only counted.
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*to)))
    if (isOpTriviallyDead(&op))
      op.erase();
}

scf::ForOp Uplift::run() {
  const Location loc = loop.getLoc();
  auto index = [&](int64_t integer) {
    return createConstant(builder, loc, builder.getIndexType(), integer);
  };
  Value lower = index(0), upper = index(counter.trips), step = index(1);
  Value last = createConstant(builder, loc, getCounterType(),
                              counter.first + counter.trips * counter.step);
  auto made = scf::ForOp::create(builder, loc, lower, upper, step,
                                 dropCounter(loop.getInits()));
  made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  fillBody(made);
  for (OpResult result : loop.getResults()) {
    const unsigned carried = getCarried(result.getResultNumber());
    Value(result).replaceAllUsesWith(
        carried == counter.number ? last : made.getResult(getPlace(carried)));
  }
  loop.erase();
  return made;
}

Operation *mlir::remat::upliftWhile(scf::WhileOp loop) {
  std::optional<WhileCounter> counter = getWhileCounter(loop);
  return counter ? Uplift(loop, *counter).run().getOperation()
                 : loop.getOperation();
}
