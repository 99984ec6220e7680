//===- ExternalModels.cpp - Upstream operations as tasks -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/ExternalModels/ExternalModels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Dialect/Stubs/Stubs.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::remat;
using hlo::OpKind;

namespace {
/// Adds the interface's defaults: a fallback model, tied to no operation, does
/// not inherit them.
template <typename Model>
struct TaskModel : public TaskOpInterface::FallbackModel<Model> {
  OpCost getTaskCost(Operation *op) const {
    return mlir::remat::detail::getDefaultCost(op);
  }
  std::optional<TaskPhase> getTaskPhase(Operation *) const {
    return std::nullopt;
  }
  bool mayRunAgain(Operation *op) const {
    return mlir::remat::detail::mayRunAgainByEffects(op);
  }
  OpOperand *getViewedOperand(Operation *, OpResult) const { return nullptr; }
  bool preparesDestination(Operation *) const { return false; }
};

/// Elementwise arithmetic of tensors, and scalars: the default cost, and always
/// pure.
struct ArithModel : public TaskModel<ArithModel> {
  bool mayRunAgain(Operation *) const { return true; }
};

/// The defaults: data movement, loops and branches (one task, repeatable if its
/// contents are), calls (not repeatable).
struct DefaultModel : public TaskModel<DefaultModel> {};
} // namespace

template <typename Model, typename... Ops>
static void attach(MLIRContext *context) {
  (Ops::template attachInterface<Model>(*context), ...);
}

/// Attaches `Model` to the operations of `dialect` that `select` accepts. Walks
/// all dialects: during loading, getRegisteredOperationsByDialect searches an
/// unsorted array.
template <typename Model>
static void attachToDialect(
    MLIRContext *context, StringRef dialect,
    llvm::function_ref<bool(RegisteredOperationName)> select =
        [](RegisteredOperationName) { return true; }) {
  for (RegisteredOperationName name : context->getRegisteredOperations())
    if (name.getDialectNamespace() == dialect && select(name))
      name.attachInterface<Model>();
}

static OpCost getCopyCost(int64_t bytes) { return {0, bytes, bytes, 0}; }

namespace {
/// An allocation: prepares a destination unless it copies contents.
struct AllocTensorModel : public TaskModel<AllocTensorModel> {
  OpCost getTaskCost(Operation *op) const {
    Value copy = cast<bufferization::AllocTensorOp>(op).getCopy();
    return copy ? getCopyCost(sumBytes(copy.getType())) : OpCost();
  }
  /// It only allocates its own result, which is repeatable.
  bool mayRunAgain(Operation *) const { return true; }
  bool preparesDestination(Operation *op) const {
    return !cast<bufferization::AllocTensorOp>(op).getCopy();
  }
};

/// The current contents of a memref. Moves nothing and shares the storage, but
/// is no view: a repeated read after a write to the memref would differ.
struct ToTensorModel : public TaskModel<ToTensorModel> {
  OpCost getTaskCost(Operation *) const { return OpCost(); }
  bool mayRunAgain(Operation *) const { return false; }
};

/// The same storage by another name, through which it may be written.
struct ToBufferModel : public TaskModel<ToBufferModel> {
  OpCost getTaskCost(Operation *) const { return OpCost(); }
  bool mayRunAgain(Operation *) const { return false; }
  OpOperand *getViewedOperand(Operation *op, OpResult) const {
    return &op->getOpOperand(0);
  }
};

/// Copies the source into the destination. The result has new contents: no view
/// of the old ones.
struct MaterializeModel : public TaskModel<MaterializeModel> {
  OpCost getTaskCost(Operation *op) const {
    return getCopyCost(sumBytes(op->getOperand(0).getType()));
  }
  bool mayRunAgain(Operation *) const { return false; }
};
} // namespace

static void attachBufferizationModels(MLIRContext *context,
                                      bufferization::BufferizationDialect *) {
  using namespace bufferization;
  attach<AllocTensorModel, AllocTensorOp>(context);
  attach<ToTensorModel, ToTensorOp>(context);
  attach<ToBufferModel, ToBufferOp>(context);
  attach<MaterializeModel, MaterializeInDestinationOp>(context);
}

/// The product of loop extents, each from an operand dimension that the loop
/// indexes alone; unknown extents count as one.
static double countIterations(linalg::LinalgOp op) {
  SmallVector<int64_t> extents(op.getNumLoops(), 1);
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [expr, extent] :
         llvm::zip_equal(map.getResults(), op.getShape(&operand)))
      if (auto dim = dyn_cast<AffineDimExpr>(expr);
          dim && !ShapedType::isDynamic(extent))
        extents[dim.getPosition()] = extent;
  }
  double iterations = 1;
  for (int64_t extent : extents)
    iterations *= static_cast<double>(extent);
  return iterations;
}

