//===- BlockSearch.cpp - Plans of blocks ----------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Auto/BlockSearch.h"

#include "Auto/EventSearch.h"
#include "remat/Planner/Simulator.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <tuple>

using namespace llvm;
using namespace mlir::remat::planner;

/// Number of levels of the bytes that a block keeps.
static constexpr int keptLevels = 8;

/// Touched storages that a repair of a block may take.
static constexpr uint64_t repairWorkPerTask = 1000;

BlockSearch::BlockSearch(const Graph &graph, int32_t tasksPerBlock,
                         SearchControl &control, uint64_t work)
    : graph(graph), blocks(graph, tasksPerBlock) {
  // If the backward pass has no blocks, one may have most of it.
  const size_t maxTasks = 16 * size_t(tasksPerBlock);
  // Results for a block are not worth reporting.
  SearchControl partControl = control.makePart();
  std::map<std::vector<int64_t>, int32_t> kindOfKey;
  std::vector<BlockProblem> problems;
  for (const StepBlock &block : blocks.getBlocks()) {
    Expected<BlockProblem> problem = blocks.extract(block);
    if (!problem) {
      consumeError(problem.takeError());
      kindOf.clear();
      return;
    }
    auto [entry, isNew] =
        kindOfKey.try_emplace(std::move(problem->key), problems.size());
    kindOf.push_back(entry->second);
    tasksOf.push_back(problem->tasks);
    if (isNew)
      problems.push_back(std::move(*problem));
  }
  kinds.resize(problems.size());
  for (const auto &[problem, options] : zip(problems, kinds)) {
    const bool maySearch = problem.graph.tasks.size() <= maxTasks;
    solveKind(problem, options, partControl, maySearch, work / problems.size());
    if (options.empty()) {
      kindOf.clear();
      return;
    }
  }
}

void BlockSearch::solveKind(const BlockProblem &problem,
                            std::vector<Option> &options,
                            SearchControl &control, bool maySearch,
                            uint64_t work) {
  const Graph &local = problem.graph;
  StepModel model(local, local.baseOrder);
  if (!model.isSummable)
    return;
  const Slot enter = model.opOf[problem.enter];
  PlanEvaluator evaluator(local);
  // Adds the plan unless a known one is as good.
  auto offer = [&](ArrayRef<Step> steps) {
    std::optional<ScheduleFigures> result = evaluator.evaluate(steps);
    if (!result)
      return;
    Option option;
    option.time = result->time;
    std::vector<Step> *part = &option.forward;
    int64_t *peak = &option.forwardPeak;
    for (const auto &[i, step] : enumerate(steps)) {
      const int64_t alive = evaluator.liveBytes()[i];
      if (step.task == problem.enter) {
        option.kept = alive - problem.enteringBytes;
        part = &option.later;
        peak = &option.laterPeak;
      }
      *peak = std::max(*peak, alive);
      if (problem.tasks[step.task] >= 0)
        part->push_back(step);
    }
    if (none_of(options, [&](const Option &other) {
          return other.kept <= option.kept &&
                 other.forwardPeak <= option.forwardPeak &&
                 other.laterPeak <= option.laterPeak &&
                 other.time <= option.time;
        }))
      options.push_back(std::move(option));
  };
  offer(baseSteps(local));
  if (options.empty() || !maySearch)
    return;
  const uint64_t workOfRepair = repairWorkPerTask * local.tasks.size();
  const int64_t kept = options.front().kept;
  const int64_t peak =
      std::max(options.front().forwardPeak, options.front().laterPeak);
  // Twice: with room to run in, and with little.
  int64_t limit = peak;
  for (bool isTight : {false, true}) {
    std::optional<EventSearch> smallest;
    for (int level = isTight ? 0 : 1; level <= keptLevels; ++level) {
      // A workspace limits the bytes at a moment.
      const int64_t mayKeep = kept / keptLevels * (keptLevels - level);
      model.ops[enter].workspace =
          std::max<int64_t>(0, limit - problem.enteringBytes - mayKeep);
      EventSearch search(model, limit, control, EventSearch::Options());
      if (!search.repair(/*isLazy=*/model.size() > 512, /*mayStop=*/true,
                         workOfRepair))
        break;
      search.prune();
      search.improve(work / (2 * keptLevels));
      offer(search.getSchedule().steps());
      smallest.emplace(std::move(search));
    }
    if (isTight || !smallest)
      break;
    model.ops[enter].workspace = 0;
    smallest->descend(std::max<uint64_t>(work / 8, 64 * local.tasks.size()));
    smallest->prune();
    offer(smallest->getSchedule().steps());
    limit = smallest->getSchedule().peak();
    if (limit >= peak)
      break;
  }
}

