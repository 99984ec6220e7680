//===- StoresToFills.cpp - Stores that a device makes ---------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Conversion/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATGPUSTORESTOFILLS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;

static void makeFill(memref::StoreOp store) {
  OpBuilder builder(store);
  Location loc = store.getLoc();
  Value element = store.getMemRef();
  const int64_t rank = store.getMemRefType().getRank();
  if (rank > 0) {
    SmallVector<OpFoldResult> offsets = getAsOpFoldResult(store.getIndices());
    SmallVector<OpFoldResult> ones(rank, builder.getIndexAttr(1));
    auto type = cast<MemRefType>(memref::SubViewOp::inferRankReducedResultType(
        /*resultShape=*/{}, store.getMemRefType(), offsets, ones, ones));
    element = memref::SubViewOp::create(builder, loc, type, element, offsets,
                                        ones, ones);
  }
  linalg::FillOp::create(builder, loc, store.getValueToStore(), element);
  store.erase();
}

namespace {
struct StoresToFills : remat::impl::RematGpuStoresToFillsBase<StoresToFills> {
  void runOnOperation() override {
    SmallVector<memref::StoreOp> stores;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<linalg::LinalgOp, gpu::LaunchOp>(op))
        return WalkResult::skip();
      if (auto store = dyn_cast<memref::StoreOp>(op))
        stores.push_back(store);
      return WalkResult::advance();
    });
    llvm::for_each(stores, makeFill);
  }
};
} // namespace
