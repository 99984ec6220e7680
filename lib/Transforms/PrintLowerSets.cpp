//===- PrintLowerSets.cpp - remat-print-lower-sets ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassSetup.h"
#include "PlanningDialects.h"
#include "remat/Planner/LowerSets.h"
#include "remat/Transforms/Passes.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATPRINTLOWERSETS
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;
using planner::ForwardModel;
using planner::LowerSetFamily;

namespace {
class PrintLowerSets
    : public PrintPass<remat::impl::RematPrintLowerSetsBase<PrintLowerSets>> {
public:
  using PrintPass::PrintPass;

private:
  LogicalResult print(func::FuncOp function, raw_ostream &os) override;
};
} // namespace

/// Prints nodes as their tasks.
static void printNodes(const ForwardModel &model, ArrayRef<int32_t> nodes,
                       raw_ostream &os) {
  SmallVector<planner::TaskId> tasks;
  for (int32_t node : nodes)
    llvm::append_range(tasks, model.nodes[node].tasks);
  llvm::sort(tasks);
  os << '{';
  llvm::interleaveComma(tasks, os);
  os << '}';
}

static void printSet(const ForwardModel &model, const LowerSetFamily &family,
                     size_t set, raw_ostream &os) {
  SmallVector<int32_t> members;
  for (int32_t node = 0, end = model.nodes.size(); node != end; ++node)
    if (family.contains(set, node))
      members.push_back(node);
  int64_t boundaryBytes = 0;
  for (int32_t node : family.boundary(set))
    boundaryBytes += model.nodes[node].bytes;
  os << "  ";
  printNodes(model, members, os);
  os << ": boundary ";
  printNodes(model, family.boundary(set), os);
  os << ", " << boundaryBytes << " bytes\n";
}

LogicalResult PrintLowerSets::print(func::FuncOp function, raw_ostream &os) {
  FailureOr<GraphBuilderOptions> options =
      getGraphOptions(function, target, device, lossResult);
  if (failed(options))
    return failure();
  if (limit < 1)
    return function.emitOpError() << "cannot be printed with limit=" << limit
                                  << "; at least one lower set must be allowed";
  FailureOr<FunctionGraph> built = buildFunctionGraph(function, *options);
  if (failed(built))
    return failure();
  llvm::Expected<ForwardModel> model = planner::buildForwardModel(built->graph);
  if (!model)
    return function.emitOpError() << llvm::toString(model.takeError());
  std::optional<LowerSetFamily> family;
  if (approximate)
    family = LowerSetFamily::pruned(*model, limit, /*withPrefixes=*/false);
  else
    family = LowerSetFamily::all(*model, limit);
  os << "lower sets of '" << function.getName() << "': ";
  if (family)
    os << family->size();
  else
    os << "more than " << limit;
  os << " over " << model->nodes.size() << " forward tasks\n";
  if (family)
    for (size_t set = 0; set != family->size(); ++set)
      printSet(*model, *family, set, os);
  return success();
}