std::vector<Step> BlockSearch::plan(int64_t nominal) const {
  if (kindOf.empty())
    return {};
  /// Sums over the blocks so far.
  struct Choice {
    int64_t kept;
    double time;
    int32_t previous;
    int32_t option;
  };
  // Distinguishes no more.
  constexpr size_t maxChoices = 256;
  std::vector<std::vector<Choice>> choices = {{{0, 0, -1, -1}}};
  const int64_t room = nominal - graph.residentBytes;
  for (const auto &[i, block] : enumerate(blocks.getBlocks())) {
    const int64_t results = blocks.resultBytesBefore(block);
    std::vector<Choice> next;
    for (const auto &[from, choice] : enumerate(choices.back()))
      for (const auto &[number, option] : enumerate(kinds[kindOf[i]]))
        if (choice.kept + option.forwardPeak <= room &&
            choice.kept + option.laterPeak + results <= room)
          next.push_back({choice.kept + option.kept, choice.time + option.time,
                          int32_t(from), int32_t(number)});
    llvm::stable_sort(next, [](const Choice &a, const Choice &b) {
      return std::tie(a.kept, a.time) < std::tie(b.kept, b.time);
    });
    std::vector<Choice> best;
    for (const Choice &choice : next)
      if (best.empty() || choice.time < best.back().time)
        best.push_back(choice);
    if (best.empty())
      return {};
    std::vector<Choice> &told = choices.emplace_back();
    const size_t count = std::min(best.size(), maxChoices);
    for (size_t k = 0; k != count; ++k)
      told.push_back(
          best[count == 1 ? 0 : k * (best.size() - 1) / (count - 1)]);
  }
  // The last one is the fastest.
  const size_t blockTotal = kindOf.size();
  std::vector<const Option *> chosen(blockTotal);
  int32_t at = choices.back().size() - 1;
  for (size_t i = blockTotal; i-- != 0;) {
    const Choice &choice = choices[i + 1][at];
    chosen[i] = &kinds[kindOf[i]][choice.option];
    at = choice.previous;
  }
  std::vector<Step> steps;
  auto append = [&](size_t block, ArrayRef<Step> part) {
    for (Step step : part) {
      step.task = tasksOf[block][step.task];
      steps.push_back(step);
    }
  };
  for (size_t i = 0; i != blockTotal; ++i)
    append(i, chosen[i]->forward);
  for (size_t i = blockTotal; i-- != 0;)
    append(i, chosen[i]->later);
  for (size_t i = blocks.end(); i != graph.baseOrder.size(); ++i)
    steps.push_back({graph.baseOrder[i]});
  return steps;
}

std::vector<Step>
mlir::remat::planner::stepsByBlocks(const Graph &graph, int64_t budget,
                                    ArrayRef<int32_t> tasksPerBlock,
                                    SearchControl &control, uint64_t work) {
  PlanEvaluator evaluator(graph);
  std::vector<Step> best;
  ScheduleFigures bestResult;
  auto offer = [&](std::vector<Step> steps) -> std::optional<int64_t> {
    std::optional<ScheduleFigures> result = evaluator.evaluate(steps);
    if (!result)
      return std::nullopt;
    const bool fits = result->peak <= budget;
    const bool bestFits = bestResult.peak <= budget;
    if (best.empty() || (fits && !bestFits) ||
        (fits == bestFits && (fits ? result->time < bestResult.time
                                   : result->peak < bestResult.peak))) {
      best = std::move(steps);
      bestResult = *result;
    }
    return result->peak;
  };
  for (int32_t size : tasksPerBlock) {
    const BlockSearch search(graph, size, control, work / tasksPerBlock.size());
    // Adapts the nominal budget to the plan's real peak.
    int64_t nominal = budget;
    for (int round = 0; round != 4 && nominal > 0; ++round) {
      std::vector<Step> steps = search.plan(nominal);
      if (steps.empty())
        break;
      std::optional<int64_t> peak = offer(std::move(steps));
      if (!peak || *peak == budget)
        break;
      nominal -= *peak - budget;
    }
  }
  return best;
}
