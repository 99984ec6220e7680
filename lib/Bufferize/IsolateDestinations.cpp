//===- IsolateDestinations.cpp - One destination for each op --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bufferization allocates at each tensor.empty, and copies if two ops would
// write one buffer. This pass makes both explicit, so that bufferization has
// nothing to decide.
//
//===----------------------------------------------------------------------===//

#include "remat/Bufferize/IsolateDestinations.h"
#include "BuffersBesideTensors.h"
#include "DeadCode.h"
#include "DestinationStyle.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Interfaces/TaskOpInterface.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using mlir::remat::BarrierOp;

namespace {

/// The input of the barrier that makes `value`, else null.
Value barrierSource(Value value) {
  auto barrier = value.getDefiningOp<BarrierOp>();
  return barrier ? barrier.getInputs()[cast<OpResult>(value).getResultNumber()]
                 : Value();
}

/// The operand whose storage the view `value` shares, else null.
Value viewSource(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return {};
  if (isa<tensor::ExtractSliceOp, tensor::ExpandShapeOp,
          tensor::CollapseShapeOp, tensor::CastOp, tensor::ReshapeOp>(op))
    return op->getOperand(0);
  return barrierSource(value);
}

Value storageRoot(Value value) {
  while (Value source = viewSource(value))
    value = source;
  return value;
}

Value throughBarriers(Value value) {
  while (Value source = barrierSource(value))
    value = source;
  return value;
}

bool isBehindBarrier(Value value) {
  for (; value; value = viewSource(value))
    if (barrierSource(value))
      return true;
  return false;
}

/// Whether a barrier before `init` or before the fill that makes it is all that
/// ties `user` to its turn of a loop, or tells it from an earlier run.
bool isHeldByInit(Operation *user, Value init) {
  for (Value operand : user->getOperands())
    if (operand != init && isBehindBarrier(operand))
      return false;
  if (barrierSource(init))
    return true;
  auto fill = init.getDefiningOp<linalg::FillOp>();
  return fill && barrierSource(fill.getOutputs().front());
}

/// Whether `value` and its sources through barriers have one use each.
bool hasSingleUses(Value value) {
  for (; value.hasOneUse(); value = barrierSource(value))
    if (!barrierSource(value))
      return true;
  return false;
}

/// The buffer type: arguments, storages and carried tensors are contiguous,
/// slices strided.
MemRefType layoutOf(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  auto contiguous = MemRefType::get(type.getShape(), type.getElementType());
  Value source = viewSource(value);
  if (!source || !isa<RankedTensorType>(source.getType()))
    return contiguous;
  MemRefType sourceLayout = layoutOf(source);
  if (sourceLayout.getLayout().isIdentity() &&
      !value.getDefiningOp<tensor::ExtractSliceOp>())
    return contiguous;
  if (auto slice = value.getDefiningOp<tensor::ExtractSliceOp>())
    return memref::SubViewOp::inferRankReducedResultType(
        type.getShape(), sourceLayout, slice.getMixedOffsets(),
        slice.getMixedSizes(), slice.getMixedStrides());
  if (auto expand = value.getDefiningOp<tensor::ExpandShapeOp>()) {
    FailureOr<MemRefType> expanded = memref::ExpandShapeOp::computeExpandedType(
        sourceLayout, type.getShape(), expand.getReassociationIndices());
    return succeeded(expanded) ? *expanded : sourceLayout;
  }
  if (auto collapse = value.getDefiningOp<tensor::CollapseShapeOp>()) {
    SmallVector<ReassociationIndices> groups =
        collapse.getReassociationIndices();
    if (memref::CollapseShapeOp::isGuaranteedCollapsible(sourceLayout, groups))
      return memref::CollapseShapeOp::computeCollapsedType(sourceLayout,
                                                           groups);
    return contiguous;
  }
  // Casts and barriers.
  return sourceLayout;
}

/// Ops that fill only a part of their destination, or all of it at the speed of
/// memory. With one use, they belong to its preparation.
bool isPreparation(Operation *op) {
  return isa_and_nonnull<tensor::EmptyOp, tensor::InsertSliceOp,
                         tensor::InsertOp, linalg::FillOp, linalg::CopyOp,
                         bufferization::AllocTensorOp>(op);
}

/// Whether `op` reads the prior contents of its init.
bool readsInit(Operation *op, OpOperand &init) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return linalgOp.payloadUsesValueFromOperand(&init);
  return true;
}

