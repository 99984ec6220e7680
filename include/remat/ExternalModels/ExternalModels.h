//===- ExternalModels.h - Upstream operations as tasks ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_EXTERNALMODELS_EXTERNALMODELS_H
#define REMAT_EXTERNALMODELS_EXTERNALMODELS_H

namespace mlir {
class DialectRegistry;

namespace remat {

/// Attaches models of TaskOpInterface for arith, bufferization, func, linalg,
/// math, scf, tensor, and StableHLO, CHLO, MHLO and Shardy (stubs or real) when
/// the dialect is loaded; and of CountedLoopOpInterface for scf.for, scf.while
/// and stablehlo.while.
void registerAllExternalModels(DialectRegistry &registry);

} // namespace remat
} // namespace mlir

#endif // REMAT_EXTERNALMODELS_EXTERNALMODELS_H
