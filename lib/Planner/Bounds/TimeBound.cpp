//===- TimeBound.cpp - What no plan within a budget can go below ----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When a task t first runs, all its ancestors and none of its descendants have
// run. Each value made by an ancestor and read by a descendant is alive or made
// again later, from values of the same kind. The cheapest set to remake such
// that the others fit is a relaxation of every plan. docs/internals/bounds.md
// has the proof.
//
// The network has a node for each storage r that may be alive and for each cost
// of each task w that may rerun. The source's side has the r that are read and
// the w that run from that moment on.
//
//     source -> r    infinite          t or a descendant of it reads r
//     r -> w         price · bytes     r is read, and as w does not run again,
//                                      a copy made before must be alive
//     r -> sink      price · bytes     the same where no task may make r again
//     w -> r'        infinite          a run of w reads r'
//     w -> sink      cost              it runs again
//
// The price of bytes is a Lagrange multiplier: a cut of value v at price p
// proves a cost of at least v - p · room. Take two cuts, one that fits and one
// that does not, each best at some price; where their lines meet, either no cut
// is below and the price is the best, or a better pair appears.
//
//===----------------------------------------------------------------------===//

#include "Bounds/MinCut.h"
#include "Bounds/RemakeModel.h"
#include "remat/Planner/Bounds.h"
#include "remat/Support/Budget.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cassert>
#include <limits>
#include <utility>

#define DEBUG_TYPE "remat-bounds"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

/// Work limits: rank first runs, ask about them, and close the gap between the
/// relaxation and whole sets.
static constexpr uint64_t rankingWork = 20'000'000;
static constexpr uint64_t askingWork = 5'000'000;
static constexpr uint64_t provingWork = 5'000'000;

/// The cost where nothing fits.
static constexpr int64_t impossible = int64_t(1) << 62;

static std::string text(double number) {
  std::string result;
  raw_string_ostream(result) << format("%.10g", number);
  return result;
}

namespace {

struct FirstRun {
  TaskId task = 0;
  /// Bytes alive in every plan, including residents and the task's workspace.
  int64_t forcedBytes = 0;
  /// Bytes of other values needed later, which could be remade.
  int64_t neededBytes = 0;
  /// Time of all tasks before and after, each once.
  double leastTime = 0;
  /// Estimated cost of remaking values, to rank first runs by.
  double promise = 0;
};

/// Bounds one first run after the other. Work counts tasks, values and arcs.
class FirstRunBound {
public:
  FirstRunBound(const RemakeModel &model, int64_t budget);

  /// Finds the forced and needed values at the first run of `task`. O(V + E).
  FirstRun examine(TaskId task);

  /// Lower bound on the cost of values remade after the first run examined
  /// last; `impossible` if nothing fits. Stops once clearly at most `atLeast`;
  /// less tight at the work limit.
  int64_t bound(int64_t atLeast, uint64_t workLimit);

  uint64_t work() const { return scanned + cut.work(); }

private:
  /// Cost of remade values and bytes of live ones in a cut.
  struct Line {
    int64_t cost = 0;
    int64_t bytes = 0;
  };
  /// A search for the best price of bytes, under some decisions.
  struct Exploration {
    int64_t enough = 0;
    int64_t target = 0;
    /// Lower bound on the cost of any set.
    int64_t least = 0;
    /// Cost of a set that fits; `impossible` if none is known.
    int64_t most = impossible;
    /// The next decision: the bound lies between two sets that differ in it.
    int32_t undecided = -1;
    /// The cheapest sets at some prices: one that does not fit, one that does.
    std::optional<Line> low, high;

    bool isClear() const {
      return least == impossible || most <= enough || least >= target;
    }
  };
  /// An arc of the network, and the cost or bytes that its capacity prices.
  struct PricedArc {
    int32_t arc;
    int64_t amount;
  };
  /// 1 runs a task again, -1 does not.
  struct Decision {
    int32_t node;
    int32_t doArc;
    int32_t dontArc;
    int32_t decided = 0;
  };

