//===- ExplainOutcome.cpp - Why the plan does what with a value -----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExplainStacks.h"
#include "PlanNotes.h"
#include "SolveStep.h"
#include "remat/Analysis/LoopPairs.h"
#include "remat/Interfaces/CountedLoopOpInterface.h"
#include "remat/Planner/PlanNeighbors.h"
#include "remat/Report/ExplanationText.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::remat;
using planner::Policy;
using planner::TaskId;
using planner::ValueId;

namespace {
/// The subject of one answer.
struct Subject {
  Location loc;
  /// "%5 (tensor.expand_shape) is a view of the result of linalg.matmul".
  std::string aside;
  /// How the answer calls it.
  std::string name = "";
  /// None if the aside is the whole answer.
  std::optional<ValueId> value = std::nullopt;
  int64_t bytes = 0;
  /// The question named something inside of its op, or a preparation.
  bool isIndirect = false;
};

class PlanExplainer {
public:
  /// `ask` is the one that the plan answers, with the time for explaining.
  /// With `skipsStacks`, stacks and values of turns have answers of
  /// their own.
  PlanExplainer(const PreparedStep &step, const RematerializeOptions &options,
                const FunctionOutcome &outcome, const planner::Ask &ask,
                bool skipsStacks)
      : function(step.function), functionGraph(step.functionGraph),
        options(options), outcome(outcome), graph(functionGraph.graph),
        hasOtherStacks(step.stacks != nullptr),
        neighbors(graph, ask, outcome.plan, outcome.budget) {
    if (auto loc = function.getLoc()->findInstanceOf<FileLineColLoc>())
      file = loc.getFilename().str() + ":";
    if (skipsStacks)
      stacks = findStackResults(function);
    this->skipsStacks = skipsStacks;
  }

  void search(ArrayRef<NamedOp> named);
  void emit();
  ExplainedPlan describePlan() const;

private:
  struct Answer {
    const Subject *subject;
    std::string error;
    std::optional<planner::Explanation> facts;
    bool asksPinned = false;
    bool asksOtherwise = false;

    bool isMadeAgain() const { return facts->copies.size() > 1; }
    /// The opposite of the plan's choice.
    Policy getPin() const {
      return isMadeAgain() ? Policy::Save : Policy::Recompute;
    }
  };

  void addSubjects(const NamedOp &named);
  void addOp(Operation *op, std::string aside);
  std::string describePreparation(OperationName name, Operation *user) const {
    return name.getStringRef().str() + " only prepares the destination of " +
           nameOp(user) + "; ";
  }
  void addValue(Value value, std::string name, std::string aside, Location loc);
  bool addFolded(Operation *op, std::string aside);
  void add(Subject subject);
  void keepDirect();
  Answer findFacts(const Subject &subject);
  void emit(const Answer &answer) const;
  std::string summarize(size_t explained) const;
  /// "12:3", or the whole location if in another file.
  std::string getPlace(Location loc) const {
    std::string place = formatLocation(loc);
    return StringRef(place).starts_with(file) ? place.substr(file.size())
                                              : place;
  }
  std::string nameOp(Operation *op) const {
    return op->getName().getStringRef().str() + " (" + getPlace(op->getLoc()) +
           ")";
  }
  std::string nameTask(TaskId task) const {
    return nameOp(functionGraph.tasks[task].op);
  }

  func::FuncOp function;
  const FunctionGraph &functionGraph;
  const RematerializeOptions &options;
  const FunctionOutcome &outcome;
  const planner::Graph &graph;
  const bool hasOtherStacks;
  planner::PlanNeighbors neighbors;
  std::vector<Subject> subjects;
  std::vector<Answer> answers;
  planner::Alternative below;
  bool asksNeighbors = false;
  /// The state when the searches ended.
  bool wasStopped = false, wasInterrupted = false;
  /// The function's, with a colon; empty if unknown.
  std::string file;
  bool isIndirect = false;
  bool skipsStacks = false;
  /// Those to skip.
  llvm::DenseMap<Value, int64_t> stacks;
};
} // namespace

