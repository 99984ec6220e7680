//===- EmbeddingTest.cpp - The pipeline in somebody else's compiler -------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The function and the class below stand in docs/embedding.md, word for word.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/ExternalModels/ExternalModels.h"
#include "remat/InitAllDialects.h"
#include "remat/Interfaces/CountedLoopOpInterface.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "remat/Pipelines/Pipelines.h"
#include "remat/Transforms/Rematerialize.h"
#include "remat/Transforms/ReplaceBarriers.h"
#include "gtest/gtest.h"

#include <atomic>

using namespace mlir;

/// Rewrites the steps of `module` to fit `budget`; the report says what was
/// decided, also where the budget was refused.
LogicalResult fitBudget(ModuleOp module, StringRef budget,
                        std::shared_ptr<remat::RunStatus> status) {
  PassManager pm(module.getContext());
  remat::RematPipelineOptions options;
  options.budget = budget.str();
  remat::buildRematPipeline(pm, options, /*report=*/nullptr,
                            /*monitor=*/nullptr, std::move(status));
  return pm.run(module);
}

static bool isUsedByAffineOps(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    return isa<affine::AffineDialect>(user->getDialect());
  });
}

/// An `affine.for` with constant bounds is planned as an `scf.for`.
struct AffineForModel
    : remat::CountedLoopOpInterface::ExternalModel<AffineForModel,
                                                   affine::AffineForOp> {
  Operation *replaceByCountedLoop(Operation *op) const {
    auto loop = cast<affine::AffineForOp>(op);
    // Affine ops could not use the counter of another loop.
    if (!loop.hasConstantBounds() || isUsedByAffineOps(loop.getInductionVar()))
      return op;
    OpBuilder builder(loop);
    auto index = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, loop.getLoc(), value);
    };
    Value lower = index(loop.getConstantLowerBound());
    Value upper = index(loop.getConstantUpperBound());
    Value step = index(loop.getStepAsInt());
    auto made = scf::ForOp::create(builder, loop.getLoc(), lower, upper, step,
                                   loop.getInits());
    made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    // The same arguments; another terminator.
    made.getRegion().takeBody(loop.getRegion());
    Operation *yield = made.getBody()->getTerminator();
    builder.setInsertionPoint(yield);
    scf::YieldOp::create(builder, yield->getLoc(), yield->getOperands());
    yield->erase();
    loop.replaceAllUsesWith(made.getResults());
    loop.erase();
    return made;
  }
};

/// Ends every search as soon as `stop` is set, and keeps what it had until
/// then.
struct StopButton : remat::SearchMonitor, remat::planner::SearchObserver {
  SearchObserver *searchBegins(StringRef function,
                               const remat::planner::Graph &graph) override {
    return this;
  }
  void searchEnds(SearchObserver *observer) override { ++searches; }

  bool isInterrupted() const override { return stop; }
  void report(const remat::planner::SearchProgress &progress) override {
    percent = static_cast<int>(100 * progress.done);
  }

  std::atomic<bool> stop = false;
  std::atomic<int> percent = 0, searches = 0;
};

namespace {
class EmbeddingTest : public ::testing::Test {
protected:
  EmbeddingTest() {
    DialectRegistry registry;
    registry.insert<arith::ArithDialect, bufferization::BufferizationDialect,
                    func::FuncDialect, linalg::LinalgDialect, math::MathDialect,
                    tensor::TensorDialect>();
    remat::registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.getDiagEngine().registerHandler([&](Diagnostic &diagnostic) {
      diagnostics += diagnostic.str() + "\n";
    });
  }

