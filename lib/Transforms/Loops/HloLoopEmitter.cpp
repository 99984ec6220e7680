//===- HloLoopEmitter.cpp - stablehlo.while and dynamic slices ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/LoopParts.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
/// `stablehlo.while`, of the real dialect or a stub.
class HloLoopEmitter final : public LoopEmitter {
public:
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
