//===- ExplanationText.cpp - Explanations in words ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Report/ExplanationText.h"
#include "remat/Support/Figures.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace mlir::remat;
using namespace mlir::remat::planner;
using llvm::ArrayRef;
using llvm::formatv;

namespace {
class Text {
public:
  Text(const ExplainedPlan &plan, const ExplainedValue &value)
      : plan(plan), graph(plan.graph), value(value), facts(value.facts),
        task(graph.tasks[facts.task]) {}

  std::string run();

private:
  bool isMadeAgain() const { return facts.copies.size() > 1; }
  /// Some step between its first and last does not need it.
  bool hasGap() const;
  bool mayRunAgain() const {
    return task.mayRunAgain && task.policy != Policy::Save;
  }
  void addLine(const llvm::Twine &line) { text += "\n  " + line.str(); }
  std::string nameAt(ArrayRef<Step> steps, int32_t step) const;
  std::string getFate() const;
  void addValue();
  void addPlan();
  void addKeeping();
  void addDropping();
  void addPin();
  void addOtherwise();

  const ExplainedPlan &plan;
  const Graph &graph;
  const ExplainedValue &value;
  const Explanation &facts;
  const Task &task;
  std::string text;
};
} // namespace

/// "1.25%", and never 0.00% of a positive part.
static std::string formatShare(double part, double whole) {
  const double percent = whole > 0 ? 100 * part / whole : 0;
  if (percent > 0 && percent < 0.005)
    return "less than 0.01%";
  return formatv("{0:F2}%", percent);
}

/// "step 3", "steps 3, 8 and 40", "steps 3, 8, 40 and 12 more".
static std::string formatSteps(ArrayRef<int32_t> steps) {
  constexpr size_t most = 6;
  std::string text = steps.size() == 1 ? "step " : "steps ";
  const size_t shown = std::min(steps.size(), most);
  for (size_t i = 0; i != shown; ++i) {
    const bool isLast = i + 1 == steps.size();
    text += (i == 0 ? "" : isLast ? " and " : ", ") + std::to_string(steps[i]);
  }
  if (steps.size() > most)
    text += " and " + std::to_string(steps.size() - most) + " more";
  return text;
}

/// "takes 1.25% of the step longer", "takes as long".
static std::string compareTimes(const Plan &other, const ExplainedPlan &plan) {
  const double extra = other.time - plan.plan.time;
  if (std::abs(extra) <= 1e-12 * plan.plan.time)
    return "takes as long";
  return "takes " + formatShare(std::abs(extra), plan.graph.baseTime()) +
         " of the step " + (extra > 0 ? "longer" : "less");
}

/// How to get a plan that is better than the current one.
static std::string formatWay(const ExplainedPlan &plan, llvm::StringRef more) {
  if (plan.objective == Objective::Memory)
    return "the objective 'memory' prefers recomputation";
  if (plan.strategy == "auto")
    return more.str();
  return "strategy 'auto' may find such plans";
}

bool Text::hasGap() const {
  for (auto [copy, readers] : llvm::zip_equal(facts.copies, facts.readers)) {
    int32_t last = copy.firstStep;
    for (int32_t reader : readers) {
      if (reader - last > 1)
        return true;
      last = reader;
    }
  }
  return false;
}

std::string Text::nameAt(ArrayRef<Step> steps, int32_t step) const {
  return plan.nameTask(steps[step].task);
}