/// The flops of one run of a block of scalar operations.
static double countBodyFlops(Block &block) {
  double flops = 0;
  for (Operation &nested : block.without_terminator())
    flops += getArithWeight(&nested);
  return flops;
}

/// Whether every use of `op`'s only result is as the destination of an op that
/// writes it or prepares it further.
static bool isOnlyDestination(Operation *op) {
  return llvm::all_of(op->getUses(), [](OpOperand &use) {
    auto writer = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
    return writer && writer.isDpsInit(&use);
  });
}

namespace {
/// Structured ops, named and generic: the body's arithmetic at each point of
/// the domain. Operands that only give a shape (pooling windows, overwritten
/// destinations) are not read.
struct StructuredModel : public TaskModel<StructuredModel> {
  OpCost getTaskCost(Operation *op) const {
    auto linalgOp = cast<linalg::LinalgOp>(op);
    OpCost cost;
    cost.flops =
        countBodyFlops(*linalgOp.getBlock()) * countIterations(linalgOp);
    for (OpOperand &operand : op->getOpOperands())
      if (linalgOp.payloadUsesValueFromOperand(&operand))
        addSaturating(cost.bytesRead, sumBytes(operand.get().getType()));
    // The region may read tensors beyond the operands: a gather by
    // `tensor.extract`.
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    addSaturating(cost.bytesRead,
                  sumBytes(ValueRange(captured.getArrayRef()).getTypes()));
    cost.bytesWritten = sumBytes(linalgOp.getDpsInits().getTypes());
    return cost;
  }

  bool preparesDestination(Operation *op) const {
    auto fill = dyn_cast<linalg::FillOp>(op);
    if (!fill || !fill.hasPureTensorSemantics())
      return false;
    Operation *init = fill.getOutputs().front().getDefiningOp();
    return init && remat::preparesDestination(init) && isOnlyDestination(op);
  }
};

/// Softmax decomposed: for each element a maximum, the exponential of a
/// difference, a sum and a division, in three passes.
struct SoftmaxModel : public TaskModel<SoftmaxModel> {
  OpCost getTaskCost(Operation *op) const {
    auto softmax = cast<linalg::SoftmaxOp>(op);
    Type type = softmax.getInput().getType();
    int64_t bytes = sumBytes(type);
    return {17.0 * static_cast<double>(getNumElementsOrOne(type)),
            saturatingMul(bytes, 3), saturatingMul(bytes, 2), 0};
  }
};
} // namespace

static void attachLinalgModels(MLIRContext *context, linalg::LinalgDialect *) {
  attachToDialect<StructuredModel>(
      context, "linalg", [](RegisteredOperationName name) {
        return name.hasInterface<linalg::LinalgOp>();
      });
  attach<SoftmaxModel, linalg::SoftmaxOp>(context);
}

/// The memref type of `value` once bufferized: the views above it decide, all
/// else has the identity layout. Null if one of them cannot be a view.
static MemRefType inferBufferType(Value value) {
  // Up to the first op that is no view of this dialect.
  SmallVector<Operation *> views;
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<tensor::ExtractSliceOp, tensor::ExpandShapeOp,
             tensor::CollapseShapeOp>(op))
      break;
    views.push_back(op);
    value = op->getOperand(0);
  }
  auto root = dyn_cast<RankedTensorType>(value.getType());
  if (!root)
    return {};
  auto type = MemRefType::get(root.getShape(), root.getElementType());
  for (Operation *op : llvm::reverse(views)) {
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
      type = memref::SubViewOp::inferRankReducedResultType(
          slice.getType().getShape(), type, slice.getMixedOffsets(),
          slice.getMixedSizes(), slice.getMixedStrides());
    } else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
      FailureOr<MemRefType> expanded =
          memref::ExpandShapeOp::computeExpandedType(
              type, expand.getResultType().getShape(),
              expand.getReassociationIndices());
      if (failed(expanded))
        return {};
      type = *expanded;
    } else {
      auto collapse = cast<tensor::CollapseShapeOp>(op);
      SmallVector<ReassociationIndices> groups =
          collapse.getReassociationIndices();
      // A copy has the identity layout again.
      if (memref::CollapseShapeOp::isGuaranteedCollapsible(type, groups))
        type = memref::CollapseShapeOp::computeCollapsedType(type, groups);
      else
        type = MemRefType::get(collapse.getResultType().getShape(),
                               type.getElementType());
    }
  }
  return type;
}

