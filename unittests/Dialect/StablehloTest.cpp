//===- StablehloTest.cpp - Tests of the table and the stub dialects -------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Dialect/Stubs/Stablehlo.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "remat/Dialect/Stubs/Stubs.h"
#include "remat/InitAllDialects.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::remat;
using hlo::OpKind;

/// The operations of the StableHLO specification, version 1.x, those that are
/// only kept for older modules included.
static constexpr StringLiteral specification[] = {
    "abs",
    "add",
    "after_all",
    "all_gather",
    "all_reduce",
    "all_to_all",
    "and",
    "async_done",
    "async_start",
    "atan2",
    "batch_norm_grad",
    "batch_norm_inference",
    "batch_norm_training",
    "bitcast_convert",
    "broadcast",
    "broadcast_in_dim",
    "case",
    "cbrt",
    "ceil",
    "cholesky",
    "clamp",
    "collective_broadcast",
    "collective_permute",
    "compare",
    "complex",
    "composite",
    "concatenate",
    "constant",
    "convert",
    "convolution",
    "cosine",
    "count_leading_zeros",
    "create_token",
    "cross-replica-sum",
    "custom_call",
    "divide",
    "dot",
    "dot_general",
    "dynamic_broadcast_in_dim",
    "dynamic_conv",
    "dynamic_gather",
    "dynamic_iota",
    "dynamic_pad",
    "dynamic_reshape",
    "dynamic_slice",
    "dynamic_update_slice",
    "einsum",
    "exponential",
    "exponential_minus_one",
    "fft",
    "floor",
    "gather",
    "get_dimension_size",
    "get_tuple_element",
    "if",
    "imag",
    "infeed",
    "iota",
    "is_finite",
    "log",
    "log_plus_one",
    "logistic",
    "map",
    "maximum",
    "minimum",
    "multiply",
    "negate",
    "not",
    "optimization_barrier",
    "or",
    "outfeed",
    "pad",
    "partition_id",
    "popcnt",
    "power",
    "real",
    "real_dynamic_slice",
    "recv",
    "reduce",
    "reduce_precision",
    "reduce_scatter",
    "reduce_window",
    "remainder",
    "replica_id",
    "reshape",
    "return",
    "reverse",
    "rng",
    "rng_bit_generator",
    "round_nearest_afz",
    "round_nearest_even",
    "rsqrt",
    "scatter",
    "select",
    "select_and_scatter",
    "send",
    "set_dimension_size",
    "shift_left",
    "shift_right_arithmetic",
    "shift_right_logical",
    "sign",
    "sine",
    "slice",
    "sort",
    "sqrt",
    "subtract",
    "tan",
    "tanh",
    "torch_index_select",
    "transpose",
    "triangular_solve",
    "tuple",
    "unary_einsum",
    "uniform_dequantize",
    "uniform_quantize",
    "while",
    "xor",
};

TEST(StablehloTest, theTableHasTheSpecification) {
  size_t rows = 0;
  for (const hlo::OpInfo &info : hlo::getOpTable())
    rows += info.name.starts_with("stablehlo.");
  EXPECT_EQ(rows, std::size(specification));
  for (StringRef name : specification)
    for (StringRef dialect : {"stablehlo.", "mhlo."}) {
      const hlo::OpInfo *info = hlo::lookupOp((dialect + name).str());
      ASSERT_NE(info, nullptr) << name.str();
      EXPECT_NE(info->kind, OpKind::Unknown) << name.str();
      EXPECT_EQ(info->name, ("stablehlo." + name).str());
    }
}

TEST(StablehloTest, everyRowHasAKindAndFiniteFlops) {
  StringRef last;
  for (const hlo::OpInfo &info : hlo::getOpTable()) {
    EXPECT_LT(last, info.name);
    last = info.name;
    EXPECT_NE(info.kind, OpKind::Unknown) << info.name.str();
    EXPECT_GE(info.flopsPerElement, 0) << info.name.str();
    EXPECT_LE(info.flopsPerElement, 100) << info.name.str();
    EXPECT_EQ(hlo::lookupOp(info.name), &info);
  }
}

TEST(StablehloTest, whatDrawsOrCommunicatesIsNotPure) {
  for (StringRef name :
       {"stablehlo.rng", "stablehlo.infeed", "stablehlo.outfeed",
        "stablehlo.send", "stablehlo.recv", "mhlo.xla.rng_get_and_update_state",
        "sdy.sharding_group", "sdy.mesh"})
    EXPECT_FALSE(hlo::lookupOp(name)->pure) << name.str();
}

TEST(StablehloTest, otherNamesAreUnknownOrForeign) {
  EXPECT_EQ(hlo::lookupOp("stablehlo.ad")->kind, OpKind::Unknown);
  EXPECT_FALSE(hlo::lookupOp("stablehlo.ad")->pure);
  EXPECT_EQ(hlo::lookupOp("mhlo.erff")->kind, OpKind::Unknown);
  EXPECT_EQ(hlo::lookupOp("sdy.add")->kind, OpKind::Unknown);
  EXPECT_EQ(hlo::lookupOp("arith.addf"), nullptr);
  EXPECT_EQ(hlo::lookupOp("stablehlo"), nullptr);
  EXPECT_EQ(hlo::lookupOp(""), nullptr);
}

