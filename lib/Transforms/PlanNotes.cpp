//===- PlanNotes.cpp - What notes say of ops and values -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanNotes.h"
#include "SourceNames.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/CustomCalls.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Support/Figures.h"
#include "remat/Transforms/Rematerialize.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::remat;
using planner::Advice;
using planner::Policy;
using planner::TaskId;
using planner::ValueId;

SmallVector<ValueId> mlir::remat::sortBySize(const FunctionGraph &functionGraph,
                                             ArrayRef<ValueId> live) {
  const std::vector<planner::Value> &values = functionGraph.graph.values;
  SmallVector<ValueId> sorted;
  for (ValueId id : live)
    if (functionGraph.values[id] && values[id].bytes > 0)
      sorted.push_back(id);
  llvm::stable_sort(sorted, [&](ValueId a, ValueId b) {
    return values[a].bytes > values[b].bytes;
  });
  return sorted;
}

/// Of names, places and types in a note, in bytes.
static constexpr size_t kMaxShown = 80;

/// Whether a character of UTF-8 goes on at the front of `text`.
static bool isCut(StringRef text) {
  return !text.empty() && (static_cast<unsigned char>(text[0]) & 0xc0) == 0x80;
}

/// Names of frameworks nest; the last part tells most.
static std::string abbreviate(StringRef text) {
  if (text.size() <= kMaxShown)
    return text.str();
  StringRef end = text.take_back(kMaxShown - 3);
  while (isCut(end))
    end = end.drop_front();
  return "..." + end.str();
}

/// The first part of a type has its kind and its shape.
static std::string abbreviateType(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  if (text.size() <= kMaxShown)
    return text;
  size_t size = kMaxShown - 3;
  while (isCut(StringRef(text).drop_front(size)))
    --size;
  return text.substr(0, size) + "...";
}

/// A file's place is one to open, and stays whole; others have any length.
static std::string describePlace(Location loc) {
  const std::string text = formatLocation(loc);
  return loc->findInstanceOf<FileLineColLoc>() ? text : abbreviate(text);
}

std::string mlir::remat::getComputed(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    return "";
  constexpr size_t shown = 4;
  llvm::SmallSetVector<StringRef, 8> kinds;
  for (Operation &inner : generic.getBody()->without_terminator())
    if (!inner.hasTrait<OpTrait::ConstantLike>())
      kinds.insert(inner.getName().stripDialect());
  if (kinds.empty())
    return "copy";
  std::string text = llvm::join(kinds.getArrayRef().take_front(shown), ", ");
  return kinds.size() > shown ? text + ", ..." : text;
}

/// "linalg.generic (mulf)".
static std::string getKind(Operation *op) {
  const std::string computed = getComputed(op);
  return op->getName().getStringRef().str() +
         (computed.empty() ? "" : " (" + computed + ")");
}

/// "linalg.matmul at step.mlir:18:10"; with the name of its location, if there
/// is one: "'layer1', linalg.matmul at step.mlir:18:10".
static std::string nameOp(Operation *op) {
  const Location loc = op->getLoc();
  std::string text = getKind(op);
  auto name = loc->findInstanceOf<NameLoc>();
  if (name)
    text = "'" + abbreviate(name.getName().getValue()) + "', " + text;
  if (!name || loc->findInstanceOf<FileLineColLoc>())
    text += " at " + describePlace(loc);
  return text;
}

/// The name in the user's text first, where there is one: "%4, ".
static std::string nameValue(Value value, SourceNames &names) {
  std::string name = abbreviate(names.getName(value));
  Operation *op = value.getDefiningOp();
  if (!op) {
    const unsigned number = cast<BlockArgument>(value).getArgNumber();
    return name.empty() ? "argument " + std::to_string(number) : name;
  }
  return name + (name.empty() ? "" : ", ") + nameOp(op);
}

