//===- TradeStacks.cpp - remat-trade-stacks -------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/DropUnreadStacks.h"
#include "Loops/ReplaceByCountedLoops.h"
#include "PassSetup.h"
#include "PlanningDialects.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "remat/Analysis/StacksLeftWhole.h"
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

/// Gives a pair the fastest stacks of at most `limit` bytes.
static void trade(const LoopPair &pair, const GraphBuilderOptions &options,
                  int64_t limit) {
  const LoopPairTurns turns =
      buildLoopTurns(pair, *options.target, options.costModel);
  std::optional<planner::StackChoice> before = getGivenChoice(turns);
  std::optional<planner::StackChoice> after =
      planner::chooseStacks(turns.turns, limit);
  if (!before || !after) {
    pair.forward.op->emitRemark()
        << "keeps its stacks: none of at most " << formatSize(limit)
        << " serve the backward loop";
    return;
  }
  emitChoice(pair, *before, *after);
  // The same stacks may be smaller if they are new.
  if (after->isKept != before->isKept || before->bytes > limit)
    rewriteLoopPair(pair, turns, *after);
}

static void emitLeftWhole(const StackLeftWhole &left) {
  InFlightDiagnostic diag = left.stack.getOwner()->emitRemark(left.describe());
  if (left.other)
    diag.attachNote(left.other->getLoc()) << "see here";
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
  replaceByCountedLoops(function);
  for (const StackLeftWhole &left :
       findStacksLeftWhole(function, findLoopPairs(function)))
    emitLeftWhole(left);
  // A loop that is made again in a backward turn may make a pair of its own
  // there.
  int64_t number = 0;
  while (true) {
    const SmallVector<LoopPair, 0> pairs = findUnmarkedPairs(function);
    if (pairs.empty())
      break;
    markLoopPairs(pairs, number);
    for (const int64_t end = number + pairs.size(); number != end; ++number)
      for (size_t copy = 0, copies = 0; true; ++copy) {
        const SmallVector<LoopPair, 0> found =
            findMarkedPairs(function, number);
        // The last one may be no pair any more.
        if (found.size() < copies)
          --copy;
        if (copy >= found.size())
          break;
        copies = found.size();
        trade(found[copy], *options, limit);
      }
  }
  unmarkLoopPairs(function);
  if (number != 0)
    dropUnreadStacks(function);
  return success();
}
