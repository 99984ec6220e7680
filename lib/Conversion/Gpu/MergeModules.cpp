//===- MergeModules.cpp - One module for all kernels ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Conversion/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATGPUMERGEMODULES
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;

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
