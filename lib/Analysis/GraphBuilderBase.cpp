//===- GraphBuilderBase.cpp - What the builders of graphs share -----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphBuilderBase.h"
#include "GivenWorkspace.h"
#include "Loops/BodyTimes.h"
#include "remat/Analysis/CallCycles.h"
#include "remat/Analysis/Policies.h"
#include "remat/Analysis/SparseTensors.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/HostPlacement.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Targets/UnknownSize.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;
using planner::ValueId;

bool mlir::remat::hasSideEffects(Operation *op) {
  // JAX declares one for copies between memories, so that they are kept; only
  // what they read orders them.
  if (hlo::copiesToHost(op) || hlo::copiesFromHost(op))
    return false;
  auto isBuffer = llvm::IsaPred<BaseMemRefType>;
  if (llvm::any_of(op->getOperandTypes(), isBuffer) ||
      llvm::any_of(op->getResultTypes(), isBuffer))
    return true;
  std::optional<SmallVector<MemoryEffects::EffectInstance>> effects =
      getEffectsRecursively(op);
  return !effects || llvm::any_of(*effects, [](const auto &effect) {
    return !isa<MemoryEffects::Allocate>(effect.getEffect());
  });
}

/// The function with a body that `call` runs, or null.
static func::FuncOp getCallee(CallOpInterface call) {
  auto callee = dyn_cast_or_null<func::FuncOp>(call.resolveCallable());
  return callee && !callee.isExternal() ? callee : nullptr;
}

/// A call in `op`, `op` itself or a call in functions that it calls, of which
/// neither the callee nor the workspace is known; or null.
static Operation *findUnknownCall(Operation *op, const Target &target) {
  Operation *unknown = nullptr;
  llvm::SetVector<Operation *> roots;
  roots.insert(op);
  // Grows during the loop.
  for (size_t index = 0; index != roots.size() && !unknown; ++index)
    roots[index]->walk([&](CallOpInterface call) {
      if (func::FuncOp callee = getCallee(call)) {
        roots.insert(callee);
        return WalkResult::advance();
      }
      if (getGivenWorkspace(call, target))
        return WalkResult::advance();
      unknown = call;
      return WalkResult::interrupt();
    });
  return unknown;
}

static LogicalResult emitUnknownCall(Operation *op, Operation *call) {
  InFlightDiagnostic diag = op->emitOpError(
      op == call ? "calls a function " : "calls, inside, a function ");
  diag << (isa<func::CallOp>(call) ? "without a body"
                                   : "that is known only when it runs, unless "
                                     "--canonicalize finds it")
       << ", so that what it needs inside is not known; give the body, or say "
          "it: remat.cost = #remat.cost<workspace = BYTES>";
  if (op != call)
    diag.attachNote(call->getLoc()) << "called here";
  return diag;
}

/// Whether `op` is a task with several ops in its body.
static bool isTaskOfSeveral(Operation *op) {
  if (!isa<ForwardOp, BackwardOp>(op) || op->getRegion(0).empty())
    return false;
  return llvm::count_if(op->getRegion(0).front(), [](Operation &inner) {
           return !isFolded(&inner) && !inner.hasTrait<OpTrait::IsTerminator>();
         }) > 1;
}

