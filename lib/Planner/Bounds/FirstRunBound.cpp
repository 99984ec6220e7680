//===- FirstRunBound.cpp - What first runs make others do again -----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The network has a node for each storage r that may have to be there and for
// each task w that may run again (one for each of its costs, if variants make
// some outputs at less). A node on the source's side says that r is read from
// the moment on, or that w runs from the moment on.
//
//     source -> r    infinite          t or a descendant of it reads r
//     r -> w         price · bytes     r is read, and as w does not run again,
//                                      a copy made before must be alive
//     r -> sink      price · bytes     the same where no task may make r again
//     w -> r'        infinite          a run of w reads r'
//     w -> sink      cost              it runs again
//
// The price of bytes is a Lagrange multiplier: a cut of value v at price p
// proves a cost of at least v - p · room. The best price is found by lines: two
// cuts, one that fits and one that does not, are each best at some price; where
// their lines meet, either no cut is below, or a better pair is found.
//
//===----------------------------------------------------------------------===//

#include "Bounds/FirstRunBound.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>

using namespace llvm;
using namespace mlir::remat::planner;

FirstRunBound::FirstRunBound(const RemakeModel &model, int64_t budget)
    : model(model), graph(model.graph), budget(budget) {
  const size_t valueCount = graph.values.size();
  before.assign(graph.tasks.size(), 0);
  after.assign(graph.tasks.size(), 0);
  seen.assign(valueCount, 0);
  forced.assign(valueCount, 0);
  needed.assign(valueCount, 0);
  rootNode.assign(valueCount, -1);
  taskNode.assign(graph.tasks.size(), -1);
  for (ValueId value = 0, e = valueCount; value != e; ++value)
    if (model.remaker[value] >= 0 && model.size[value] > 0)
      byDensity.push_back(value);
  auto density = [&](ValueId value) {
    return model.levels(model.remaker[value])[model.levelOf[value]] /
           static_cast<double>(model.size[value]);
  };
  llvm::sort(byDensity, [&](ValueId a, ValueId b) {
    double densityA = density(a), densityB = density(b);
    return densityA != densityB ? densityA < densityB : a < b;
  });
}

void FirstRunBound::markRelatives(TaskId task) {
  ++stamp;
  queue.assign(1, task);
  for (size_t i = 0; i != queue.size(); ++i)
    for (ValueId input : graph.tasks[queue[i]].inputs) {
      ++scanned;
      if (seen[input] == stamp)
        continue;
      seen[input] = stamp;
      for (TaskId writer : graph.writers(input))
        if (before[writer] != stamp) {
          before[writer] = stamp;
          queue.push_back(writer);
        }
    }
  ++stamp;
  for (TaskId ancestor : drop_begin(queue))
    before[ancestor] = stamp;
  descendants.assign(1, task);
  for (size_t i = 0; i != descendants.size(); ++i)
    for (ValueId output : graph.tasks[descendants[i]].outputs) {
      ++scanned;
      if (seen[output] == stamp)
        continue;
      seen[output] = stamp;
      for (TaskId reader : graph.readers(output))
        if (after[reader] != stamp) {
          after[reader] = stamp;
          descendants.push_back(reader);
        }
    }
  scanned += queue.size() + descendants.size();
}

void FirstRunBound::force(ValueId root) {
  if (isForced(root))
    return;
  forced[root] = stamp;
  forcedBytes += graph.values[root].bytes;
}

