//===- LoopTurns.cpp - The turns of a loop pair as tasks and values -------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/LoopTurns.h"
#include "Loops/BodyTimes.h"
#include "Loops/TurnValues.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Interfaces/CountedLoopOpInterface.h"
#include "remat/Interfaces/TaskOpInterface.h"

using namespace mlir;
using namespace mlir::remat;
using planner::TurnValueId;

/// How often a turn runs, with the loops around.
static double countRuns(const CountedLoop &loop) {
  double runs = static_cast<double>(loop.trips);
  for (Operation *outer = loop.op->getParentOp(); outer;
       outer = outer->getParentOp())
    if (std::optional<CountedLoop> counted = getCountedLoop(outer))
      runs *= static_cast<double>(counted->trips);
  return runs;
}

namespace {
class TurnsBuilder {
public:
  TurnsBuilder(const LoopPair &pair, const Target &target,
               const CostModel &costs)
      : pair(pair), target(target), given(pair.forward),
        times(*pair.forward.body, target, costs),
        runs(countRuns(pair.forward)) {}

  LoopPairTurns build();

private:
  bool mayLeaveOutInit(const CarriedValue &carried) const;
  void addCarried();
  void addTask(Operation *op);
  void addValue(Value value, std::optional<planner::TurnTaskId> maker);
  bool isMadeForFree(OpResult made);
  void addReads();
  void addLoop();
  void markRead(Value value);
  /// Reads of `op`, its regions included.
  llvm::SetVector<Value> getReads(Operation *op);

  const LoopPair &pair;
  const Target &target;
  GivenValues given;
  BodyTimes times;
  /// Of a turn, in a run of the function.
  double runs;
  LoopPairTurns result;
};
} // namespace

llvm::SetVector<Value> TurnsBuilder::getReads(Operation *op) {
  llvm::SetVector<Value> reads(op->operand_begin(), op->operand_end());
  visitUsedValuesDefinedAbove(op->getRegions(), [&](OpOperand *captured) {
    reads.insert(captured->get());
  });
  return reads;
}

SmallVector<Operation *> mlir::remat::findCheapMakers(Value value) {
  constexpr size_t mostOps = 64;
  llvm::SetVector<Operation *> makers;
  bool readsArgument = false;
  auto add = [&](Value each) {
    Operation *op = each.getDefiningOp();
    if (op && op->getBlock() == value.getParentBlock())
      makers.insert(op);
    else
      readsArgument = true;
  };
  if (!value.getDefiningOp())
    return {};
  add(value);
  // Grows during the loop.
  for (size_t index = 0; index != makers.size(); ++index) {
    Operation *op = makers[index];
    switch (hlo::getOpKind(op)) {
    case hlo::OpKind::Broadcast:
    case hlo::OpKind::Constant:
    case hlo::OpKind::DynamicSlice:
    case hlo::OpKind::Elementwise:
    case hlo::OpKind::Gather:
    case hlo::OpKind::Iota:
    case hlo::OpKind::Reshape:
    case hlo::OpKind::Slice:
      break;
    default:
      return {};
    }
    if (!mayRunAgain(op) || getPolicy(op) == TaskPolicy::Save ||
        op->getNumRegions() != 0 || makers.size() > mostOps)
      return {};
    llvm::for_each(op->getOperands(), add);
  }
  // Without one, a compiler would merge the two runs.
  if (!readsArgument)
    return {};
  SmallVector<Operation *> ordered = makers.takeVector();
  llvm::sort(ordered, [](Operation *left, Operation *right) {
    return left->isBeforeInBlock(right);
  });
  return ordered;
}

bool mlir::remat::mayHaveStack(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() || tensor.getEncoding() ||
      tensor.getNumElements() == 0)
    return false;
  Type element = tensor.getElementType();
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  return element.isIntOrIndexOrFloat();
}

/// Whether another shape of a value of the turn, or such a value transposed, is
/// made where it is read. Where a stack holds a transposed value, XLA was seen
/// to copy all of it to another layout.
bool TurnsBuilder::isMadeForFree(OpResult made) {
  Operation *op = made.getOwner();
  OpOperand *source = getViewedOperand(made);
  const bool isReshape =
      source && result.valueIds.contains(source->get()) &&
      sumBytes(source->get().getType()) == sumBytes(made.getType());
  return isReshape ||
         (target.fusesOps() && hlo::getOpKind(op) == hlo::OpKind::Transpose &&
          result.valueIds.contains(op->getOperand(0)));
}

void TurnsBuilder::addValue(Value value,
                            std::optional<planner::TurnTaskId> maker) {
  planner::TurnValue &added = result.turns.values.emplace_back();
  added.maker = maker;
  result.valueIds[value] = result.values.size();
  result.values.push_back(value);
  auto type = dyn_cast<RankedTensorType>(value.getType());
  std::optional<int64_t> bytes;
  if (type && type.hasStaticShape()) {
    SmallVector<int64_t> shape = {
        pair.forward.trips -
        result.withoutInit.contains(result.values.size() - 1)};
    llvm::append_range(shape, type.getShape());
    bytes = target.getStorageBytes(
        RankedTensorType::get(shape, type.getElementType()));
  }
  added.mayBeKept = bytes.has_value() && mayHaveStack(type);
  added.stackBytes = bytes.value_or(0);
  auto made = dyn_cast<OpResult>(value);
  if (made && result.turns.tasks[*maker].mayRunAgain && isMadeForFree(made))
    added.mayBeKept = false;
}

