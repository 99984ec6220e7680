//===- GraphBuilder.cpp - A function as the planner sees it ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphBuilderBase.h"
#include "LoopStarts.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Bufferize/IsolateDestinations.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "remat-graph-builder"

using namespace mlir;
using namespace mlir::remat;
using planner::ValueId;

Value mlir::remat::getStorageRoot(Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    OpOperand *viewed = getViewedOperand(result);
    if (!viewed)
      break;
    value = viewed->get();
  }
  return value;
}

static bool isView(Operation *op) {
  return op->getNumResults() > 0 &&
         llvm::all_of(op->getResults(),
                      [](OpResult result) { return getViewedOperand(result); });
}

/// Whether the op writes its result to this operand's storage.
static bool isDestination(OpOperand &use) {
  Operation *owner = use.getOwner();
  if (auto destinationStyle = dyn_cast<DestinationStyleOpInterface>(owner))
    return destinationStyle.isDpsInit(&use);
  if (auto loop = dyn_cast<LoopLikeOpInterface>(owner))
    return llvm::is_contained(loop.getInits(), use.get()) &&
           llvm::any_of(loop.getInitsMutable(),
                        [&](OpOperand &init) { return &init == &use; });
  return false;
}

static bool isOnlyDestination(Value value);

/// Same, through views and barriers.
static bool isDestinationThroughViews(OpOperand &use) {
  if (isDestination(use))
    return true;
  return llvm::any_of(use.getOwner()->getResults(), [&](OpResult result) {
    return getViewedOperand(result) == &use && isOnlyDestination(result);
  });
}

static bool isOnlyDestination(Value value) {
  return !value.use_empty() &&
         llvm::all_of(value.getUses(), isDestinationThroughViews);
}

/// Whether the only reader overwrites the result: a link of a chain that builds
/// one value in one storage, such as a concatenation.
static bool isChained(Operation *op) {
  static constexpr StringLiteral links[] = {
      "tensor.insert_slice", "tensor.insert", "linalg.copy", "linalg.fill"};
  if (!llvm::is_contained(links, op->getName().getStringRef()) ||
      op->getNumResults() != 1 || !op->getResult(0).hasOneUse())
    return false;
  OpOperand &use = *op->getResult(0).use_begin();
  return use.getOwner()->getBlock() == op->getBlock() &&
         isDestinationThroughViews(use);
}

/// Whether `value` or a view of it leaves its block.
static bool leavesBlock(Value value) {
  Block *block = value.getParentBlock();
  return llvm::any_of(value.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (user->getBlock() == block && user == &block->back())
      return true;
    return llvm::any_of(user->getResults(), [&](OpResult result) {
      return getViewedOperand(result) == &use && leavesBlock(result);
    });
  });
}

/// Whether `value` or a view of it is a buffer that may be written: what makes
/// it again would lose what was written.
static bool isWrittenAsBuffer(Value value) {
  return llvm::any_of(value.getUses(), [](OpOperand &use) {
    auto buffer = dyn_cast<bufferization::ToBufferOp>(use.getOwner());
    if (buffer)
      return !buffer.getReadOnly();
    return llvm::any_of(use.getOwner()->getResults(), [&](OpResult result) {
      return getViewedOperand(result) == &use && isWrittenAsBuffer(result);
    });
  });
}

/// A storage without contents. If only read (a pooling window), its reader
/// keeps it.
static bool makesEmptyStorage(Operation *op) {
  return preparesDestination(op) && op->getNumOperands() == 0 &&
         op->getNumResults() == 1 && !leavesBlock(op->getResult(0));
}

static bool isPreparation(Operation *op) {
  if (makesEmptyStorage(op) || isChained(op))
    return true;
  return op->getNumResults() == 1 && preparesDestination(op) &&
         isOnlyDestination(op->getResult(0));
}

bool mlir::remat::isResident(Operation *op) {
  return op->hasTrait<OpTrait::ConstantLike>() || isa<memref::GetGlobalOp>(op);
}

bool mlir::remat::isFolded(Operation *op) {
  return isResident(op) || isa<ReleaseOp>(op) || isView(op) ||
         isPreparation(op);
}