  /// Extends `tasks` by all ancestors or descendants, and marks them.
  void walk(std::vector<TaskId> &tasks, std::vector<int32_t> &marks,
            bool isBack);
  int64_t costOf(ValueId root) const {
    return model.levels[model.remaker[root]][model.levelOf[root]];
  }
  bool isBefore(TaskId task) const { return before[task] == stamp; }
  bool isForced(ValueId root) const { return forced[root] == stamp; }
  bool isNeeded(ValueId root) const { return needed[root] == stamp; }
  void force(ValueId root) {
    if (std::exchange(forced[root], stamp) != stamp)
      forcedBytes += graph.values[root].bytes;
  }
  void need(ValueId value);
  double estimate() const;
  void buildNetwork();
  int32_t nodeOf(ValueId root);
  /// The cheapest cut at these prices; `impossible` cost if decisions conflict.
  Line solve(int64_t perCost, int64_t perByte);
  /// Tries prices until some set costs at most `enough`, none less than
  /// `target`, or prices tell no more.
  Exploration explore(int64_t enough, int64_t target);
  /// Solves for these prices and records the answer.
  Line ask(Exploration &known, int64_t perCost, int64_t perByte);
  /// Finds a set that fits and one that does not; false if unnecessary.
  bool findEnds(Exploration &known);
  /// The task to decide about next, or -1.
  int32_t chooseUndecided() const;
  /// Whether no set costs less than `target`, by branching on decisions.
  bool prove(int64_t target, uint64_t workLimit);

  const RemakeModel &model;
  const Graph &graph;
  const int64_t budget;
  uint64_t scanned = 0;

  // Of the current first run: members have the stamp.
  int32_t stamp = 0;
  std::vector<int32_t> before, after;
  std::vector<int32_t> seen, forced, needed;
  /// Both begin with the task itself.
  std::vector<TaskId> ancestors, descendants;
  std::vector<ValueId> neededRoots;
  int64_t forcedBytes = 0;
  /// Units of unforced bytes.
  int64_t room = 0;
  /// Values that may be remade, most bytes for their cost first.
  std::vector<ValueId> byDensity;

  MinCut cut;
  std::vector<int32_t> rootNode, taskNode;
  std::vector<ValueId> networkRoots;
  std::vector<TaskId> networkTasks;
  std::vector<PricedArc> costArcs, byteArcs;
  std::vector<int32_t> firmArcs;
  std::vector<Decision> decisions;
  /// The last prices, near the next ones.
  int64_t lastPerCost = 0;
  int64_t lastPerByte = 0;
  std::vector<bool> sideOfLow, sideOfHigh;
};

/// Chooses the first runs to ask about: all of small steps, the most promising
/// of large ones.
class TimeBoundFinder {
public:
  TimeBoundFinder(const Graph &graph, int64_t budget)
      : graph(graph), budget(budget), model(graph), finder(model, budget) {}
  TimeBound find();

private:
  /// First runs, most promising first. Of many, samples some spread over the
  /// step, then some around the best.
  std::vector<FirstRun> rank();
  void ask(TaskId task, uint64_t workLimit);
  std::string explain(const FirstRun &first, int64_t cost) const;

  const Graph &graph;
  const int64_t budget;
  const RemakeModel model;
  FirstRunBound finder;
  TimeBound best;
};

} // namespace

FirstRunBound::FirstRunBound(const RemakeModel &model, int64_t budget)
    : model(model), graph(model.graph), budget(budget) {
  for (std::vector<int32_t> *marks : {&before, &after})
    marks->assign(graph.tasks.size(), 0);
  for (std::vector<int32_t> *marks : {&seen, &forced, &needed})
    marks->assign(graph.values.size(), 0);
  rootNode.assign(graph.values.size(), -1);
  taskNode.assign(graph.tasks.size(), -1);
  for (ValueId value = 0, e = graph.values.size(); value != e; ++value)
    if (model.remaker[value] >= 0 && model.size[value] > 0)
      byDensity.push_back(value);
  auto density = [&](ValueId value) {
    return costOf(value) / static_cast<double>(model.size[value]);
  };
  llvm::sort(byDensity, [&](ValueId a, ValueId b) {
    return std::make_pair(density(a), a) < std::make_pair(density(b), b);
  });
}

