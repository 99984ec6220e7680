//===- ExplainStacks.cpp - Why a loop keeps a stack or not ----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExplainStacks.h"
#include "ChosenStacks.h"
#include "NamedOps.h"
#include "PlanNotes.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Interfaces/CountedLoopOpInterface.h"
#include "remat/Planner/LoopSegments.h"
#include "remat/Planner/Session.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::remat;
using planner::StackChoice;
using planner::TurnValueId;

namespace {
class StackExplainer {
public:
  StackExplainer(ChosenStacks &stacks, const planner::Ask &ask)
      : forms(*stacks.forms->ofFunction), choice(stacks.getChoice()), ask(ask) {
    if (auto loc =
            forms.getSource()->getLoc()->findInstanceOf<FileLineColLoc>())
      file = loc.getFilename().str() + ":";
  }

  /// The ids of what is meant, largest stacks first.
  SmallVector<TurnValueId> find(StringRef what);
  StackAnswer explain(TurnValueId id);
  bool isKept(TurnValueId id) const { return choice.isKept[id]; }

private:
  const planner::TurnValue &get(TurnValueId id) const {
    return forms.getTurns().values[id];
  }
  std::string nameOp(Operation *op) const {
    const std::string place = formatLocation(op->getLoc());
    return op->getName().getStringRef().str() + " (" +
           (StringRef(place).starts_with(file) ? place.substr(file.size())
                                               : place) +
           ")";
  }
  std::string getObstacle(TurnValueId id) const;
  std::optional<StackChoice> runAlike(const StackChoice &other) const;
  std::optional<StackChoice> getOpposite(TurnValueId id) const;

  FunctionForms &forms;
  const StackChoice &choice;
  const planner::Ask &ask;
  /// The function's, with a colon; empty if unknown.
  std::string file;
};
} // namespace

SmallVector<TurnValueId> StackExplainer::find(StringRef what) {
  llvm::SetVector<TurnValueId> found;
  auto add = [&](Value value) {
    std::optional<TurnValueId> id = forms.find(value);
    if (id && get(*id).stackBytes > 0)
      found.insert(*id);
    return id.has_value();
  };
  for (const NamedOp &named : findNamedOps(forms.getSource(), what)) {
    if (named.argument)
      add(named.argument);
    // Inside of a generic op, its results are meant.
    for (Operation *op = named.op; op && op != forms.getSource();
         op = op->getParentOp()) {
      bool isOfTurn = false;
      for (Value result : op->getResults())
        isOfTurn |= add(result);
      if (isOfTurn || getCountedLoop(op))
        break;
    }
  }
  SmallVector<TurnValueId> ids = found.takeVector();
  llvm::stable_sort(ids, [&](TurnValueId a, TurnValueId b) {
    return get(a).stackBytes > get(b).stackBytes;
  });
  return ids;
}

/// `other` in the segments of the choice.
std::optional<StackChoice>
StackExplainer::runAlike(const StackChoice &other) const {
  if (choice.segments.empty())
    return other;
  return planner::runInSegments(forms.getTurns(), other, choice.segments);
}

std::optional<StackChoice> StackExplainer::getOpposite(TurnValueId id) const {
  std::vector<bool> kept = choice.isKept;
  kept[id] = !kept[id];
  std::optional<StackChoice> opposite =
      planner::completeChoice(forms.getTurns(), kept);
  if (opposite)
    return runAlike(*opposite);
  // What it is made from may follow from what the turn starts with.
  for (auto [other, value] : llvm::enumerate(forms.getTurns().values))
    if (!value.maker && value.mayBeKept &&
        static_cast<TurnValueId>(other) != id)
      kept[other] = true;
  opposite = planner::completeChoice(forms.getTurns(), kept);
  return opposite ? runAlike(*opposite) : std::nullopt;
}

/// Why the opposite of the choice is none.
std::string StackExplainer::getObstacle(TurnValueId id) const {
  Operation *maker = forms.getValues()[id].value.getDefiningOp();
  if (choice.isKept[id]) {
    if (!maker)
      return getOpposite(id)
                 ? ""
                 : "it is what one turn hands to the next, and what the "
                   "backward turn makes again follows from it";
    const std::string obstacle = remat::getObstacle(maker);
    if (!obstacle.empty())
      return "it must not be made again: " + obstacle;
    return getOpposite(id) ? "" : "what it is made from must not be made again";
  }
  if (get(id).mayBeKept)
    return "";
  if (maker && getPolicy(maker) == TaskPolicy::Recompute)
    return "remat.policy pins it recompute, so that it never has a stack";
  return "it never has a stack of its own: it is another shape of a value at "
         "hand, or of a type that has none";
}

StackAnswer StackExplainer::explain(TurnValueId id) {
  const StackedValue &stacked = forms.getValues()[id];
  StackAnswer answer{stacked.value.getLoc(), {}};
  ExplainedStack &stack = answer.stack;
  llvm::raw_string_ostream(stack.type) << stacked.value.getType();
  stack.subject = "a value that each turn hands to the next";
  stack.forward = nameOp(stacked.forward);
  stack.backward = nameOp(stacked.backward);
  stack.turns = stacked.turns;
  stack.slices = stacked.slices;
  stack.bytes = get(id).stackBytes;
  stack.segments = planner::getSegmentsOf(forms.getTurns(), choice, id);
  stack.isKept = choice.isKept[id];
  stack.wasKept = forms.getGiven().isKept[id];
  if (auto result = dyn_cast<OpResult>(stacked.value)) {
    stack.subject = nameResult(result);
    stack.maker = nameOp(result.getOwner());
    const planner::TurnTaskId maker = *get(id).maker;
    stack.isMadeAgain = !stack.isKept && choice.isRemade[maker];
    stack.time = forms.getTurns().tasks[maker].time;
  }
  stack.obstacle = getObstacle(id);
  if (!stack.obstacle.empty() || (!stack.isKept && !stack.isMadeAgain))
    return answer;
  std::optional<StackChoice> opposite = getOpposite(id);
  // Without it, nothing else may be left to do.
  if (!opposite || opposite->isKept == choice.isKept)
    return answer;
  const planner::LoopForm *form = forms.get(*opposite);
  if (!form)
    return answer;
  llvm::Expected<planner::Outcome> outcome =
      planner::Session(*form->graph).solve(ask);
  if (outcome)
    stack.otherwise = std::move(*outcome);
  else
    llvm::consumeError(outcome.takeError());
  return answer;
}

StackAnswers mlir::remat::explainStacks(const PreparedStep &step,
                                        const RematerializeOptions &options,
                                        const FunctionOutcome &outcome,
                                        const planner::Ask &ask) {
  StackAnswers answers;
  if (!step.stacks)
    return answers;
  StackExplainer explainer(*step.stacks, ask);
  const SmallVector<TurnValueId> ids = explainer.find(options.explain);
  answers.values = ids.size();
  answers.kept =
      llvm::count_if(ids, [&](TurnValueId id) { return explainer.isKept(id); });
  for (TurnValueId id : ArrayRef(ids).take_front(kMostExplained))
    answers.explained.push_back(explainer.explain(id));
  return answers;
}
