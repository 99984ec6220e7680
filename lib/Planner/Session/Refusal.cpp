//===- Refusal.cpp - What a refusal says ----------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Planner/Refusal.h"

#include "remat/Planner/Simulator.h"
#include "remat/Support/Figures.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

CrowdedPlace mlir::remat::planner::findCrowdedPlace(const Graph &graph,
                                                    ArrayRef<Step> steps,
                                                    ArrayRef<Parking> parkings,
                                                    const HostLink &link) {
  const ParkedSimulation simulation = cantFail(
      simulate(graph, steps, parkings, link), "a plan can be simulated");
  CrowdedPlace place;
  place.bytes = simulation.peak;
  if (steps.empty())
    return place;
  const Step &step = steps[simulation.peakStep];
  place.task = step.task;
  const Task &task = graph.tasks[step.task];
  place.workspace =
      step.variant ? task.variants[step.variant - 1].workspace : task.workspace;
  for (const Copy &copy : simulation.liveAt(simulation.peakStep))
    place.live.push_back(copy.value);
  return place;
}

CrowdedPlace mlir::remat::planner::findCrowdedPlace(const Graph &graph,
                                                    const Outcome &refusal) {
  assert(refusal.isRefusal() && "nothing is refused");
  if (refusal.status == Status::NotFound)
    return findCrowdedPlace(graph, refusal.smallest.steps,
                            refusal.smallest.parkings, refusal.host.link);
  const PeakBound &bound = refusal.bound;
  return {bound.bytes + bound.onHost, bound.getWorkspace(graph), bound.task,
          bound.live};
}

std::string mlir::remat::planner::describeRefusal(const Outcome &refusal,
                                                  StringRef subject,
                                                  StringRef strategy) {
  std::string budget = formatSize(refusal.budget);
  if (refusal.host.isAvailable())
    budget += " with " + formatSize(refusal.host.budget) + " on the host";
  std::string text;
  if (refusal.status == Status::Infeasible) {
    text = subject.str() + " does not fit " + budget + ": at least " +
           formatSize(refusal.bound.bytes) + " are needed (proved), " +
           formatSize(refusal.bound.bytes - refusal.budget) + " more";
  } else {
    text = subject.str() + ": no plan found ";
    if (strategy != "auto")
      text += "by '" + strategy.str() + "' ";
    text += "within " + budget + "; the best found needs " +
            formatSize(refusal.smallestPeak) + ", " +
            formatSize(refusal.smallestPeak - refusal.budget) +
            " more; proven bound " + formatSize(refusal.bound.bytes);
    if (refusal.boundOfPlans > refusal.budget)
      text += ", " + formatSize(refusal.boundOfPlans) +
              " with loops, branches and calls kept whole";
  }
  if (refusal.stop == StopReason::Interrupt)
    text += "; the search was interrupted";
  else if (refusal.stop == StopReason::TimeLimit)
    text += "; the time limit ended the search";
  return text;
}

std::string mlir::remat::planner::describeSum(const Graph &graph,
                                              const CrowdedPlace &place) {
  std::string text = formatSize(place.bytes) + " at once";
  if (graph.residentBytes)
    text += ", " + formatSize(graph.residentBytes) +
            " of them resident (arguments and constants)";
  if (place.workspace)
    text += ", " + formatSize(place.workspace) + " its workspace";
  return text;
}

/// The name of `elements[position]`, which `kind` and its id replace.
template <typename Element>
static std::string name(ArrayRef<Element> elements, size_t position,
                        StringRef kind) {
  const Element &element = elements[position];
  const std::string number = (kind + " " + Twine(element.id)).str();
  if (element.name.empty())
    return number;
  const bool isOnlyOne = llvm::count_if(elements, [&](const Element &other) {
                           return other.name == element.name;
                         }) == 1;
  return "'" + element.name + "'" + (isOnlyOne ? "" : " (" + number + ")");
}

std::string mlir::remat::planner::nameTask(const Graph &graph, TaskId id) {
  return name(ArrayRef(graph.tasks), id, "op");
}

std::string mlir::remat::planner::nameValue(const Graph &graph, ValueId id) {
  return name(ArrayRef(graph.values), id, "value");
}
