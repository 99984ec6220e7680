//===- PrintPasses.cpp - Passes that print what the planner sees ----------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassSetup.h"
#include "PlanningDialects.h"
#include "remat/Analysis/MemoryProfile.h"
#include "remat/Planner/GraphIO.h"
#include "remat/Transforms/Passes.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATPRINTGRAPH
#define GEN_PASS_DEF_REMATPRINTMEMORYPROFILE
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;
using planner::Task;
using planner::TaskId;
using planner::ValueId;

namespace {
class PrintGraph
    : public PrintPass<remat::impl::RematPrintGraphBase<PrintGraph>> {
public:
  using PrintPass::PrintPass;

private:
  LogicalResult print(func::FuncOp function, raw_ostream &os) override;
};

class PrintMemoryProfile
    : public PrintPass<
          remat::impl::RematPrintMemoryProfileBase<PrintMemoryProfile>> {
public:
  using PrintPass::PrintPass;

private:
  LogicalResult print(func::FuncOp function, raw_ostream &os) override;
};
} // namespace

static FailureOr<MemoryProfile> getProfile(func::FuncOp function,
                                           StringRef target, StringRef device,
                                           int64_t lossResult) {
  FailureOr<GraphBuilderOptions> options =
      getGraphOptions(function, target, device, lossResult);
  if (failed(options))
    return failure();
  return computeMemoryProfile(function, *options);
}

static void printTask(const planner::Graph &graph, TaskId id, raw_ostream &os) {
  const Task &task = graph.tasks[id];
  os << "task " << id << ": " << task.type << ", "
     << planner::stringifyPhase(task.phase) << ", reads [";
  llvm::interleaveComma(task.inputs, os);
  os << "], makes [";
  llvm::interleaveComma(task.outputs, os, [&](ValueId output) {
    const planner::Value &value = graph.values[output];
    os << output << ": " << value.bytes << " bytes"
       << (value.isResult ? " result" : "");
  });
  os << "], time " << llvm::formatv("{0:F1}", task.time);
  if (task.workspace > 0)
    os << ", workspace " << task.workspace << " bytes";
  if (!task.mayRunAgain)
    os << ", runs once";
  if (task.policy != planner::Policy::Auto)
    os << ", policy " << planner::stringifyPolicy(task.policy);
  os << '\n';
}

LogicalResult PrintGraph::print(func::FuncOp function, raw_ostream &os) {
  FailureOr<MemoryProfile> profile =
      getProfile(function, target, device, lossResult);
  if (failed(profile))
    return failure();
  const planner::Graph &graph = profile->functionGraph.graph;
  if (json) {
    llvm::json::OStream stream(os, /*IndentSize=*/1);
    planner::writeGraph(graph, stream);
    os << '\n';
    return success();
  }
  os << "graph of '" << function.getName() << "': " << graph.tasks.size()
     << " tasks, " << graph.residentBytes << " resident bytes, loss ";
  if (graph.loss)
    os << *graph.loss;
  else
    os << "unknown";
  os << '\n';
  for (TaskId id = 0, end = graph.tasks.size(); id != end; ++id)
    printTask(graph, id, os);
  return success();
}

LogicalResult PrintMemoryProfile::print(func::FuncOp function,
                                        raw_ostream &os) {
  FailureOr<MemoryProfile> profile =
      getProfile(function, target, /*device=*/"unit", /*lossResult=*/-1);
  if (failed(profile))
    return failure();
  const planner::Simulation &simulation = profile->simulation;
  const planner::Graph &graph = profile->functionGraph.graph;
  os << "memory of '" << function.getName() << "': peak " << simulation.peak
     << " bytes at step " << simulation.peakStep << ", resident "
     << graph.residentBytes << " bytes\n";
  for (auto [step, live] : llvm::enumerate(simulation.liveBytes))
    os << llvm::formatv("{0,6} {1,15}  {2}", step, live,
                        graph.tasks[graph.baseOrder[step]].type)
       << (static_cast<int32_t>(step) == simulation.peakStep ? "  <- peak" : "")
       << '\n';
  return success();
}