  OwningOpRef<ModuleOp> parse() {
    return parseSourceString<ModuleOp>(R"mlir(
      func.func @step(%x: tensor<16xf32>)
          -> (tensor<f32> {remat.loss}, tensor<16xf32>) {
        %zero = arith.constant 0.0 : f32
        %empty = tensor.empty() : tensor<f32>
        %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>)
                -> tensor<f32>
        %1 = math.exp %x : tensor<16xf32>
        %2 = math.exp %1 : tensor<16xf32>
        %3 = math.exp %2 : tensor<16xf32>
        %4 = math.exp %3 : tensor<16xf32>
        %loss = linalg.dot ins(%4, %4 : tensor<16xf32>, tensor<16xf32>)
                           outs(%init : tensor<f32>) -> tensor<f32>
        %d4 = arith.addf %4, %4 : tensor<16xf32>
        %d3 = arith.mulf %d4, %4 : tensor<16xf32>
        %d2 = arith.mulf %d3, %3 : tensor<16xf32>
        %d1 = arith.mulf %d2, %2 : tensor<16xf32>
        %dx = arith.mulf %d1, %1 : tensor<16xf32>
        return %loss, %dx : tensor<f32>, tensor<16xf32>
      }
    )mlir",
                                       &context);
  }

  MLIRContext context;
  std::string diagnostics;
};
} // namespace

namespace {
/// Elementwise and pure, as far as MLIR knows.
class NoiseOp
    : public Op<NoiseOp, OpTrait::ZeroRegions, OpTrait::ZeroSuccessors,
                OpTrait::OneResult, OpTrait::OneOperand, OpTrait::Elementwise,
                OpTrait::Scalarizable, OpTrait::Vectorizable,
                OpTrait::Tensorizable, MemoryEffectOpInterface::Trait> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(NoiseOp)
  using Op::Op;
  static StringRef getOperationName() { return "theirs.noise"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
  void getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &) {}
};

template <typename OpTy>
struct OnceModel
    : remat::TaskOpInterface::ExternalModel<OnceModel<OpTy>, OpTy> {
  bool mayRunAgain(Operation *) const { return false; }
};

class TheirDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TheirDialect)
  explicit TheirDialect(MLIRContext *context)
      : Dialect("theirs", context, TypeID::get<TheirDialect>()) {
    addOperations<NoiseOp>();
    NoiseOp::attachInterface<OnceModel<NoiseOp>>(*context);
  }
  static StringRef getDialectNamespace() { return "theirs"; }
};
} // namespace

static void addOnceModelOfExp(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, math::MathDialect *) {
    math::ExpOp::attachInterface<OnceModel<math::ExpOp>>(*context);
  });
}

/// How often an op of this name stands in `module`.
static int64_t countOps(ModuleOp module, StringRef name) {
  int64_t count = 0;
  module.walk(
      [&](Operation *op) { count += op->getName().getStringRef() == name; });
  return count;
}

/// A step that fits into 384 bytes if its four `name`s may run again, as by
/// default (the test below), and not otherwise.
static std::string getChain(StringRef name) {
  std::string text = R"mlir(
      func.func @step(%x: tensor<16xf32>)
          -> (tensor<f32> {remat.loss}, tensor<16xf32>) {
        %zero = arith.constant 0.0 : f32
        %empty = tensor.empty() : tensor<f32>
        %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>)
                -> tensor<f32>
        %1 = "OP"(%x) : (tensor<16xf32>) -> tensor<16xf32>
        %2 = "OP"(%1) : (tensor<16xf32>) -> tensor<16xf32>
        %3 = "OP"(%2) : (tensor<16xf32>) -> tensor<16xf32>
        %4 = "OP"(%3) : (tensor<16xf32>) -> tensor<16xf32>
        %loss = linalg.dot ins(%4, %4 : tensor<16xf32>, tensor<16xf32>)
                           outs(%init : tensor<f32>) -> tensor<f32>
        %d4 = arith.addf %4, %4 : tensor<16xf32>
        %d3 = arith.mulf %d4, %4 : tensor<16xf32>
        %d2 = arith.mulf %d3, %3 : tensor<16xf32>
        %d1 = arith.mulf %d2, %2 : tensor<16xf32>
        %dx = arith.mulf %d1, %1 : tensor<16xf32>
        return %loss, %dx : tensor<f32>, tensor<16xf32>
      })mlir";
  for (size_t at; (at = text.find("OP")) != std::string::npos;)
    text.replace(at, 2, name.str());
  return text;
}