ExplainedPlan PlanExplainer::describePlan() const {
  return {graph,
          outcome.plan,
          outcome.budget,
          [this](TaskId each) { return nameTask(each); },
          options.strategy,
          options.objective,
          hasOtherStacks};
}

void PlanExplainer::add(Subject subject) {
  if (!subject.aside.empty() && !subject.value)
    subject.aside = StringRef(subject.aside).rtrim("; ").str();
  subject.isIndirect = isIndirect;
  subjects.push_back(std::move(subject));
}

void PlanExplainer::addValue(Value value, std::string name, std::string aside,
                             Location loc) {
  Subject subject{loc, std::move(aside), std::move(name)};
  Value root = getStorageRoot(value);
  Operation *maker = root.getDefiningOp();
  if (root != value) {
    subject.aside +=
        subject.name + " is a view, and no storage of its own: of " +
        (maker ? "the result of " + nameOp(maker) : "an argument") + "; ";
    subject.name = maker ? "that result" : "that argument";
  }
  std::optional<ValueId> id = functionGraph.lookup(root);
  if (isa<BlockArgument>(root)) {
    const int64_t bytes = id ? graph.values[*id].bytes : 0;
    subject.aside += llvm::formatv(
        "{0} is resident: an argument, {1} bytes ({2}) of the {3} that are "
        "there throughout; no plan drops it",
        subject.name, bytes, formatBytes(bytes), graph.residentBytes);
    return add(std::move(subject));
  }
  if (maker->hasTrait<OpTrait::ConstantLike>()) {
    subject.aside += subject.name +
                     " is a constant: resident if it is a tensor, and never "
                     "part of a plan";
    return add(std::move(subject));
  }
  if (!id) {
    subject.aside += subject.name + " does not lie in memory by itself";
    return add(std::move(subject));
  }
  const ValueId storage = graph.root(*id);
  if (storage != *id)
    subject.aside += subject.name + " is written over the storage of another "
                                    "value, which is what is kept; ";
  if (graph.values[storage].bytes == 0) {
    subject.aside += subject.name +
                     " takes no bytes of a plan: it is empty, or it lies in "
                     "the storage of a result, which is resident";
    return add(std::move(subject));
  }
  subject.value = storage;
  subject.bytes = graph.values[storage].bytes;
  add(std::move(subject));
}

/// Ops that are no tasks of their own.
bool PlanExplainer::addFolded(Operation *op, std::string aside) {
  const std::string name = op->getName().getStringRef().str();
  if (functionGraph.fusionChoices.fusedOps.contains(op)) {
    const size_t readers = llvm::range_size(op->getUsers());
    add({op->getLoc(),
         llvm::formatv("{0}{1} never lies in memory: it is computed inside of "
                       "its reader{2}, as the target fuses it",
                       aside, name, readers == 1 ? "" : "s")});
    return true;
  }
  llvm::SmallPtrSet<Operation *, 4> served;
  for (const TaskOps &taskOps : functionGraph.tasks) {
    if (!llvm::is_contained(taskOps.preparations, op) ||
        !served.insert(taskOps.op).second)
      continue;
    isIndirect = true;
    addOp(taskOps.op, aside + describePreparation(op->getName(), taskOps.op));
  }
  return !served.empty();
}

void PlanExplainer::addOp(Operation *op, std::string aside) {
  if (addFolded(op, aside))
    return;
  if (op->getNumResults() == 0)
    add({op->getLoc(), aside + op->getName().getStringRef().str() +
                           " makes no value that could be kept"});
  for (OpResult result : op->getResults())
    if (!stacks.contains(result))
      addValue(result, nameResult(result), aside, op->getLoc());
}

