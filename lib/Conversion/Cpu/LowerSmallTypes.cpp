//===- LowerSmallTypes.cpp - Floats of eight bits, computed as wider ones -===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"

#include <cmath>

namespace mlir::remat {
#define GEN_PASS_DEF_REMATLOWERSMALLTYPES
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;

/// The float type of `type` or its elements if it has eight bits, else null.
static FloatType getSmallFloat(Type type) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  return element && element.getWidth() == 8 ? element : FloatType();
}

/// `element`, in a vector if `like` is one.
static Type withElement(Type like, Type element) {
  auto vector = dyn_cast<VectorType>(like);
  return vector ? vector.clone(element) : element;
}

namespace {
/// How a type of eight bits with a sign lays out its numbers.
struct Layout {
  explicit Layout(FloatType type);

  unsigned mantissaBits = 0;
  int64_t bias = 0;
  /// The bits of the largest number; beyond it are `overflow`.
  uint64_t largest = 0;
  uint64_t overflow = 0;
  uint64_t nan = 0;
  bool hasInfinity = false;
  /// Zero has no sign; the only NaN has the bits of -0.
  bool isUnsignedZero = false;
};

/// Builds elementwise ops of integers and floats on values like one.
struct Emitter {
  Emitter(OpBuilder &builder, Location loc, Type like)
      : builder(builder), loc(loc), like(like) {}

  Type integer(unsigned bits) const {
    return withElement(like, builder.getIntegerType(bits));
  }
  Type floating(Type element) const { return withElement(like, element); }
  Value constant(Type type, TypedAttr scalar) const;
  Value bits(unsigned width, uint64_t value) const;
  Value number(FloatType type, double value) const;
  Value isLarger(Value left, Value right) const {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt, left,
                                 right);
  }
  Value isEqual(Value left, Value right) const {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, left,
                                 right);
  }
  Value select(Value condition, Value yes, Value no) const {
    return arith::SelectOp::create(builder, loc, condition, yes, no);
  }
  template <typename OpType> Value make(Value left, Value right) const {
    return OpType::create(builder, loc, left, right);
  }
  template <typename OpType> Value convert(Type type, Value value) const {
    return OpType::create(builder, loc, type, value);
  }

  OpBuilder &builder;
  Location loc;
  Type like;
};
} // namespace

Layout::Layout(FloatType type) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  auto getBits = [](const llvm::APFloat &value) {
    return value.bitcastToAPInt().getZExtValue();
  };
  mantissaBits = llvm::APFloat::semanticsPrecision(semantics) - 1;
  bias = 1 - llvm::APFloat::semanticsMinExponent(semantics);
  largest = getBits(llvm::APFloat::getLargest(semantics));
  nan = getBits(llvm::APFloat::getNaN(semantics));
  hasInfinity = llvm::APFloat::semanticsHasInf(semantics);
  overflow = hasInfinity ? getBits(llvm::APFloat::getInf(semantics)) : nan;
  isUnsignedZero =
      getBits(llvm::APFloat::getZero(semantics, true)) == 0 || nan == 0x80;
}

Value Emitter::constant(Type type, TypedAttr scalar) const {
  TypedAttr value = scalar;
  if (auto vector = dyn_cast<VectorType>(type))
    value = DenseElementsAttr::get(vector, Attribute(scalar));
  return arith::ConstantOp::create(builder, loc, type, value);
}

Value Emitter::bits(unsigned width, uint64_t value) const {
  Type type = builder.getIntegerType(width);
  return constant(
      integer(width),
      IntegerAttr::get(type, llvm::APInt(width, value, /*isSigned=*/false,
                                         /*implicitTrunc=*/true)));
}

Value Emitter::number(FloatType type, double value) const {
  return constant(floating(type), FloatAttr::get(type, value));
}

/// The f32 that has the value of `value`, of a small type, exactly.
static Value extend(const Emitter &emit, Value value, FloatType type) {
  const Layout layout(type);
  Builder &builder = emit.builder;
  const FloatType f32 = builder.getF32Type();
  Value bits = emit.convert<arith::ExtUIOp>(
      emit.integer(32), emit.convert<arith::BitcastOp>(emit.integer(8), value));
  Value magnitude = emit.make<arith::AndIOp>(bits, emit.bits(32, 0x7f));
  // Mantissa and exponent move to their places in f32; a product with a power
  // of two corrects the bias, for subnormal numbers too.
  Value shifted = emit.make<arith::ShLIOp>(
      magnitude, emit.bits(32, 23 - layout.mantissaBits));
  Value number = emit.make<arith::MulFOp>(
      emit.convert<arith::BitcastOp>(emit.floating(f32), shifted),
      emit.number(f32, std::ldexp(1.0, static_cast<int>(127 - layout.bias))));
  Value result = emit.convert<arith::BitcastOp>(emit.integer(32), number);
  Value isNan;
  if (layout.isUnsignedZero) {
    isNan = emit.isEqual(bits, emit.bits(32, 0x80));
  } else {
    const uint64_t last = layout.hasInfinity ? layout.overflow : layout.largest;
    isNan = emit.isLarger(magnitude, emit.bits(32, last));
  }
  if (layout.hasInfinity)
    result =
        emit.select(emit.isEqual(magnitude, emit.bits(32, layout.overflow)),
                    emit.bits(32, 0x7f800000), result);
  result = emit.select(isNan, emit.bits(32, 0x7fc00000), result);
  Value sign = emit.make<arith::ShLIOp>(
      emit.make<arith::AndIOp>(bits, emit.bits(32, 0x80)), emit.bits(32, 24));
  result = emit.make<arith::OrIOp>(result, sign);
  return emit.convert<arith::BitcastOp>(emit.floating(f32), result);
}