void mlir::remat::noteCrowdedPlace(InFlightDiagnostic &diag,
                                   func::FuncOp function,
                                   const FunctionGraph &functionGraph,
                                   const planner::CrowdedPlace &place) {
  // A bound of the step with other stacks in its loops.
  if (!place.task && place.live.empty())
    return;
  const planner::Graph &graph = functionGraph.graph;
  Operation *op = place.task ? functionGraph.tasks[*place.task].op
                             : function.getBody().back().getTerminator();
  const Location loc = getShortLocation(op->getLoc());
  diag.attachNote(loc) << "most is alive here, at "
                       << (loc == op->getLoc()
                               ? getKind(op)
                               : getKind(op) + " at " +
                                     describePlace(op->getLoc()))
                       << ": " << planner::describeSum(graph, place);
  constexpr size_t shown = 3;
  SourceNames names;
  const SmallVector<ValueId> sorted = sortBySize(functionGraph, place.live);
  for (auto [index, id] : llvm::enumerate(ArrayRef(sorted).take_front(shown))) {
    const Value value = functionGraph.values[id];
    Diagnostic &note = diag.attachNote(loc);
    note << "alive: " << formatSize(graph.values[id].bytes) << ", "
         << abbreviateType(value.getType()) << ", " << nameValue(value, names);
    if (index + 1 == shown && sorted.size() > shown) {
      int64_t rest = 0;
      for (ValueId other : ArrayRef(sorted).drop_front(shown))
        rest += graph.values[other].bytes;
      note << "; and " << sorted.size() - shown << " more, "
           << formatSize(rest);
    }
  }
}

std::string mlir::remat::nameResult(OpResult result) {
  Operation *op = result.getOwner();
  const std::string which =
      op->getNumResults() == 1
          ? "the result of "
          : "result " + std::to_string(result.getResultNumber()) + " of ";
  return which + op->getName().getStringRef().str();
}

static std::string getObstacleOfOp(Operation *op) {
  const std::string name = op->getName().getStringRef().str();
  if (isa<CallOpInterface>(op))
    return name + " calls a function";
  if (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<BaseMemRefType>) ||
      llvm::any_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>))
    return name + " works on a buffer, whose contents may have changed";
  if (isa<MemoryEffectOpInterface>(op) && !isMemoryEffectFree(op))
    return name + " has side effects";
  if (hlo::getOpKind(op) == hlo::OpKind::CustomCall &&
      !hlo::declaresSideEffect(op))
    return name + " calls '" + hlo::getCallTarget(op).str() +
           "', which is not known to depend on its operands alone; if it does, "
           "remat.policy = #remat.policy<may_recompute> on it says so";
  return name +
         " says so: an op with effects, a collective, or one with hidden "
         "random state, or one that is not known";
}

std::string mlir::remat::getObstacle(Operation *op) {
  if (getPolicy(op) == TaskPolicy::Save)
    return "remat.policy pins it save";
  return mayRunAgain(op) ? "" : getObstacleOfOp(op);
}

std::string mlir::remat::getObstacle(const FunctionGraph &functionGraph,
                                     TaskId id) {
  const planner::Task &task = functionGraph.graph.tasks[id];
  const TaskOps &taskOps = functionGraph.tasks[id];
  if (task.policy == Policy::Save)
    return "remat.policy pins it save";
  if (task.mayRunAgain)
    return "";
  if (!mayRunAgain(taskOps.op))
    return getObstacleOfOp(taskOps.op);
  for (Operation *preparation : taskOps.preparations)
    if (!mayRunAgain(preparation))
      return getObstacleOfOp(preparation);
  for (ValueId output : task.outputs) {
    if (functionGraph.graph.values[output].viewOf)
      return "it is written over the storage that it starts from";
    if (functionGraph.graph.values[output].isResult)
      return "it is returned, and its storage is that of the result";
  }
  const bool readsNothing = llvm::none_of(task.inputs, [&](ValueId input) {
    return functionGraph.values[input] != nullptr;
  });
  return readsNothing ? "it reads nothing that a barrier could hold back"
                      : "an op that is computed inside of it may not run again";
}

std::vector<std::string>
mlir::remat::describeAdvice(const FunctionGraph &functionGraph,
                            ArrayRef<Advice> advice,
                            const OptionSpelling &spelling) {
  std::vector<std::string> described;
  SourceNames names;
  for (const Advice &each : advice) {
    std::string task, value;
    if (each.task)
      task = nameOp(functionGraph.tasks[*each.task].op);
    if (each.value && functionGraph.values[*each.value])
      value = "the result of " +
              nameValue(functionGraph.values[*each.value], names);
    // Only the obstacle's cause can allow it.
    if (each.kind == Advice::Kind::LetRunAgain)
      task += " (" + getObstacle(functionGraph, *each.task) + ")";
    described.push_back(planner::describe(each, spelling, task, value));
  }
  return described;
}

void mlir::remat::noteAdvice(InFlightDiagnostic &diag,
                             ArrayRef<std::string> advice) {
  for (const std::string &each : advice)
    diag.attachNote() << "what would help: " << each;
}
