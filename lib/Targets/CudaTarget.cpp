//===- CudaTarget.cpp - NVIDIA's GPUs, kernels made here ------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "remat/Dialect/Remat/IR/TargetNames.h"
#include "remat/Targets/CudaWorkspaces.h"
#include "remat/Targets/Target.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
class CudaTarget final : public Target {
public:
  CudaTarget(StringRef name, StringRef summary, bool callsLibraries)
      : name(name), summary(summary), callsLibraries(callsLibraries) {}

  StringRef getName() const override { return name; }
  StringRef getSummary() const override { return summary; }
  int64_t getStorageAlignment() const override { return kCudaAlignment; }
  bool needsIsolatedDestinations() const override { return true; }
  /// One kernel per op: fused values are not written and read again.
  bool prefersFusion() const override { return true; }
  /// Device memory is allocated once.
  bool prefersArena() const override { return true; }
  bool parksOnHost() const override { return true; }
  bool allocatesWorkspaceOf(Operation *op) const override {
    return isa<linalg::LinalgOp>(op);
  }
  int64_t getWorkspaceBytes(Operation *op) const override {
    return getCudaWorkspaceBytes(op, callsLibraries);
  }

private:
  StringRef name;
  StringRef summary;
  bool callsLibraries;
};
} // namespace

const Target &mlir::remat::getCudaTarget() {
  static const CudaTarget target(
      kCudaTargetName,
      "generated kernels and NVIDIA's libraries through remat-gpu-pipeline: "
      "256-byte rounding, workspaces of library calls, reductions and deep "
      "sums",
      /*callsLibraries=*/true);
  return target;
}

const Target &mlir::remat::getCudaGeneratedTarget() {
  static const CudaTarget target(
      kCudaGeneratedTargetName,
      "generated kernels alone, through remat-gpu-pipeline{library=none}: "
      "256-byte rounding, workspaces of reductions and deep sums",
      /*callsLibraries=*/false);
  return target;
}