void PlanExplainer::addSubjects(const NamedOp &named) {
  isIndirect = false;
  if (named.argument &&
      named.argument.getOwner() == &function.getBody().front())
    return addValue(named.argument,
                    "argument #" +
                        std::to_string(named.argument.getArgNumber()),
                    "", named.argument.getLoc());
  Operation *op =
      named.op ? named.op : named.argument.getOwner()->getParentOp();
  // What prepares destinations has the location of what writes them.
  if (skipsStacks && (named.destination || isFolded(op)))
    return;
  std::string aside;
  if (named.destination) {
    // Ops that make this op's destinations have its location.
    if (isFolded(op))
      return;
    isIndirect = true;
    aside = describePreparation(*named.destination, op);
  }
  Operation *outer = function.getBody().findAncestorOpInRegion(*op);
  if (outer == named.op)
    return addOp(outer, aside);
  const bool isTurn = getCountedLoop(outer).has_value();
  if (isTurn && skipsStacks)
    return;
  isIndirect = true;
  addOp(outer,
        aside +
            (named.op ? named.op->getName().getStringRef().str()
                      : "an argument of a block") +
            " lies inside of " + nameOp(outer) +
            (isTurn ? ", a loop of which nothing but stacks is a choice; "
                    : ", which is planned as a whole; "));
}

/// Isolating destinations splits an op; all parts have its location.
void PlanExplainer::keepDirect() {
  auto isIndirect = [](const Subject &each) { return each.isIndirect; };
  if (!llvm::all_of(subjects, isIndirect))
    llvm::erase_if(subjects, isIndirect);
  // All that is inside of one op has one answer.
  llvm::DenseSet<ValueId> seen;
  llvm::erase_if(subjects, [&](const Subject &each) {
    return each.isIndirect && each.value && !seen.insert(*each.value).second;
  });
}

/// Collects the facts known after the searches.
PlanExplainer::Answer PlanExplainer::findFacts(const Subject &subject) {
  Answer answer{&subject};
  if (!subject.value)
    return answer;
  llvm::Expected<planner::Explanation> facts =
      planner::explain(graph, outcome.plan, *subject.value);
  if (!facts) {
    answer.error = llvm::toString(facts.takeError());
    return answer;
  }
  answer.facts = std::move(*facts);
  const planner::Explanation &known = *answer.facts;
  const TaskId task = known.task;
  const bool isMadeAgain = answer.isMadeAgain();
  const bool mayRunAgain =
      graph.tasks[task].mayRunAgain && graph.tasks[task].policy == Policy::Auto;
  if (known.keep)
    neighbors.add(known.keep->steps);
  if (known.drop)
    neighbors.add(known.drop->steps);
  answer.asksPinned = mayRunAgain && planner::runsTasksAgain(outcome.plan) &&
                      (isMadeAgain || (known.crossesBoundary &&
                                       known.peakWithout < outcome.plan.peak));
  answer.asksOtherwise = mayRunAgain && (isMadeAgain || known.drop);
  if (answer.asksPinned)
    neighbors.getPinned(task, answer.getPin());
  if (answer.asksOtherwise)
    neighbors.getOtherwise(task, /*isOnce=*/isMadeAgain);
  return answer;
}

void PlanExplainer::emit(const Answer &answer) const {
  const Subject &subject = *answer.subject;
  InFlightDiagnostic diag = emitRemark(subject.loc);
  diag << subject.aside;
  if (!answer.facts) {
    diag << answer.error;
    return;
  }
  const TaskId task = answer.facts->task;
  std::string type;
  llvm::raw_string_ostream(type)
      << functionGraph.values[*subject.value].getType();
  ExplainedValue value{
      subject.name,  std::move(type), getObstacle(functionGraph, task),
      *answer.facts, std::nullopt,    std::nullopt};
  if (answer.asksPinned)
    value.pinned = neighbors.findPinned(task, answer.getPin());
  if (answer.asksOtherwise)
    value.otherwise =
        neighbors.findOtherwise(task, /*isOnce=*/answer.isMadeAgain());
  diag << formatExplanation(describePlan(), value);
}