void FirstRunBound::need(ValueId value) {
  const ValueId root = graph.root(value);
  ArrayRef<TaskId> writers = graph.writers(root);
  if (none_of(writers, [&](TaskId writer) { return isBefore(writer); }))
    return;
  bool canBeMadeAgain = model.remaker[root] >= 0;
  // A view made once holds on to the copy of that time.
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

int64_t FirstRunBound::cheapestRun(TaskId task) const {
  const Task &t = graph.tasks[task];
  auto bytesOf = [&](ArrayRef<ValueId> outputs, int64_t bytes) {
    for (ValueId output : outputs)
      if (!graph.values[output].viewOf && !isForced(output))
        bytes += graph.values[output].bytes;
    return bytes;
  };
  int64_t least = bytesOf(t.outputs, t.workspace);
  for (const Variant &variant : t.variants) {
    // A task that runs once makes all that is needed of it.
    bool isEnough = !t.runsOnce() || all_of(t.outputs, [&](ValueId output) {
      return !graph.isNeeded(output) || is_contained(variant.outputs, output);
    });
    if (isEnough)
      least = std::min(least, bytesOf(variant.outputs, variant.workspace));
  }
  return least;
}

FirstRun FirstRunBound::examine(TaskId task) {
  markRelatives(task);
  forcedBytes = graph.residentBytes;
  neededRoots.clear();
  for (ValueId root : model.reads(task))
    force(root);
  for (TaskId reader : descendants) {
    for (ValueId input : graph.tasks[reader].inputs)
      need(input);
    scanned += graph.tasks[reader].inputs.size();
    // Added to in place.
    for (ValueId output : graph.tasks[reader].outputs)
      if (graph.values[output].accumulate)
        need(output);
  }
  for (ValueId result : model.results)
    need(result);
  scanned += model.results.size();
  forcedBytes += cheapestRun(task);

  FirstRun first;
  first.task = task;
  first.forcedBytes = forcedBytes;
  erase_if(neededRoots, [&](ValueId root) { return isForced(root); });
  for (ValueId root : neededRoots)
    first.neededBytes += graph.values[root].bytes;
  first.leastTime = model.leastTime;
  if (model.hasCheaperFirst)
    for (TaskId ancestor : drop_begin(queue))
      first.leastTime +=
          model.leastFirst[ancestor] - model.leastTotal[ancestor];
  room = forcedBytes > budget ? -1 : (budget - forcedBytes) / model.byteUnit;
  first.promise = estimate(room);
  return first;
}

double FirstRunBound::estimate(int64_t room) const {
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
    cost += part * model.levels(model.remaker[root])[model.levelOf[root]];
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
  const TaskId maker = model.remaker[root];
  if (maker < 0) {
    byteArcs.push_back(
        {cut.addArc(node, MinCut::sink), node, MinCut::sink, model.size[root]});
    return node;
  }
  if (taskNode[maker] < 0) {
    networkTasks.push_back(maker);
    ArrayRef<int64_t> levels = model.levels(maker);
    for (size_t level = 0; level != levels.size(); ++level) {
      int32_t levelNode = cut.addNode();
      if (level == 0)
        taskNode[maker] = levelNode;
      else
        firmArcs.push_back(cut.addArc(levelNode, levelNode - 1));
      costArcs.push_back({cut.addArc(levelNode, MinCut::sink), levelNode,
                          MinCut::sink,
                          levels[level] - (level ? levels[level - 1] : 0)});
    }
    Decision decision;
    decision.node = taskNode[maker];
    decision.doArc = cut.addArc(MinCut::source, decision.node);
    decision.dontArc = cut.addArc(decision.node, MinCut::sink);
    decisions.push_back(decision);
  }
  const int32_t made = taskNode[maker] + model.levelOf[root];
  byteArcs.push_back({cut.addArc(node, made), node, made, model.size[root]});
  return node;
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
    for (ValueId root : model.reads(task))
      if (!isForced(root))
        firmArcs.push_back(cut.addArc(taskNode[task], nodeOf(root)));
  }
  for (ValueId root : networkRoots)
    rootNode[root] = -1;
  for (TaskId task : networkTasks)
    taskNode[task] = -1;
}

FirstRunBound::Line FirstRunBound::solve(int64_t perCost, int64_t perByte) {
  for (const Arc &arc : costArcs)
    cut.setCapacity(arc.arc, perCost * arc.amount);
  for (const Arc &arc : byteArcs)
    cut.setCapacity(arc.arc, perByte * arc.amount);
  for (int32_t arc : firmArcs)
    cut.setCapacity(arc, MinCut::infinite);
  for (const Decision &decision : decisions) {
    cut.setCapacity(decision.doArc,
                    decision.decided > 0 ? MinCut::infinite : 0);
    cut.setCapacity(decision.dontArc,
                    decision.decided < 0 ? MinCut::infinite : 0);
  }
  Line line;
  if (cut.solve() >= MinCut::infinite) {
    line.cost = impossible;
    return line;
  }
  auto isCut = [&](const Arc &arc) {
    return cut.isOnSourceSide(arc.from) && !cut.isOnSourceSide(arc.to);
  };
  for (const Arc &arc : costArcs)
    if (isCut(arc))
      line.cost += arc.amount;
  for (const Arc &arc : byteArcs)
    if (isCut(arc))
      line.bytes += arc.amount;
  return line;
}