Operation *mlir::remat::getPreparation(OpOperand &operand) {
  Operation *definition = getStorageRoot(operand.get()).getDefiningOp();
  if (!definition || definition->getBlock() != operand.getOwner()->getBlock())
    return nullptr;
  if (makesEmptyStorage(definition))
    return definition;
  return isDestination(operand) && isPreparation(definition) ? definition
                                                             : nullptr;
}

std::optional<ValueId> FunctionGraph::lookup(Value value) const {
  auto found = valueIds.find(getStorageRoot(value));
  return found == valueIds.end() ? std::nullopt : std::optional(found->second);
}

namespace {
class FunctionGraphBuilder final : public GraphBuilderBase {
public:
  using GraphBuilderBase::GraphBuilderBase;

private:
  LogicalResult addResidents() override;
  bool isTask(Operation *op) override { return !isFolded(op); }
  LogicalResult addTask(Operation *op, planner::Task &task,
                        TaskOps &taskOps) override;
  LogicalResult markResults() override;
  void settleTasks() override { discountLoopStarts(result); }
  void collectInputs(Operation *op, TaskOps &taskOps,
                     llvm::SetVector<ValueId> &inputs);
  void collectInput(Value value, llvm::SetVector<ValueId> &inputs);

  /// Results of ops with buffers.
  llvm::DenseSet<ValueId> inBuffer;
};
} // namespace

LogicalResult FunctionGraphBuilder::addResidents() {
  // Bufferization makes one global of equal constants.
  llvm::SetVector<std::pair<Attribute, Type>> constants;
  llvm::SetVector<Attribute> globals;
  llvm::SetVector<Operation *> functions;
  functions.insert(function);
  // Grows during the loop.
  for (size_t index = 0; index != functions.size(); ++index) {
    auto body = dyn_cast<func::FuncOp>(functions[index]);
    if (!body || body.isExternal())
      continue;
    // Lowering turns some constants into fills, and drops what is not read.
    OwningOpRef<func::FuncOp> isolated;
    if (index && options.target->needsIsolatedDestinations()) {
      body = body.clone();
      isolated = body;
      if (failed(isolateDestinations(body, body->hasAttr(kBudgetAttrName))))
        return failure();
    }
    WalkResult walked = body->walk([&](Operation *op) {
      if (auto call = dyn_cast<func::CallOp>(op))
        if (Operation *callee = SymbolTable::lookupNearestSymbolFrom(
                function, call.getCalleeAttr()))
          functions.insert(callee);
      if (auto get = dyn_cast<memref::GetGlobalOp>(op))
        return WalkResult(
            globals.insert(get.getNameAttr())
                ? addResident(op->getLoc(), "this global", get.getType())
                : success());
      Attribute constant;
      if (!op->hasTrait<OpTrait::ConstantLike>() || op->use_empty() ||
          !isa<ShapedType>(op->getResult(0).getType()))
        return WalkResult::advance();
      if (!matchPattern(op, m_Constant(&constant)) ||
          !constants.insert({constant, op->getResult(0).getType()}))
        return WalkResult::advance();
      return WalkResult(addResident(op->getLoc(), "this constant",
                                    op->getResult(0).getType()));
    });
    if (walked.wasInterrupted())
      return failure();
  }
  return success();
}

void FunctionGraphBuilder::collectInput(Value value,
                                        llvm::SetVector<ValueId> &inputs) {
  // Views need other operands too, such as a slice's offsets.
  while (auto viewResult = dyn_cast<OpResult>(value)) {
    OpOperand *viewed = getViewedOperand(viewResult);
    if (!viewed)
      break;
    if (!isa<BarrierOp, memref::DistinctObjectsOp>(viewResult.getOwner()))
      for (OpOperand &other : viewResult.getOwner()->getOpOperands())
        if (&other != viewed)
          collectInput(other.get(), inputs);
    value = viewed->get();
  }
  // The buffer is there as long as a tensor that lies in it.
  if (auto contents = value.getDefiningOp<bufferization::ToTensorOp>())
    collectInput(contents.getBuffer(), inputs);
  auto found = result.valueIds.find(value);
  // Constants are resident; other values without an id are defined outside.
  if (found != result.valueIds.end())
    inputs.insert(found->second);
}

