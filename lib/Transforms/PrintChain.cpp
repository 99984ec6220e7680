//===- PrintChain.cpp - remat-print-chain ---------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassSetup.h"
#include "PlanningDialects.h"
#include "remat/Planner/Join.h"
#include "remat/Transforms/Passes.h"
#include "llvm/Support/FormatVariadic.h"

#include <limits>

namespace mlir::remat {
#define GEN_PASS_DEF_REMATPRINTCHAIN
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;
using planner::ChainStage;
using planner::ChainStructure;
using planner::ForwardModel;
using planner::Graph;
using planner::JoinStructure;
using planner::StageTasks;

namespace {
class PrintChain
    : public PrintPass<remat::impl::RematPrintChainBase<PrintChain>> {
public:
  using PrintPass::PrintPass;

private:
  LogicalResult print(func::FuncOp function, raw_ostream &os) override;
};
} // namespace

static void printStage(const Graph &graph, const ChainStructure &structure,
                       size_t index, raw_ostream &os) {
  const ChainStage &stage = structure.chain.stages[index];
  const StageTasks &tasks = structure.stages[index];
  os << "  stage " << index + 1 << ": " << tasks.forward.size() << " forward, "
     << tasks.backward.size() << " backward; a " << stage.activationBytes
     << ", ā " << stage.savedBytes << ", δ " << stage.gradientBytes << " ("
     << stage.passingBytes << " pass), o_f " << stage.forwardWorkspace
     << ", o_ck " << stage.checkpointWorkspace << ", o_b "
     << stage.backwardWorkspace
     << llvm::formatv(", u_f {0:F1}, u_ck {1:F1}, u_b {2:F1}",
                      stage.forwardTime, stage.checkpointTime,
                      stage.backwardTime);
  if (!tasks.forward.empty())
    os << "; " << Graph::describe(graph.tasks[tasks.forward.front().task])
       << " to " << Graph::describe(graph.tasks[tasks.forward.back().task]);
  os << '\n';
}

/// Whether one stage takes more than half of the forward part.
static bool hasLargeStage(const planner::Chain &chain) {
  double sum = 0, most = 0;
  for (const ChainStage &stage : chain.stages) {
    sum += stage.forwardTime;
    most = std::max(most, stage.forwardTime);
  }
  return most > sum / 2;
}

static void printChain(const Graph &graph, const ChainStructure &structure,
                       raw_ostream &os) {
  const planner::Chain &chain = structure.chain;
  os << chain.stages.size() << " stages, "
     << (structure.isExact ? "exact" : "figures are bounds") << "; "
     << chain.residentBytes << " resident bytes, δ^0 "
     << chain.inputGradientBytes << '\n';
  for (size_t index = 0; index != chain.stages.size(); ++index)
    printStage(graph, structure, index, os);
}

static void printJoin(const Graph &graph, const JoinStructure &join,
                      raw_ostream &os) {
  os << join.lengths.size() << " branches\n";
  for (auto [branch, length] : llvm::enumerate(join.lengths))
    os << "  branch " << branch + 1 << ": " << length << " stages, ends with "
       << Graph::describe(graph.tasks[join.ends[branch]]) << '\n';
  const StageTasks &turn = join.chain.stages.back();
  os << "  turn: " << turn.forward.size() << " forward, "
     << turn.backward.size() << " backward\n";
}

LogicalResult PrintChain::print(func::FuncOp function, raw_ostream &os) {
  FailureOr<GraphBuilderOptions> options =
      getGraphOptions(function, target, device, lossResult);
  if (failed(options))
    return failure();
  if (width < 1)
    return function.emitOpError()
           << "cannot be printed with width=" << int64_t(width)
           << "; at least one value must be allowed to "
              "cross from one stage to the next";
  FailureOr<FunctionGraph> built = buildFunctionGraph(function, *options);
  if (failed(built))
    return failure();
  const Graph &graph = built->graph;
  os << "chain of '" << function.getName() << "': ";
  llvm::Expected<ForwardModel> model = planner::buildForwardModel(graph);
  if (!model) {
    os << "none; " << llvm::toString(model.takeError()) << '\n';
    return success();
  }
  planner::ChainCuts cuts;
  cuts.width = std::min<int64_t>(width, std::numeric_limits<int32_t>::max());
  cuts.maxStages = std::numeric_limits<size_t>::max();
  cuts.holdLongValues = holdLongValues;
  llvm::Expected<ChainStructure> structure =
      planner::findChain(graph, *model, cuts);
  if (!cuts.holdLongValues && structure && hasLargeStage(structure->chain)) {
    cuts.holdLongValues = true;
    llvm::Expected<ChainStructure> held =
        planner::findChain(graph, *model, cuts);
    cuts.holdLongValues =
        held && held->stages.size() > structure->stages.size();
    if (cuts.holdLongValues)
      structure = std::move(held);
    else
      llvm::consumeError(held.takeError());
  }
  if (structure && cuts.holdLongValues)
    os << "long values held, ";
  if (structure)
    printChain(graph, *structure, os);
  else
    os << "none; " << llvm::toString(structure.takeError()) << '\n';
  os << "join of '" << function.getName() << "': ";
  if (llvm::Expected<JoinStructure> join = planner::findJoin(graph, *model))
    printJoin(graph, *join, os);
  else
    os << "none; " << llvm::toString(join.takeError()) << '\n';
  return success();
}