void FirstRunBound::walk(std::vector<TaskId> &tasks,
                         std::vector<int32_t> &marks, bool isBack) {
  for (size_t i = 0; i != tasks.size(); ++i) {
    const Task &task = graph.tasks[tasks[i]];
    for (ValueId value : isBack ? ArrayRef(task.inputs) : task.outputs) {
      ++scanned;
      if (std::exchange(seen[value], stamp) == stamp)
        continue;
      for (TaskId next : isBack ? graph.writers(value) : graph.readers(value))
        if (std::exchange(marks[next], stamp) != stamp)
          tasks.push_back(next);
    }
  }
  scanned += tasks.size();
}

void FirstRunBound::need(ValueId value) {
  const ValueId root = graph.root(value);
  ArrayRef<TaskId> writers = graph.writers(root);
  if (none_of(writers, [&](TaskId writer) { return isBefore(writer); }))
    return;
  bool canBeMadeAgain = model.remaker[root] >= 0;
  // A view made once holds its copy.
  for (ValueId view = value; canBeMadeAgain && view != root;
       view = *graph.values[view].viewOf)
    for (TaskId writer : graph.writers(view))
      canBeMadeAgain &= !(isBefore(writer) && graph.tasks[writer].runsOnce());
  if (!canBeMadeAgain) {
    force(root);
  } else if (!isNeeded(root)) {
    needed[root] = stamp;
    neededRoots.push_back(root);
  }
}

FirstRun FirstRunBound::examine(TaskId task) {
  ++stamp;
  ancestors.assign(1, task);
  walk(ancestors, before, /*isBack=*/true);
  descendants.assign(1, task);
  walk(descendants, after, /*isBack=*/false);
  forcedBytes = graph.residentBytes;
  neededRoots.clear();
  for (ValueId root : model.reads[task])
    force(root);
  for (TaskId reader : descendants) {
    for (ValueId input : graph.tasks[reader].inputs)
      need(input);
    scanned += graph.tasks[reader].inputs.size();
    // Updated in place.
    for (ValueId output : graph.tasks[reader].outputs)
      if (graph.values[output].accumulate)
        need(output);
  }
  for (ValueId result : model.results)
    need(result);
  scanned += model.results.size();
  forcedBytes += findCheapestRun(graph, task, [&](ValueId value) {
                   return isForced(value);
                 }).bytes;
  FirstRun first;
  first.task = task;
  first.forcedBytes = forcedBytes;
  erase_if(neededRoots, [&](ValueId root) { return isForced(root); });
  for (ValueId root : neededRoots)
    first.neededBytes += graph.values[root].bytes;
  first.leastTime = model.leastTime;
  if (model.hasCheaperFirst)
    for (TaskId ancestor : drop_begin(ancestors))
      first.leastTime +=
          model.leastFirst[ancestor] - model.leastTotal[ancestor];
  room = forcedBytes > budget ? -1 : (budget - forcedBytes) / model.byteUnit;
  first.promise = estimate();
  return first;
}

double FirstRunBound::estimate() const {
  int64_t over = -room;
  for (ValueId root : neededRoots)
    over += model.size[root];
  double cost = 0;
  for (ValueId root : byDensity) {
    if (over <= 0)
      break;
    if (!isNeeded(root) || isForced(root))
      continue;
    double part = std::min(1.0, over / static_cast<double>(model.size[root]));
    cost += part * costOf(root);
    over -= model.size[root];
  }
  return over > 0 ? std::numeric_limits<double>::infinity() : cost;
}

