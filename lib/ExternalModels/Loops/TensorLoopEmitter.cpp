//===- TensorLoopEmitter.cpp - scf.for and slices of tensors --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/LoopParts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
/// `scf.for` on tensors.
class TensorLoopEmitter final : public LoopEmitter {
public:
  Value createNumber(OpBuilder &builder, Location loc, Type type,
                     int64_t value) const override;
  Value add(OpBuilder &builder, Location loc, Value left,
            Value right) const override;
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
  Value selectFirst(OpBuilder &builder, Location loc, Value turn, Value first,
                    Value other) const override;
  Operation *createLoop(OpBuilder &builder, const CountedLoop &like,
                        int64_t trips, ValueRange inits,
                        TurnEmitter emitTurn) const override;
  Operation *rebuild(Operation *loop, const llvm::DenseSet<unsigned> &dropped,
                     ValueRange newInits, ValueRange newYields) const override;
};
} // namespace

Value TensorLoopEmitter::createNumber(OpBuilder &builder, Location loc,
                                      Type type, int64_t value) const {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, value));
}

Value TensorLoopEmitter::add(OpBuilder &builder, Location loc, Value left,
                             Value right) const {
  return arith::AddIOp::create(builder, loc, left, right);
}

Value TensorLoopEmitter::scale(OpBuilder &builder, Location loc, Value value,
                               int64_t factor, int64_t term) const {
  Type type = value.getType();
  if (factor != 1)
    value = arith::MulIOp::create(builder, loc, value,
                                  createNumber(builder, loc, type, factor));
  if (term != 0)
    value = arith::AddIOp::create(builder, loc, value,
                                  createNumber(builder, loc, type, term));
  return value;
}

Value TensorLoopEmitter::divide(OpBuilder &builder, Location loc, Value value,
                                int64_t divisor) const {
  return arith::DivSIOp::create(
      builder, loc, value,
      createNumber(builder, loc, value.getType(), divisor));
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

Value TensorLoopEmitter::selectFirst(OpBuilder &builder, Location loc,
                                     Value turn, Value first,
                                     Value other) const {
  Value isFirst =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, turn,
                            createNumber(builder, loc, turn.getType(), 0));
  return arith::SelectOp::create(builder, loc, isFirst, first, other);
}

Operation *TensorLoopEmitter::createLoop(OpBuilder &builder,
                                         const CountedLoop &like, int64_t trips,
                                         ValueRange inits,
                                         TurnEmitter emitTurn) const {
  const Location loc = like.op->getLoc();
  Type type = like.counter.getType();
  Value first = createNumber(builder, loc, type, 0);
  Value end = createNumber(builder, loc, type, trips);
  Value step = createNumber(builder, loc, type, 1);
  return scf::ForOp::create(
      builder, loc, first, end, step, inits,
      [&](OpBuilder &inner, Location, Value counter, ValueRange carried) {
        scf::YieldOp::create(inner, loc, emitTurn(inner, counter, carried));
      });
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
      getLoopParts(op, body, first, dropped, newInits, newYields);
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

std::unique_ptr<LoopEmitter> mlir::remat::createTensorLoopEmitter() {
  return std::make_unique<TensorLoopEmitter>();
}