/// `value`, an f64, in a small type: to nearest, ties to even.
static Value truncate(const Emitter &emit, Value value, FloatType type) {
  const Layout layout(type);
  const FloatType f64 = emit.builder.getF64Type();
  const unsigned dropped = 52 - layout.mantissaBits;
  Value bits = emit.convert<arith::BitcastOp>(emit.integer(64), value);
  Value magnitude =
      emit.make<arith::AndIOp>(bits, emit.bits(64, ~(uint64_t(1) << 63)));
  // Normal numbers round in integers: half a unit less one, and one more if
  // the last kept bit is odd.
  Value odd = emit.make<arith::AndIOp>(
      emit.make<arith::ShRUIOp>(magnitude, emit.bits(64, dropped)),
      emit.bits(64, 1));
  Value rounded = emit.make<arith::AddIOp>(
      magnitude, emit.bits(64, (uint64_t(1) << (dropped - 1)) - 1));
  rounded = emit.make<arith::ShRUIOp>(emit.make<arith::AddIOp>(rounded, odd),
                                      emit.bits(64, dropped));
  rounded = emit.make<arith::SubIOp>(
      rounded, emit.bits(64, static_cast<uint64_t>(1023 - layout.bias)
                                 << layout.mantissaBits));
  // Subnormal ones round in a sum whose unit in the last place is theirs.
  const int unit =
      static_cast<int>(1 - layout.bias) - static_cast<int>(layout.mantissaBits);
  Value anchor = emit.number(f64, std::ldexp(1.0, unit + 52));
  Value sum = emit.make<arith::AddFOp>(
      emit.convert<arith::BitcastOp>(emit.floating(f64), magnitude), anchor);
  Value subnormal = emit.make<arith::SubIOp>(
      emit.convert<arith::BitcastOp>(emit.integer(64), sum),
      emit.convert<arith::BitcastOp>(emit.integer(64), anchor));
  const auto least = llvm::bit_cast<uint64_t>(
      std::ldexp(1.0, static_cast<int>(1 - layout.bias)));
  Value isNormal = emit.isLarger(magnitude, emit.bits(64, least - 1));
  Value result = emit.select(isNormal, rounded, subnormal);
  // Signed numbers are compared: those below the normal ones are discarded.
  Value isOver = emit.make<arith::AndIOp>(
      isNormal, emit.isLarger(result, emit.bits(64, layout.largest)));
  result = emit.select(isOver, emit.bits(64, layout.overflow & 0x7f), result);
  Value sign = emit.make<arith::AndIOp>(
      emit.make<arith::ShRUIOp>(bits, emit.bits(64, 56)), emit.bits(64, 0x80));
  if (layout.isUnsignedZero)
    sign = emit.select(emit.isEqual(result, emit.bits(64, 0)), emit.bits(64, 0),
                       sign);
  result = emit.make<arith::OrIOp>(result, sign);
  const uint64_t infinity = uint64_t(0x7ff) << 52;
  Value isNan = emit.isLarger(magnitude, emit.bits(64, infinity));
  if (layout.isUnsignedZero) {
    isNan = emit.make<arith::OrIOp>(isNan, isOver);
    result = emit.select(isNan, emit.bits(64, layout.nan), result);
  } else {
    Value nan = emit.make<arith::OrIOp>(emit.bits(64, layout.nan & 0x7f), sign);
    result = emit.select(isNan, nan, result);
  }
  return emit.convert<arith::BitcastOp>(
      emit.floating(type),
      emit.convert<arith::TruncIOp>(emit.integer(8), result));
}

/// `value` in the float type `element`, by an exact extension or a rounding.
static Value resize(const Emitter &emit, Value value, FloatType element) {
  const unsigned from =
      getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
  if (getElementTypeOrSelf(value.getType()) == element)
    return value;
  const Type type = emit.floating(element);
  return from < element.getWidth() ? emit.convert<arith::ExtFOp>(type, value)
                                   : emit.convert<arith::TruncFOp>(type, value);
}