TEST_F(EmbeddingTest, ElementwiseOpsOfTheirsKeepTheirModel) {
  context.loadDialect<TheirDialect>();
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(getChain("theirs.noise"), &context);
  ASSERT_TRUE(module) << diagnostics;
  EXPECT_TRUE(failed(fitBudget(*module, "384", nullptr)));
  ASSERT_TRUE(succeeded(fitBudget(*module, "100%", nullptr))) << diagnostics;
  EXPECT_EQ(countOps(*module, "theirs.noise"), 4);
}

TEST_F(EmbeddingTest, TheFirstModelOfAnUpstreamOpCounts) {
  for (bool first : {true, false}) {
    DialectRegistry registry;
    registry
        .insert<arith::ArithDialect, func::FuncDialect, linalg::LinalgDialect,
                math::MathDialect, tensor::TensorDialect>();
    if (first)
      addOnceModelOfExp(registry);
    remat::registerAllDialects(registry);
    if (!first)
      addOnceModelOfExp(registry);
    MLIRContext other(registry);
    other.getDiagEngine().registerHandler([](Diagnostic &) {});
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(getChain("math.exp"), &other);
    ASSERT_TRUE(module);
    EXPECT_EQ(failed(fitBudget(*module, "384", nullptr)), first);
    EXPECT_EQ(countOps(*module, "math.exp"), first ? 4 : 5);
  }
}

TEST_F(EmbeddingTest, BarriersOfTheirsNeedNoOpInTheStep) {
  OwningOpRef<ModuleOp> module = parse();
  ASSERT_TRUE(module);
  ASSERT_TRUE(succeeded(fitBudget(*module, "384", nullptr))) << diagnostics;
  ASSERT_EQ(context.getLoadedDialect("theirs"), nullptr);
  PassManager pm(&context);
  pm.addPass(remat::createReplaceBarriers(
      [](OpBuilder &builder,
         remat::BarrierOp barrier) -> FailureOr<SmallVector<Value>> {
        SmallVector<Value> values;
        for (Value input : barrier.getInputs()) {
          OperationState state(barrier.getLoc(), "theirs.noise");
          state.addOperands(input);
          state.addTypes(input.getType());
          values.push_back(builder.create(state)->getResult(0));
        }
        return values;
      },
      [](DialectRegistry &registry) { registry.insert<TheirDialect>(); }));
  ASSERT_TRUE(succeeded(pm.run(*module))) << diagnostics;
  EXPECT_GE(countOps(*module, "theirs.noise"), 1);
  EXPECT_EQ(countOps(*module, "remat.barrier"), 0);
}

TEST_F(EmbeddingTest, RewritesToFitTheBudget) {
  OwningOpRef<ModuleOp> module = parse();
  ASSERT_TRUE(module);
  auto status = std::make_shared<remat::RunStatus>();
  // As written, %x, %1 to %4, the loss, %d4 and %d3 are alive at once: 512
  // bytes. Another order does with 448.
  ASSERT_TRUE(succeeded(fitBudget(*module, "384", status))) << diagnostics;
  EXPECT_EQ(status->getStatus(), remat::planner::Status::Ok);
  EXPECT_FALSE(status->isUnchanged());
  auto function = module->lookupSymbol<func::FuncOp>("step");
  int64_t barriers = 0, exponentials = 0;
  function.walk([&](Operation *op) {
    barriers += isa<remat::BarrierOp>(op);
    exponentials += isa<math::ExpOp>(op);
  });
  EXPECT_GE(barriers, 1);
  EXPECT_EQ(exponentials, 5);
}

TEST_F(EmbeddingTest, SearchesAreWatchedAndEndedFromOutside) {
  for (bool stop : {false, true}) {
    OwningOpRef<ModuleOp> module = parse();
    ASSERT_TRUE(module);
    auto button = std::make_shared<StopButton>();
    button->stop = stop;
    PassManager pm(&context);
    remat::RematPipelineOptions options;
    options.budget = "100%";
    remat::buildRematPipeline(pm, options, nullptr, button);
    diagnostics.clear();
    // As it stands the step fits, which is known before any search.
    ASSERT_TRUE(succeeded(pm.run(*module))) << diagnostics;
    EXPECT_EQ(button->searches, 1);
    EXPECT_GE(button->percent, 0);
    EXPECT_LE(button->percent, 100);
    EXPECT_EQ(diagnostics.find("interrupted") != std::string::npos, stop)
        << diagnostics;
  }
}

