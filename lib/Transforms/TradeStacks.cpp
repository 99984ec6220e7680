//===- TradeStacks.cpp - remat-trade-stacks -------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassSetup.h"
#include "PlanningDialects.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Support/Figures.h"
#include "remat/Transforms/Passes.h"
#include "remat/Transforms/RewriteLoopPair.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATTRADESTACKS
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {
class TradeStacks
    : public PreparationPass<remat::impl::RematTradeStacksBase<TradeStacks>> {
public:
  using PreparationPass::PreparationPass;

private:
  LogicalResult run(func::FuncOp function) override;
};
} // namespace

static void emitChoice(const LoopPair &pair, const planner::StackChoice &before,
                       const planner::StackChoice &after) {
  pair.forward.op->emitRemark()
      << "keeps stacks of " << formatSize(after.bytes) << ", before "
      << formatSize(before.bytes) << "; making values again takes "
      << llvm::formatv("{0:F1}", after.time).str() << " ns, before "
      << llvm::formatv("{0:F1}", before.time).str();
}

LogicalResult TradeStacks::run(func::FuncOp function) {
  FailureOr<GraphBuilderOptions> options =
      getGraphOptions(function, target, device, /*lossResult=*/-1);
  if (failed(options))
    return failure();
  const int64_t limit = bytes;
  if (limit < 0)
    return function.emitOpError()
           << "cannot have stacks of bytes=" << limit << "; give 0 or more";
  const SmallVector<LoopPair, 0> pairs = findLoopPairs(function);
  markLoopPairs(pairs);
  for (size_t number = 0; number != pairs.size(); ++number) {
    std::optional<LoopPair> found = findMarkedPair(function, number);
    if (!found)
      continue;
    const LoopPair &pair = *found;
    const LoopPairTurns turns =
        buildLoopTurns(pair, *options->target, options->costModel);
    std::optional<planner::StackChoice> before = getGivenChoice(turns);
    std::optional<planner::StackChoice> after =
        planner::chooseStacks(turns.turns, limit);
    if (!before || !after) {
      pair.forward.op->emitRemark()
          << "keeps its stacks: none of at most " << formatSize(limit)
          << " serve the backward loop";
      continue;
    }
    emitChoice(pair, *before, *after);
    if (after->isKept != before->isKept)
      rewriteLoopPair(pair, turns, *after);
  }
  unmarkLoopPairs(function);
  return success();
}
