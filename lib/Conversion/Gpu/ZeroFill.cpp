//===- ZeroFill.cpp - Fills that a product makes needless -----------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/ZeroFill.h"
#include "Gpu/KernelBuilder.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

linalg::FillOp mlir::remat::findZeroFill(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1)
    return nullptr;
  Value output = op.getDpsInits().front();
  Operation *before = getOpWithWorkspace(op)->getPrevNode();
  while (before && (isMemoryEffectFree(before) || isa<memref::AllocOp>(before)))
    before = before->getPrevNode();
  auto fill = dyn_cast_or_null<linalg::FillOp>(before);
  if (!fill || fill.getOutputs().front() != output ||
      !matchPattern(fill.getInputs().front(), m_AnyZeroFloat()) ||
      llvm::is_contained(op.getDpsInputs(), output))
    return nullptr;
  return fill;
}