TEST_F(EmbeddingTest, TellsARefusalFromAnError) {
  OwningOpRef<ModuleOp> module = parse();
  ASSERT_TRUE(module);
  auto status = std::make_shared<remat::RunStatus>();
  EXPECT_TRUE(failed(fitBudget(*module, "64", status)));
  EXPECT_EQ(status->getStatus(), remat::planner::Status::Infeasible);
  EXPECT_NE(diagnostics.find("64"), std::string::npos) << diagnostics;

  auto untouched = std::make_shared<remat::RunStatus>();
  EXPECT_TRUE(failed(fitBudget(*module, "12XB", untouched)));
  EXPECT_EQ(untouched->getStatus(), remat::planner::Status::Ok);
  EXPECT_NE(diagnostics.find("12XB"), std::string::npos) << diagnostics;
}

TEST_F(EmbeddingTest, FitsArenasAndStopsWhenAsked) {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  context.appendDialectRegistry(registry);
  for (bool stop : {false, true}) {
    OwningOpRef<ModuleOp> module = parse();
    ASSERT_TRUE(module);
    auto button = std::make_shared<StopButton>();
    button->stop = stop;
    auto report = std::make_shared<remat::Report>();
    PassManager pm(&context);
    remat::RematPipelineOptions options;
    options.budget = "320";
    options.arena = remat::ArenaMode::Place;
    remat::buildRematPipeline(pm, options, report, button);
    diagnostics.clear();
    ASSERT_TRUE(succeeded(pm.run(*module))) << diagnostics;
    ASSERT_EQ(report->getFunctions().size(), 1u);
    const remat::FunctionReport function = report->getFunctions().front();
    ASSERT_TRUE(function.arena);
    EXPECT_LE(function.getPredictedPeak(), 320);
    EXPECT_EQ(function.arena->bytes + function.resident,
              function.getPredictedPeak());
    EXPECT_EQ(button->searches, function.arena->turns);
    int64_t allocations = 0;
    module->walk([&](memref::AllocOp) { ++allocations; });
    EXPECT_EQ(allocations, 1);
    EXPECT_EQ(diagnostics.find("interrupted") != std::string::npos, stop)
        << diagnostics;
  }
}

TEST_F(EmbeddingTest, AnArenaNeedsNoMoreThanRematsDialects) {
  OwningOpRef<ModuleOp> module = parse();
  ASSERT_TRUE(module);
  PassManager pm(&context);
  remat::RematPipelineOptions options;
  options.budget = "384";
  options.arena = remat::ArenaMode::Fit;
  remat::buildRematPipeline(pm, options);
  EXPECT_TRUE(succeeded(pm.run(*module))) << diagnostics;
}

TEST(ModelsTest, ALoopThatCannotBeMeasuredIsRefused) {
  DialectRegistry registry;
  registry.insert<arith::ArithDialect, func::FuncDialect, linalg::LinalgDialect,
                  math::MathDialect, scf::SCFDialect, tensor::TensorDialect>();
  registry.insert<remat::RematDialect>();
  remat::registerAllExternalModels(registry);
  MLIRContext context(registry);
  std::string diagnostics;
  context.getDiagEngine().registerHandler(
      [&](Diagnostic &diagnostic) { diagnostics += diagnostic.str() + "\n"; });
  auto plan = [&](StringRef body) {
    diagnostics.clear();
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
        "func.func @step(%x: tensor<16xf32>, %n: index) -> tensor<16xf32> {\n" +
            body.str() + "return %r : tensor<16xf32>\n}",
        &context);
    return module && succeeded(fitBudget(*module, "100%", nullptr));
  };
  EXPECT_TRUE(plan("%r = math.exp %x : tensor<16xf32>\n")) << diagnostics;
  EXPECT_FALSE(plan(R"mlir(
    %r = scf.for %i = %n to %n step %n iter_args(%a = %x) -> tensor<16xf32> {
      %b = math.exp %a : tensor<16xf32>
      scf.yield %b : tensor<16xf32>
    }
  )mlir"));
  EXPECT_NE(diagnostics.find("bufferization's models for"), std::string::npos)
      << diagnostics;
}