int32_t FirstRunBound::nodeOf(ValueId root) {
  int32_t &node = rootNode[root];
  if (node >= 0)
    return node;
  node = cut.addNode();
  networkRoots.push_back(root);
  auto addByteArc = [&](int32_t to) {
    byteArcs.push_back({cut.addArc(node, to), model.size[root]});
    return node;
  };
  const TaskId maker = model.remaker[root];
  if (maker < 0)
    return addByteArc(MinCut::sink);
  if (taskNode[maker] < 0) {
    networkTasks.push_back(maker);
    int64_t lower = 0;
    for (int64_t cost : model.levels[maker]) {
      const int32_t levelNode = cut.addNode();
      if (taskNode[maker] < 0)
        taskNode[maker] = levelNode;
      else
        firmArcs.push_back(cut.addArc(levelNode, levelNode - 1));
      costArcs.push_back({cut.addArc(levelNode, MinCut::sink), cost - lower});
      lower = cost;
    }
    const int32_t first = taskNode[maker];
    const int32_t doArc = cut.addArc(MinCut::source, first);
    decisions.push_back({first, doArc, cut.addArc(first, MinCut::sink)});
  }
  return addByteArc(taskNode[maker] + model.levelOf[root]);
}

void FirstRunBound::buildNetwork() {
  cut.clear();
  costArcs.clear();
  byteArcs.clear();
  firmArcs.clear();
  decisions.clear();
  networkTasks.clear();
  networkRoots.clear();
  for (ValueId root : neededRoots)
    firmArcs.push_back(cut.addArc(MinCut::source, nodeOf(root)));
  for (size_t i = 0; i != networkTasks.size(); ++i) {
    const TaskId task = networkTasks[i];
    for (ValueId root : model.reads[task])
      if (!isForced(root))
        firmArcs.push_back(cut.addArc(taskNode[task], nodeOf(root)));
  }
  for (ValueId root : networkRoots)
    rootNode[root] = -1;
  for (TaskId task : networkTasks)
    taskNode[task] = -1;
}

FirstRunBound::Line FirstRunBound::solve(int64_t perCost, int64_t perByte) {
  for (const PricedArc &arc : costArcs)
    cut.setCapacity(arc.arc, perCost * arc.amount);
  for (const PricedArc &arc : byteArcs)
    cut.setCapacity(arc.arc, perByte * arc.amount);
  for (int32_t arc : firmArcs)
    cut.setCapacity(arc, MinCut::infinite);
  for (const Decision &decision : decisions) {
    cut.setCapacity(decision.doArc,
                    decision.decided > 0 ? MinCut::infinite : 0);
    cut.setCapacity(decision.dontArc,
                    decision.decided < 0 ? MinCut::infinite : 0);
  }
  if (cut.solve() >= MinCut::infinite)
    return {impossible, 0};
  Line line = {0, 0};
  for (const PricedArc &arc : costArcs)
    line.cost += cut.isCut(arc.arc) ? arc.amount : 0;
  for (const PricedArc &arc : byteArcs)
    line.bytes += cut.isCut(arc.arc) ? arc.amount : 0;
  return line;
}

FirstRunBound::Line FirstRunBound::ask(Exploration &known, int64_t perCost,
                                       int64_t perByte) {
  const Line line = solve(perCost, perByte);
  if (line.cost == impossible) {
    known.least = impossible;
    return line;
  }
  const int64_t proved =
      perCost * line.cost + perByte * line.bytes - perByte * room;
  if (proved > 0)
    known.least = std::max<int64_t>(known.least,
                                    divideCeil(static_cast<uint64_t>(proved),
                                               static_cast<uint64_t>(perCost)));
  const bool fits = line.bytes <= room;
  if (fits)
    known.most = std::min(known.most, line.cost);
  (fits ? known.high : known.low) = line;
  std::vector<bool> &sides = fits ? sideOfHigh : sideOfLow;
  sides.clear();
  for (const Decision &decision : decisions)
    sides.push_back(cut.isOnSourceSide(decision.node));
  return line;
}

