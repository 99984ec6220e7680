//===- XlaGpuTarget.cpp - What XLA makes of a step on a GPU ---------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "XlaFusion.h"
#include "remat/Dialect/Remat/IR/TargetNames.h"
#include "remat/Dialect/Stubs/Stablehlo.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
class XlaGpuTarget final : public Target {
public:
  StringRef getName() const override { return kXlaGpuTargetName; }
  StringRef getSummary() const override {
    return "XLA on GPUs: elementwise ops fused, results resident, a workspace "
           "a matrix product";
  }
  int64_t getStorageAlignment() const override {
    return xlaGpuCalibration.alignment;
  }
  bool needsIsolatedDestinations() const override { return false; }
  bool fusesOps() const override { return true; }
  bool movesOps() const override { return true; }
  llvm::StringRef getDefaultDevice() const override { return "flops"; }
  bool schedulesByItself() const override { return true; }
  bool dropsUnreadTies() const override { return true; }
  bool readsStablehlo() const override { return true; }
  bool placesBuffers() const override { return true; }
  bool hasKnownHeap() const override { return true; }
  bool parksOnHost() const override { return true; }
  FusedOps findFusedOps(Block &block) const override {
    return findXlaFusedOps(block);
  }
  Value getMergedOperand(Operation *op) const override {
    return getXlaMergedZeros(op);
  }
  AddedProducts findAddedProducts(Block &body) const override {
    return findXlaAddedProducts(body);
  }
  int64_t getDefaultCuts(double share) const override {
    return share < xlaGpuCalibration.looseShare ? xlaGpuCalibration.cuts
                                                : xlaGpuCalibration.looseCuts;
  }
  /// Kernels of convolutions, and images, for cuDNN.
  bool copiesArguments(Operation *op) const override {
    return hlo::getOpKind(op) == hlo::OpKind::Convolution ||
           getXlaAddingConvolution(op);
  }
  /// (F6)
  int64_t getWorkspaceBytes(Operation *op) const override {
    return isXlaMatrixProduct(op) ? xlaGpuCalibration.dotWorkspace
                                  : getXlaIntermediateBytes(op);
  }
  std::optional<int64_t> getStorageBytes(Type type) const override {
    // Tokens are order, not data.
    if (hlo::isToken(type))
      return 0;
    return Target::getStorageBytes(type);
  }
};
} // namespace

const Target &mlir::remat::getXlaGpuTarget() {
  static const XlaGpuTarget target;
  return target;
}
