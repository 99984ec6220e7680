//===- PassSetup.h - What the options of several passes name ----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TRANSFORMS_PASSSETUP_H
#define REMAT_LIB_TRANSFORMS_PASSSETUP_H

#include "remat/Analysis/MemoryProfile.h"

namespace mlir::remat {

/// Resolves the names that options hold; an unknown name gets a diagnostic at
/// `op` that lists the known ones.
FailureOr<const Target *> getTargetOrEmitError(Operation *op, StringRef name);
FailureOr<const Device *> getDeviceOrEmitError(Operation *op, StringRef name);

/// The options of GraphBuilder from those of a pass; `lossResult` -1 is none.
FailureOr<GraphBuilderOptions> getGraphOptions(func::FuncOp function,
                                               StringRef target,
                                               StringRef device,
                                               int64_t lossResult);

/// The profile of `function` as it will be planned: on a copy whose
/// destinations are isolated where the target needs it.
FailureOr<MemoryProfile> getIsolatedProfile(func::FuncOp function,
                                            const GraphBuilderOptions &options);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_PASSSETUP_H
