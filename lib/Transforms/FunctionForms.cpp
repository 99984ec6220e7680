//===- FunctionForms.cpp - A function with other stacks --------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionForms.h"
#include "PassSetup.h"
#include "SettleLoops.h"
#include "remat/Analysis/SilencedDiagnostics.h"
#include "remat/Transforms/RewriteLoopPair.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "remat-forms"

using namespace mlir;
using namespace mlir::remat;
using planner::LoopTurns;
using planner::StackChoice;

/// Appends the turns of another pair.
static void append(LoopTurns &turns, const LoopTurns &more) {
  const planner::TurnValueId values = turns.values.size();
  const planner::TurnTaskId tasks = turns.tasks.size();
  for (planner::TurnValue value : more.values) {
    if (value.maker)
      *value.maker += tasks;
    turns.values.push_back(value);
  }
  for (planner::TurnTask task : more.tasks) {
    for (planner::TurnValueId &input : task.inputs)
      input += values;
    turns.tasks.push_back(std::move(task));
  }
}

FunctionForms::FunctionForms(func::FuncOp function,
                             const GraphBuilderOptions &options)
    : source(cloneForTrial(function)), options(options) {
  if (!this->options.symbolScope)
    this->options.symbolScope = function;
}

static void append(StackChoice &choice, const StackChoice &more) {
  llvm::append_range(choice.isKept, more.isKept);
  llvm::append_range(choice.isRemade, more.isRemade);
  choice.bytes += more.bytes;
  choice.time += more.time;
}

namespace {
/// A pair whose stacks are known.
struct ChoosablePair {
  LoopPair pair;
  LoopPairTurns turns;
  StackChoice given;
};
} // namespace

/// The same, in the same order, for equal functions.
static SmallVector<ChoosablePair, 0>
findChoosablePairs(func::FuncOp function, const GraphBuilderOptions &options) {
  SmallVector<ChoosablePair, 0> found;
  for (LoopPair &pair : findLoopPairs(function)) {
    LoopPairTurns turns =
        buildLoopTurns(pair, *options.target, options.costModel);
    std::optional<StackChoice> given = getGivenChoice(turns);
    if (given && !planner::findBestTrades(turns.turns).empty())
      found.push_back({std::move(pair), std::move(turns), std::move(*given)});
  }
  return found;
}

void FunctionForms::addValues(const LoopPair &pair,
                              const LoopPairTurns &ofPair) {
  const planner::TurnValueId first = values.size();
  for (Value value : ofPair.values) {
    ids[value] = values.size();
    values.push_back(
        {value, pair.forward.trips, pair.forward.op, pair.backward.op});
  }
  for (auto [stack, id] : ofPair.stackIds)
    ids[stack] = first + id;
  for (auto [later, value] : pair.equals)
    if (auto found = ofPair.valueIds.find(value);
        found != ofPair.valueIds.end())
      ids.try_emplace(later, first + found->second);
}

std::optional<planner::TurnValueId> FunctionForms::find(Value value) const {
  auto found = ids.find(value);
  if (found == ids.end())
    return std::nullopt;
  return found->second;
}

bool FunctionForms::findTurns() {
  for (const ChoosablePair &each : findChoosablePairs(*source, options)) {
    append(turns, each.turns.turns);
    append(given, each.given);
    addValues(each.pair, each.turns);
  }
  if (llvm::Error error = turns.check()) {
    LLVM_DEBUG(llvm::dbgs() << "'" << source->getName()
                            << "' keeps its loops: " << error << "\n");
    llvm::consumeError(std::move(error));
    return false;
  }
  return llvm::any_of(
      planner::findBestTrades(turns),
      [&](const StackChoice &choice) { return choice.isKept != given.isKept; });
}

