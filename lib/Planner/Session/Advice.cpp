//===- Advice.cpp - What would make a refused budget possible -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Advice.h"

#include "Graph/SearchControl.h"

#include "remat/Planner/Simulator.h"
#include "remat/Support/Figures.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <cassert>
#include <utility>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

namespace {
class Adviser {
public:
  Adviser(const Graph &graph, const Ask &ask, const Outcome &refusal)
      : graph(graph), ask(ask), refusal(refusal),
        isProved(refusal.status == Status::Infeasible),
        today(isProved ? refusal.bound.bytes : refusal.smallestPeak),
        control(ask.search, ask.observer) {}

  std::vector<Advice> run();

private:
  /// Storages that must be alive together, and the task running then, if any.
  struct Place {
    std::optional<TaskId> task;
    std::vector<ValueId> live;
  };

  std::optional<Plan> search(const Graph &graph, StringRef strategy,
                             Reorder reorder) const;
  std::optional<int64_t> searchPeak(const Graph &graph, StringRef strategy,
                                    Reorder reorder) const {
    std::optional<Plan> plan = search(graph, strategy, reorder);
    return plan ? std::optional(plan->peak) : std::nullopt;
  }
  std::optional<int64_t> measure(Graph graph) const;
  std::optional<Place> findPlace() const;
  void offer(Advice advice, std::optional<int64_t> bytes);
  void offerTasks(ArrayRef<ValueId> live);
  void offerResult(ArrayRef<ValueId> live);
  void offerShrinking(TaskId task);
  void offerResident();
  void offerSearches();

  const Graph &graph;
  const Ask &ask;
  const Outcome &refusal;
  /// The figures are proven bounds, not peaks of plans.
  bool isProved;
  int64_t today;
  /// The interrupt and the time limit are for all searches together.
  mutable SearchControl control;
  std::vector<Advice> found;
};
} // namespace

/// A quick search for the smallest peak.
std::optional<Plan> Adviser::search(const Graph &graph, StringRef strategy,
                                    Reorder reorder) const {
  if (control.shouldStop())
    return std::nullopt;
  // A quick search beside the plan reports nothing.
  RelayObserver observer(ask.observer);
  Ask quick = ask.withBudget(std::nullopt);
  quick.strategy = strategy.str();
  quick.search.effort = 0;
  quick.search.workLimit = std::nullopt;
  quick.search.reorder = reorder;
  quick.observer = &observer;
  quick.reuse = Reuse::Nothing;
  quick.isAssessed = false;
  if (std::optional<double> left = control.secondsLeft())
    quick.search.timeLimit = std::max(*left / 2, 1e-3);
  Expected<Outcome> outcome = Session(graph).solve(quick);
  if (!outcome) {
    consumeError(outcome.takeError());
    return std::nullopt;
  }
  if (!outcome->hasPlan())
    return std::nullopt;
  return std::move(outcome->plan);
}

/// The smallest budget of a changed step, if known.
std::optional<int64_t> Adviser::measure(Graph changed) const {
  if (errorToBool(changed.finalize()))
    return std::nullopt;
  if (isProved)
    return lowerBoundPeak(changed).bytes;
  return searchPeak(changed, ask.strategy, ask.search.reorder);
}

std::optional<Adviser::Place> Adviser::findPlace() const {
  if (isProved)
    return Place{refusal.bound.task, refusal.bound.live};
  std::optional<Plan> plan = search(graph, ask.strategy, ask.search.reorder);
  if (!plan)
    return std::nullopt;
  Expected<Simulation> simulation = simulate(graph, plan->steps);
  if (!simulation) {
    consumeError(simulation.takeError());
    return std::nullopt;
  }
  Place place;
  if (!plan->steps.empty())
    place.task = plan->steps[simulation->peakStep].task;
  for (const Copy &copy : simulation->liveAt(simulation->peakStep))
    place.live.push_back(copy.value);
  return place;
}

void Adviser::offer(Advice advice, std::optional<int64_t> bytes) {
  // Skips changes that hardly help.
  if (!bytes || *bytes >= today)
    return;
  const int64_t saved = today - *bytes;
  if (saved < today / 100 && *bytes > refusal.budget)
    return;
  advice.bytes = *bytes;
  advice.isReached = !isProved;
  advice.saved = saved;
  advice.isEnough = *bytes <= refusal.budget;
  found.push_back(advice);
}