namespace {
/// The source's storage by another shape.
struct ViewModel : public TaskModel<ViewModel> {
  OpCost getTaskCost(Operation *) const { return OpCost(); }
  OpOperand *getViewedOperand(Operation *op, OpResult) const {
    return &op->getOpOperand(0);
  }
};

/// A view, except for non-contiguous sources, which bufferization copies.
struct CollapseShapeModel : public TaskModel<CollapseShapeModel> {
  OpCost getTaskCost(Operation *op) const {
    return isView(op) ? OpCost() : getCopyCost(sumBytes(op->getResultTypes()));
  }
  OpOperand *getViewedOperand(Operation *op, OpResult) const {
    return isView(op) ? &op->getOpOperand(0) : nullptr;
  }

private:
  static bool isView(Operation *op) {
    auto collapse = cast<tensor::CollapseShapeOp>(op);
    MemRefType source = inferBufferType(collapse.getSrc());
    return source && memref::CollapseShapeOp::isGuaranteedCollapsible(
                         source, collapse.getReassociationIndices());
  }
};

/// A storage without contents.
struct EmptyModel : public TaskModel<EmptyModel> {
  OpCost getTaskCost(Operation *) const { return OpCost(); }
  bool preparesDestination(Operation *) const { return true; }
};

/// Reads shapes or single elements.
struct ScalarModel : public TaskModel<ScalarModel> {
  OpCost getTaskCost(Operation *op) const {
    OpCost cost;
    if (auto extract = dyn_cast<tensor::ExtractOp>(op))
      cost.bytesRead = getTypeBytes(extract.getType()).value_or(0);
    return cost;
  }
};

/// Copies the destination, unless it is only prepared, and overwrites a part of
/// it by the source.
struct InsertModel : public TaskModel<InsertModel> {
  OpCost getTaskCost(Operation *op) const {
    Operation *dest = op->getOperand(1).getDefiningOp();
    bool isPrepared = dest && remat::preparesDestination(dest);
    return getCopyCost(
        sumBytes(op->getOperands().take_front(isPrepared ? 1 : 2).getTypes()));
  }
};

/// Computes each element of its result by its region.
struct ElementwiseRegionModel : public TaskModel<ElementwiseRegionModel> {
  OpCost getTaskCost(Operation *op) const {
    OpCost cost;
    // A pad runs its region outside of the source only.
    int64_t elements = getNumElementsOrOne(op->getResult(0).getType());
    if (auto pad = dyn_cast<tensor::PadOp>(op)) {
      elements -= std::min(elements, getNumElementsOrOne(pad.getSourceType()));
      cost.bytesRead = sumBytes(pad.getSourceType());
    }
    cost.flops = countBodyFlops(op->getRegion(0).front()) *
                 static_cast<double>(elements);
    cost.bytesWritten = sumBytes(op->getResultTypes());
    return cost;
  }
};

/// Moves data: reads the bytes that it writes, not all of its source.
struct GatherModel : public TaskModel<GatherModel> {
  OpCost getTaskCost(Operation *op) const {
    auto gather = cast<tensor::GatherOp>(op);
    OpCost cost = getCopyCost(sumBytes(gather.getType()));
    addSaturating(cost.bytesRead, sumBytes(gather.getIndices().getType()));
    return cost;
  }
};
} // namespace

static void attachTensorModels(MLIRContext *context, tensor::TensorDialect *) {
  using namespace tensor;
  // Layout inference uses memref's operations.
  context->getOrLoadDialect<memref::MemRefDialect>();
  attach<ViewModel, BitcastOp, CastOp, ExpandShapeOp, ExtractSliceOp,
         ReshapeOp>(context);
  attach<CollapseShapeModel, CollapseShapeOp>(context);
  attach<EmptyModel, EmptyOp>(context);
  attach<ScalarModel, DimOp, ExtractOp, RankOp>(context);
  attach<GatherModel, GatherOp>(context);
  attach<ElementwiseRegionModel, GenerateOp, PadOp>(context);
  attach<InsertModel, InsertOp, InsertSliceOp>(context);
  attach<DefaultModel, ConcatOp, FromElementsOp, ScatterOp, SplatOp>(context);
}

/// The costs of a region's operations, one after the other.
static OpCost sumCosts(Region &region) {
  OpCost cost;
  for (Operation &op : region.getOps())
    cost += getOpCost(&op);
  return cost;
}