TEST(StablehloTest, eachDialectGetsItsOperations) {
  llvm::StringSet<> names;
  for (StringRef dialect : {"stablehlo", "chlo", "mhlo", "sdy"})
    hlo::forEachOp(dialect, [&](StringRef name, const hlo::OpInfo &info) {
      EXPECT_TRUE(names.insert(name).second) << name.str();
      EXPECT_EQ(name.split('.').first, dialect);
      EXPECT_EQ(hlo::lookupOp(name), &info);
    });
  EXPECT_TRUE(names.contains("mhlo.tanh"));
  EXPECT_TRUE(names.contains("mhlo.topk"));
  EXPECT_FALSE(names.contains("stablehlo.topk"));
}

namespace {
/// Stands for the real dialect: one operation of StableHLO's name.
struct RealNegateOp
    : public Op<RealNegateOp, OpTrait::OneOperand, OpTrait::OneResult> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RealNegateOp)
  using Op::Op;
  static StringRef getOperationName() { return "stablehlo.negate"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
};

struct RealDialect : public Dialect {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RealDialect)
  explicit RealDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<RealDialect>()) {
    addOperations<RealNegateOp>();
  }
  static StringRef getDialectNamespace() { return "stablehlo"; }
};
} // namespace

TEST(StubsTest, theRealDialectIsKeptAndGetsTheModels) {
  DialectRegistry registry;
  registry.insert<RealDialect>();
  registerAllDialects(registry);
  MLIRContext context(registry);
  Dialect *dialect = context.getOrLoadDialect("stablehlo");
  ASSERT_NE(dialect, nullptr);
  EXPECT_EQ(dialect->getTypeID(), TypeID::get<RealDialect>());
  auto name = RegisteredOperationName::lookup("stablehlo.negate", &context);
  ASSERT_TRUE(name.has_value());
  EXPECT_TRUE(name->hasInterface<TaskOpInterface>());
  EXPECT_FALSE(RegisteredOperationName::lookup("stablehlo.tanh", &context));
}

TEST(StubsTest, registeringTwiceChangesNothing) {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllDialects(registry);
  MLIRContext context(registry);
  for (StringRef dialect : {"stablehlo", "chlo", "mhlo", "sdy"}) {
    ASSERT_NE(context.getOrLoadDialect(dialect), nullptr);
    hlo::forEachOp(dialect, [&](StringRef name, const hlo::OpInfo &) {
      auto registered = RegisteredOperationName::lookup(name, &context);
      ASSERT_TRUE(registered.has_value()) << name.str();
      EXPECT_TRUE(registered->hasInterface<TaskOpInterface>());
      EXPECT_TRUE(registered->hasInterface<MemoryEffectOpInterface>());
    });
  }
}

TEST(StubsTest, operationsCanBeBuiltClonedAndChanged) {
  DialectRegistry registry;
  registerStubDialects(registry);
  MLIRContext context(registry);
  context.getOrLoadDialect<StablehloStubDialect>();
  Location loc = UnknownLoc::get(&context);
  Builder builder(&context);

  // As a rewrite builds it: attributes, no properties.
  OperationState state(loc, "stablehlo.constant");
  auto type = RankedTensorType::get({2}, builder.getF32Type());
  state.addTypes(type);
  state.addAttribute("value",
                     DenseElementsAttr::get(type, builder.getF32FloatAttr(1)));
  Operation *constant = Operation::create(state);
  EXPECT_TRUE(hlo::isConstant(constant));
  EXPECT_TRUE(constant->hasTrait<OpTrait::ConstantLike>());
  EXPECT_FALSE(constant->getPropertiesAsAttribute());

  // As the parser builds it.
  OperationState withProperties(loc, "stablehlo.custom_call");
  withProperties.propertiesAttr = builder.getDictionaryAttr(
      builder.getNamedAttr("has_side_effect", builder.getBoolAttr(false)));
  Operation *call = Operation::create(withProperties);
  EXPECT_TRUE(hlo::isPure(call));
  Operation *clone = call->clone();
  EXPECT_EQ(clone->getPropertiesAsAttribute(),
            call->getPropertiesAsAttribute());
  // The property changes, not an attribute beside it; the original stays.
  clone->setAttr("has_side_effect", builder.getBoolAttr(true));
  EXPECT_FALSE(hlo::isPure(clone));
  EXPECT_TRUE(hlo::isPure(call));
  EXPECT_TRUE(clone->getDiscardableAttrDictionary().empty());
  EXPECT_EQ(clone->removeAttr("has_side_effect"), builder.getBoolAttr(true));
  EXPECT_TRUE(hlo::isPure(clone));

  constant->destroy();
  call->destroy();
  clone->destroy();
}
