//===- LoopEmitter.cpp - Loops and slices of a dialect --------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
/// What stays of a loop, and what is new.
struct LoopParts {
  SmallVector<Value> inits, yields;
  SmallVector<OpResult> results;
};

/// `scf.for` on tensors.
class TensorLoopEmitter final : public LoopEmitter {
public:
  Value scale(OpBuilder &builder, Location loc, Value value, int64_t factor,
              int64_t term) const override;
  Value divide(OpBuilder &builder, Location loc, Value value,
               int64_t divisor) const override;
  Value toIndex(OpBuilder &builder, Location loc, Value counter) const override;
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

/// Of a body whose terminator hands on carried values alone; the first of
/// them is operand `first` of the loop.
static LoopParts getParts(Operation *loop, Block *body, unsigned first,
                          const llvm::DenseSet<unsigned> &dropped,
                          ValueRange newInits, ValueRange newYields) {
  LoopParts parts;
  for (auto [number, yielded] :
       llvm::enumerate(body->getTerminator()->getOperands())) {
    if (dropped.contains(first + number))
      continue;
    parts.inits.push_back(loop->getOperand(first + number));
    parts.yields.push_back(yielded);
    parts.results.push_back(loop->getResult(number));
  }
  llvm::append_range(parts.inits, newInits);
  llvm::append_range(parts.yields, newYields);
  return parts;
}

static void replaceResults(ArrayRef<OpResult> results, Operation *rebuilt) {
  for (auto [result, fresh] : llvm::zip_first(results, rebuilt->getResults()))
    Value(result).replaceAllUsesWith(fresh);
}

//===----------------------------------------------------------------------===//
// scf.for
//===----------------------------------------------------------------------===//

static Value getConstant(OpBuilder &builder, Location loc, Type type,
                         int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, value));
}

Value TensorLoopEmitter::scale(OpBuilder &builder, Location loc, Value value,
                               int64_t factor, int64_t term) const {
  Type type = value.getType();
  if (factor != 1)
    value = arith::MulIOp::create(builder, loc, value,
                                  getConstant(builder, loc, type, factor));
  if (term != 0)
    value = arith::AddIOp::create(builder, loc, value,
                                  getConstant(builder, loc, type, term));
  return value;
}

Value TensorLoopEmitter::divide(OpBuilder &builder, Location loc, Value value,
                                int64_t divisor) const {
  return arith::DivSIOp::create(
      builder, loc, value, getConstant(builder, loc, value.getType(), divisor));
}

Value TensorLoopEmitter::toIndex(OpBuilder &builder, Location loc,
                                 Value counter) const {
  if (counter.getType().isIndex())
    return counter;
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    counter);
}

Value TensorLoopEmitter::toCounter(OpBuilder &builder, Location loc,
                                   Value index, Type type) const {
  if (index.getType() == type)
    return index;
  return arith::IndexCastOp::create(builder, loc, type, index);
}

Value TensorLoopEmitter::createStack(OpBuilder &builder, Location loc,
                                     RankedTensorType type) const {
  return tensor::EmptyOp::create(builder, loc, type.getShape(),
                                 type.getElementType());
}

namespace {
struct SliceOperands {
  SliceOperands(OpBuilder &builder, Value stack, Value index) {
    auto type = cast<RankedTensorType>(stack.getType());
    offsets.assign(type.getRank(), builder.getIndexAttr(0));
    strides.assign(type.getRank(), builder.getIndexAttr(1));
    for (int64_t extent : type.getShape())
      sizes.push_back(builder.getIndexAttr(extent));
    offsets[0] = index;
    sizes[0] = builder.getIndexAttr(1);
  }
  SmallVector<OpFoldResult> offsets, sizes, strides;
};
} // namespace

Value TensorLoopEmitter::writeSlice(OpBuilder &builder, Location loc,
                                    Value value, Value stack,
                                    Value index) const {
  SliceOperands slice(builder, stack, index);
  return tensor::InsertSliceOp::create(
      builder, loc, value, stack, slice.offsets, slice.sizes, slice.strides);
}

Value TensorLoopEmitter::readSlice(OpBuilder &builder, Location loc,
                                   RankedTensorType type, Value stack,
                                   Value index) const {
  SliceOperands slice(builder, stack, index);
  return tensor::ExtractSliceOp::create(
      builder, loc, type, stack, slice.offsets, slice.sizes, slice.strides);
}

Operation *TensorLoopEmitter::rebuild(Operation *op,
                                      const llvm::DenseSet<unsigned> &dropped,
                                      ValueRange newInits,
                                      ValueRange newYields) const {
  auto loop = cast<scf::ForOp>(op);
  OpBuilder builder(loop);
  Block *body = loop.getBody();
  const unsigned first = loop.getNumControlOperands();
  const LoopParts parts =
      getParts(op, body, first, dropped, newInits, newYields);
  auto rebuilt = scf::ForOp::create(
      builder, loop.getLoc(), loop.getLowerBound(), loop.getUpperBound(),
      loop.getStep(), parts.inits,
      [](OpBuilder &, Location, Value, ValueRange) {}, loop.getUnsignedCmp());
  rebuilt->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  body->getTerminator()->setOperands(parts.yields);
  // The counter is the first argument.
  body->eraseArguments([&](BlockArgument argument) {
    return argument.getArgNumber() > 0 &&
           dropped.contains(first + argument.getArgNumber() - 1);
  });
  rebuilt.getRegion().takeBody(loop.getRegion());
  replaceResults(parts.results, rebuilt);
  return rebuilt;
}

//===----------------------------------------------------------------------===//
// stablehlo.while
//===----------------------------------------------------------------------===//

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
      getParts(loop, body, /*first=*/0, dropped, newInits, newYields);
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

std::unique_ptr<LoopEmitter> mlir::remat::createLoopEmitter(Operation *loop) {
  if (isa<scf::ForOp>(loop))
    return std::make_unique<TensorLoopEmitter>();
  return std::make_unique<HloLoopEmitter>();
}
