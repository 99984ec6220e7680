//===- FunctionForms.cpp - A function with other stacks --------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionForms.h"
#include "Loops/DropUnreadStacks.h"
#include "Loops/ReplaceByCountedLoops.h"
#include "PassSetup.h"
#include "SettleLoops.h"
#include "remat/Analysis/SilencedDiagnostics.h"
#include "remat/Dialect/Stubs/Stablehlo.h"
#include "remat/Planner/LoopSegments.h"
#include "remat/Transforms/RewriteLoopPair.h"
#include "remat/Transforms/SegmentLoopPair.h"
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
  for (planner::TurnLoop loop : more.loops) {
    for (planner::TurnValueId *id : {&loop.firstValue, &loop.endValue})
      *id += values;
    for (planner::TurnTaskId *id : {&loop.firstTask, &loop.endTask})
      *id += tasks;
    for (planner::TurnState &state : loop.states) {
      state.value += values;
      if (state.next)
        *state.next += values;
    }
    turns.loops.push_back(std::move(loop));
  }
}

FunctionForms::FunctionForms(func::FuncOp function,
                             const GraphBuilderOptions &options)
    : source(cloneForTrial(function)), options(options) {
  if (!this->options.symbolScope)
    this->options.symbolScope = function;
  replaceByCountedLoops(*source);
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
    // Preparing a step puts the body of such a loop in its place.
    if (pair.forward.trips == 1 || pair.backward.trips == 1)
      continue;
    LoopPairTurns turns =
        buildLoopTurns(pair, *options.target, options.costModel);
    std::optional<StackChoice> given = getGivenChoice(turns);
    turns.turns.loops.front().mayRunInSegments = !whyNotSegmentable(pair);
    if (given && !planner::findBestTrades(turns.turns).empty())
      found.push_back({std::move(pair), std::move(turns), std::move(*given)});
  }
  return found;
}

void FunctionForms::addValues(const LoopPair &pair,
                              const LoopPairTurns &ofPair) {
  const planner::TurnValueId first = values.size();
  for (auto [id, value] : llvm::enumerate(ofPair.values)) {
    ids[value] = values.size();
    values.push_back({value, pair.forward.trips, ofPair.countSlices(id),
                      pair.forward.op, pair.backward.op});
  }
  for (auto [stack, id] : ofPair.stackIds)
    ids[stack] = first + id;
  for (auto [later, value] : pair.equals)
    if (auto found = ofPair.valueIds.find(value);
        found != ofPair.valueIds.end())
      ids.try_emplace(later, first + found->second);
}

bool FunctionForms::mayParkStacks() const {
  auto isOfStablehlo = [](const StackedValue &value) {
    return hlo::lookupOp(value.forward) != nullptr;
  };
  return options.target->parksOnHost() && options.target->readsStablehlo() &&
         llvm::all_of(values, isOfStablehlo) &&
         !getStep(given).functionGraph.fusionChoices.shares.isSharded();
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
  auto isOther = [&](const StackChoice &choice) {
    return choice.isKept != given.isKept;
  };
  auto mayBeInSegments = [&](size_t loop) {
    return planner::getSecondRun(turns, loop, given).has_value();
  };
  return llvm::any_of(planner::findBestTrades(turns), isOther) ||
         llvm::any_of(llvm::seq(turns.loops.size()), mayBeInSegments);
}

/// Runs the pair with the mark `number` in segments, whose parts get its mark.
/// Fails if it cannot, or is none any more.
static LogicalResult runInSegments(func::FuncOp copy, int64_t number,
                                   const planner::SegmentLengths &lengths) {
  auto findLonger = [&](int64_t length) -> std::optional<LoopPair> {
    for (LoopPair &pair : findMarkedPairs(copy, number))
      if (pair.forward.trips > length)
        return std::move(pair);
    return std::nullopt;
  };
  bool isInSegments = lengths.empty();
  for (int64_t length : lengths)
    while (std::optional<LoopPair> pair = findLonger(length)) {
      if (whyNotSegmentable(*pair))
        return failure();
      isInSegments = true;
      const SegmentedPair parts = segmentLoopPair(*pair, length);
      for (Operation *loop : {parts.remainderForward, parts.remainderBackward,
                              parts.innerForward, parts.innerBackward})
        markLoop(loop, number);
    }
  return success(isInSegments);
}

namespace {
/// The stacks that are asked of a pair, while others are rewritten.
struct AskedStacks {
  bool isAsGiven = false, isInSegments = false;
  SmallVector<Value> kept, onHost;
  /// A value that is asked for is gone.
  bool isBroken = false;

  void forget(Operation *erased) {
    isBroken |= llvm::any_of(kept, [&](Value value) {
      Operation *op = value.getDefiningOp();
      return erased->isAncestor(op ? op
                                   : value.getParentBlock()->getParentOp());
    });
  }
};
} // namespace

