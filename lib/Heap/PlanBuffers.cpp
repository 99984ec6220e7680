//===- PlanBuffers.cpp - The buffers of a plan ----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Heap/PlanBuffers.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::remat;
using namespace mlir::remat::planner;

namespace {
/// Follows the copies that each step reads and writes, as `simulate` does.
class AccessWalk {
public:
  AccessWalk(const Graph &graph, const Simulation &simulation,
             ArrayRef<Parking> parkings);

  /// Appends the next step's accesses.
  void run(int32_t index, Step step, PlanBuffers &result);
  /// Appends the end of the plan.
  void end(PlanBuffers &result) const;

private:
  void findViewDepths();

  static constexpr int64_t none = -1;

  const Graph &graph;
  /// Copies by the step and the value that they begin with.
  DenseMap<std::pair<int32_t, ValueId>, uint32_t> begun;
  /// The copies that come back from the host, by the step that they begin with.
  std::vector<std::vector<uint32_t>> fetched;
  // By value: the copy to read, and the number of views down to its owner.
  std::vector<int64_t> current;
  std::vector<int32_t> viewDepths;
};
} // namespace

AccessWalk::AccessWalk(const Graph &graph, const Simulation &simulation,
                       ArrayRef<Parking> parkings)
    : graph(graph), fetched(simulation.liveBytes.size() + 1),
      current(graph.values.size(), none) {
  for (auto [i, copy] : enumerate(simulation.copies))
    begun[{copy.firstStep, copy.value}] = i;
  for (const Parking &parking : parkings)
    if (auto found = begun.find({parking.fetchStep, parking.value});
        found != begun.end())
      fetched[parking.fetchStep].push_back(found->second);
  findViewDepths();
}

void AccessWalk::findViewDepths() {
  viewDepths.assign(graph.values.size(), -1);
  std::vector<ValueId> chain;
  for (size_t value = 0; value < graph.values.size(); ++value) {
    chain.clear();
    ValueId at = value;
    for (; viewDepths[at] < 0 && graph.values[at].viewOf;
         at = *graph.values[at].viewOf)
      chain.push_back(at);
    int32_t depth = viewDepths[at] = std::max(viewDepths[at], 0);
    for (ValueId view : reverse(chain))
      viewDepths[view] = ++depth;
  }
}

void AccessWalk::run(int32_t index, Step step, PlanBuffers &result) {
  for (uint32_t copy : fetched[index])
    current[result.values[copy]] = copy;
  const Task &task = graph.tasks[step.task];
  ArrayRef<ValueId> outputs =
      step.variant ? ArrayRef<ValueId>(task.variants[step.variant - 1].outputs)
                   : ArrayRef<ValueId>(task.outputs);
  placement::TaskAccess access;
  for (ValueId value : task.inputs)
    if (current[value] != none)
      access.reads.push_back(current[value]);
  SmallVector<ValueId, 4> views;
  for (ValueId value : outputs) {
    if (graph.values[value].viewOf) {
      views.push_back(value);
      continue;
    }
    if (auto found = begun.find({index, value}); found != begun.end())
      current[value] = found->second;
    else
      // Adds to a copy that another began.
      access.reads.push_back(current[value]);
    access.writes.push_back(current[value]);
  }
  // Views follow their sources, to find those copies.
  stable_sort(views, [&](ValueId a, ValueId b) {
    return viewDepths[a] < viewDepths[b];
  });
  for (ValueId view : views) {
    current[view] = current[*graph.values[view].viewOf];
    if (current[view] != none && !is_contained(access.writes, current[view]))
      access.reads.push_back(current[view]);
  }
  int64_t workspace =
      step.variant ? task.variants[step.variant - 1].workspace : task.workspace;
  if (workspace > 0) {
    access.writes.push_back(result.problem.buffers.size());
    result.problem.buffers.push_back({workspace, 1, index, index + 1, {}});
    result.names.push_back("w" + std::to_string(index));
  }
  result.accesses.push_back(std::move(access));
}

void AccessWalk::end(PlanBuffers &result) const {
  placement::TaskAccess access;
  for (size_t value = 0; value < graph.values.size(); ++value)
    if (graph.values[value].isResult && current[value] != none)
      access.reads.push_back(current[value]);
  result.accesses.push_back(std::move(access));
}

Expected<PlanBuffers> mlir::remat::getPlanBuffers(const Graph &graph,
                                                  ArrayRef<Step> steps,
                                                  ArrayRef<Parking> parkings) {
  Expected<ParkedSimulation> simulation =
      simulate(graph, steps, parkings, HostLink::getInstant());
  if (!simulation)
    return simulation.takeError();
  size_t most = simulation->copies.size() + steps.size();
  if (most > UINT32_MAX)
    return createStringError("the plan may have " + Twine(most) +
                             " buffers; at most 2^32 - 1 are placed");
  PlanBuffers result;
  std::vector<int32_t> copyCounts(graph.values.size());
  for (const Copy &copy : simulation->copies) {
    result.problem.buffers.push_back(
        {copy.bytes, 1, copy.firstStep, copy.lastStep + 1, {}});
    result.values.push_back(copy.value);
    int32_t number = copyCounts[copy.value]++;
    result.names.push_back(
        "v" + std::to_string(graph.values[copy.value].id) +
        (number ? "." + std::to_string(number) : std::string()));
  }
  AccessWalk walk(graph, *simulation, parkings);
  for (auto [i, step] : enumerate(steps))
    walk.run(i, step, result);
  walk.end(result);
  return std::move(result);
}

void mlir::remat::writePlanBuffers(const PlanBuffers &buffers,
                                   raw_ostream &os) {
  os << "id,lower,upper,size\n";
  for (auto [buffer, name] : zip_equal(buffers.problem.buffers, buffers.names))
    os << name << "," << buffer.timeStart << "," << buffer.timeEnd << ","
       << buffer.sizeInBytes << "\n";
}
