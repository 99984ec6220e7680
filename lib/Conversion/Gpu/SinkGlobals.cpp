//===- SinkGlobals.cpp - Constants that kernels name ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATGPUSINKGLOBALS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;

/// The ops that make `value` of a global, the global first: views and their
/// constants. Empty without a global.
static SmallVector<Operation *> getGlobalChain(Value value) {
  SmallVector<Operation *> chain;
  while (Operation *op = value.getDefiningOp()) {
    chain.push_back(op);
    if (isa<memref::GetGlobalOp>(op)) {
      std::reverse(chain.begin(), chain.end());
      return chain;
    }
    auto view = dyn_cast<ViewLikeOpInterface>(op);
    if (!view)
      break;
    for (Value operand : op->getOperands()) {
      if (operand == view.getViewSource())
        continue;
      Operation *producer = operand.getDefiningOp();
      if (!producer || !producer->hasTrait<OpTrait::ConstantLike>())
        return {};
      chain.push_back(producer);
    }
    value = view.getViewSource();
  }
  return {};
}

/// Gives a launch its own globals.
static void sinkGlobals(gpu::LaunchOp launch) {
  llvm::SetVector<Value> values;
  getUsedValuesDefinedAbove(launch.getBody(), values);
  OpBuilder builder = OpBuilder::atBlockBegin(&launch.getBody().front());
  IRMapping mapping;
  for (Value value : values) {
    for (Operation *op : getGlobalChain(value))
      if (!mapping.contains(op->getResult(0)))
        builder.clone(*op, mapping);
    if (Value own = mapping.lookupOrNull(value))
      replaceAllUsesInRegionWith(value, own, launch.getBody());
  }
}

namespace {
struct SinkGlobals : remat::impl::RematGpuSinkGlobalsBase<SinkGlobals> {
  void runOnOperation() override {
    getOperation().walk([](gpu::LaunchOp launch) { sinkGlobals(launch); });
  }
};
} // namespace