/// Whether `op`, a task or fused ops in it are kept whole.
static bool holdsWhole(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        const hlo::OpKind kind = hlo::getOpKind(inner);
        return isKeptWhole(inner) || isTaskOfSeveral(inner) ||
                       kind == hlo::OpKind::Loop || kind == hlo::OpKind::Branch
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

// The planner knows no IR, so it has its own enums.
static_assert(int(TaskPolicy::Auto) == int(planner::Policy::Auto) &&
              int(TaskPolicy::Save) == int(planner::Policy::Save) &&
              int(TaskPolicy::Recompute) == int(planner::Policy::Recompute));
static_assert(int(TaskPhase::Forward) == int(planner::Phase::Forward) &&
              int(TaskPhase::Backward) == int(planner::Phase::Backward) &&
              int(TaskPhase::Other) == int(planner::Phase::Other));

/// Whether the op may run again is asked of the op itself.
static planner::Policy getPlannerPolicy(Operation *op) {
  const TaskPolicy policy = getPolicy(op);
  return policy == TaskPolicy::MayRecompute
             ? planner::Policy::Auto
             : static_cast<planner::Policy>(policy);
}

FailureOr<int64_t> GraphBuilderBase::getBytes(Location loc, const Twine &what,
                                              Type type) {
  std::optional<int64_t> bytes = options.target->getStorageBytes(type);
  if (!bytes)
    return emitError(loc) << what << " has type " << type
                          << ", whose size in bytes "
                          << describeUnknownSize(type);
  // Before the graph is checked, whose times would be out of range, too.
  if (*bytes > planner::Graph::maxTotalBytes - totalBytes) {
    InFlightDiagnostic diag = emitError(loc)
                              << what << " has type " << type
                              << ", which takes " << *bytes << " bytes";
    if (totalBytes > 0)
      diag << ", beside " << totalBytes << " bytes before it";
    return diag << ": more than the limit of " << planner::Graph::maxTotalBytes
                << " bytes for a step";
  }
  totalBytes += *bytes;
  return *bytes;
}

LogicalResult GraphBuilderBase::emitWorkspaceTooLarge(Operation *op) {
  return op->emitOpError("needs a workspace of more than 2^63 bytes");
}

FailureOr<int64_t> GraphBuilderBase::getInterior(Operation *op) {
  FailureOr<std::optional<int64_t>> bytes =
      getInteriorPeak(op, *options.target, result.fusionChoices.shares, probe);
  if (failed(bytes))
    return failure();
  if (*bytes)
    return **bytes;
  return op->emitOpError(
      "makes a value inside whose size in bytes is not known before the step "
      "runs, or more than 2^63 bytes, or branches or calls itself inside; a "
      "budget needs static shapes and structured control flow");
}

LogicalResult GraphBuilderBase::finishTask(Operation *op, int64_t workspace) {
  const std::optional<int64_t> givenBytes =
      getGivenWorkspace(op, *options.target);
  if (Operation *call = findUnknownCall(op, *options.target))
    return emitUnknownCall(op, call);
  int64_t interior = 0;
  auto call = dyn_cast<CallOpInterface>(op);
  if (!call || getCallee(call)) {
    FailureOr<int64_t> measured = getInterior(op);
    if (failed(measured))
      return failure();
    interior = *measured;
  }
  if (llvm::AddOverflow(interior, workspace, workspace))
    return emitWorkspaceTooLarge(op);
  // Buffers have the bytes that the target gives them.
  if (givenBytes && *givenBytes < interior)
    return op->emitOpError("has a remat.cost with workspace = ")
           << *givenBytes << ", but needs " << interior
           << " bytes inside as it is lowered; give at least these, or leave "
              "the workspace out";
  if (givenBytes)
    workspace = *givenBytes;
  planner::Task &task = result.graph.tasks.back();
  task.workspace = workspace;
  task.isWhole = holdsWhole(op);
  task.time = getRunTime(op, result.tasks.back().cost, *options.target,
                         options.costModel);
  return success();
}

LogicalResult GraphBuilderBase::addResident(Location loc, const Twine &what,
                                            Type type) {
  FailureOr<int64_t> bytes = getBytes(loc, what, type);
  if (failed(bytes))
    return failure();
  // Cannot overflow: getBytes keeps the sum within the limit.
  result.graph.residentBytes += *bytes;
  return success();
}

FailureOr<ValueId> GraphBuilderBase::addValue(Value value,
                                              planner::ValueKind kind) {
  FailureOr<int64_t> bytes =
      getBytes(value.getLoc(), "this value", getDeviceType(value));
  if (failed(bytes))
    return failure();
  planner::Value &added = result.graph.values.emplace_back();
  added.id = result.values.size();
  added.bytes = *bytes;
  added.kind = kind;
  added.mayPark = isa<RankedTensorType>(value.getType());
  result.values.push_back(value);
  result.valueIds[value] = added.id;
  return added.id;
}

void GraphBuilderBase::setInputs(planner::Task &task,
                                 llvm::SetVector<ValueId> inputs,
                                 bool keepsPlace) {
  if (keepsPlace) {
    task.mayRunAgain = false;
    if (lastEffect)
      inputs.insert(*lastEffect);
    lastEffect = result.values.size();
    task.outputs.push_back(*lastEffect);
    planner::Value &ordering = result.graph.values.emplace_back();
    ordering.id = *lastEffect;
    ordering.name = "order";
    result.values.push_back(Value());
  }
  task.inputs.assign(inputs.begin(), inputs.end());
}

LogicalResult GraphBuilderBase::addArguments() {
  for (BlockArgument argument : function.getArguments()) {
    std::string number = std::to_string(argument.getArgNumber());
    if (failed(addResident(argument.getLoc(), "argument #" + number,
                           getDeviceType(argument))) ||
        failed(addValue(argument, planner::ValueKind::Input)))
      return failure();
    result.graph.values.back().name = "arg" + number;
  }
  return success();
}

PhaseAssignment GraphBuilderBase::getPhases() {
  return computePhases(function, options.lossResult);
}

void GraphBuilderBase::addPhases() {
  PhaseAssignment phases = getPhases();
  result.phasesUnknown = phases.ambiguity;
  if (phases.loss)
    result.graph.loss = result.lookup(phases.loss);
  for (auto [task, taskOps] : llvm::zip(result.graph.tasks, result.tasks)) {
    task.phase = static_cast<planner::Phase>(phases.lookup(taskOps.op));
    if (task.phase != planner::Phase::Forward)
      for (ValueId output : task.outputs)
        result.graph.values[output].kind = planner::ValueKind::Gradient;
  }
}

SmallVector<Operation *> GraphBuilderBase::getOpsInOrder() {
  auto ops =
      llvm::map_to_vector(function.getBody().front().without_terminator(),
                          [](Operation &op) -> Operation * { return &op; });
  // (F12)
  if (options.hoistsHostCopies && options.target->movesOps())
    std::stable_partition(ops.begin(), ops.end(), [](Operation *op) {
      return hlo::copiesFromHost(op) && isa<BlockArgument>(op->getOperand(0));
    });
  return ops;
}

FailureOr<FunctionGraph> GraphBuilderBase::build() {
  if (!function.getBody().hasOneBlock())
    return function.emitOpError()
           << "has " << llvm::range_size(function.getBody())
           << " blocks, and a budget can be kept for functions of one block "
              "only; lift the control flow to scf first, in a run of its own "
              "(--lift-cf-to-scf)";
  if (failed(checkCallsEnd(function)) || failed(checkIsDense(function)) ||
      failed(checkPolicies(function)) || failed(addArguments()) ||
      failed(addResidents()))
    return failure();
  for (Operation *op : getOpsInOrder()) {
    if (!isTask(op))
      continue;
    TaskOps &taskOps = result.tasks.emplace_back();
    taskOps.op = op;
    planner::Task &task = result.graph.tasks.emplace_back();
    task.id = result.graph.baseOrder.size();
    result.graph.baseOrder.push_back(task.id);
    task.name = task.type = op->getName().getStringRef();
    task.policy = getPlannerPolicy(op);
    if (failed(addTask(op, task, taskOps)))
      return failure();
  }
  addPhases();
  if (failed(markResults()))
    return failure();
  settleTasks();
  result.graph.name = function.getName();
  if (llvm::Error error = result.graph.finalize())
    return function.emitOpError() << llvm::toString(std::move(error));
  return std::move(result);
}
