//===- TestShuffle.cpp - The same function in another order ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"

#include <random>

using namespace mlir;

namespace {
/// Puts the operations of a function's block into a random order in which each
/// stands after what it uses. Those with effects keep their order.
struct TestShuffle
    : public PassWrapper<TestShuffle, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestShuffle)

  TestShuffle() = default;
  TestShuffle(const TestShuffle &other) : PassWrapper(other) {}

  StringRef getArgument() const final { return "test-remat-shuffle"; }
  StringRef getDescription() const final {
    return "Put the operations of functions of one block into a random order";
  }
  void runOnOperation() override;

  Option<unsigned> seed{*this, "seed",
                        llvm::cl::desc("One order for each number"),
                        llvm::cl::init(1)};
};
} // namespace

void TestShuffle::runOnOperation() {
  Region &body = getOperation().getBody();
  if (!body.hasOneBlock())
    return;
  Block &block = body.front();
  SmallVector<Operation *> ops;
  llvm::DenseMap<Operation *, unsigned> index;
  for (Operation &op : block.without_terminator()) {
    index[&op] = ops.size();
    ops.push_back(&op);
  }
  SmallVector<unsigned> waits(ops.size(), 0);
  SmallVector<SmallVector<unsigned>> next(ops.size());
  std::optional<unsigned> lastWithEffects;
  for (unsigned i = 0; i != ops.size(); ++i) {
    auto waitFor = [&](unsigned other) {
      next[other].push_back(i);
      ++waits[i];
    };
    ops[i]->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *def = operand.getDefiningOp())
          if (auto it = index.find(def); it != index.end())
            waitFor(it->second);
    });
    if (isMemoryEffectFree(ops[i]))
      continue;
    if (lastWithEffects)
      waitFor(*lastWithEffects);
    lastWithEffects = i;
  }
  std::mt19937 random(seed);
  SmallVector<unsigned> ready;
  for (unsigned i = 0; i != ops.size(); ++i)
    if (!waits[i])
      ready.push_back(i);
  while (!ready.empty()) {
    std::swap(ready[random() % ready.size()], ready.back());
    unsigned op = ready.pop_back_val();
    ops[op]->moveBefore(block.getTerminator());
    for (unsigned other : next[op])
      if (--waits[other] == 0)
        ready.push_back(other);
  }
}

namespace mlir::remat::test {
void registerTestShufflePass() { PassRegistration<TestShuffle>(); }
} // namespace mlir::remat::test
