//===- InitAllDialects.h - What a tool registers ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_INITALLDIALECTS_H
#define REMAT_INITALLDIALECTS_H

#include "remat/Bufferize/BufferizeModule.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/Stubs.h"
#include "remat/ExternalModels/ExternalModels.h"

namespace mlir::remat {

/// Adds the dialects of Remat, its models and upstream's bufferization for
/// upstream dialects, which take effect when those are loaded, and stubs for
/// StableHLO and its kin where the registry lacks the dialect. The caller adds
/// upstream dialects and, before this call, the real StableHLO and own models
/// for upstream operations: MLIR keeps the first model of an operation.
inline void registerAllDialects(DialectRegistry &registry) {
  registry.insert<RematDialect>();
  registerStubDialects(registry);
  registerBufferizeModels(registry);
  registerAllExternalModels(registry);
}

} // namespace mlir::remat

#endif // REMAT_INITALLDIALECTS_H
