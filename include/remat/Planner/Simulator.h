//===- Simulator.h - The one memory model -----------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The judge of plans: solvers, reports, verifiers and tests all take a plan's
// bytes and time from here. Faster evaluators of searches, with tests against
// this one (docs/model.md): exact PlanEvaluator (below), EventSchedule,
// WindowModel (for a window's tasks), ExactEngine, ParkingAStar, ParkingSearch
// (for given steps); never below it simulateChain; nominal, with plans
// simulated later, JoinTable, LowerSetSearch.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_PLANNER_SIMULATOR_H
#define REMAT_PLANNER_SIMULATOR_H

#include "remat/Planner/Plan.h"
#include "remat/Planner/Problem.h"

namespace mlir::remat::planner {

/// One storage in time: made by a step, gone after its last reader.
struct Copy {
  /// The root value whose storage it is.
  ValueId value = 0;
  int64_t bytes = 0;
  /// Steps, both included.
  int32_t firstStep = 0;
  int32_t lastStep = 0;

  bool isAliveAt(int32_t step) const {
    return firstStep <= step && step <= lastStep;
  }
};

/// Of a whole schedule.
struct ScheduleFigures {
  /// Most bytes alive, resident bytes included (these alone without steps).
  int64_t peak = 0;
  /// The first step at which the peak is reached.
  int32_t peakStep = 0;
  /// Sum over the steps.
  double time = 0;
};

struct Simulation : ScheduleFigures {
  /// By step: resident bytes, live copies and the workspace.
  std::vector<int64_t> liveBytes;
  std::vector<Copy> copies;

  /// The copies alive at `step`, largest first, ties by value id. O(copies).
  std::vector<Copy> liveAt(int32_t step) const;
};

/// The copies of one parking, in time from the start of the step.
struct ParkingCopies {
  /// The copy out; 0 if there is none.
  double outBegin = 0;
  double outEnd = 0;
  /// How long the step waits for it.
  double outWait = 0;
  /// The copy back.
  double backBegin = 0;
  double backEnd = 0;
  double backWait = 0;
  /// The first reader of the fetched bytes; the number of steps at the end.
  int32_t awaitStep = 0;
};

/// Each stay on the device is one element of `copies`; one that begins after
/// the last step has none. `time` includes the waits. If the peak is after the
/// last step, `peakStep` is the last step.
struct ParkedSimulation : Simulation {
  /// Most bytes on the host.
  int64_t hostPeak = 0;
  /// By step: bytes on the host between it and the next.
  std::vector<int64_t> hostBytes;
  /// By parking.
  std::vector<ParkingCopies> parkingCopies;
};

/// Computes the bytes alive at each step: resident bytes, storages made before
/// and needed at or after it, storages that it makes, its workspace.
///
/// Each run of a task makes new copies of its outputs; readers read the latest.
/// A copy without readers occupies its own step only. A result's last copy
/// stays to the end. The first writer of an accumulating value makes its one
/// copy. A view shares the copy that its root had when the view was made.
///
/// Errors: a step out of range, or one that reads a value that does not exist;
/// `verify` checks the rest. O(steps + reads).
llvm::Expected<Simulation> simulate(const Graph &graph,
                                    llvm::ArrayRef<Step> steps);

/// The same with `parkings`. A parked storage is on the device up to its
/// release and again from its fetch; the host holds its bytes from the step
/// after which the copy out may begin until the step has waited for the last
/// copy back of these bytes. Between two steps, in this order: copies out
/// begin, the step waits for released storages' copies, copies back begin, the
/// step waits for those that its next task reads. Each way the link carries one
/// copy at a time, first come, first served. The peak includes the end, where
/// all results are on the device.
///
/// Errors: those above and of `HostLink::check`; a parking of a value that may
/// not be parked, or that is not there; steps not in the order send, release,
/// fetch; one that reads or makes the value while it is away; a fetch that
/// serves no reader; stays of one copy that overlap, or without the bytes on
/// the host. O(steps + reads + parkings log parkings).
llvm::Expected<ParkedSimulation> simulate(const Graph &graph,
                                          llvm::ArrayRef<Step> steps,
                                          llvm::ArrayRef<Parking> parkings,
                                          const HostLink &link);

/// `simulate` for many plans of one graph: flattens it once, keeps its buffers.
/// Not thread-safe. The graph must outlive it unchanged.
class PlanEvaluator {
public:
  /// O(V + E).
  explicit PlanEvaluator(const Graph &graph);