class Isolator {
public:
  explicit Isolator(func::FuncOp function) : function(function) {}

  LogicalResult run(bool copiesReturned);

private:
  LogicalResult visit(Region &region);
  LogicalResult visitOp(Operation *op);
  void isolateInits(DestinationStyleOpInterface op);
  void isolateLoopInits(MutableArrayRef<OpOperand> inits);
  void isolateRegionResults(Operation *op);
  Value makeDestination(Operation *user, Value init, bool read);
  void isolateFreshYields(Operation *terminator);
  void setDestination(OpOperand &operand, bool read);

  func::FuncOp function;
  /// By splat constant that was met as an init.
  DenseMap<Operation *, Value> splatScalars;
};

} // namespace

static Value makeEmpty(OpBuilder &builder, Location loc, Value like) {
  auto type = cast<RankedTensorType>(like.getType());
  if (type.hasStaticShape())
    return tensor::EmptyOp::create(builder, loc, type.getShape(),
                                   type.getElementType(), type.getEncoding());
  if (auto empty = like.getDefiningOp<tensor::EmptyOp>())
    return tensor::EmptyOp::create(builder, loc, empty.getType(),
                                   empty.getDynamicSizes());
  return tensor::EmptyOp::create(builder, loc,
                                 tensor::getMixedSizes(builder, loc, like),
                                 type.getElementType(), type.getEncoding());
}

static Value makeCopy(OpBuilder &builder, Location loc, Value source,
                      Value storage) {
  return linalg::CopyOp::create(builder, loc, source, storage).getResult(0);
}

static Value makeCopy(OpBuilder &builder, Location loc, Value source) {
  return makeCopy(builder, loc, source, makeEmpty(builder, loc, source));
}

/// Moves `op`, whose single use is in `user`, and the preparation of its own
/// destination directly before `user`.
static void sinkChain(Operation *op, Operation *user) {
  if (auto destinationOp = dyn_cast<DestinationStyleOpInterface>(op))
    for (OpOperand &init : destinationOp.getDpsInitsMutable()) {
      Operation *producer = init.get().getDefiningOp();
      if (isPreparation(producer) && producer->hasOneUse() &&
          producer->getBlock() == user->getBlock())
        sinkChain(producer, user);
    }
  op->moveBefore(user);
}

/// Makes a storage directly before `user`, for it alone; has `init` if `read`.
Value Isolator::makeDestination(Operation *user, Value init, bool read) {
  OpBuilder builder(user);
  Location loc = user->getLoc();
  Value root = throughBarriers(init);
  const bool isHeld = isHeldByInit(user, init);
  auto makeStorage = [&](Location storageLoc) -> Value {
    Value empty = makeEmpty(builder, storageLoc, root);
    if (!isHeld)
      return empty;
    return BarrierOp::create(builder, storageLoc, ValueRange(empty))
        .getResult(0);
  };
  if (!read)
    return makeStorage(loc);
  if (auto empty = root.getDefiningOp<tensor::EmptyOp>())
    return makeStorage(empty.getLoc());
  if (auto fill = root.getDefiningOp<linalg::FillOp>()) {
    Value storage = makeStorage(fill.getLoc());
    return linalg::FillOp::create(builder, fill.getLoc(), fill.getInputs(),
                                  ValueRange(storage))
        .getResult(0);
  }
  if (auto alloc = root.getDefiningOp<bufferization::AllocTensorOp>())
    return alloc.getCopy() ? makeCopy(builder, alloc.getLoc(), alloc.getCopy(),
                                      makeStorage(alloc.getLoc()))
                           : makeStorage(alloc.getLoc());
  if (auto constant = root.getDefiningOp<arith::ConstantOp>())
    if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
      if (auto value = dyn_cast<TypedAttr>(splat.getSplatValue<Attribute>())) {
        Value &scalar = splatScalars[constant];
        if (!scalar) {
          OpBuilder constantBuilder(constant);
          scalar = arith::ConstantOp::create(constantBuilder, loc, value);
        }
        return linalg::FillOp::create(builder, loc, ValueRange(scalar),
                                      ValueRange(makeStorage(loc)))
            .getResult(0);
      }
  // A preparation without other uses goes on in place.
  Operation *producer = root.getDefiningOp();
  if (isPreparation(producer) && producer->getBlock() == user->getBlock() &&
      hasSingleUses(init)) {
    sinkChain(producer, user);
    return root;
  }
  // CSE merged two copies: each user makes its own. It may cast on the way, so
  // the destination is like the result.
  if (auto copy = root.getDefiningOp<linalg::CopyOp>()) {
    Value storage = makeStorage(copy.getLoc());
    auto again = cast<linalg::CopyOp>(builder.clone(*copy));
    again.getOutputsMutable().assign(storage);
    return again.getResult(0);
  }
  return makeCopy(builder, loc, init);
}

