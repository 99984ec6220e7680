//===- TestTaskInterface.cpp - What operations are as tasks ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Pass/Pass.h"
#include "remat/Interfaces/TaskOpInterface.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
/// Prints for every operation that has an attribute `test.task` what the
/// functions of TaskOpInterface.h say of it, and for every one that has an
/// attribute `test.storage` what its results take.
struct TestTaskInterface
    : public PassWrapper<TestTaskInterface, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestTaskInterface)

  StringRef getArgument() const final { return "test-remat-task-interface"; }
  StringRef getDescription() const final {
    return "Print what operations marked 'test.task' are as tasks";
  }
  void runOnOperation() override;
};
} // namespace

static void print(Operation *op, StringRef label, raw_ostream &os) {
  OpCost cost = getOpCost(op);
  os << label << ": " << op->getName()
     << (isa<TaskOpInterface>(op) ? "" : " (no interface)")
     << " flops=" << llvm::format("%.0f", cost.flops)
     << " read=" << cost.bytesRead << " written=" << cost.bytesWritten
     << " workspace=" << cost.workspaceBytes;
  if (mayRunAgain(op))
    os << " again";
  if (preparesDestination(op))
    os << " prepares";
  if (std::optional<TaskPhase> phase = getPhase(op))
    os << " phase=" << stringifyTaskPhase(*phase);
  for (OpResult result : op->getResults())
    if (OpOperand *viewed = getViewedOperand(result))
      os << " result#" << result.getResultNumber() << "=operand#"
         << viewed->getOperandNumber();
  os << "\n";
}

static void printBytes(std::optional<int64_t> bytes, raw_ostream &os) {
  if (bytes)
    os << *bytes;
  else
    os << "unknown";
}

static void printStorage(Operation *op, raw_ostream &os) {
  for (Type type : op->getResultTypes()) {
    os << type << ": moves ";
    printBytes(getTypeBytes(type), os);
    if (auto shaped = dyn_cast<ShapedType>(type)) {
      os << ", takes ";
      printBytes(getStorageBytes(shaped), os);
    }
    os << "\n";
  }
}

void TestTaskInterface::runOnOperation() {
  getOperation()->walk<WalkOrder::PreOrder>([](Operation *op) {
    if (op->hasAttr("test.storage"))
      printStorage(op, llvm::outs());
    if (auto label = op->getDiscardableAttr("test.task"))
      if (auto name = dyn_cast<StringAttr>(label))
        print(op, name.getValue(), llvm::outs());
  });
}

namespace mlir::remat::test {
void registerTestTaskInterfacePass() { PassRegistration<TestTaskInterface>(); }
} // namespace mlir::remat::test
