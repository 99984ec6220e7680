//===- FirstRunBound.cpp - What first runs make others remake -------------===//
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
// that the others fit relaxes every plan (proof: docs/internals/bounds.md).
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
// A second network adds the tasks x that are neither ancestors nor descendants.
// The source's side has those that have run before. A storage s that they alone
// read is simple: it is alive or made again, whatever else is.
//
//     x -> x'        infinite          x reads what x' makes
//     x -> r         infinite          x makes or adds to r, which a descendant
//                                      reads (what t adds to counts as forced)
//     m -> s         the lesser of     its maker m (for ancestors: the source)
//                    price · bytes     has run
//                    and cost
//     s -> x         infinite          unless all its readers have run
//
// No storage counts twice: the price of s and the cost of its maker are 0
// elsewhere.
//
// The price of bytes is a Lagrange multiplier: a cut of value v at price p
// proves a cost of at least v - p · room. Take two cuts, one that fits and one
// that does not, each best at some price; where their lines meet, either no cut
// is below and the price is the best, or a better pair appears.
//
//===----------------------------------------------------------------------===//

#include "Bounds/FirstRunBound.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cassert>
#include <limits>

using namespace llvm;
using namespace mlir::remat::planner;

FirstRunBound::FirstRunBound(const RemakeModel &model, int64_t budget)
    : model(model), graph(model.graph), budget(budget) {
  for (std::vector<int32_t> *marks : {&before, &after})
    marks->assign(graph.tasks.size(), 0);
  for (std::vector<int32_t> *marks :
       {&seen, &forced, &needed, &readAfter, &madeBefore})
    marks->assign(graph.values.size(), 0);
  otherNode.assign(graph.tasks.size(), -1);
  simpleOf.assign(graph.values.size(), -1);
  makesSimple.assign(graph.tasks.size(), false);
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
  // A value can have as many writers as readers.
  if (std::exchange(readAfter[root], stamp) != stamp &&
      any_of(graph.writers(root),
             [&](TaskId writer) { return isBefore(writer); }))
    madeBefore[root] = stamp;
  if (madeBefore[root] != stamp)
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
  first.promise = estimate(/*withOthers=*/false);
  // Others may run before, which needs other bytes.
  constexpr double trust = 1e-6;
  if (first.promise == 0) {
    first.promise = trust * estimate(/*withOthers=*/true);
    scanned += 4 * byDensity.size();
  }
  return first;
}

double FirstRunBound::estimate(bool withOthers) const {
  auto isOpen = [&](ValueId root) {
    return !isForced(root) &&
           (isNeeded(root) ||
            (withOthers && !isReadAfter(root) &&
             any_of(graph.writers(root),
                    [&](TaskId writer) { return isBefore(writer); }) &&
             any_of(graph.readers(root),
                    [&](TaskId reader) { return isOther(reader); })));
  };
  int64_t over = -room;
  for (ValueId root : byDensity)
    if (isOpen(root))
      over += model.size[root];
  double cost = 0;
  for (ValueId root : byDensity) {
    if (over <= 0)
      break;
    if (!isOpen(root))
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
    const int64_t size = simpleOf[root] < 0 ? model.size[root] : 0;
    byteArcs.push_back({cut.addArc(node, to), size});
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
      costArcs.push_back({cut.addArc(levelNode, MinCut::sink),
                          makesSimple[maker] ? 0 : cost - lower});
      lower = cost;
    }
    const int32_t first = taskNode[maker];
    const int32_t doArc = cut.addArc(MinCut::source, first);
    decisions.push_back({first, doArc, cut.addArc(first, MinCut::sink)});
  }
  return addByteArc(taskNode[maker] + model.levelOf[root]);
}