void FunctionGraphBuilder::collectInputs(Operation *op, TaskOps &taskOps,
                                         llvm::SetVector<ValueId> &inputs) {
  for (OpOperand &operand : op->getOpOperands()) {
    // Views between a preparation and its reader are remade with the operand;
    // list only ops that own or write the storage.
    Operation *preparation = getPreparation(operand);
    if (!preparation) {
      collectInput(operand.get(), inputs);
      continue;
    }
    if (!isDestination(operand))
      taskOps.scratch.push_back(operand.get());
    collectInputs(preparation, taskOps, inputs);
    taskOps.preparations.push_back(preparation);
  }
  visitUsedValuesDefinedAbove(op->getRegions(), [&](OpOperand *captured) {
    collectInput(captured->get(), inputs);
  });
}

LogicalResult FunctionGraphBuilder::addTask(Operation *op, planner::Task &task,
                                            TaskOps &taskOps) {
  llvm::SetVector<ValueId> inputs;
  collectInputs(op, taskOps, inputs);
  // Without a value or destination, CSE would merge a clone with its original.
  bool distinguishable =
      llvm::any_of(inputs,
                   [&](ValueId input) { return result.values[input]; }) ||
      llvm::any_of(taskOps.preparations, [](Operation *preparation) {
        return preparation->getNumOperands() == 0;
      });
  task.mayRunAgain = mayRunAgain(op) && distinguishable &&
                     llvm::none_of(op->getResults(), isWrittenAsBuffer) &&
                     llvm::all_of(taskOps.preparations, mayRunAgain);
  for (Value output : op->getResults()) {
    if (getViewedOperand(cast<OpResult>(output)))
      continue;
    FailureOr<ValueId> value = addValue(output, planner::ValueKind::Activation);
    if (failed(value))
      return failure();
    task.outputs.push_back(*value);
    // It lies in the buffer, which has the bytes.
    if (isa<bufferization::ToTensorOp>(op))
      result.graph.values.back().bytes = 0;
  }
  // A tensor in a buffer (bufferization.to_tensor) changes with it, so its
  // readers keep their place among the side effects.
  bool readsBuffer = llvm::any_of(
      inputs, [&](ValueId input) { return inBuffer.contains(input); });
  if (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<BaseMemRefType>))
    inBuffer.insert(task.outputs.begin(), task.outputs.end());
  setInputs(task, std::move(inputs), readsBuffer || hasSideEffects(op));
  taskOps.cost = getOpCost(op);
  int64_t workspace = taskOps.cost.workspaceBytes;
  if (llvm::AddOverflow(workspace, options.target->getWorkspaceBytes(op),
                        workspace))
    return emitWorkspaceTooLarge(op);
  for (Operation *preparation : taskOps.preparations)
    taskOps.cost += getOpCost(preparation);
  for (Value scratch : taskOps.scratch) {
    FailureOr<int64_t> bytes =
        getBytes(scratch.getLoc(), "this value", scratch.getType());
    if (failed(bytes))
      return failure();
    if (llvm::AddOverflow(workspace, *bytes, workspace))
      return emitWorkspaceTooLarge(op);
  }
  return finishTask(op, workspace);
}

LogicalResult FunctionGraphBuilder::markResults() {
  llvm::SetVector<ValueId> returned;
  for (Value operand : function.getBody().front().back().getOperands())
    collectInput(operand, returned);
  for (ValueId id : returned)
    result.graph.values[id].isResult = true;
  return success();
}

FailureOr<FunctionGraph>
mlir::remat::buildFunctionGraph(func::FuncOp function,
                                const GraphBuilderOptions &options) {
  FailureOr<FunctionGraph> built =
      options.target->fusesOps()
          ? buildFusedFunctionGraph(function, options)
          : FunctionGraphBuilder(function, options).build();
  if (failed(built))
    return failure();
  LLVM_DEBUG(
      llvm::dbgs() << "'" << function.getName() << "' for "
                   << options.target->getName() << ": " << built->tasks.size()
                   << " tasks, " << built->values.size() << " values, "
                   << built->fusionChoices.fusedOps.size() << " ops fused, "
                   << built->graph.residentBytes << " resident bytes\n"
                   << (built->phasesUnknown.empty()
                           ? ""
                           : "  no phases: " + built->phasesUnknown + "\n"));
  assert(built->tasks.size() == built->graph.tasks.size() &&
         built->values.size() == built->graph.values.size() &&
         "each task and value has its way back to the IR");
  return built;
}