/// Summarizes the values that are not explained.
std::string PlanExplainer::summarize(size_t explained) const {
  std::string places;
  size_t remade = 0;
  for (const Subject &subject : subjects) {
    if (!subject.value)
      continue;
    const TaskId task = graph.writers(*subject.value).front();
    if (planner::PlanNeighbors::countRuns(outcome.plan, task) < 2)
      continue;
    constexpr size_t most = 8;
    if (++remade <= most)
      places += (remade == 1 ? ": " : ", ") + getPlace(subject.loc);
    else if (remade == most + 1)
      places += ", ...";
  }
  return llvm::formatv("{0} values are called '{1}', the {2} largest are "
                       "explained above; {3} of all {4} recomputed{5}",
                       subjects.size(), options.explain, explained, remade,
                       remade == 1 ? "is" : "are", places);
}

void PlanExplainer::search(ArrayRef<NamedOp> named) {
  auto prepares = [](const NamedOp &each) {
    return each.op && isFolded(each.op);
  };
  for (const NamedOp &each : named)
    if (!prepares(each))
      addSubjects(each);
  for (const NamedOp &each : named)
    if (prepares(each))
      addSubjects(each);
  keepDirect();
  if (subjects.empty())
    return;
  llvm::stable_sort(subjects, [](const Subject &a, const Subject &b) {
    return a.bytes > b.bytes;
  });
  // A search for one value may answer another.
  for (const Subject &subject : ArrayRef(subjects).take_front(kMostExplained)) {
    Answer answer = findFacts(subject);
    if (subject.value && neighbors.isInterrupted())
      break;
    answers.push_back(std::move(answer));
  }
  asksNeighbors = llvm::any_of(
      subjects, [](const Subject &each) { return each.value.has_value(); });
  if (asksNeighbors) {
    below = neighbors.getBelow();
    neighbors.getFaster();
  }
  wasStopped = neighbors.isStopped();
  wasInterrupted = neighbors.isInterrupted();
}

void PlanExplainer::emit() {
  for (const Answer &answer : answers)
    emit(answer);
  if (asksNeighbors && wasStopped)
    emitWarning(getFileOnly(function.getLoc()))
        << "'" << function.getName() << "': "
        << (wasInterrupted
                ? "explaining was interrupted, and what is left of it is "
                  "skipped; the plan is applied as usual"
                : "the time limit ended explaining: what other plans give is "
                  "what was known by then, which depends on the machine");
  if (!asksNeighbors || wasInterrupted)
    return;
  // One line for the function, without its text.
  InFlightDiagnostic diag = emitRemark(getFileOnly(function.getLoc()));
  diag << "'" << function.getName() << "': "
       << (subjects.size() > kMostExplained ? summarize(kMostExplained)
                                            : "what a byte of budget changes");
  diag << formatNeighbors(describePlan(), below, neighbors.findFaster());
}

static void emitStacks(func::FuncOp function,
                       const RematerializeOptions &options,
                       const StackAnswers &answers, const ExplainedPlan &plan) {
  for (const StackAnswer &each : answers.explained)
    emitRemark(each.loc) << formatStack(plan, each.stack);
  if (answers.values > answers.explained.size())
    emitRemark(getFileOnly(function.getLoc()))
        << "'" << function.getName() << "': " << answers.values
        << " values of turns are called '" << options.explain << "', the "
        << answers.explained.size() << " largest are explained above; "
        << answers.kept << " of all "
        << (answers.kept == 1 ? "has a stack" : "have stacks");
}

void mlir::remat::explainOutcome(const PreparedStep &step,
                                 const RematerializeOptions &options,
                                 const FunctionOutcome &outcome) {
  planner::Ask ask = getAskBeside(options, outcome);
  if (!options.isMinimizing())
    ask.budget = outcome.budget;
  func::FuncOp function = step.function;
  std::optional<WatchedSearch> watched;
  watched.emplace(options.monitor, function.getName(),
                  step.functionGraph.graph);
  ask.observer = watched->getObserver();
  planner::Ask same = ask;
  same.budget = outcome.budget;
  const StackAnswers stacks = explainStacks(step, options, outcome, same);
  PlanExplainer explainer(step, options, outcome, ask,
                          /*skipsStacks=*/stacks.values != 0);
  explainer.search(step.named);
  // Clears the status line before diagnostics.
  watched.reset();
  emitStacks(function, options, stacks, explainer.describePlan());
  explainer.emit();
}
