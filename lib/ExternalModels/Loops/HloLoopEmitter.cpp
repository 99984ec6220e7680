//===- HloLoopEmitter.cpp - stablehlo.while and dynamic slices ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/LoopParts.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
/// `stablehlo.while`, of the real dialect or a stub.
class HloLoopEmitter final : public LoopEmitter {
public:
  Value createNumber(OpBuilder &builder, Location loc, Type type,
                     int64_t value) const override;
  Value add(OpBuilder &builder, Location loc, Value left,
            Value right) const override;
  Value scale(OpBuilder &builder, Location loc, Value value, int64_t factor,
              int64_t term) const override;
  Value divide(OpBuilder &builder, Location loc, Value value,
               int64_t divisor) const override;
  Value toIndex(OpBuilder &, Location, Value counter) const override {
    return counter;
  }
  Value toCounter(OpBuilder &builder, Location loc, Value index,
                  Type type) const override;
  Value createStack(OpBuilder &builder, Location loc,
                    RankedTensorType type) const override;
  Value writeSlice(OpBuilder &builder, Location loc, Value value, Value stack,
                   Value index) const override;
  Value readSlice(OpBuilder &builder, Location loc, RankedTensorType type,
                  Value stack, Value index) const override;
  Value selectFirst(OpBuilder &builder, Location loc, Value turn, Value first,
                    Value other) const override;
  Operation *createLoop(OpBuilder &builder, const CountedLoop &like,
                        int64_t trips, ValueRange inits,
                        TurnEmitter emitTurn) const override;
  Operation *rebuild(Operation *loop, const llvm::DenseSet<unsigned> &dropped,
                     ValueRange newInits, ValueRange newYields) const override;
};
} // namespace

static Value createHlo(OpBuilder &builder, Location loc, StringRef name,
                       Type type, ValueRange operands,
                       ArrayRef<NamedAttribute> attributes = {}) {
  OperationState state(loc, name, operands, type, attributes);
  return builder.create(state)->getResult(0);
}

static Value getHloConstant(OpBuilder &builder, Location loc, Type type,
                            int64_t value) {
  auto tensor = cast<RankedTensorType>(type);
  auto element = builder.getIntegerAttr(tensor.getElementType(), value);
  return createHlo(
      builder, loc, "stablehlo.constant", type, {},
      builder.getNamedAttr("value", DenseElementsAttr::get(tensor, element)));
}

Value HloLoopEmitter::createNumber(OpBuilder &builder, Location loc, Type type,
                                   int64_t value) const {
  return getHloConstant(builder, loc, type, value);
}

Value HloLoopEmitter::add(OpBuilder &builder, Location loc, Value left,
                          Value right) const {
  return createHlo(builder, loc, "stablehlo.add", left.getType(),
                   {left, right});
}

Value HloLoopEmitter::scale(OpBuilder &builder, Location loc, Value value,
                            int64_t factor, int64_t term) const {
  Type type = value.getType();
  if (factor != 1)
    value = createHlo(builder, loc, "stablehlo.multiply", type,
                      {value, getHloConstant(builder, loc, type, factor)});
  if (term != 0)
    value = createHlo(builder, loc, "stablehlo.add", type,
                      {value, getHloConstant(builder, loc, type, term)});
  return value;
}

Value HloLoopEmitter::divide(OpBuilder &builder, Location loc, Value value,
                             int64_t divisor) const {
  Type type = value.getType();
  return createHlo(builder, loc, "stablehlo.divide", type,
                   {value, getHloConstant(builder, loc, type, divisor)});
}

Value HloLoopEmitter::toCounter(OpBuilder &builder, Location loc, Value index,
                                Type type) const {
  if (index.getType() == type)
    return index;
  return createHlo(builder, loc, "stablehlo.convert", type, index);
}

static Attribute getZero(OpBuilder &builder, RankedTensorType type) {
  auto complex = dyn_cast<ComplexType>(type.getElementType());
  if (!complex)
    return builder.getZeroAttr(type.getElementType());
  Attribute part = builder.getZeroAttr(complex.getElementType());
  return builder.getArrayAttr({part, part});
}

Value HloLoopEmitter::createStack(OpBuilder &builder, Location loc,
                                  RankedTensorType type) const {
  auto scalar = RankedTensorType::get({}, type.getElementType());
  Value zero = createHlo(
      builder, loc, "stablehlo.constant", scalar, {},
      builder.getNamedAttr(
          "value", DenseElementsAttr::get(scalar, getZero(builder, type))));
  return createHlo(builder, loc, "stablehlo.broadcast_in_dim", type, zero,
                   builder.getNamedAttr("broadcast_dimensions",
                                        builder.getDenseI64ArrayAttr({})));
}

/// `index`, then zeros for the other dimensions.
static SmallVector<Value> getStarts(OpBuilder &builder, Location loc,
                                    Value index, RankedTensorType stack) {
  SmallVector<Value> starts(stack.getRank(),
                            getHloConstant(builder, loc, index.getType(), 0));
  starts[0] = index;
  return starts;
}

static RankedTensorType getSliceType(RankedTensorType stack) {
  SmallVector<int64_t> shape(stack.getShape());
  shape[0] = 1;
  return RankedTensorType::get(shape, stack.getElementType());
}