/// Outputs that must be kept, the largest first.
void Adviser::offerTasks(ArrayRef<ValueId> live) {
  const size_t most = isProved ? 4 : 1;
  size_t tried = 0;
  SmallSet<TaskId, 8> seen;
  for (ValueId value : live) {
    if (graph.values[value].bytes == 0)
      continue;
    for (TaskId id : graph.writers(value)) {
      const Task &task = graph.tasks[id];
      const bool isPinned = task.policy != Policy::Auto;
      // Only where it could do something else without the pin.
      if (isPinned != task.mayRunAgain || graph.values[value].accumulate ||
          !seen.insert(id).second)
        continue;
      if (++tried > most)
        return;
      Advice advice;
      advice.kind =
          isPinned ? Advice::Kind::DropPin : Advice::Kind::LetRunAgain;
      advice.task = id;
      advice.value = value;
      advice.subject = graph.values[value].bytes;
      Graph changed = graph;
      changed.tasks[id].policy = Policy::Auto;
      changed.tasks[id].mayRunAgain = true;
      offer(advice, measure(std::move(changed)));
    }
  }
}

/// The largest one.
void Adviser::offerResult(ArrayRef<ValueId> live) {
  const ValueId *largest = nullptr;
  for (const ValueId &value : live)
    // A step needs its loss.
    if (graph.values[value].isResult && value != graph.loss &&
        (!largest || graph.values[value].bytes > graph.values[*largest].bytes))
      largest = &value;
  if (!largest)
    return;
  Advice advice;
  advice.kind = Advice::Kind::ReturnLess;
  advice.value = *largest;
  advice.subject = graph.values[*largest].bytes;
  Graph changed = graph;
  for (ValueId id = 0, end = graph.values.size(); id != end; ++id)
    if (graph.root(id) == *largest)
      changed.values[id].isResult = false;
  offer(advice, measure(std::move(changed)));
}

/// The storages that `task` touches, without those from the start, which count
/// as resident.
static SmallVector<ValueId> getTouched(const Graph &graph, TaskId task) {
  SmallVector<ValueId> touched;
  for (ArrayRef<ValueId> values : {ArrayRef(graph.tasks[task].inputs),
                                   ArrayRef(graph.tasks[task].outputs)})
    for (ValueId value : values)
      if (const ValueId root = graph.root(value);
          !graph.writers(root).empty() && !is_contained(touched, root))
        touched.push_back(root);
  return touched;
}

static int64_t getNeed(const Graph &graph, TaskId task) {
  int64_t bytes = graph.tasks[task].workspace;
  for (ValueId root : getTouched(graph, task))
    bytes += graph.values[root].bytes;
  return bytes;
}

/// Halves the storages of `tasks`, each once, and their workspaces.
static Graph halve(const Graph &original, ArrayRef<TaskId> tasks) {
  Graph graph = original;
  DenseSet<ValueId> halved;
  for (TaskId task : tasks) {
    graph.tasks[task].workspace /= 2;
    for (Variant &variant : graph.tasks[task].variants)
      variant.workspace /= 2;
    for (ValueId root : getTouched(original, task))
      if (halved.insert(root).second)
        graph.values[root].bytes /= 2;
  }
  return graph;
}

/// Together with the tasks that need most: with many equal layers, changing one
/// alone does not help.
void Adviser::offerShrinking(TaskId task) {
  Advice advice;
  advice.kind = Advice::Kind::ShrinkTask;
  advice.task = task;
  advice.subject = getNeed(graph, task);
  if (!isProved)
    return offer(advice, measure(halve(graph, task)));
  std::vector<std::pair<int64_t, TaskId>> others;
  for (TaskId id = 0, end = graph.tasks.size(); id != end; ++id)
    if (const int64_t need = getNeed(graph, id); id != task && need > 0)
      others.push_back({-need, id});
  llvm::sort(others);
  auto measureWith = [&](size_t count) {
    SmallVector<TaskId> tasks(1, task);
    for (const auto &[need, id] : ArrayRef(others).take_front(count))
      tasks.push_back(id);
    return measure(halve(graph, tasks));
  };
  // The fewest that suffice, or that help as much as all.
  const std::optional<int64_t> all = measureWith(others.size());
  if (!all)
    return;
  const int64_t goal = std::max(*all, refusal.budget);
  size_t low = 0, high = others.size();
  std::optional<int64_t> best = all;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const std::optional<int64_t> bytes = measureWith(middle);
    if (bytes && *bytes <= goal) {
      high = middle;
      best = bytes;
    } else {
      low = middle + 1;
    }
  }
  advice.others = high;
  offer(advice, best);
}