bool FirstRunBound::findEnds(Exploration &known) {
  if (lastPerCost > 0) {
    ask(known, lastPerCost, lastPerByte);
    if (known.isClear())
      return false;
  }
  if (!known.low) {
    // Least cost, then least bytes.
    const Line line = ask(known, model.sizeLimit, 1);
    if (known.least != impossible && line.bytes <= room)
      known.least = known.most = line.cost;
    if (!known.low || known.isClear())
      return false;
  }
  if (!known.high) {
    // Least bytes, then least cost.
    ask(known, 1, model.costLimit);
    if (!known.high)
      known.least = known.most = impossible;
  }
  return !known.isClear();
}

int32_t FirstRunBound::chooseUndecided() const {
  // The one that frees most bytes.
  int32_t undecided = -1;
  int64_t largest = -1;
  for (size_t i = 0; i != decisions.size(); ++i) {
    if (sideOfLow[i] == sideOfHigh[i])
      continue;
    int64_t frees = 0;
    for (ValueId output : graph.tasks[networkTasks[i]].outputs)
      if (model.remaker[output] == networkTasks[i] && isNeeded(output))
        frees += model.size[output];
    if (frees > largest) {
      largest = frees;
      undecided = i;
    }
  }
  return undecided;
}

FirstRunBound::Exploration FirstRunBound::explore(int64_t enough,
                                                  int64_t target) {
  Exploration known;
  known.enough = enough;
  known.target = target;
  if (!findEnds(known))
    return known;
  while (!known.isClear()) {
    // Both are positive: the sets are the ends of their trade.
    const Line low = *known.low, high = *known.high;
    lastPerByte = high.cost - low.cost;
    lastPerCost = low.bytes - high.bytes;
    assert(lastPerByte > 0 && lastPerCost > 0 &&
           "one set is better in both ways");
    const Line line = ask(known, lastPerCost, lastPerByte);
    if (lastPerCost * line.cost + lastPerByte * line.bytes >=
        lastPerCost * low.cost + lastPerByte * low.bytes)
      break;
  }
  known.undecided = chooseUndecided();
  return known;
}

bool FirstRunBound::prove(int64_t target, uint64_t workLimit) {
  const Exploration known = explore(target - 1, target);
  if (known.least >= target)
    return true;
  if (known.most < target || known.undecided < 0 || work() > workLimit)
    return false;
  for (int32_t decided : {1, -1}) {
    decisions[known.undecided].decided = decided;
    bool isProved = prove(target, workLimit);
    decisions[known.undecided].decided = 0;
    if (!isProved)
      return false;
  }
  return true;
}

int64_t FirstRunBound::bound(int64_t atLeast, uint64_t workLimit) {
  if (room < 0)
    return impossible;
  scanned += cut.work();
  buildNetwork();
  const Exploration known = explore(atLeast, impossible);
  int64_t best = known.least;
  if (best == impossible)
    return best;
  // Whole steps for few costs, larger ones for nearly continuous costs.
  for (int64_t step = std::max<int64_t>(1, (known.most - best) / 8);
       step > 0 && known.most > std::max(best, atLeast);) {
    int64_t target = std::min(known.most, std::max(best, atLeast) + step);
    if (work() <= workLimit && prove(target, workLimit))
      best = target;
    else
      step /= 2;
  }
  return best;
}

std::string TimeBoundFinder::explain(const FirstRun &first,
                                     int64_t cost) const {
  std::string reason = "when " + Graph::describe(graph.tasks[first.task]) +
                       " first runs, " + formatBytes(first.forcedBytes) +
                       " must be alive";
  if (cost == impossible && first.forcedBytes > budget)
    return reason + ", which is over the budget of " + formatBytes(budget);
  reason += "; of the " + formatBytes(first.neededBytes) +
            " that were made before and are needed later, " +
            formatBytes(budget - first.forcedBytes) +
            " fit beside them within the budget";
  if (cost == impossible)
    return reason + ", which is too little to make the others again";
  return reason + ", and making the others again takes at least " +
         text(model.timeOf(cost));
}