Value HloLoopEmitter::writeSlice(OpBuilder &builder, Location loc, Value value,
                                 Value stack, Value index) const {
  auto type = cast<RankedTensorType>(stack.getType());
  SmallVector<Value> operands = {
      stack,
      createHlo(builder, loc, "stablehlo.reshape", getSliceType(type), value)};
  llvm::append_range(operands, getStarts(builder, loc, index, type));
  return createHlo(builder, loc, "stablehlo.dynamic_update_slice", type,
                   operands);
}

Value HloLoopEmitter::readSlice(OpBuilder &builder, Location loc,
                                RankedTensorType type, Value stack,
                                Value index) const {
  auto stackType = cast<RankedTensorType>(stack.getType());
  RankedTensorType sliceType = getSliceType(stackType);
  SmallVector<Value> operands = {stack};
  llvm::append_range(operands, getStarts(builder, loc, index, stackType));
  Value slice = createHlo(
      builder, loc, "stablehlo.dynamic_slice", sliceType, operands,
      builder.getNamedAttr("slice_sizes",
                           builder.getDenseI64ArrayAttr(sliceType.getShape())));
  return createHlo(builder, loc, "stablehlo.reshape", type, slice);
}

static Value compareHlo(OpBuilder &builder, Location loc, StringRef direction,
                        Value left, Value right) {
  Attribute attribute = parseAttribute(
      ("#stablehlo<comparison_direction " + direction + ">").str(),
      builder.getContext());
  return createHlo(builder, loc, "stablehlo.compare",
                   RankedTensorType::get({}, builder.getI1Type()),
                   {left, right},
                   builder.getNamedAttr("comparison_direction", attribute));
}

Value HloLoopEmitter::selectFirst(OpBuilder &builder, Location loc, Value turn,
                                  Value first, Value other) const {
  Value isFirst = compareHlo(builder, loc, "EQ", turn,
                             getHloConstant(builder, loc, turn.getType(), 0));
  return createHlo(builder, loc, "stablehlo.select", other.getType(),
                   {isFirst, first, other});
}

/// Hands `values` on, as the terminator `like` does.
static void createTerminator(OpBuilder &builder, Operation *like,
                             ValueRange values) {
  OperationState state(like->getLoc(), like->getName(), values,
                       /*types=*/TypeRange());
  builder.create(state);
}

/// Runs a turn while the counter, its first argument, is below `trips`.
static void emitCondition(OpBuilder &builder, Location loc, Block *block,
                          int64_t trips, Operation *terminator) {
  builder.setInsertionPointToStart(block);
  Value counter = block->getArgument(0);
  Value end = getHloConstant(builder, loc, counter.getType(), trips);
  createTerminator(builder, terminator,
                   compareHlo(builder, loc, "LT", counter, end));
}

Operation *HloLoopEmitter::createLoop(OpBuilder &builder,
                                      const CountedLoop &like, int64_t trips,
                                      ValueRange inits,
                                      TurnEmitter emitTurn) const {
  const Location loc = like.op->getLoc();
  SmallVector<Value> operands = {
      getHloConstant(builder, loc, like.counter.getType(), 0)};
  llvm::append_range(operands, inits);
  OperationState state(loc, like.op->getName(), operands,
                       ValueRange(operands).getTypes());
  state.addRegion();
  state.addRegion();
  Operation *loop = builder.create(state);
  OpBuilder::InsertionGuard guard(builder);
  for (Region &region : loop->getRegions())
    for (Value operand : operands)
      (region.empty() ? region.emplaceBlock() : region.front())
          .addArgument(operand.getType(), operand.getLoc());
  emitCondition(builder, loc, &loop->getRegion(0).front(), trips,
                like.op->getRegion(0).front().getTerminator());
  Block *body = &loop->getRegion(1).front();
  builder.setInsertionPointToStart(body);
  Value counter = body->getArgument(0);
  SmallVector<Value> yields =
      emitTurn(builder, counter, body->getArguments().drop_front());
  yields.insert(yields.begin(), scale(builder, loc, counter, 1, 1));
  createTerminator(builder, like.body->getTerminator(), yields);
  return loop;
}

Operation *HloLoopEmitter::rebuild(Operation *loop,
                                   const llvm::DenseSet<unsigned> &dropped,
                                   ValueRange newInits,
                                   ValueRange newYields) const {
  OpBuilder builder(loop);
  Block *condition = &loop->getRegion(0).front(),
        *body = &loop->getRegion(1).front();
  const LoopParts parts =
      getLoopParts(loop, body, /*first=*/0, dropped, newInits, newYields);
  OperationState state(loop->getLoc(), loop->getName(), parts.inits,
                       ValueRange(parts.inits).getTypes(),
                       loop->getDiscardableAttrDictionary().getValue());
  state.addRegion();
  state.addRegion();
  Operation *rebuilt = builder.create(state);
  body->getTerminator()->setOperands(parts.yields);
  for (Value init : newInits)
    condition->addArgument(init.getType(), init.getLoc());
  for (Block *block : {condition, body})
    block->eraseArguments([&](BlockArgument argument) {
      return dropped.contains(argument.getArgNumber());
    });
  for (unsigned region : {0, 1})
    rebuilt->getRegion(region).takeBody(loop->getRegion(region));
  replaceResults(parts.results, rebuilt);
  return rebuilt;
}

std::unique_ptr<LoopEmitter> mlir::remat::createHloLoopEmitter() {
  return std::make_unique<HloLoopEmitter>();
}
