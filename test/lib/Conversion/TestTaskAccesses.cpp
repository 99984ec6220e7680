//===- TestTaskAccesses.cpp - Which op accesses which buffer --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arena/TaskAccesses.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
/// Says at each op that is a task which allocations (counted from 0) and which
/// other memory, results and state (#0 is the state of the world) it accesses.
struct TestTaskAccesses
    : public PassWrapper<TestTaskAccesses, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestTaskAccesses)

  StringRef getArgument() const final { return "test-remat-task-accesses"; }
  StringRef getDescription() const final {
    return "Say which buffers the ops of a function access";
  }
  void runOnOperation() override;
};
} // namespace

static void print(StringRef what, ArrayRef<uint32_t> objects,
                  uint32_t numBuffers, InFlightDiagnostic &diag) {
  if (objects.empty())
    return;
  diag << " " << what;
  for (uint32_t object : objects)
    if (object < numBuffers)
      diag << " " << object;
    else
      diag << " #" << object - numBuffers;
}

void TestTaskAccesses::runOnOperation() {
  llvm::DenseMap<Value, uint32_t> bufferOf;
  getOperation().walk([&](memref::AllocOp alloc) {
    uint32_t position = bufferOf.size();
    bufferOf[alloc.getResult()] = position;
  });
  FailureOr<FunctionTasks> tasks =
      collectTaskAccesses(getOperation(), bufferOf, bufferOf.size());
  if (failed(tasks))
    return signalPassFailure();
  for (auto [op, access] : llvm::zip_equal(tasks->ops, tasks->accesses)) {
    InFlightDiagnostic diag = op->emitRemark();
    diag << (access.isSequence ? "sequence:" : "task:");
    print("reads", access.reads, bufferOf.size(), diag);
    print("writes", access.writes, bufferOf.size(), diag);
  }
}

namespace mlir::remat::test {
void registerTestTaskAccessesPass() { PassRegistration<TestTaskAccesses>(); }
} // namespace mlir::remat::test