/// The choice asked of a pair that may have new values by now; none if it is
/// none of `turns`.
static std::optional<StackChoice> findAsked(const AskedStacks &asked,
                                            const LoopPairTurns &turns) {
  std::vector<bool> isKept(turns.values.size());
  for (Value value : asked.kept) {
    auto id = turns.valueIds.find(value);
    if (id == turns.valueIds.end())
      return std::nullopt;
    isKept[id->second] = true;
  }
  std::optional<StackChoice> choice =
      planner::completeChoice(turns.turns, isKept);
  if (choice)
    for (Value value : asked.onHost)
      if (const planner::TurnValueId id = turns.valueIds.lookup(value);
          choice->isKept[id] && !choice->isOnHostAt(id))
        planner::moveToHost(turns.turns, id, *choice);
  return choice;
}

/// Rewrites the pair with mark `number`, and its copies in bodies that were
/// copied.
static LogicalResult
rewriteMarkedPair(func::FuncOp function, int64_t number,
                  const AskedStacks &asked, const GraphBuilderOptions &options,
                  llvm::function_ref<void(Operation *)> willErase) {
  std::optional<StackChoice> choice;
  size_t copies = 0;
  for (size_t copy = 0; true; ++copy) {
    const SmallVector<LoopPair, 0> found = findMarkedPairs(function, number);
    // The last one may be no pair any more.
    if (found.size() < copies)
      --copy;
    if (copy >= found.size())
      return success(choice.has_value());
    copies = found.size();
    LoopPairTurns turns =
        buildLoopTurns(found[copy], *options.target, options.costModel);
    // Segments start from any turn.
    if (asked.isInSegments)
      turns.withoutInit.clear();
    if (!choice)
      choice = findAsked(asked, turns);
    if (!choice)
      return failure();
    if (choice->isKept.size() == turns.values.size())
      rewriteLoopPair(found[copy], turns, *choice, willErase);
  }
}

LogicalResult FunctionForms::rewrite(func::FuncOp copy,
                                     const StackChoice &choice) const {
  replaceByCountedLoops(copy);
  SmallVector<LoopPair, 0> pairs;
  SmallVector<AskedStacks, 0> asked;
  auto kept = choice.isKept.begin();
  const std::vector<bool> none(choice.isKept.size());
  auto onHost = (choice.isOnHost.empty() ? none : choice.isOnHost).begin();
  for (ChoosablePair &each : findChoosablePairs(copy, options)) {
    const size_t count = each.turns.values.size();
    if (choice.isKept.end() - kept < static_cast<ptrdiff_t>(count))
      return failure();
    AskedStacks &ofPair = asked.emplace_back();
    ofPair.isAsGiven =
        std::equal(each.given.isKept.begin(), each.given.isKept.end(), kept);
    for (Value value : each.turns.values) {
      if (*kept++)
        ofPair.kept.push_back(value);
      if (*onHost++)
        ofPair.onHost.push_back(value);
    }
    ofPair.isAsGiven &= ofPair.onHost.empty();
    pairs.push_back(std::move(each.pair));
  }
  markLoopPairs(pairs);
  for (auto [ofPair, lengths] : llvm::zip(asked, choice.segments))
    ofPair.isInSegments = !lengths.empty();
  for (auto [number, ofPair] : llvm::enumerate(asked)) {
    if (ofPair.isAsGiven)
      continue;
    auto forget = [&, later = number + 1](Operation *erased) {
      for (AskedStacks &each : MutableArrayRef(asked).drop_front(later))
        each.forget(erased);
    };
    if (ofPair.isBroken ||
        failed(rewriteMarkedPair(copy, number, ofPair, options, forget)))
      return failure();
  }
  // Segments copy the bodies of their loops.
  for (auto [number, lengths] : llvm::enumerate(choice.segments))
    if (failed(runInSegments(copy, number, lengths)))
      return failure();
  if (choice.isLike(given))
    return success();
  dropUnreadStacks(copy);
  if (options.target->movesOps())
    return success();
  return settleLoops(copy, options);
}

/// Whether `op` is a loop of a pair, or one over its segments.
static bool isOfPair(Operation *op) {
  return isOfMarkedPair(op) || op->hasAttr(kSegmentsAttrName);
}

/// Whether `op` is a loop of a pair, or inside of one.
static bool isInPair(Operation *op) {
  while (op && !isOfPair(op))
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
    if (maker && (isOfPair(maker) || llvm::all_of(value.getUsers(), isInPair)))
      stacks.push_back(functionGraph.graph.root(id));
  }
  return stacks;
}

/// Whether `op` or an op inside is a loop of a pair.
static bool holdsPair(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isOfPair(inner) ? WalkResult::interrupt()
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
  forms->forms[getKey(forms->given)] = std::move(asGiven);
  return forms;
}

const planner::LoopForm *FunctionForms::get(const StackChoice &choice) {
  auto [found, isNew] = forms.try_emplace(getKey(choice));
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
  return forms.find(getKey(choice))->second->step;
}

LogicalResult FunctionForms::apply(func::FuncOp function,
                                   const StackChoice &choice) const {
  LogicalResult rewritten = rewrite(function, choice);
  unmarkLoopPairs(function);
  unmarkSegments(function);
  return rewritten;
}