std::string Text::getFate() const {
  const std::string size = formatSize(facts.bytes);
  const Copy &first = facts.copies.front();
  if (isMadeAgain()) {
    llvm::SmallVector<int32_t> again;
    for (const Copy &copy : llvm::drop_begin(facts.copies))
      again.push_back(copy.firstStep);
    std::string fate =
        formatv("is recomputed: {0}, dropped after step {1} and made again at "
                "{2}",
                size, first.lastStep, formatSteps(again));
    if (facts.keep && facts.keep->peak > plan.budget)
      fate += formatv(", since keeping it would take {0} bytes more than the "
                      "budget",
                      facts.keep->peak - plan.budget);
    return fate;
  }
  std::string lives = formatv("{0}, from step {1} to step {2}", size,
                              first.firstStep, first.lastStep);
  if (!facts.before.isRead && !graph.values[facts.value].isResult)
    return "has no readers: " + size + ", alive at step " +
           std::to_string(first.firstStep) + " only";
  if (graph.values[facts.value].isResult)
    return "is kept to the end, as a result: " + lives;
  if (!mayRunAgain())
    return "is kept, as it may not be made again: " + lives;
  if (!hasGap())
    return "is kept, as there is no step without a need for it: " + lives;
  if (facts.peakWithout == plan.plan.peak)
    return "is kept, as dropping it would save nothing: " + lives;
  if (!runsTasksAgain(plan.plan))
    return "is kept, as the budget is met without recomputation: " + lives;
  return "is kept: " + lives;
}

void Text::addValue() {
  const ValueLife &before = facts.before;
  addLine("the value: " + value.type + ", made by " +
          plan.nameTask(facts.task));
  std::string line = formatv("without a plan: made at step {0} of 0 to {1}",
                             before.made, graph.tasks.size() - 1);
  if (before.isRead)
    line += formatv(", last read at step {0} by {1}", before.lastRead,
                    plan.nameTask(graph.baseOrder[before.lastRead]));
  if (facts.crossesBoundary)
    line += ", across the boundary from forward to backward";
  line += facts.isAtPeakBefore ? "; alive at the peak" : "; dead at the peak";
  addLine(line);
}

void Text::addPlan() {
  std::vector<int32_t> readers, made;
  for (const std::vector<int32_t> &each : facts.readers)
    llvm::append_range(readers, each);
  for (const Copy &copy : facts.copies)
    made.push_back(copy.firstStep);
  std::string line = formatv("the plan: {0} steps; makes it at {1}",
                             plan.plan.steps.size(), formatSteps(made));
  if (!readers.empty())
    line += ", reads it at " + formatSteps(readers);
  if (facts.bytesAtPeak)
    line += formatv("; it has {0} of the {1} bytes at the peak",
                    facts.bytesAtPeak, plan.plan.peak);
  else
    line += formatv("; dead at the peak of {0} bytes", plan.plan.peak);
  addLine(line);
}

void Text::addKeeping() {
  const double extra = task.time * static_cast<double>(facts.runs.size() - 1);
  addLine("the cost: making it again takes " +
          formatShare(extra, graph.baseTime()) + " of the step");
  if (task.policy == Policy::Recompute)
    addLine("why: remat.policy pins it recompute, so that it is not kept from "
            "forward to backward");
  if (!facts.keep)
    return;
  const WhatIf &keep = *facts.keep;
  std::string line = formatv(
      "why: if this plan kept it, its peak would be {0}, while {1} runs",
      formatSize(keep.peak), nameAt(keep.steps, keep.peakStep));
  if (keep.peak > plan.budget)
    line += formatv(": {0} bytes above the budget", keep.peak - plan.budget);
  else
    line += formatv(": within the budget too, and {0} of the step faster; {1}",
                    formatShare(plan.plan.time - keep.time, graph.baseTime()),
                    formatWay(plan, "the search did not find that, more effort "
                                    "may"));
  addLine(line);
}

void Text::addDropping() {
  if (!mayRunAgain()) {
    addLine("why: it must not be made again: " + value.obstacle);
    return;
  }
  if (!facts.drop) {
    // The last storage of a value that is remade, or used without a break.
    if (!isMadeAgain() && !hasGap())
      addLine("why: between the step that makes it and the last that reads it, "
              "it is needed at every step");
    return;
  }
  const DropWhatIf &drop = *facts.drop;
  if (facts.peakWithout == plan.plan.peak) {
    addLine(formatv("why: if it took no bytes at all, this plan would still "
                    "need {0}",
                    formatSize(plan.plan.peak)));
    return;
  }
  std::string line = formatv(
      "why: if this plan dropped it and made it again before step {0} ({1}), "
      "for {2} of the step, its peak would be ",
      drop.beforeStep, nameAt(plan.plan.steps, drop.beforeStep),
      formatShare(drop.time - plan.plan.time, graph.baseTime()));
  if (drop.peak < plan.plan.peak)
    line += formatv("{0} bytes less, and the budget is met without that",
                    plan.plan.peak - drop.peak);
  else if (drop.peak == plan.plan.peak)
    line += "the same";
  else
    line += formatv("{0} bytes more", drop.peak - plan.plan.peak);
  int64_t held = 0;
  for (ValueId operand : drop.heldOperands)
    held += graph.values[operand].bytes;
  if (held)
    line += formatv("; what it is made from, {0} bytes, would have to live "
                    "longer for it",
                    held);
  addLine(line);
}