/// The bytes that `op` moves as in XLA's HloCostAnalysis: of a part of a
/// tensor, that part.
static OpCost getMoves(Operation *op, OpKind kind) {
  OpCost cost;
  auto operandBytes = [&](unsigned index) {
    return index < op->getNumOperands()
               ? sumBytes(op->getOperand(index).getType())
               : 0;
  };
  switch (kind) {
  case OpKind::Barrier:
  case OpKind::Constant:
  case OpKind::Declaration:
  case OpKind::GetTupleElement:
  case OpKind::Query:
  case OpKind::Terminator:
  case OpKind::Token:
  case OpKind::Tuple:
    return cost;
  case OpKind::Branch:
    for (Region &region : op->getRegions()) {
      OpCost branch = sumCosts(region);
      cost.bytesRead = std::max(cost.bytesRead, branch.bytesRead);
      cost.bytesWritten = std::max(cost.bytesWritten, branch.bytesWritten);
    }
    return cost;
  case OpKind::Loop:
  case OpKind::Region:
    for (Region &region : op->getRegions())
      cost += sumCosts(region);
    return cost *= hlo::getTripCount(op).value_or(1);
  case OpKind::DynamicSlice:
  case OpKind::Slice:
    return getCopyCost(sumBytes(op->getResultTypes()));
  case OpKind::DynamicUpdateSlice:
    return getCopyCost(operandBytes(1));
  case OpKind::Gather:
    cost = getCopyCost(sumBytes(op->getResultTypes()));
    addSaturating(cost.bytesRead, operandBytes(1));
    return cost;
  case OpKind::Scatter: {
    // Operands, indices, updates: reads the updates and their counterparts.
    unsigned inputs = op->getNumOperands() / 2;
    int64_t updates = sumBytes(op->getOperands().take_back(inputs).getTypes());
    return {0, saturatingAdd(saturatingMul(updates, 2), operandBytes(inputs)),
            updates, 0};
  }
  default:
    break;
  }
  if (op->getNumResults() != 0 &&
      llvm::all_of(op->getResults(), hlo::getViewedOperand))
    return cost;
  return {0, sumBytes(op->getOperandTypes()), sumBytes(op->getResultTypes()),
          0};
}

namespace {
/// Every operation of the table in Stablehlo.h.
struct StablehloModel : public TaskModel<StablehloModel> {
  OpCost getTaskCost(Operation *op) const {
    OpCost cost = getMoves(op, hlo::getOpKind(op));
    cost.flops = hlo::getFlops(op);
    return cost;
  }
  bool mayRunAgain(Operation *op) const { return hlo::mayRunAgain(op); }
  OpOperand *getViewedOperand(Operation *, OpResult result) const {
    return hlo::getViewedOperand(result);
  }
};

/// Attaches the model to a dialect's operations, stub or real.
class AttachModels : public DialectExtensionBase {
public:
  explicit AttachModels(StringRef dialect)
      : DialectExtensionBase({dialect}), dialect(dialect) {}

  void apply(MLIRContext *context, MutableArrayRef<Dialect *>) const final {
    hlo::forEachOp(dialect, [&](StringRef name, const hlo::OpInfo &) {
      // The real dialects omit operations of other versions.
      if (std::optional<RegisteredOperationName> registered =
              RegisteredOperationName::lookup(name, context))
        registered->attachInterface<StablehloModel>();
    });
  }
  std::unique_ptr<DialectExtensionBase> clone() const final {
    return std::make_unique<AttachModels>(*this);
  }

private:
  StringRef dialect;
};
} // namespace

template <typename Stub> static void addModels(DialectRegistry &registry) {
  registry.addExtension(TypeID::get<Stub>(), std::make_unique<AttachModels>(
                                                 Stub::getDialectNamespace()));
}

void mlir::remat::registerAllExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *) {
    attachToDialect<ArithModel>(context, "arith");
  });
  registry.addExtension(+[](MLIRContext *context, math::MathDialect *) {
    attachToDialect<ArithModel>(context, "math");
  });
  registry.addExtension(attachBufferizationModels);
  registry.addExtension(+[](MLIRContext *context, scf::SCFDialect *) {
    using namespace scf;
    attach<DefaultModel, ExecuteRegionOp, ForOp, ForallOp, IfOp, IndexSwitchOp,
           ParallelOp, WhileOp>(context);
  });
  registry.addExtension(+[](MLIRContext *context, func::FuncDialect *) {
    attach<DefaultModel, func::CallOp, func::CallIndirectOp>(context);
  });
  registry.addExtension(attachLinalgModels);
  addModels<StablehloStubDialect>(registry);
  addModels<ChloStubDialect>(registry);
  addModels<MhloStubDialect>(registry);
  addModels<SdyStubDialect>(registry);
  registry.addExtension(attachTensorModels);
}
