//===- KernelModules.cpp - Globals and symbols of kernels -----------------===//
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
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATGPUMERGEMODULES
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

static constexpr llvm::StringLiteral kModuleName = "remat_kernels";

/// Moves the content of `from` to `table`'s module. Records new names of
/// kernels in `renamed`.
static void
moveSymbols(gpu::GPUModuleOp from, SymbolTable &table,
            DenseMap<std::pair<StringAttr, StringAttr>, StringAttr> &renamed) {
  SymbolTable own(from);
  auto isSame = [](Operation *a, Operation *b) {
    return OperationEquivalence::isEquivalentTo(
        a, b, OperationEquivalence::IgnoreLocations);
  };
  SmallVector<Operation *> symbols;
  for (Operation &op : *from.getBody())
    if (isa<SymbolOpInterface>(op))
      symbols.push_back(&op);
  for (Operation *symbol : symbols) {
    StringAttr name = SymbolTable::getSymbolName(symbol);
    Operation *other = table.lookup(name);
    // Functions are equal only if their callees are.
    if (other && isa<memref::GlobalOp>(symbol) && isSame(symbol, other))
      continue;
    // References within the module follow the name before it changes.
    if (other)
      (void)own.renameToUnique(symbol, {&table});
    StringAttr unique = SymbolTable::getSymbolName(symbol);
    renamed[{from.getNameAttr(), name}] = unique;
    symbol->remove();
    table.insert(symbol);
  }
}

namespace {
struct MergeModules : remat::impl::RematGpuMergeModulesBase<MergeModules> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<gpu::GPUModuleOp> modules(module.getOps<gpu::GPUModuleOp>());
    if (modules.empty())
      return;
    OpBuilder builder(&getContext());
    auto merged = gpu::GPUModuleOp::create(builder, modules.front().getLoc(),
                                           kModuleName);
    SymbolTable table(merged);
    DenseMap<std::pair<StringAttr, StringAttr>, StringAttr> renamed;
    for (gpu::GPUModuleOp from : modules)
      moveSymbols(from, table, renamed);
    for (gpu::GPUModuleOp from : modules)
      from.erase();
    // Renames it if its name is taken.
    SymbolTable(module).insert(merged.getOperation());
    module.walk([&](gpu::LaunchFuncOp launch) {
      StringAttr name = renamed.lookup(
          {launch.getKernelModuleName(), launch.getKernelName()});
      if (name)
        launch.setKernelAttr(SymbolRefAttr::get(
            merged.getNameAttr(), {FlatSymbolRefAttr::get(name)}));
    });
  }
};
} // namespace
