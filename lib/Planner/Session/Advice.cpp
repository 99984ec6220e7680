//===- Advice.cpp - What would make a refused budget possible -------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Advice.h"

#include "Session/Trials.h"

#include "remat/Planner/Parking.h"
#include "remat/Planner/Refusal.h"
#include "remat/Planner/Strategies.h"
#include "remat/Support/Figures.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/ErrorHandling.h"

#include <cassert>
#include <utility>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

/// A refusal is read, not studied: more lines hide the best one.
static constexpr size_t kMostAdvice = 3;
/// Each takes a search.
static constexpr int kMostChanges = 3;

namespace {
class Adviser {
public:
  Adviser(const Graph &graph, const Ask &ask, const Outcome &refusal)
      : graph(graph), ask(ask.withBudget(refusal.budget)), refusal(refusal),
        trials(ask) {}

  std::vector<Advice> run();

private:
  void offerOption(Advice::Kind kind, Ask changed);
  void offerAuto();
  void offerHost();
  void offerBudget();
  bool mayBeEnough(Graph &changed) const;
  bool offerChange(Advice advice, Graph changed);
  void offerTasks(ArrayRef<ValueId> live);
  void offerResult(ArrayRef<ValueId> live);
  void offerShrinking(TaskId task);
  void offerResident();

  const Graph &graph;
  const Ask ask;
  const Outcome &refusal;
  Trials trials;
  int changesLeft = kMostChanges;
  std::optional<int64_t> raised;
  std::vector<Advice> found;
};
} // namespace

/// Offers a change of the options that meets the refused budget.
void Adviser::offerOption(Advice::Kind kind, Ask changed) {
  const std::optional<Outcome> outcome = trials.runToFit(graph, changed);
  if (!outcome || !outcome->hasPlan())
    return;
  Advice advice;
  advice.kind = kind;
  advice.bytes = refusal.budget;
  found.push_back(advice);
}

/// For the refused budget; else for one smaller than that of this strategy.
void Adviser::offerAuto() {
  Ask changed = ask;
  changed.strategy = "auto";
  const std::optional<Outcome> outcome = trials.runToFit(graph, changed);
  if (!outcome)
    return;
  Advice advice;
  advice.kind = Advice::Kind::TakeAuto;
  if (outcome->hasPlan()) {
    advice.bytes = refusal.budget;
    found.push_back(advice);
    return;
  }
  if (raised && outcome->smallestPeak >= *raised)
    return;
  const std::optional<int64_t> bytes =
      trials.findBudget(graph, changed, outcome->smallestPeak);
  if (!bytes || (raised && *bytes >= *raised))
    return;
  advice.bytes = *bytes;
  advice.isRaised = true;
  found.push_back(advice);
}

/// Tries a host that holds all that may be parked, then only what that plan
/// used of it.
void Adviser::offerHost() {
  if (!ask.host.isAvailable())
    return;
  Ask changed = ask;
  changed.host.budget = 0;
  const std::vector<bool> parkable = getParkable(graph);
  for (ValueId id = 0, end = graph.values.size(); id != end; ++id)
    if (parkable[id])
      // Sums of a graph's bytes fit.
      changed.host.budget += graph.values[id].bytes;
  if (changed.host.budget <= ask.host.budget)
    return;
  const std::optional<Outcome> roomy = trials.runToFit(graph, changed);
  if (!roomy || !roomy->hasPlan())
    return;
  Advice advice;
  advice.kind = Advice::Kind::RaiseHost;
  advice.subject = changed.host.budget;
  changed.host.budget = std::max(roomy->plan.hostPeak, ask.host.budget + 1);
  const std::optional<Outcome> outcome = trials.runToFit(graph, changed);
  if (outcome && outcome->hasPlan())
    advice.subject = changed.host.budget;
  advice.bytes = refusal.budget;
  found.push_back(advice);
}

void Adviser::offerBudget() {
  if (!raised)
    return;
  Advice advice;
  advice.bytes = *raised;
  advice.isRaised = true;
  found.push_back(advice);
}

/// Whether the bound of a changed step allows the refused budget.
bool Adviser::mayBeEnough(Graph &changed) const {
  return !errorToBool(changed.finalize()) &&
         lowerBoundPeak(changed, refusal.host.budget).bytes <= refusal.budget;
}

/// Offers a change of the step if a plan is then found. Returns whether it is.
bool Adviser::offerChange(Advice advice, Graph changed) {
  if (found.size() >= kMostAdvice || changesLeft <= 0 || !mayBeEnough(changed))
    return false;
  --changesLeft;
  Ask quick = ask;
  quick.search.effort = 0;
  quick.search.workLimit = std::nullopt;
  const std::optional<Outcome> outcome = trials.runToFit(changed, quick);
  if (!outcome || !outcome->hasPlan())
    return false;
  advice.bytes = refusal.budget;
  found.push_back(advice);
  return true;
}