  /// Peak and time, or none where `simulate` fails. O(V + steps + reads), no
  /// allocation once the buffers have grown.
  std::optional<ScheduleFigures> evaluate(llvm::ArrayRef<Step> steps);
  /// As the free function.
  llvm::Expected<Simulation> simulate(llvm::ArrayRef<Step> steps);

  /// As in Simulation, of the last plan that `evaluate` accepted.
  llvm::ArrayRef<int64_t> liveBytes() const { return live; }

private:
  enum class FaultKind { None, NoSuchStep, NotThere, Incomplete };
  struct Fault {
    FaultKind kind = FaultKind::None;
    int32_t step = 0;
    ValueId value = 0;
  };
  /// A task or a variant, with ranges of `outputs`: storages, then views.
  struct Option {
    double time = 0;
    int64_t workspace = 0;
    int32_t storagesBegin = 0;
    int32_t storagesEnd = 0;
    int32_t viewsEnd = 0;
  };

  void addOption(llvm::ArrayRef<ValueId> made, double time, int64_t workspace);
  /// Fills `copies`.
  Fault walk(llvm::ArrayRef<Step> steps);
  /// Fills `live` from `copies`.
  ScheduleFigures measure(llvm::ArrayRef<Step> steps);
  llvm::Error explain(const Fault &fault, llvm::ArrayRef<Step> steps) const;

  const Graph &graph;
  // By value: the copy at the start, bytes of the root, writers of an
  // accumulating value (else 0), and views down to the root.
  std::vector<int32_t> initialCopies;
  std::vector<int64_t> bytes;
  std::vector<int32_t> writersNeeded;
  std::vector<int32_t> viewDepth;
  std::vector<ValueId> results;
  // By task: ranges of `inputs` and `options`.
  std::vector<int32_t> inputBegin;
  std::vector<int32_t> optionBegin;
  std::vector<ValueId> inputs;
  std::vector<ValueId> outputs;
  std::vector<Option> options;
  // The plan in hand.
  std::vector<int32_t> current;
  std::vector<int32_t> written;
  std::vector<Copy> copies;
  std::vector<int64_t> live;
};

/// Makes a plan without a strategy.
Plan makePlan(llvm::ArrayRef<Step> steps, const ScheduleFigures &figures);
Plan makePlan(llvm::ArrayRef<Step> steps, std::vector<Parking> parkings,
              const ParkedSimulation &simulation);
/// Of each step, in the unit of the graph's times.
std::vector<double> getDurations(const Graph &graph,
                                 llvm::ArrayRef<Step> steps);
/// Of the results after the last step of a plan without parkings, resident
/// bytes included. O(V + copies).
int64_t getBytesAtEnd(const Graph &graph, const Simulation &simulation);

std::vector<Step> baseSteps(const Graph &graph);

/// Whether `plan` is a valid answer to `problem`:
/// (C1) each step reads only values that exist;
/// (C2) every task runs, and once only unless it may run again;
/// (C3) each output of a task that is read or is a result is made by some step
///      (a variant may leave outputs out);
/// (C4) a task pinned `save` runs once; no storage that a task pinned
///      `recompute` makes up to the end of the forward pass (the earlier of the
///      last first run of a forward task and the first run of a backward task)
///      is read by a backward task, or by a forward task that runs again, from
///      the later of these on;
/// (C5) the simulated peak is within the budget, if the problem has one;
/// (C6) the plan's `peak`, `hostPeak` and `time` are those simulated;
/// (C7) parkings are as `simulate` demands, and the bytes on the host within
///      its budget, which is 0 unless it is given.
/// The error names the constraint, the step and the value. O(steps + reads).
llvm::Error verify(const Problem &problem, const Plan &plan);

} // namespace mlir::remat::planner

#endif // REMAT_PLANNER_SIMULATOR_H