void TurnsBuilder::addCarried() {
  llvm::DenseSet<unsigned> stacks(pair.otherStacks.begin(),
                                  pair.otherStacks.end());
  for (const LoopStack &stack : pair.stacks)
    stacks.insert(stack.carried);
  for (auto [number, carried] : llvm::enumerate(pair.forward.carried))
    if (!carried.isInvariant() && !stacks.contains(number)) {
      if (mayLeaveOutInit(carried))
        result.withoutInit.insert(result.values.size());
      addValue(carried.argument, std::nullopt);
    }
}

void TurnsBuilder::addTask(Operation *op) {
  planner::TurnTask &task = result.turns.tasks.emplace_back();
  for (Value read : getReads(op))
    if (auto found = result.valueIds.find(read); found != result.valueIds.end())
      task.inputs.push_back(found->second);
  const TaskPolicy policy = getPolicy(op);
  task.time = times.get(op) * runs;
  task.mayRunAgain = mayRunAgain(op) && policy != TaskPolicy::Save;
  result.tasks.push_back(op);
  for (Value made : op->getResults()) {
    addValue(made, result.tasks.size() - 1);
    if (policy == TaskPolicy::Recompute && task.mayRunAgain)
      result.turns.values.back().mayBeKept = false;
  }
}

void TurnsBuilder::markRead(Value value) {
  auto equal = pair.equals.find(value);
  if (equal == pair.equals.end())
    return;
  if (auto found = result.valueIds.find(equal->second);
      found != result.valueIds.end())
    result.turns.values[found->second].isRead = true;
}

void TurnsBuilder::addReads() {
  for (Operation &op : *pair.backward.body) {
    // What is equal to a forward value gets replaced.
    const bool isEqual =
        op.getNumResults() != 0 && llvm::all_of(op.getResults(), [&](Value v) {
          return pair.equals.contains(v);
        });
    if (!isEqual)
      llvm::for_each(getReads(&op), [&](Value read) { markRead(read); });
  }
}

void TurnsBuilder::addLoop() {
  planner::TurnLoop &loop = result.turns.loops.emplace_back();
  loop.turns = pair.forward.trips;
  loop.endValue = result.turns.values.size();
  loop.endTask = result.turns.tasks.size();
  for (const CarriedValue &carried : pair.forward.carried) {
    auto value = result.valueIds.find(carried.argument);
    auto type = dyn_cast<RankedTensorType>(carried.argument.getType());
    const std::optional<int64_t> bytes =
        type ? target.getStorageBytes(type) : std::nullopt;
    if (value == result.valueIds.end() || !bytes)
      continue;
    planner::TurnState &state = loop.states.emplace_back();
    state.value = value->second;
    state.bytes = *bytes;
    auto next =
        result.valueIds.find(pair.forward.skipInvariants(carried.yielded));
    if (next != result.valueIds.end())
      state.next = next->second;
  }
}

/// Where a turn chooses between two values, a compiler that fuses does so in
/// the readers; others would copy.
bool TurnsBuilder::mayLeaveOutInit(const CarriedValue &carried) const {
  return target.fusesOps() && pair.forward.trips > 1 &&
         hlo::getOpKind(pair.forward.op) == hlo::OpKind::Loop &&
         !findCheapMakers(carried.init).empty();
}

LoopPairTurns TurnsBuilder::build() {
  addCarried();
  llvm::DenseSet<Operation *> writes;
  for (const LoopStack &stack : pair.stacks)
    writes.insert(stack.write);
  // Nothing else in the turn reads these: they may be those of another pair.
  for (unsigned number : pair.otherStacks)
    writes.insert(pair.forward.carried[number].yielded.getDefiningOp());
  for (Operation &op : pair.forward.body->without_terminator())
    if (!writes.contains(&op) && !given.areMade(&op))
      addTask(&op);
  addReads();
  addLoop();
  result.isKept.resize(result.values.size());
  for (const LoopStack &stack : pair.stacks) {
    // Another shape of it is kept, too.
    for (Value value : {skipReshapes(stack.slice), stack.slice})
      if (auto found = result.valueIds.find(value);
          found != result.valueIds.end()) {
        result.isKept[found->second] = true;
        result.stackIds[pair.forward.carried[stack.carried].result] =
            found->second;
        break;
      }
  }
  return std::move(result);
}

LoopPairTurns mlir::remat::buildLoopTurns(const LoopPair &pair,
                                          const Target &target,
                                          const CostModel &costs) {
  return TurnsBuilder(pair, target, costs).build();
}

std::optional<planner::StackChoice>
mlir::remat::getGivenChoice(const LoopPairTurns &turns) {
  planner::LoopTurns asGiven = turns.turns;
  for (auto [id, value] : llvm::enumerate(asGiven.values)) {
    value.mayBeKept |= turns.isKept[id];
    // As they stand, stacks have slices of all turns.
    if (turns.withoutInit.contains(id))
      value.stackBytes += planner::getSliceBytes(turns.turns, 0, id);
  }
  for (auto [task, op] : llvm::zip_equal(asGiven.tasks, turns.tasks))
    task.mayRunAgain = mayRunAgain(op);
  return planner::completeChoice(asGiven, turns.isKept);
}