namespace {
struct ExpandExtension : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    FloatType from = getSmallFloat(op.getIn().getType());
    // Upstream expands the type of exponents alone.
    if (!from || isa<Float8E8M0FNUType>(from))
      return failure();
    const Emitter emit(rewriter, op.getLoc(), op.getType());
    rewriter.replaceOp(
        op, resize(emit, extend(emit, op.getIn(), from),
                   cast<FloatType>(getElementTypeOrSelf(op.getType()))));
    return success();
  }
};

struct ExpandTruncation : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    FloatType to = getSmallFloat(op.getType());
    if (!to || isa<Float8E8M0FNUType>(to))
      return failure();
    if (op.getRoundingmode().value_or(arith::RoundingMode::to_nearest_even) !=
        arith::RoundingMode::to_nearest_even)
      return failure();
    const Emitter emit(rewriter, op.getLoc(), op.getType());
    // Exact: a number is rounded once.
    Value wide = resize(emit, op.getIn(), rewriter.getF64Type());
    rewriter.replaceOp(op, truncate(emit, wide, to));
    return success();
  }
};

/// Upstream leaves products and sums in one to machines that have them.
struct WidenFma : OpRewritePattern<math::FmaOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::FmaOp op,
                                PatternRewriter &rewriter) const override {
    FloatType small = getSmallFloat(op.getType());
    if (!small)
      return failure();
    const Emitter emit(rewriter, op.getLoc(), op.getType());
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(resize(emit, operand, rewriter.getF32Type()));
    Value wide = math::FmaOp::create(rewriter, op.getLoc(), operands[0],
                                     operands[1], operands[2]);
    rewriter.replaceOp(op, resize(emit, wide, small));
    return success();
  }
};

/// Integers fit into words, which print as they do.
struct WidenPrint : OpRewritePattern<vector::PrintOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(vector::PrintOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getSource() || !getSmallFloat(op.getSource().getType()))
      return failure();
    const Emitter emit(rewriter, op.getLoc(), op.getSource().getType());
    Value wide = resize(emit, op.getSource(), rewriter.getF32Type());
    rewriter.modifyOpInPlace(op, [&] { op.getSourceMutable().assign(wide); });
    return success();
  }
};

struct LowerSmallTypes
    : remat::impl::RematLowerSmallTypesBase<LowerSmallTypes> {
  void runOnOperation() override;

private:
  /// Arithmetic and functions of small floats become those of f32.
  LogicalResult widen(ArrayRef<Type> smallTypes);
};
} // namespace

LogicalResult LowerSmallTypes::widen(ArrayRef<Type> smallTypes) {
  MLIRContext *context = &getContext();
  TypeConverter converter;
  arith::populateEmulateUnsupportedFloatsConversions(converter, smallTypes,
                                                     Float32Type::get(context));
  RewritePatternSet patterns(context);
  ConversionTarget target(*context);
  arith::populateEmulateUnsupportedFloatsPatterns(patterns, converter);
  arith::populateEmulateUnsupportedFloatsLegality(target, converter);
  if (failed(
          applyPartialConversion(getOperation(), target, std::move(patterns))))
    return failure();
  llvm::SetVector<Type> supported;
  supported.insert_range(
      ArrayRef<Type>{Float16Type::get(context), BFloat16Type::get(context),
                     Float32Type::get(context), Float64Type::get(context)});
  TypeConverter functionConverter;
  math::populateExtendToSupportedTypesTypeConverter(
      functionConverter, supported, Float32Type::get(context));
  RewritePatternSet functions(context);
  ConversionTarget functionTarget(*context);
  math::populateExtendToSupportedTypesPatterns(functions, functionConverter);
  math::populateExtendToSupportedTypesConversionTarget(functionTarget,
                                                       functionConverter);
  return applyPartialConversion(getOperation(), functionTarget,
                                std::move(functions));
}

void LowerSmallTypes::runOnOperation() {
  llvm::SetVector<Type> smallTypes;
  auto collect = [&](Type type) {
    if (FloatType small = getSmallFloat(type))
      smallTypes.insert(small);
  };
  getOperation()->walk([&](Operation *op) {
    llvm::for_each(op->getOperandTypes(), collect);
    llvm::for_each(op->getResultTypes(), collect);
  });
  if (smallTypes.empty())
    return;
  if (failed(widen(smallTypes.getArrayRef())))
    return signalPassFailure();
  RewritePatternSet patterns(&getContext());
  patterns.add<WidenFma, WidenPrint, ExpandExtension, ExpandTruncation>(
      &getContext());
  arith::populateExpandF8E8M0Patterns(patterns);
  if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
    signalPassFailure();
}