void Adviser::offerResident() {
  const int64_t resident = graph.residentBytes;
  Advice advice;
  advice.kind = Advice::Kind::HalveResident;
  advice.subject = resident;
  // Part of every peak and every bound.
  if (resident > 1)
    offer(advice, today - resident / 2);
}

void Adviser::offerSearches() {
  if (isProved)
    return;
  Advice advice;
  advice.kind = ask.strategy != "auto" ? Advice::Kind::TakeAuto
                                       : Advice::Kind::ReorderFully;
  if (ask.strategy != "auto")
    offer(advice, searchPeak(graph, "auto", ask.search.reorder));
  else if (ask.search.reorder != Reorder::Full)
    offer(advice, searchPeak(graph, ask.strategy, Reorder::Full));
}

std::vector<Advice> Adviser::run() {
  constexpr size_t most = 3;
  offerResident();
  if (!control.shouldStop()) {
    offerSearches();
    if (std::optional<Place> place = findPlace()) {
      offerTasks(place->live);
      offerResult(place->live);
      if (place->task)
        offerShrinking(*place->task);
    }
  }
  llvm::stable_sort(found, [](const Advice &a, const Advice &b) {
    return a.saved > b.saved;
  });
  if (found.size() > most)
    found.resize(most);
  if (found.size() < most) {
    Advice raise;
    raise.bytes = refusal.smallestPeak;
    raise.isReached = raise.isEnough = true;
    found.push_back(raise);
  }
  return std::move(found);
}

std::vector<Advice> mlir::remat::planner::advise(const Graph &graph,
                                                 const Ask &ask,
                                                 const Outcome &refusal) {
  assert(refusal.isRefusal() && "there is nothing to advise");
  return Adviser(graph, ask, refusal).run();
}

static std::string getChange(const Advice &advice, StringRef task,
                             StringRef value) {
  const std::string subject = formatSize(advice.subject);
  switch (advice.kind) {
  case Advice::Kind::RaiseBudget:
    return "raise the budget to " + formatSize(advice.bytes) +
           ", the smallest for which a plan is known";
  case Advice::Kind::LetRunAgain:
    return "if " + task.str() + " might run again, whose " + subject +
           " are kept until their last use";
  case Advice::Kind::DropPin:
    return "without the pin on " + task.str() + ", which makes " + subject;
  case Advice::Kind::ShrinkTask: {
    std::string text =
        "if what " + task.str() + " reads, makes and works in, " + subject +
        ", were half of that (half of the batch, or the op in two parts)";
    if (advice.others)
      text += advice.others == 1
                  ? std::string(", and that of the op that needs most beside")
                  : ", and that of the " + std::to_string(advice.others) +
                        " ops that need most beside";
    return text;
  }
  case Advice::Kind::ReturnLess:
    return "if " + value.str() + ", a result of " + subject +
           ", were not returned, and so not kept to the end";
  case Advice::Kind::HalveResident:
    return "if the " + subject +
           " that are resident were half of that (arguments sharded over two "
           "devices, or in half of the bits)";
  case Advice::Kind::TakeAuto:
    return "with the strategy 'auto'";
  case Advice::Kind::ReorderFully:
    return "with other orders of the step (reorder=full)";
  }
  llvm_unreachable("all kinds are handled");
}

std::string mlir::remat::planner::describe(const Advice &advice, StringRef task,
                                           StringRef value) {
  std::string change = getChange(advice, task, value);
  if (advice.kind == Advice::Kind::RaiseBudget)
    return change;
  return change + ", " +
         (advice.isReached ? "a plan is known for a budget of "
                           : "the proven bound would be ") +
         formatSize(advice.bytes) + ": " + std::to_string(advice.saved) +
         " bytes less" + (advice.isEnough ? "" : ", which alone is not enough");
}

std::string mlir::remat::planner::describe(const Advice &advice,
                                           const Graph &graph) {
  return describe(
      advice, advice.task ? Graph::describe(graph.tasks[*advice.task]) : "",
      advice.value ? Graph::describe(graph.values[*advice.value]) : "");
}