LogicalResult FunctionForms::rewrite(func::FuncOp copy,
                                     const StackChoice &choice) const {
  SmallVector<LoopPair, 0> pairs;
  SmallVector<std::vector<bool>, 0> asGiven;
  for (ChoosablePair &each : findChoosablePairs(copy, options)) {
    pairs.push_back(std::move(each.pair));
    asGiven.push_back(std::move(each.given.isKept));
  }
  markLoopPairs(pairs);
  auto kept = choice.isKept.begin();
  for (auto [number, before] : llvm::enumerate(asGiven)) {
    const std::vector<bool> asked(kept, kept + before.size());
    kept += before.size();
    if (asked == before)
      continue;
    std::optional<LoopPair> pair = findMarkedPair(copy, number);
    if (!pair)
      return failure();
    const LoopPairTurns ofPair =
        buildLoopTurns(*pair, *options.target, options.costModel);
    if (ofPair.values.size() != asked.size())
      return failure();
    std::optional<StackChoice> chosen =
        planner::completeChoice(ofPair.turns, asked);
    if (!chosen)
      return failure();
    rewriteLoopPair(*pair, ofPair, *chosen);
  }
  if (options.target->movesOps() || choice.isKept == given.isKept)
    return success();
  return settleLoops(copy, options);
}

/// Whether `op` is a loop of a pair, or inside of one.
static bool isInPair(Operation *op) {
  while (op && !isOfMarkedPair(op))
    op = op->getParentOp();
  return op;
}

/// The storages of the results of paired loops, and those that only such loops
/// read: other forms may make them elsewhere.
static std::vector<planner::ValueId>
findStacks(const FunctionGraph &functionGraph) {
  std::vector<planner::ValueId> stacks;
  for (auto [id, value] : llvm::enumerate(functionGraph.values)) {
    Operation *maker = value ? value.getDefiningOp() : nullptr;
    if (maker &&
        (isOfMarkedPair(maker) || llvm::all_of(value.getUsers(), isInPair)))
      stacks.push_back(functionGraph.graph.root(id));
  }
  return stacks;
}

/// Whether `op` or an op inside is a loop of a pair.
static bool holdsPair(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isOfMarkedPair(inner) ? WalkResult::interrupt()
                                     : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult FunctionForms::make(const StackChoice &choice, Form &made) {
  made.copy = cloneForTrial(*source);
  if (failed(rewrite(*made.copy, choice)))
    return failure();
  FailureOr<PreparedStep> step = prepareStep(*made.copy, options);
  if (failed(step))
    return failure();
  made.step = std::move(*step);
  made.form.graph = &made.step.functionGraph.graph;
  made.form.basePeak = made.step.peakAsItStands;
  made.form.stacks = findStacks(made.step.functionGraph);
  for (auto [id, task] : llvm::enumerate(made.step.functionGraph.tasks))
    if (holdsPair(task.op))
      made.form.loops.push_back(id);
  return success();
}

FailureOr<std::unique_ptr<FunctionForms>>
FunctionForms::create(func::FuncOp function,
                      const GraphBuilderOptions &options) {
  std::unique_ptr<FunctionForms> forms(new FunctionForms(function, options));
  if (!forms->findTurns())
    return std::unique_ptr<FunctionForms>();
  auto asGiven = std::make_unique<Form>();
  if (failed(forms->make(forms->given, *asGiven)))
    return failure();
  forms->forms[forms->given.isKept] = std::move(asGiven);
  return forms;
}

const planner::LoopForm *FunctionForms::get(const StackChoice &choice) {
  auto [found, isNew] = forms.try_emplace(choice.isKept);
  if (isNew) {
    SilencedDiagnostics silenced(source->getContext());
    auto made = std::make_unique<Form>();
    if (succeeded(make(choice, *made)))
      found->second = std::move(made);
    LLVM_DEBUG(llvm::dbgs()
               << "'" << source->getName() << "': stacks of " << choice.bytes
               << " bytes: "
               << (found->second
                       ? std::to_string(found->second->step.before.peak) +
                             " bytes as it stands, time " +
                             std::to_string(found->second->step.before.time)
                       : std::string("cannot be planned"))
               << "\n");
  }
  return found->second ? &found->second->form : nullptr;
}

const PreparedStep &FunctionForms::getStep(const StackChoice &choice) const {
  return forms.find(choice.isKept)->second->step;
}

LogicalResult FunctionForms::apply(func::FuncOp function,
                                   const StackChoice &choice) const {
  LogicalResult rewritten = rewrite(function, choice);
  unmarkLoopPairs(function);
  return rewritten;
}