/// Gives `operand` its own destination. Erases barriers left unused: chains are
/// recognized by their single uses.
void Isolator::setDestination(OpOperand &operand, bool read) {
  Value old = operand.get();
  operand.set(makeDestination(operand.getOwner(), old, read));
  while (Value source = barrierSource(old)) {
    Operation *barrier = old.getDefiningOp();
    if (!isOpTriviallyDead(barrier))
      break;
    old = source;
    barrier->erase();
  }
}

/// Whether both regions carry the same tensors in place, each in one storage.
static bool carriesInPlace(scf::WhileOp loop) {
  return loop.getBeforeBody()->getArgumentTypes() ==
         loop.getAfterBody()->getArgumentTypes();
}

/// The operand that yields the next `argument`; null without one storage.
static OpOperand *getNextValue(BlockArgument argument) {
  Block *body = argument.getOwner();
  Operation *parent = body->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(parent))
    return argument.getArgNumber() == 0 ? nullptr
                                        : &body->getTerminator()->getOpOperand(
                                              argument.getArgNumber() - 1);
  auto loop = dyn_cast<scf::WhileOp>(parent);
  if (!loop || !carriesInPlace(loop))
    return nullptr;
  bool isBefore = body == loop.getBeforeBody();
  return &body->getTerminator()->getOpOperand(argument.getArgNumber() +
                                              (isBefore ? 1 : 0));
}

/// Whether `init` is carried by a loop, its op makes the next value of it, and
/// nothing reads the old one afterwards.
static bool updatesCarriedStorage(OpOperand &init) {
  auto argument = dyn_cast<BlockArgument>(init.get());
  if (!argument || argument.getOwner() != init.getOwner()->getBlock())
    return false;
  OpOperand *nextValue = getNextValue(argument);
  Operation *op = init.getOwner();
  auto destinationOp = dyn_cast<DestinationStyleOpInterface>(op);
  if (!nextValue || !destinationOp)
    return false;
  Block *body = op->getBlock();
  Value next = destinationOp.getTiedOpResult(&init);
  while (true) {
    if (!next.hasOneUse())
      return false;
    OpOperand &use = *next.use_begin();
    if (&use == nextValue)
      break;
    Operation *user = use.getOwner();
    auto nextOp = dyn_cast<DestinationStyleOpInterface>(user);
    if (!nextOp || user->getBlock() != body ||
        !isPreparation(next.getDefiningOp()) || !nextOp.isDpsInit(&use) ||
        !readsInit(user, use))
      return false;
    next = nextOp.getTiedOpResult(&use);
  }
  SmallVector<Value> aliases = {argument};
  while (!aliases.empty()) {
    Value alias = aliases.pop_back_val();
    for (OpOperand &use : alias.getUses()) {
      if (&use == &init)
        continue;
      Operation *user = body->findAncestorOpInBlock(*use.getOwner());
      if (!user || user == op || !user->isBeforeInBlock(op))
        return false;
      for (Value result : use.getOwner()->getResults())
        if (isa<TensorType>(result.getType()) && viewSource(result) == alias)
          aliases.push_back(result);
    }
  }
  return true;
}