void Text::addPin() {
  if (!value.pinned)
    return;
  std::string line =
      formatv("instead: with remat.policy = #remat.policy<{0}> on "
              "its op, ",
              isMadeAgain() ? "save" : "recompute");
  const Alternative &other = *value.pinned;
  if (other.plan) {
    const std::string compared = compareTimes(*other.plan, plan);
    line += "the best plan found for the budget " + compared +
            (llvm::StringRef(compared).ends_with(" long") ? " as" : " than") +
            " this one";
  } else if (other.status == Status::Infeasible)
    line += "no plan can meet the budget";
  else
    line += "no plan is known that meets the budget";
  if (!other.plan && other.smallestPeak)
    line += "; the smallest known needs " + formatSize(other.smallestPeak);
  addLine(line);
}

void Text::addOtherwise() {
  const bool isKnown =
      value.otherwise && (value.otherwise->plan || value.otherwise->isWithin);
  if (!mayRunAgain() || (!isMadeAgain() && !hasGap() && !isKnown))
    return;
  const llvm::StringRef what = isMadeAgain() ? "made once" : "made again";
  if (!isKnown)
    return addLine("its budget: none is known at which it is " + what);
  const auto &[other, isWithin] = *value.otherwise;
  std::string line = "its budget: ";
  if (isWithin)
    line += llvm::formatv("this one has room for plans that are not taken, in "
                          "which it is {0}{1}",
                          what, other ? "; " : "");
  if (other)
    line += llvm::formatv("the {0} known at which {1} {2} is {3}",
                          isMadeAgain() ? "smallest" : "largest",
                          isWithin ? "the best plan has it" : "it is", what,
                          formatSize(other->peak));
  addLine(line);
}

std::string Text::run() {
  text = value.subject + " " + getFate();
  addValue();
  addPlan();
  if (isMadeAgain())
    addKeeping();
  else if (!graph.values[facts.value].isResult)
    addDropping();
  addPin();
  if (facts.bytes)
    addOtherwise();
  return std::move(text);
}

std::string mlir::remat::formatExplanation(const ExplainedPlan &plan,
                                           const ExplainedValue &value) {
  return Text(plan, value).run();
}

/// "12 x 24 MiB, 301989888 bytes (288 MiB)".
static std::string formatStackSize(const ExplainedStack &stack) {
  return formatv("{0} x {1}, {2}", stack.slices,
                 formatBytes(stack.bytes / stack.slices),
                 formatSize(stack.bytes));
}

std::string mlir::remat::formatSegments(llvm::ArrayRef<int64_t> segments) {
  std::string text;
  for (int64_t turns : segments)
    text += formatv("{0}in segments of {1}{2}", text.empty() ? "" : ", these ",
                    turns, text.empty() ? " turns" : "");
  return text;
}

static std::string getStackFate(const ExplainedStack &stack) {
  if (stack.isKept && !stack.segments.empty())
    return formatv(
        "is kept {0}: {1} at a time, in place of {2}; all but the "
        "last segment run again",
        formatSegments(stack.segments),
        formatSize(stack.bytes / stack.slices * stack.segments.back()),
        formatStackSize(stack));
  if (stack.isKept)
    return formatv("is kept: {0} as a stack from {1} to {2}",
                   formatStackSize(stack), stack.forward, stack.backward);
  if (stack.isMadeAgain)
    return formatv("is made again in each of {0} backward turns; keeping it "
                   "would take {1}",
                   stack.turns, formatStackSize(stack));
  return formatv("has no stack, and is not made again: no backward turn needs "
                 "it{0}",
                 stack.wasKept ? " with what the plan keeps" : "");
}

