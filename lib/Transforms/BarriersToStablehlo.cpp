//===- BarriersToStablehlo.cpp - Barriers as StableHLO spells them --------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinDialect.h"
#include "remat/Analysis/Sharding.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/HostPlacement.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Dialect/Stubs/Stubs.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "remat/Transforms/Passes.h"
#include "remat/Transforms/ReplaceBarriers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

#include <limits>

namespace mlir::remat {
#define GEN_PASS_DEF_REMATBARRIERSTOSTABLEHLO
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {
struct BarriersToStablehlo
    : public remat::impl::RematBarriersToStablehloBase<BarriersToStablehlo> {
  void getDependentDialects(DialectRegistry &registry) const override;
  void runOnOperation() override;
};
} // namespace

/// A step without StableHLO has not loaded it. An extension: `registry` does
/// not tell if the context has the real dialect or needs the stub.
void BarriersToStablehlo::getDependentDialects(
    DialectRegistry &registry) const {
  registry.addExtension(+[](MLIRContext *context, BuiltinDialect *) {
    if (!context->getOrLoadDialect(StablehloStubDialect::getDialectNamespace()))
      context->getOrLoadDialect<StablehloStubDialect>();
  });
}

namespace {
/// Builds barriers. Finished results pass them flat: XLA must then bring them
/// into their last layout before the first barrier, and frees the storage that
/// they were made in. Otherwise a convolution's filter gradient waits until the
/// end in cuDNN's layout, beside the result that it is copied to.
class BarrierLowering {
public:
  void findFinished(func::FuncOp function);
  FailureOr<SmallVector<Value>> build(OpBuilder &builder, BarrierOp barrier);
  /// Erases reshapes between barriers that follow one another.
  void eraseUnreadReshapes();

private:
  Value flatten(OpBuilder &builder, Location loc, Value value);
  Value reshape(OpBuilder &builder, Location loc, Value value, Type type);

  /// Results of barriers that reach nothing but results of the function.
  llvm::DenseSet<Value> finished;
  llvm::SetVector<Operation *> reshapes;
};
} // namespace

static bool hasSharding(DictionaryAttr attributes) {
  return attributes && llvm::any_of(kShardingAttrNames, [&](StringRef name) {
           return attributes.contains(name);
         });
}

/// A reshape across split dimensions would gather them.
static bool isSharded(func::FuncOp function) {
  auto module = function->getParentOfType<ModuleOp>();
  auto partitions =
      module ? module->getAttrOfType<IntegerAttr>("mhlo.num_partitions")
             : IntegerAttr();
  if (partitions && partitions.getValue().ugt(1))
    return true;
  for (unsigned index = 0; index != function.getNumArguments(); ++index)
    if (hasSharding(function.getArgAttrDict(index)))
      return true;
  for (unsigned index = 0; index != function.getNumResults(); ++index)
    if (hasSharding(function.getResultAttrDict(index)))
      return true;
  return function
      .walk([&](Operation *op) {
        // Shardy's constraints, reshards and manual computations.
        return op->getName().getDialectNamespace() == "sdy" ||
                       hasSharding(op->getAttrDictionary())
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether XLA may lay out a result as its rows come.
static bool hasDefaultLayout(func::FuncOp function, unsigned result) {
  auto mode =
      function.getResultAttrOfType<StringAttr>(result, "mhlo.layout_mode");
  return !mode || mode.getValue() == "default";
}

void BarrierLowering::findFinished(func::FuncOp function) {
  if (function.isExternal() || isSharded(function))
    return;
  for (Operation &op : llvm::reverse(function.getBody().front())) {
    auto barrier = dyn_cast<BarrierOp>(op);
    if (!barrier)
      continue;
    for (Value result : barrier.getResults()) {
      auto isFinal = [&](OpOperand &use) {
        if (isa<func::ReturnOp>(use.getOwner()))
          return hasDefaultLayout(function, use.getOperandNumber());
        auto later = dyn_cast<BarrierOp>(use.getOwner());
        return later && use.getOperandNumber() < later->getNumResults() &&
               finished.contains(later->getResult(use.getOperandNumber()));
      };
      if (!result.use_empty() && llvm::all_of(result.getUses(), isFinal))
        finished.insert(result);
    }
  }
}

/// The flat type of tensors with more than one layout, else null.
static RankedTensorType getFlatType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() || tensor.getEncoding() ||
      llvm::count_if(tensor.getShape(),
                     [](int64_t extent) { return extent > 1; }) < 2)
    return {};
  const int64_t elements = getNumElementsOrOne(tensor);
  if (elements == std::numeric_limits<int64_t>::max())
    return {};
  return RankedTensorType::get(elements, tensor.getElementType());
}

Value BarrierLowering::reshape(OpBuilder &builder, Location loc, Value value,
                               Type type) {
  Operation *op = builder.create(
      loc, builder.getStringAttr("stablehlo.reshape"), value, type);
  reshapes.insert(op);
  return op->getResult(0);
}

/// A value that an earlier barrier passed flat is taken from there.
Value BarrierLowering::flatten(OpBuilder &builder, Location loc, Value value) {
  Type type = getFlatType(value.getType());
  if (!type)
    return value;
  Operation *producer = value.getDefiningOp();
  if (producer && reshapes.contains(producer) &&
      producer->getOperand(0).getType() == type)
    return producer->getOperand(0);
  return reshape(builder, loc, value, type);
}

FailureOr<SmallVector<Value>> BarrierLowering::build(OpBuilder &builder,
                                                     BarrierOp barrier) {
  const Location loc = barrier.getLoc();
  SmallVector<Value> operands(barrier->getOperands());
  for (auto [operand, result] : llvm::zip(operands, barrier.getResults()))
    if (finished.contains(result))
      operand = flatten(builder, loc, operand);
  Operation *lowered = builder.create(
      loc, builder.getStringAttr("stablehlo.optimization_barrier"), operands,
      TypeRange(ValueRange(operands)));
  SmallVector<Value> values;
  for (auto [passed, result] :
       llvm::zip(lowered->getResults(), barrier.getResults()))
    values.push_back(passed.getType() == result.getType()
                         ? passed
                         : reshape(builder, loc, passed, result.getType()));
  return values;
}

void BarrierLowering::eraseUnreadReshapes() {
  for (Operation *op : llvm::reverse(reshapes))
    if (op->use_empty())
      op->erase();
}

namespace {
/// Finds ops that simplify to a result of a barrier: transposed back, plus
/// zero, a slice of all of it. XLA moves the sharding of such an op to the op
/// that makes the operand, and refuses a barrier of several results with one
/// sharding.
class BarrierFolds {
public:
  /// Whether `op` may simplify to a barrier's result, which is of its type.
  /// Call it on all ops, in their order. O(operands).
  bool visit(Operation *op);

private:
  Value findOnlyVariable(Operation *op) const;

  /// The barrier's result that a value may be, but for its shape.
  llvm::DenseMap<Value, Value> sources;
  llvm::DenseSet<Value> constants;
};
} // namespace

/// The only operand of `op` that is no constant; null if there are several.
Value BarrierFolds::findOnlyVariable(Operation *op) const {
  Value found;
  for (Value operand : op->getOperands()) {
    if (constants.contains(operand) || operand == found)
      continue;
    if (found)
      return {};
    found = operand;
  }
  return found;
}

bool BarrierFolds::visit(Operation *op) {
  using hlo::OpKind;
  const hlo::OpInfo *info = hlo::lookupOp(op);
  if (!info)
    return false;
  switch (info->kind) {
  case OpKind::Barrier:
    for (Value result : op->getResults())
      sources[result] = result;
    return false;
  case OpKind::Constant:
  case OpKind::Iota:
    constants.insert(op->result_begin(), op->result_end());
    return false;
  case OpKind::Elementwise:
    // Of one operand, only a conversion to the same type is the operand.
    if (op->getNumOperands() == 1 &&
        op->getName().getStringRef() != "stablehlo.convert")
      return false;
    break;
  case OpKind::Annotation:
  case OpKind::Broadcast:
  case OpKind::Transpose:
  case OpKind::Reshape:
  case OpKind::Slice:
  case OpKind::Pad:
  case OpKind::Reverse:
  case OpKind::Concatenate:
  case OpKind::DynamicSlice:
    break;
  default:
    return false;
  }
  Value variable = findOnlyVariable(op);
  if (!variable) {
    if (op->getNumOperands() != 0 &&
        llvm::all_of(op->getOperands(), [&](Value operand) {
          return constants.contains(operand);
        }))
      constants.insert(op->result_begin(), op->result_end());
    return false;
  }
  Value source = sources.lookup(variable);
  if (!source || op->getNumResults() != 1)
    return false;
  sources[op->getResult(0)] = source;
  return source.getType() == op->getResult(0).getType();
}

/// Shardings that XLA would have to hand on to an op with another number of
/// values: to a barrier, or to a loop without what no turn changes. Which of
/// the values of a loop XLA drops is not known here, so that none keeps its
/// own.
static void removeLostShardings(func::FuncOp function) {
  BarrierFolds folds;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!folds.visit(op) && hlo::getOpKind(op) != hlo::OpKind::Loop)
      return;
    for (StringRef name : kShardingAttrNames)
      op->removeDiscardableAttr(name);
  });
}

