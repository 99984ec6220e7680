//===- Inline.cpp - From tasks to operations ------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "remat/Analysis/GraphBuilder.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Transforms/Passes.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATINLINE
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

namespace {
struct Inline : public remat::impl::RematInlineBase<Inline> {
  using RematInlineBase::RematInlineBase;
  void runOnOperation() override;
};
} // namespace

/// Annotates the task's ops that lack annotations: all with its policy and, if
/// `keepPhases`, its phase; only a single one with its cost, that of the whole.
static void annotateBody(Operation *task, Block &body, bool keepPhases) {
  SmallVector<Operation *> work;
  for (Operation &op : body.without_terminator())
    if (!isFolded(&op))
      work.push_back(&op);
  auto annotate = [&](Operation *op, StringRef name, Attribute value) {
    if (value && !op->hasAttr(name))
      op->setDiscardableAttr(name, value);
  };
  Attribute policy = task->getDiscardableAttr(kPolicyAttrName);
  Attribute phase;
  if (std::optional<TaskPhase> given = getPhase(task); given && keepPhases)
    phase = PhaseAttr::get(task->getContext(), *given);
  for (Operation *op : work) {
    annotate(op, kPolicyAttrName, policy);
    annotate(op, kPhaseAttrName, phase);
  }
  if (work.size() == 1)
    annotate(work.front(), kCostAttrName, getCostOverride(task));
}

static void inlineTask(Operation *task, bool keepPhases) {
  Block &body = task->getRegion(0).front();
  annotateBody(task, body, keepPhases);
  for (auto [argument, input] :
       llvm::zip_equal(body.getArguments(), task->getOperands()))
    argument.replaceAllUsesWith(input);
  Operation *yield = body.getTerminator();
  task->replaceAllUsesWith(yield->getOperands());
  yield->erase();
  task->getBlock()->getOperations().splice(task->getIterator(),
                                           body.getOperations());
  task->erase();
}

void Inline::runOnOperation() {
  SmallVector<Operation *> tasks;
  WalkResult walked = getOperation().walk([&](Operation *op) {
    if (!isa<ForwardOp, BackwardOp>(op))
      return WalkResult::advance();
    if (op->getRegion(0).empty()) {
      op->emitOpError("has no body: it can be planned, but not be turned into "
                      "operations; give it a body, or erase it");
      return WalkResult::interrupt();
    }
    tasks.push_back(op);
    return WalkResult::advance();
  });
  if (walked.wasInterrupted())
    return signalPassFailure();
  for (Operation *task : tasks)
    inlineTask(task, keepPhases);
}
