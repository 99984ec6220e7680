//===- Contractions.cpp - Matrix products on a GPU ------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/ContractionEmit.h"
#include "remat/Conversion/Passes.h"
#include "remat/Dialect/Remat/IR/Remat.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/Debug.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATGPULOWERCONTRACTIONS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

#define DEBUG_TYPE "remat-gpu"

using namespace mlir;

namespace {
struct GpuLowerContractions
    : remat::impl::RematGpuLowerContractionsBase<GpuLowerContractions> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    if (tile.empty() || remat::isContractionTile(tile))
      return success();
    return emitError(UnknownLoc::get(context))
           << "remat-gpu-lower-contractions: there is no tile '" << tile
           << "'; leave it out, or name one that docs/gpu.md lists, such as "
              "64x64";
  }

  void runOnOperation() override;
};
} // namespace

void GpuLowerContractions::runOnOperation() {
  if (!getOperation()->hasAttr("remat_kernel"))
    return;
  SmallVector<Operation *> ops;
  getOperation().walk([&](linalg::LinalgOp op) { ops.push_back(op); });
  remat::ContractionTileOptions options;
  options.tensorCores = tensorCores;
  options.tf32 = tf32;
  options.only = tile;
  for (Operation *op : ops) {
    std::optional<remat::ContractionShape> shape = remat::matchContraction(op);
    if (!shape)
      continue;
    const remat::ContractionTile *chosen =
        remat::chooseContractionTile(*shape, options);
    LLVM_DEBUG({
      llvm::dbgs() << op->getName() << " at " << op->getLoc() << ": ";
      if (chosen)
        llvm::dbgs() << "contraction by " << chosen->describe() << "\n";
      else
        llvm::dbgs() << "a contraction too small for tiles\n";
    });
    if (!chosen)
      continue;
    // A workspace is a library's; the kernel needs none.
    Operation *whole = op;
    if (isa<remat::WithWorkspaceOp>(op->getParentOp()))
      whole = op->getParentOp();
    ImplicitLocOpBuilder builder(op->getLoc(), whole);
    remat::emitContraction(builder, *shape, *chosen);
    whole->erase();
  }
}