void FirstRunBound::collectSimple() {
  for (TaskId task = 0, e = graph.tasks.size(); task != e; ++task)
    if (isOther(task))
      others.push_back(task);
  scanned += graph.tasks.size();
  for (TaskId reader : others)
    for (ValueId root : model.reads[reader]) {
      ++scanned;
      if (isReadAfter(root) || isForced(root) || model.size[root] == 0)
        continue;
      ArrayRef<TaskId> writers = graph.writers(root);
      if (writers.size() != 1)
        continue;
      const TaskId maker = writers.front();
      if (simpleOf[root] < 0) {
        // One for each maker, whose cost counts once.
        if (makesSimple[maker] ||
            any_of(graph.tasks[maker].outputs, [&](ValueId output) {
              return graph.root(output) != output ||
                     (isReadAfter(output) && !isForced(output));
            }))
          continue;
        makesSimple[maker] = true;
        simpleOf[root] = simple.size();
        simple.push_back({root, {}});
      }
      simple[simpleOf[root]].readers.push_back(reader);
    }
}

void FirstRunBound::addOthers() {
  for (TaskId task : others)
    otherNode[task] = cut.addNode();
  for (TaskId task : others) {
    for (ValueId input : graph.tasks[task].inputs)
      for (TaskId writer : graph.writers(input))
        if (isOther(writer))
          firmArcs.push_back(cut.addArc(otherNode[task], otherNode[writer]));
    for (ValueId output : graph.tasks[task].outputs)
      if (graph.root(output) == output && isReadAfter(output) &&
          !isForced(output) && model.size[output] > 0 &&
          (graph.writers(output).size() == 1 ||
           (model.remaker[output] < 0 &&
            !is_contained(graph.tasks[ancestors.front()].outputs, output))))
        firmArcs.push_back(cut.addArc(otherNode[task], nodeOf(output)));
  }
  for (const auto &[root, readers] : simple) {
    const TaskId maker = graph.writers(root).front();
    const int32_t from = isOther(maker) ? otherNode[maker] : MinCut::source;
    int32_t to = otherNode[readers.front()];
    if (readers.size() > 1) {
      to = cut.addNode();
      for (TaskId reader : readers)
        firmArcs.push_back(cut.addArc(to, otherNode[reader]));
    }
    const int32_t arc = cut.addArc(from, to);
    if (model.remaker[root] < 0)
      byteArcs.push_back({arc, model.size[root]});
    else
      eitherArcs.push_back({arc, costOf(root), model.size[root]});
  }
}

void FirstRunBound::buildNetwork(bool withOthers) {
  cut.clear();
  costArcs.clear();
  byteArcs.clear();
  eitherArcs.clear();
  firmArcs.clear();
  decisions.clear();
  networkTasks.clear();
  networkRoots.clear();
  if (withOthers)
    collectSimple();
  for (ValueId root : neededRoots)
    firmArcs.push_back(cut.addArc(MinCut::source, nodeOf(root)));
  if (withOthers)
    addOthers();
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
  for (const auto &[root, readers] : simple) {
    simpleOf[root] = -1;
    makesSimple[graph.writers(root).front()] = false;
  }
  simple.clear();
  others.clear();
}

FirstRunBound::Line FirstRunBound::solve(int64_t perCost, int64_t perByte) {
  for (const PricedArc &arc : costArcs)
    cut.setCapacity(arc.arc, perCost * arc.amount);
  for (const PricedArc &arc : byteArcs)
    cut.setCapacity(arc.arc, perByte * arc.amount);
  for (const EitherArc &arc : eitherArcs)
    cut.setCapacity(arc.arc, std::min(perCost * arc.cost, perByte * arc.bytes));
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
  for (const EitherArc &arc : eitherArcs)
    if (cut.isCut(arc.arc)) {
      const bool isAlive = perByte * arc.bytes <= perCost * arc.cost;
      (isAlive ? line.bytes : line.cost) += isAlive ? arc.bytes : arc.cost;
    }
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
  othersDecided = false;
  if (room < 0)
    return impossible;
  const int64_t best = boundOver(/*withOthers=*/false, atLeast, workLimit);
  // Others that have run in a cheaper variant may run again in another, which
  // their least time does not count.
  if (best == impossible || model.hasCheaperFirst)
    return best;
  const int64_t withOthers =
      boundOver(/*withOthers=*/true, std::max(atLeast, best), workLimit);
  othersDecided = withOthers > best;
  return std::max(best, withOthers);
}

int64_t FirstRunBound::boundOver(bool withOthers, int64_t atLeast,
                                 uint64_t workLimit) {
  scanned += cut.work();
  buildNetwork(withOthers);
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