/// Bytes of the smallest plan of a step whose loop keeps two stacks for the
/// loop of its gradient; 0 without a plan.
static int64_t getSmallestLoopPeak(bool withModel) {
  DialectRegistry registry;
  registerAllDialects(registry);
  remat::registerAllDialects(registry);
  if (withModel)
    registry.addExtension(+[](MLIRContext *context, affine::AffineDialect *) {
      affine::AffineForOp::attachInterface<AffineForModel>(*context);
    });
  MLIRContext context(registry);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(R"mlir(
    func.func @step(%x: tensor<1024xf32>, %g: tensor<1024xf32>)
        -> tensor<1024xf32> {
      %c5 = arith.constant 5 : index
      %a = tensor.empty() : tensor<6x1024xf32>
      %b = tensor.empty() : tensor<6x1024xf32>
      %f:3 = affine.for %i = 0 to 6 iter_args(%h = %x, %s = %a, %t = %b)
          -> (tensor<1024xf32>, tensor<6x1024xf32>, tensor<6x1024xf32>) {
        %0 = math.exp %h : tensor<1024xf32>
        %1 = math.sin %0 : tensor<1024xf32>
        %2 = tensor.insert_slice %0 into %s[%i, 0] [1, 1024] [1, 1]
            : tensor<1024xf32> into tensor<6x1024xf32>
        %3 = tensor.insert_slice %1 into %t[%i, 0] [1, 1024] [1, 1]
            : tensor<1024xf32> into tensor<6x1024xf32>
        affine.yield %1, %2, %3
            : tensor<1024xf32>, tensor<6x1024xf32>, tensor<6x1024xf32>
      }
      %r = affine.for %i = 0 to 6 iter_args(%d = %g) -> tensor<1024xf32> {
        %at = arith.subi %c5, %i : index
        %0 = tensor.extract_slice %f#1[%at, 0] [1, 1024] [1, 1]
            : tensor<6x1024xf32> to tensor<1024xf32>
        %1 = tensor.extract_slice %f#2[%at, 0] [1, 1024] [1, 1]
            : tensor<6x1024xf32> to tensor<1024xf32>
        %2 = arith.mulf %0, %1 : tensor<1024xf32>
        %3 = arith.mulf %d, %2 : tensor<1024xf32>
        affine.yield %3 : tensor<1024xf32>
      }
      return %r : tensor<1024xf32>
    }
  )mlir",
                                                             &context);
  if (!module || failed(fitBudget(*module, "min", nullptr)))
    return 0;
  auto step = module->lookupSymbol<func::FuncOp>("step");
  return step->getAttrOfType<IntegerAttr>("remat.budget").getInt();
}

TEST(ModelsTest, StacksOfALoopWithAModelAreTraded) {
  const int64_t whole = getSmallestLoopPeak(/*withModel=*/false),
                traded = getSmallestLoopPeak(/*withModel=*/true);
  EXPECT_GT(traded, 0);
  // Two stacks of 24 KiB; one is made again from the other, at least.
  EXPECT_LE(traded, whole - 24 * 1024);
}

TEST_F(EmbeddingTest, AnOutcomeWithoutAPlanIsNotApplied) {
  OwningOpRef<ModuleOp> module = parse();
  ASSERT_TRUE(module);
  remat::RematerializeOptions options;
  options.budget = remat::Budget{remat::Budget::Kind::Bytes, 1, 0};
  FailureOr<remat::PreparedStep> step = remat::prepareStep(
      module->lookupSymbol<func::FuncOp>("step"), options.graph);
  ASSERT_TRUE(succeeded(step)) << diagnostics;
  FailureOr<remat::FunctionOutcome> outcome = remat::solveStep(*step, options);
  ASSERT_TRUE(succeeded(outcome)) << diagnostics;
  EXPECT_TRUE(outcome->isRefusal());
  EXPECT_TRUE(failed(remat::applyOutcome(*step, options, *outcome)));
  EXPECT_NE(diagnostics.find("without a plan to apply"), std::string::npos)
      << diagnostics;
}
