//===- InitAllDialects.h - What a tool registers ----------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_INITALLDIALECTS_H
#define REMAT_INITALLDIALECTS_H

#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Stubs/Stubs.h"
#include "remat/ExternalModels/ExternalModels.h"

namespace mlir::remat {

/// Adds the dialects of Remat, its models for upstream dialects, which take
/// effect when those are loaded, and stub dialects for StableHLO and its kin,
/// where the registry has no dialect of that name yet. Upstream dialects
/// themselves are the caller's to add, and so is the real StableHLO, before
/// this call. So are models of the caller's for upstream operations: MLIR keeps
/// the first model of an operation and ignores later ones.
inline void registerAllDialects(DialectRegistry &registry) {
  registry.insert<RematDialect>();
  registerStubDialects(registry);
  registerAllExternalModels(registry);
}

} // namespace mlir::remat

#endif // REMAT_INITALLDIALECTS_H
