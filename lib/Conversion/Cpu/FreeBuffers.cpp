//===- FreeBuffers.cpp - Buffers freed after their last uses --------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Bufferize/FreeOwnedBuffers.h"
#include "remat/Conversion/Passes.h"
#include "remat/Dialect/Remat/IR/Remat.h"

#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATFREEAFTERLASTUSE
#define GEN_PASS_DEF_REMATFREEBUFFERS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

/// The last op of `dealloc`'s block, before it, that uses the buffer or an
/// alias; else the op that makes it.
static Operation *getLastUse(memref::DeallocOp dealloc,
                             const BufferViewFlowAnalysis &flow) {
  Block *block = dealloc->getBlock();
  Operation *last = nullptr;
  auto visit = [&](Operation *op) {
    Operation *ancestor = block->findAncestorOpInBlock(*op);
    if (ancestor && ancestor != dealloc && ancestor->isBeforeInBlock(dealloc) &&
        (!last || last->isBeforeInBlock(ancestor)))
      last = ancestor;
  };
  for (Value alias : flow.resolve(dealloc.getMemref())) {
    if (Operation *definition = alias.getDefiningOp())
      visit(definition);
    for (Operation *user : alias.getUsers())
      visit(user);
  }
  return last;
}

/// Frees the source directly: a region's results are freed by their base, taken
/// at the end of the block, but any descriptor holds the pointer.
static void freeSource(memref::DeallocOp dealloc) {
  auto metadata =
      dealloc.getMemref().getDefiningOp<memref::ExtractStridedMetadataOp>();
  if (!metadata || metadata.getBaseBuffer() != dealloc.getMemref())
    return;
  dealloc.getMemrefMutable().assign(metadata.getSource());
  if (metadata->use_empty())
    metadata->erase();
}

namespace {
struct FreeAfterLastUse
    : remat::impl::RematFreeAfterLastUseBase<FreeAfterLastUse> {
  void runOnOperation() override {
    getOperation().walk(freeSource);
    BufferViewFlowAnalysis flow(getOperation());
    getOperation().walk([&](memref::DeallocOp dealloc) {
      if (Operation *last = getLastUse(dealloc, flow))
        dealloc->moveAfter(last);
    });
  }
};
} // namespace

template <typename OpType> static bool hasAny(func::FuncOp function) {
  return function.walk([](OpType) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

static void addPasses(OpPassManager &passes) {
  // Frees at the end of each block, then directly after the last use.
  bufferization::buildBufferDeallocationPipeline(passes);
  passes.addNestedPass<func::FuncOp>(createRematFreeAfterLastUse());
}

/// Whether the function's buffers are in an arena that it returns, and its
/// block on the host is freed already: upstream would refuse that.
static bool isSettled(func::FuncOp function) {
  auto arenaBytes = function->getAttrOfType<IntegerAttr>(kArenaBytesAttrName);
  if (!arenaBytes)
    return false;
  bool hasFree = false;
  const bool hasOther =
      function
          .walk([&](memref::AllocOp alloc) {
            if (llvm::any_of(alloc->getUsers(),
                             llvm::IsaPred<memref::DeallocOp>)) {
              hasFree = true;
              return WalkResult::advance();
            }
            const MemRefType type = alloc.getType();
            const bool isArena = type.getElementType().isInteger(8) &&
                                 type.hasStaticShape() &&
                                 type.getNumElements() == arenaBytes.getInt();
            return isArena ? WalkResult::advance() : WalkResult::interrupt();
          })
          .wasInterrupted();
  return hasFree && !hasOther;
}

/// Says that a promise may not hold: conditions at run time decide about frees.
static void warnOfPlan(func::FuncOp function, const SharedBuffer &shared) {
  // An arena is one buffer for all.
  if (!function->hasAttr(kBudgetAttrName) ||
      function->hasAttr(kArenaBytesAttrName))
    return;
  InFlightDiagnostic diag =
      function.emitWarning()
      << "'" << function.getName()
      << "' was planned, but shares a buffer, so that conditions at run time "
         "decide when buffers are freed; it may need more than was planned";
  diag.attachNote(shared.op->getLoc())
      << "this '" << shared.op->getName() << "' " << shared.reason;
}

namespace {
struct FreeBuffers : remat::impl::RematFreeBuffersBase<FreeBuffers> {
  void getDependentDialects(DialectRegistry &registry) const override {
    OpPassManager passes(ModuleOp::getOperationName());
    addPasses(passes);
    passes.getDependentDialects(registry);
  }
  void runOnOperation() override;
};
} // namespace

void FreeBuffers::runOnOperation() {
  func::FuncOp withWorkspaces, withoutWorkspaces;
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    if (hasAny<WithWorkspaceOp>(function))
      withWorkspaces = function;
    else if (hasAny<memref::AllocOp>(function))
      withoutWorkspaces = function;
  }
  // Workspaces come after deallocations: upstream does not know ops with a
  // region but no terminator.
  if (withWorkspaces && !withoutWorkspaces)
    return;
  if (withWorkspaces) {
    InFlightDiagnostic diag = withoutWorkspaces.emitOpError(
        "allocates buffers and has no workspaces, but another function has "
        "some; lower the two in modules of their own");
    diag.attachNote(withWorkspaces.getLoc()) << "the other is here";
    return signalPassFailure();
  }
  SmallVector<func::FuncOp> owned;
  bool needsUpstream = false;
  for (auto function : getOperation().getOps<func::FuncOp>()) {
    SharedBuffer shared = freeOwnedBuffers(function);
    if (!shared || isSettled(function)) {
      owned.push_back(function);
      continue;
    }
    needsUpstream = true;
    warnOfPlan(function, shared);
  }
  if (!needsUpstream)
    return;
  OpPassManager passes(ModuleOp::getOperationName());
  addPasses(passes);
  // Upstream would free again what has been freed.
  std::vector<Region> bodies(owned.size());
  SmallVector<SymbolTable::Visibility> visibilities;
  for (auto [function, body] : llvm::zip_equal(owned, bodies)) {
    visibilities.push_back(function.getVisibility());
    body.takeBody(function.getBody());
    function.setPrivate();
  }
  LogicalResult freed = runPipeline(passes, getOperation());
  for (auto [function, body, visibility] :
       llvm::zip_equal(owned, bodies, visibilities)) {
    function.getBody().takeBody(body);
    function.setVisibility(visibility);
  }
  if (failed(freed))
    signalPassFailure();
}