FirstRunBound::Line FirstRunBound::ask(Exploration &exploration,
                                       int64_t perCost, int64_t perByte) {
  Range &range = exploration.range;
  const Line line = solve(perCost, perByte);
  if (line.cost == impossible) {
    range.least = impossible;
    return line;
  }
  const int64_t proved =
      perCost * line.cost + perByte * line.bytes - perByte * room;
  if (proved > 0)
    range.least = std::max<int64_t>(range.least,
                                    divideCeil(static_cast<uint64_t>(proved),
                                               static_cast<uint64_t>(perCost)));
  const bool fits = line.bytes <= room;
  if (fits)
    range.most = std::min(range.most, line.cost);
  (fits ? exploration.high : exploration.low) = line;
  std::vector<bool> &sides = fits ? sideOfHigh : sideOfLow;
  sides.clear();
  for (const Decision &decision : decisions)
    sides.push_back(cut.isOnSourceSide(decision.node));
  return line;
}

bool FirstRunBound::findEnds(Exploration &exploration) {
  Range &range = exploration.range;
  if (lastPerCost > 0) {
    ask(exploration, lastPerCost, lastPerByte);
    if (exploration.isClear())
      return false;
  }
  if (!exploration.low) {
    // The least cost, then the least bytes.
    const Line line = ask(exploration, model.sizeLimit, 1);
    if (range.least != impossible && line.bytes <= room)
      range.least = range.most = line.cost;
    if (!exploration.low || exploration.isClear())
      return false;
  }
  if (!exploration.high) {
    // The other way around.
    ask(exploration, 1, model.costLimit);
    if (!exploration.high)
      range.least = range.most = impossible;
  }
  return !exploration.isClear();
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

FirstRunBound::Range FirstRunBound::explore(int64_t enough, int64_t target) {
  Exploration exploration;
  exploration.enough = enough;
  exploration.target = target;
  if (!findEnds(exploration))
    return exploration.range;
  while (!exploration.isClear()) {
    // Both are positive: the two sets are the ends of their trade.
    const Line low = *exploration.low, high = *exploration.high;
    const int64_t perByte = high.cost - low.cost;
    const int64_t perCost = low.bytes - high.bytes;
    assert(perByte > 0 && perCost > 0 && "one set is better in both ways");
    lastPerCost = perCost;
    lastPerByte = perByte;
    const Line line = ask(exploration, perCost, perByte);
    if (perCost * line.cost + perByte * line.bytes >=
        perCost * low.cost + perByte * low.bytes)
      break;
  }
  exploration.range.undecided = chooseUndecided();
  return exploration.range;
}

bool FirstRunBound::prove(int64_t target, uint64_t workLimit) {
  Range range = explore(target - 1, target);
  if (range.least >= target)
    return true;
  if (range.most < target || range.undecided < 0 || work() > workLimit)
    return false;
  for (int32_t decided : {1, -1}) {
    decisions[range.undecided].decided = decided;
    bool isProved = prove(target, workLimit);
    decisions[range.undecided].decided = 0;
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
  Range range = explore(atLeast, impossible);
  int64_t best = range.least;
  if (best == impossible)
    return best;
  // Whole steps where costs are few, larger ones where they are as good as
  // continuous.
  for (int64_t step = std::max<int64_t>(1, (range.most - best) / 8);
       step > 0 && range.most > std::max(best, atLeast);) {
    int64_t target = std::min(range.most, std::max(best, atLeast) + step);
    if (work() <= workLimit && prove(target, workLimit))
      best = target;
    else
      step /= 2;
  }
  return best;
}