/// Outputs that must be kept, the largest first.
void Adviser::offerTasks(ArrayRef<ValueId> live) {
  constexpr size_t most = 4;
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
      offerChange(advice, std::move(changed));
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
  offerChange(advice, std::move(changed));
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
  std::vector<std::pair<int64_t, TaskId>> others;
  for (TaskId id = 0, end = graph.tasks.size(); id != end; ++id)
    if (const int64_t need = getNeed(graph, id); id != task && need > 0)
      others.push_back({-need, id});
  llvm::sort(others);
  auto halveWith = [&](size_t count) {
    SmallVector<TaskId> tasks(1, task);
    for (const auto &[need, id] : ArrayRef(others).take_front(count))
      tasks.push_back(id);
    return halve(graph, tasks);
  };
  auto mayBeEnoughWith = [&](size_t count) {
    Graph changed = halveWith(count);
    return mayBeEnough(changed);
  };
  auto offerWith = [&](size_t count) {
    Advice advice;
    advice.kind = Advice::Kind::ShrinkTask;
    advice.task = task;
    advice.subject = getNeed(graph, task);
    advice.others = count;
    return offerChange(advice, halveWith(count));
  };
  if (!mayBeEnoughWith(others.size()))
    return;
  // The fewest by the bound.
  size_t low = 0, high = others.size();
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (mayBeEnoughWith(middle))
      high = middle;
    else
      low = middle + 1;
  }
  if (!offerWith(high) && high != others.size())
    offerWith(others.size());
}

void Adviser::offerResident() {
  Advice advice;
  advice.kind = Advice::Kind::HalveResident;
  advice.subject = graph.residentBytes;
  if (graph.residentBytes <= 1)
    return;
  Graph changed = graph;
  changed.residentBytes -= changed.residentBytes / 2;
  offerChange(advice, std::move(changed));
}

std::vector<Advice> Adviser::run() {
  const bool isProved = refusal.status == Status::Infeasible;
  const bool isSearch = lookupStrategy(ask.strategy)->isSearch();
  if (!isProved && isSearch && ask.search.effort == 0 &&
      !ask.search.workLimit) {
    Ask changed = ask;
    changed.search.effort = SearchOptions().effort;
    offerOption(Advice::Kind::SearchMore, changed);
  }
  if (!isProved && isSearch && ask.search.reorder != Reorder::Full) {
    Ask changed = ask;
    changed.search.reorder = Reorder::Full;
    offerOption(Advice::Kind::ReorderFully, changed);
  }
  offerHost();
  raised = trials.findBudget(graph, ask, refusal.smallestPeak);
  if (ask.strategy != "auto")
    offerAuto();
  offerBudget();
  const CrowdedPlace place = findCrowdedPlace(graph, refusal);
  offerTasks(place.live);
  offerResult(place.live);
  offerResident();
  if (place.task)
    offerShrinking(*place.task);
  // Those that keep the budget first; else the order above.
  llvm::stable_sort(found, [](const Advice &a, const Advice &b) {
    auto getRank = [](const Advice &each) {
      return each.isOption() ? int(each.isRaised) : 2;
    };
    return getRank(a) < getRank(b);
  });
  if (found.size() > kMostAdvice)
    found.resize(kMostAdvice);
  return std::move(found);
}

std::vector<Advice> mlir::remat::planner::advise(const Graph &graph,
                                                 const Ask &ask,
                                                 const Outcome &refusal) {
  assert(refusal.isRefusal() && "there is nothing to advise");
  return Adviser(graph, ask, refusal).run();
}

std::optional<int64_t>
mlir::remat::planner::getAdvisedBudget(ArrayRef<Advice> advice) {
  for (const Advice &each : advice)
    if (each.kind == Advice::Kind::RaiseBudget)
      return each.bytes;
  return std::nullopt;
}

static std::string getChange(const Advice &advice,
                             const OptionSpelling &spelling, StringRef task,
                             StringRef value) {
  const std::string subject = formatSize(advice.subject);
  auto withBudget = [&](std::string options) {
    if (!advice.isRaised)
      return options;
    return options + (options.empty() ? "" : " ") +
           spelling.spell("budget", Twine(advice.bytes));
  };
  switch (advice.kind) {
  case Advice::Kind::RaiseBudget:
    return withBudget("");
  case Advice::Kind::TakeAuto:
    return withBudget(spelling.spell("strategy", "auto"));
  case Advice::Kind::ReorderFully:
    return spelling.spell("reorder", "full");
  case Advice::Kind::SearchMore:
    return spelling.spell("effort", Twine(SearchOptions().effort));
  case Advice::Kind::RaiseHost:
    return spelling.spell("host-budget", Twine(advice.subject));
  case Advice::Kind::LetRunAgain:
    return "let " + task.str() + " run again, whose " + subject +
           " are kept until their last use";
  case Advice::Kind::DropPin:
    return "drop the pin on " + task.str() + ", which makes " + subject;
  case Advice::Kind::ReturnLess:
    return "do not return " + value.str() + ", a result of " + subject;
  case Advice::Kind::HalveResident:
    return "halve the " + subject +
           " that are resident (arguments sharded over two devices, or in half "
           "of the bits)";
  case Advice::Kind::ShrinkTask: {
    std::string text = "halve the " + subject + " that " + task.str() +
                       " reads, makes and works in";
    if (advice.others)
      text += ", and those of the " +
              (advice.others == 1
                   ? std::string("op that needs")
                   : std::to_string(advice.others) + " ops that need") +
              " most beside it";
    return text + " (half of the batch, or ops in two parts)";
  }
  }
  llvm_unreachable("all kinds are handled");
}

std::string mlir::remat::planner::describe(const Advice &advice,
                                           const OptionSpelling &spelling,
                                           StringRef task, StringRef value) {
  return getChange(advice, spelling, task, value) + ": a plan is known for " +
         formatSize(advice.bytes);
}

std::string mlir::remat::planner::describe(const Advice &advice,
                                           const OptionSpelling &spelling,
                                           const Graph &graph) {
  return describe(advice, spelling,
                  advice.task ? nameTask(graph, *advice.task) : "",
                  advice.value ? nameValue(graph, *advice.value) : "");
}
