//===- PassSetup.cpp - What the options of several passes name ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassSetup.h"
#include "remat/Transforms/IsolateDestinations.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::remat;

FailureOr<const Target *> mlir::remat::getTargetOrEmitError(Operation *op,
                                                            StringRef name) {
  if (const Target *target = lookupTarget(name))
    return target;
  InFlightDiagnostic diag = op->emitOpError() << "there is no target '" << name
                                              << "'; targets are ";
  llvm::interleaveComma(getTargets(), diag, [&](const Target *target) {
    diag << "'" << target->getName() << "'";
  });
  return diag;
}

FailureOr<const Device *> mlir::remat::getDeviceOrEmitError(Operation *op,
                                                            StringRef name) {
  if (const Device *device = lookupDevice(name))
    return device;
  InFlightDiagnostic diag = op->emitOpError() << "there is no device '" << name
                                              << "'; devices are ";
  llvm::interleaveComma(getDevices(), diag, [&](const Device &device) {
    diag << "'" << device.name << "'";
  });
  return diag;
}

FailureOr<GraphBuilderOptions>
mlir::remat::getGraphOptions(func::FuncOp function, StringRef target,
                             StringRef device, int64_t lossResult) {
  FailureOr<const Target *> resolvedTarget =
      getTargetOrEmitError(function, target);
  FailureOr<const Device *> resolvedDevice =
      getDeviceOrEmitError(function, device);
  if (failed(resolvedTarget) || failed(resolvedDevice))
    return failure();
  if (lossResult < -1 || lossResult >= function.getNumResults())
    return function.emitOpError()
           << "has " << function.getNumResults()
           << " results, so that loss-result=" << lossResult
           << " names none of them; count from 0, or give -1";
  GraphBuilderOptions options;
  options.target = *resolvedTarget;
  options.costModel.device = *resolvedDevice;
  if (lossResult >= 0)
    options.lossResult = lossResult;
  return options;
}

FailureOr<MemoryProfile>
mlir::remat::getIsolatedProfile(func::FuncOp function,
                                const GraphBuilderOptions &options) {
  OwningOpRef<func::FuncOp> copy(function.clone());
  if (options.target->needsIsolatedDestinations() &&
      failed(isolateDestinations(*copy)))
    return failure();
  return computeMemoryProfile(*copy, options);
}