/// Makes each tensor that a loop carries leave `body` in its own storage.
static void isolateCarried(Block &body) {
  auto inPlace = [&](BlockArgument argument, Value value) {
    while (auto op = value.getDefiningOp<DestinationStyleOpInterface>()) {
      OpOperand *init = op.getTiedOpOperand(cast<OpResult>(value));
      if (!init)
        return false;
      if (init->get() == argument)
        return updatesCarriedStorage(*init);
      value = init->get();
    }
    return false;
  };
  SmallVector<BlockArgument> toCopy;
  for (BlockArgument argument : body.getArguments()) {
    OpOperand *next = getNextValue(argument);
    if (next && isa<RankedTensorType>(argument.getType()) &&
        next->get() != argument && !inPlace(argument, next->get()))
      toCopy.push_back(argument);
  }
  // Saves values in another carried storage (a swap) before any write.
  Operation *terminator = body.getTerminator();
  OpBuilder builder(terminator);
  for (BlockArgument argument : toCopy) {
    OpOperand &next = *getNextValue(argument);
    auto source = dyn_cast<BlockArgument>(storageRoot(next.get()));
    if (source && source.getOwner() == &body)
      next.set(makeCopy(builder, terminator->getLoc(), next.get()));
  }
  for (BlockArgument argument : toCopy) {
    OpOperand &next = *getNextValue(argument);
    next.set(linalg::CopyOp::create(builder, terminator->getLoc(), next.get(),
                                    argument)
                 .getResult(0));
  }
}

/// Makes each tensor that leaves a region or the function a contiguous storage,
/// made there, that leaves once.
void Isolator::isolateFreshYields(Operation *terminator) {
  llvm::SmallPtrSet<Value, 8> leaving;
  Region *region = terminator->getParentRegion();
  for (OpOperand &operand : terminator->getOpOperands()) {
    Value value = operand.get();
    if (!isa<RankedTensorType>(value.getType()))
      continue;
    Value root = storageRoot(value);
    Operation *producer = root.getDefiningOp();
    bool made = producer && producer->getParentRegion() == region &&
                !producer->hasTrait<OpTrait::ConstantLike>() &&
                !isa<bufferization::ToTensorOp>(producer);
    if (made && layoutOf(value).getLayout().isIdentity() &&
        !value.getDefiningOp<tensor::ExtractSliceOp>() &&
        remat::getNumElementsOrOne(value.getType()) ==
            remat::getNumElementsOrOne(root.getType()) &&
        leaving.insert(root).second)
      continue;
    operand.set(makeDestination(terminator, value, /*read=*/true));
    leaving.insert(operand.get());
  }
}

static LogicalResult checkRanks(Operation *op) {
  for (Value operand : op->getOperands())
    if (isa<UnrankedTensorType>(operand.getType()))
      return op->emitOpError("has an operand of type ")
             << operand.getType()
             << ": tensors without a rank have no size to plan with; give "
                "them a static shape";
  return success();
}

/// Remakes the window of a pooling op: only its shape counts.
static void isolateWindow(linalg::LinalgOp op) {
  for (OpOperand *input : op.getDpsInputOperands())
    if (auto empty =
            throughBarriers(input->get()).getDefiningOp<tensor::EmptyOp>()) {
      OpBuilder builder(op);
      input->set(makeEmpty(builder, empty.getLoc(), empty));
    }
}

/// Copies the source of a reshape that cannot be a view.
static void copyUnlessViewable(Operation *op) {
  OpOperand &source = op->getOpOperand(0);
  const MemRefType layout = layoutOf(source.get());
  auto collapse = dyn_cast<tensor::CollapseShapeOp>(op);
  const bool isViewable =
      collapse ? memref::CollapseShapeOp::isGuaranteedCollapsible(
                     layout, collapse.getReassociationIndices())
               : layout.getLayout().isIdentity();
  if (isViewable)
    return;
  OpBuilder builder(op);
  source.set(makeCopy(builder, op->getLoc(), source.get()));
}

/// Functions take contiguous buffers: copies strided operands of a call.
static void makeContiguous(Operation *call) {
  OpBuilder builder(call);
  for (OpOperand &operand : call->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType()) &&
        !layoutOf(operand.get()).getLayout().isIdentity())
      operand.set(makeCopy(builder, call->getLoc(), operand.get()));
}

void Isolator::isolateInits(DestinationStyleOpInterface op) {
  for (OpOperand &init : op.getDpsInitsMutable())
    if (isa<RankedTensorType>(init.get().getType()) &&
        !updatesCarriedStorage(init))
      setDestination(init, readsInit(op, init));
}

