//===- DeadCode.cpp - What would get storages for nothing -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeadCode.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

/// Last to first, so that operands die before their definitions are met.
static void eraseDeadOps(Region &region) {
  for (Block &block : llvm::reverse(region))
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      if (isOpTriviallyDead(&op)) {
        op.erase();
        continue;
      }
      for (Region &inner : op.getRegions())
        eraseDeadOps(inner);
    }
}

/// Whether the canonicalizer would drop a result or a region of `op`.
static bool hasDeadParts(Operation *op) {
  if (!isa<scf::ExecuteRegionOp, scf::ForOp, scf::IfOp, scf::IndexSwitchOp,
           scf::WhileOp>(op))
    return false;
  if (isa<scf::IfOp, scf::IndexSwitchOp>(op) &&
      matchPattern(op->getOperand(0), m_Constant()))
    return true;
  return llvm::any_of(op->getResults(), [](OpResult result) {
    return result.use_empty() && isa<TensorType>(result.getType());
  });
}

/// Replaces selects that are decided. Others become ops of elements, in which
/// the canonicalizer finds that nothing needs the condition.
static void foldSelects(func::FuncOp function) {
  function.walk([](arith::SelectOp select) {
    BoolAttr condition;
    Value decided;
    if (select.getTrueValue() == select.getFalseValue())
      decided = select.getTrueValue();
    else if (matchPattern(select.getCondition(), m_Constant(&condition)))
      decided =
          condition.getValue() ? select.getTrueValue() : select.getFalseValue();
    if (decided && isa<TensorType>(select.getType()))
      select.replaceAllUsesWith(decided);
  });
}

/// Lets upstream's patterns drop the dead parts of branches and loops.
static void dropDeadParts(func::FuncOp function) {
  SmallVector<Operation *> partlyDead;
  function.walk([&](Operation *op) {
    if (hasDeadParts(op))
      partlyDead.push_back(op);
  });
  if (partlyDead.empty())
    return;
  MLIRContext *context = function.getContext();
  RewritePatternSet patterns(context);
  scf::ExecuteRegionOp::getCanonicalizationPatterns(patterns, context);
  scf::ForOp::getCanonicalizationPatterns(patterns, context);
  scf::IfOp::getCanonicalizationPatterns(patterns, context);
  scf::IndexSwitchOp::getCanonicalizationPatterns(patterns, context);
  scf::WhileOp::getCanonicalizationPatterns(patterns, context);
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  config.enableFolding(false);
  // A limit of rounds is no failure.
  (void)applyOpPatternsGreedily(partlyDead, std::move(patterns), config);
}

/// Ops, results and block arguments of `function`.
static size_t countParts(func::FuncOp function) {
  size_t count = 0;
  function.walk([&](Operation *op) {
    count += 1 + op->getNumResults();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        count += block.getNumArguments();
  });
  return count;
}

void mlir::remat::eraseDeadCode(func::FuncOp function) {
  // What goes may have been the last reader of a loop's or a branch's result.
  size_t count = countParts(function);
  for (size_t before = count + 1; count != before;) {
    before = count;
    foldSelects(function);
    eraseDeadOps(function.getBody());
    dropDeadParts(function);
    eraseDeadOps(function.getBody());
    count = countParts(function);
  }
}