/// What the opposite choice comes to.
static std::string compareStacks(const ExplainedPlan &plan,
                                 const ExplainedStack &stack) {
  const Outcome &other = *stack.otherwise;
  std::string line =
      formatv("why: {0} its stack, ", stack.isKept ? "without" : "with");
  if (other.hasPlan()) {
    const std::string compared = compareTimes(other.plan, plan);
    line += "the best plan found for the budget " + compared +
            (llvm::StringRef(compared).ends_with(" long") ? " as" : " than") +
            " this one";
    return line + formatv(", and needs {0} in place of {1}",
                          formatSize(other.plan.peak),
                          formatSize(plan.plan.peak))
                      .str();
  }
  line += other.status == Status::Infeasible
              ? "no plan can meet the budget"
              : "no plan is known that meets the budget";
  if (other.smallestPeak > plan.budget)
    line += formatv("; the smallest known needs {0}, {1} bytes above it",
                    formatSize(other.smallestPeak),
                    other.smallestPeak - plan.budget);
  return line;
}

std::string mlir::remat::formatStack(const ExplainedPlan &plan,
                                     const ExplainedStack &stack) {
  std::string text = stack.subject + " " + getStackFate(stack);
  auto addLine = [&](const llvm::Twine &line) { text += "\n  " + line.str(); };
  addLine(formatv("the value: {0}, {1} in each of {2} turns of {3}", stack.type,
                  stack.maker.empty() ? "carried" : "made by " + stack.maker,
                  stack.turns, stack.forward));
  addLine(stack.wasKept ? "without a plan: it has a stack"
                        : "without a plan: it has no stack");
  if (!stack.maker.empty() && (stack.isKept || stack.isMadeAgain))
    addLine(formatv("the cost: making it again in all turns {0} {1} of the "
                    "step, and what it is made from must be there",
                    stack.isMadeAgain ? "takes" : "would take",
                    formatShare(stack.time, plan.graph.baseTime())));
  if (!stack.obstacle.empty())
    addLine("why: " + stack.obstacle);
  else if (stack.otherwise)
    addLine(compareStacks(plan, stack));
  return text;
}

static std::string formatFasterWithin(const ExplainedPlan &plan,
                                      const Plan &faster) {
  const std::string size = formatSize(faster.peak);
  const std::string compared = compareTimes(faster, plan);
  // Always has the unchanged step.
  if (faster.strategy == "none" && plan.strategy != "auto" &&
      plan.objective == Objective::Time)
    return formatv("none is needed: strategy 'auto' would take a plan of {0} "
                   "that {1}, or a faster one",
                   size, compared);
  return formatv("none is needed: these searches found a plan of {0} that "
                 "{1}; {2}",
                 size, compared, formatWay(plan, "more effort would help"));
}

std::string mlir::remat::formatNeighbors(const ExplainedPlan &plan,
                                         const Alternative &below,
                                         const std::optional<Plan> &faster) {
  const int64_t peak = plan.plan.peak;
  const llvm::StringRef limits =
      plan.hasOtherStacks ? ", with the same stacks in the loops" : "";
  std::string text = ("\n  more budget" + limits + ": ").str();
  if (faster && faster->peak <= plan.budget)
    text += formatFasterWithin(plan, *faster);
  else if (faster)
    text += formatv("this plan stays the best known from {0} to {1} bytes; "
                    "with {2}, one is known that {3}",
                    peak, faster->peak - 1, formatSize(faster->peak),
                    compareTimes(*faster, plan));
  else
    text += "no faster plan is known, whatever the budget";
  text += formatv("\n  less budget{0}: with {1} bytes, one less than the plan "
                  "needs, ",
                  limits, peak - 1);
  if (below.plan)
    text += formatv("the best plan found {0}", compareTimes(*below.plan, plan));
  else if (below.status == Status::Infeasible)
    text += "there is no plan";
  else
    text += "no plan is known";
  return text;
}