/// Says in which memory the result lies.
static void replaceByPlacement(Operation *copy, StringRef memory) {
  OpBuilder builder(copy);
  copy->getResult(0).replaceAllUsesWith(hlo::createPlacement(
      builder, copy->getLoc(), copy->getOperand(0), memory));
  copy->erase();
}

/// XLA inserts the waits itself, so awaits are dropped.
static void replaceCopies(Operation *root) {
  root->walk([](Operation *op) {
    if (isa<ParkOp>(op))
      return replaceByPlacement(op, hlo::kHostMemory);
    if (isa<FetchOp>(op))
      return replaceByPlacement(op, hlo::kDeviceMemory);
    if (!isa<AwaitOp>(op))
      return;
    op->replaceAllUsesWith(op->getOperands());
    op->erase();
  });
}

static void removeAnnotations(Operation *op) {
  for (NamedAttribute attribute : llvm::to_vector(op->getDiscardableAttrs()))
    if (isa_and_present<RematDialect>(attribute.getNameDialect()))
      op->removeDiscardableAttr(attribute.getName());
}

void BarriersToStablehlo::runOnOperation() {
  BarrierLowering lowering;
  for (auto function : getOperation().getOps<func::FuncOp>())
    lowering.findFinished(function);
  if (failed(replaceBarriers(getOperation(),
                             [&](OpBuilder &builder, BarrierOp barrier) {
                               return lowering.build(builder, barrier);
                             })))
    return signalPassFailure();
  lowering.eraseUnreadReshapes();
  replaceCopies(getOperation());
  for (auto function : getOperation().getOps<func::FuncOp>())
    removeLostShardings(function);
  getOperation()->walk([](Operation *op) {
    if (isa<ReleaseOp>(op))
      op->erase();
    else
      removeAnnotations(op);
  });
  auto range = StringAttr::get(&getContext(), kRangeAttrName);
  auto loss = StringAttr::get(&getContext(), kLossAttrName);
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    for (unsigned index = 0; index != function.getNumArguments(); ++index)
      function.removeArgAttr(index, range);
    for (unsigned index = 0; index != function.getNumResults(); ++index)
      function.removeResultAttr(index, loss);
  }
}
