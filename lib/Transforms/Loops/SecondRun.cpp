//===- SecondRun.cpp - Forward turns that run again -----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/SecondRun.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
class SecondRunFinder {
public:
  explicit SecondRunFinder(const CountedLoop &loop) : loop(loop) {}

  /// With all that it follows from.
  void add(Value value);
  SecondRun finish();

private:
  void visit(Value value);

  const CountedLoop &loop;
  SecondRun run;
  llvm::DenseSet<const CarriedValue *> states;
  SmallVector<Value> pending;
};
} // namespace

void SecondRunFinder::visit(Value value) {
  if (const CarriedValue *carried = loop.findCarried(value)) {
    if (!carried->isInvariant() && states.insert(carried).second)
      pending.push_back(carried->yielded);
    return;
  }
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != loop.body || !run.ops.insert(op).second)
    return;
  llvm::append_range(pending, op->getOperands());
  visitUsedValuesDefinedAbove(op->getRegions(), [&](OpOperand *captured) {
    pending.push_back(captured->get());
  });
}

void SecondRunFinder::add(Value value) {
  pending.push_back(value);
  while (!pending.empty())
    visit(pending.pop_back_val());
}

SecondRun SecondRunFinder::finish() {
  for (auto [number, carried] : llvm::enumerate(loop.carried))
    if (states.contains(&carried))
      run.states.push_back(number);
  return std::move(run);
}

SecondRun mlir::remat::findSecondRun(const LoopPair &pair) {
  SecondRunFinder finder(pair.forward);
  for (const LoopStack &stack : pair.stacks) {
    BlockArgument argument = pair.forward.carried[stack.carried].argument;
    for (OpOperand &operand : stack.write->getOpOperands())
      // The slices get other indices.
      if (operand.get() != argument &&
          operand.getOperandNumber() != kWriteIndex)
        finder.add(operand.get());
  }
  return finder.finish();
}