/// Gives each tensor that goes into a loop a storage that the loop may write.
void Isolator::isolateLoopInits(MutableArrayRef<OpOperand> inits) {
  for (OpOperand &init : inits)
    if (isa<RankedTensorType>(init.get().getType()))
      setDestination(init, /*read=*/true);
}

/// Isolates the results of the visited regions of `op`.
void Isolator::isolateRegionResults(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return isolateCarried(*loop.getBody());
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    for (Block *body : {loop.getBeforeBody(), loop.getAfterBody()})
      if (carriesInPlace(loop))
        isolateCarried(*body);
      else
        // Each turn hands on new storages.
        isolateFreshYields(body->getTerminator());
    return;
  }
  if (!isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(op))
    return;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (isa<scf::YieldOp>(block.getTerminator()))
        isolateFreshYields(block.getTerminator());
}

/// A buffer may be written: bufferization copies a tensor that is there without
/// it, too.
static void giveOwnStorage(bufferization::ToBufferOp op) {
  Value tensor = op.getTensor();
  Operation *producer = tensor.getDefiningOp();
  const bool isOwn = producer && tensor.hasOneUse() &&
                     storageRoot(tensor) == tensor &&
                     !producer->hasTrait<OpTrait::ConstantLike>() &&
                     !isa<bufferization::ToTensorOp>(producer);
  if (isOwn || op.getReadOnly() || !isa<RankedTensorType>(tensor.getType()))
    return;
  OpBuilder builder(op);
  op.getTensorMutable().assign(makeCopy(builder, op.getLoc(), tensor));
}

LogicalResult Isolator::visitOp(Operation *op) {
  if (failed(checkRanks(op)))
    return failure();
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    isolateWindow(linalgOp);
  if (isa<tensor::CollapseShapeOp, tensor::ReshapeOp>(op)) {
    copyUnlessViewable(op);
    return success();
  }
  if (auto buffer = dyn_cast<bufferization::ToBufferOp>(op)) {
    giveOwnStorage(buffer);
    return success();
  }
  // A loop has a body beside its destinations.
  auto destinationOp = dyn_cast<DestinationStyleOpInterface>(op);
  if (destinationOp && !isa<scf::ForallOp>(op)) {
    isolateInits(destinationOp);
    return success();
  }
  if (isa<func::CallOp>(op))
    makeContiguous(op);
  else if (auto loop = dyn_cast<scf::ForOp>(op))
    isolateLoopInits(loop.getInitArgsMutable());
  else if (auto loop = dyn_cast<scf::ForallOp>(op))
    isolateLoopInits(loop.getOutputsMutable());
  else if (auto loop = dyn_cast<scf::WhileOp>(op))
    isolateLoopInits(loop.getInitsMutable());
  for (Region &region : op->getRegions())
    if (failed(visit(region)))
      return failure();
  isolateRegionResults(op);
  return success();
}

LogicalResult Isolator::visit(Region &region) {
  for (Block &block : region)
    for (Operation &op : llvm::make_early_inc_range(block))
      if (failed(visitOp(&op)))
        return failure();
  return success();
}

LogicalResult Isolator::run(bool copiesReturned) {
  if (failed(visit(function.getBody())))
    return failure();
  for (Block &block : function.getBody())
    if (auto returned = dyn_cast<func::ReturnOp>(block.getTerminator())) {
      isolateFreshYields(returned);
      if (copiesReturned)
        remat::copyReturnedBuffers(returned);
    }
  return success();
}

LogicalResult remat::isolateDestinations(func::FuncOp function,
                                         bool keepsDeadCode) {
  if (function.isExternal())
    return success();
  auto eraseDead = [&] {
    if (keepsDeadCode)
      eraseDeadOps(function.getBody());
    else
      eraseDeadCode(function);
  };
  // A function on buffers alone is as its author wants it.
  const bool hasTensors = isOnTensors(function);
  // First, since what is only written is erased.
  if (hasTensors)
    makeAllocations(function);
  eraseDead();
  if (failed(convertToDestinationStyle(function)))
    return failure();
  // The conversion folds, which may take the last reader of a loop.
  eraseDead();
  if (failed(Isolator(function).run(hasTensors)))
    return failure();
  // Inits that are not read were replaced, and their producers may be dead.
  eraseDead();
  return success();
}