std::vector<FirstRun> TimeBoundFinder::rank() {
  std::vector<FirstRun> firsts;
  const size_t count = graph.baseOrder.size();
  std::vector<bool> isAsked(count, false);
  auto examine = [&](size_t position) {
    if (isAsked[position] || finder.work() > rankingWork)
      return;
    isAsked[position] = true;
    FirstRun first = finder.examine(graph.baseOrder[position]);
    if (first.forcedBytes > budget || first.promise > 0)
      firsts.push_back(first);
  };
  auto byPromise = [](const FirstRun &a, const FirstRun &b) {
    return a.promise != b.promise ? a.promise > b.promise : a.task < b.task;
  };

  size_t size = count + graph.values.size();
  for (const Task &task : graph.tasks)
    size += task.inputs.size() + task.outputs.size();
  // Half of the work for spread first runs, half for those around the best.
  size_t stride = 1;
  while (size / 2 > rankingWork / std::max<size_t>(1, 2 * count / stride))
    stride *= 2;
  std::vector<size_t> positionOf(count);
  for (size_t i = 0; i != count; ++i)
    positionOf[graph.baseOrder[i]] = i;
  for (size_t i = 0; i < count; i += stride)
    examine(i);
  while (stride > 1) {
    stride /= 2;
    llvm::sort(firsts, byPromise);
    size_t top = std::min<size_t>(firsts.size(), 8);
    for (size_t i = 0; i != top; ++i) {
      size_t position = positionOf[firsts[i].task];
      if (position >= stride)
        examine(position - stride);
      if (position + stride < count)
        examine(position + stride);
    }
  }
  llvm::sort(firsts, byPromise);
  return firsts;
}

void TimeBoundFinder::ask(TaskId task, uint64_t workLimit) {
  FirstRun first = finder.examine(task);
  // The best bound so far, as a cost of remakes here.
  double known = (best.time - first.leastTime) / model.timeUnit;
  int64_t atLeast = static_cast<int64_t>(std::max(0.0, known * (1 - 1e-12)));
  int64_t cost = finder.bound(atLeast, workLimit);
  if (cost == impossible) {
    best.time = std::numeric_limits<double>::infinity();
    best.reason = explain(first, cost);
    return;
  }
  double time = first.leastTime + model.timeOf(cost);
  // Round rounded sums down.
  if (!model.isExact)
    time *= 1 - 1e-12;
  if (cost > 0 && time > best.time) {
    best.time = time;
    best.reason = explain(first, cost);
    LLVM_DEBUG(dbgs() << "at least " << time << ": " << best.reason << "\n");
  }
}

TimeBound TimeBoundFinder::find() {
  best.time = model.leastTime;
  best.reason = "every op runs at least once";
  std::vector<FirstRun> firsts = rank();
  const uint64_t start = finder.work();
  LLVM_DEBUG(dbgs() << firsts.size() << " of " << graph.tasks.size()
                    << " first runs promise a bound above " << best.time
                    << "\n");
  for (const FirstRun &first : firsts) {
    if (finder.work() - start > askingWork)
      break;
    ask(first.task, 0);
    if (best.time == std::numeric_limits<double>::infinity())
      return best;
  }
  const uint64_t limit = finder.work() + provingWork;
  for (const FirstRun &first : firsts) {
    if (finder.work() > limit)
      break;
    ask(first.task, limit);
  }
  return best;
}

TimeBound mlir::remat::planner::lowerBoundTime(const Problem &problem) {
  const Graph &graph = problem.graph;
  if (!problem.budget)
    return {RemakeModel(graph).leastTime, "every op runs at least once"};
  const PeakBound peak = lowerBoundPeak(graph);
  if (*problem.budget < peak.bytes)
    return {
        std::numeric_limits<double>::infinity(),
        formatBytes(peak.bytes) + " must be alive " +
            (peak.task
                 ? "when " + Graph::describe(graph.tasks[*peak.task]) + " runs"
                 : "at the end") +
            ", which is over the budget of " + formatBytes(*problem.budget)};
  return TimeBoundFinder(graph, *problem.budget).find();
}
