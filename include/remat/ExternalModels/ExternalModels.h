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
} // namespace mlir

namespace mlir::remat {

/// Models of TaskOpInterface for one dialect each, attached when the dialect is
/// loaded.
void registerArithExternalModels(DialectRegistry &registry);
void registerBufferizationExternalModels(DialectRegistry &registry);
void registerControlFlowExternalModels(DialectRegistry &registry);
void registerLinalgExternalModels(DialectRegistry &registry);
/// Those of StableHLO, CHLO, MHLO and Shardy, whether they are stub dialects or
/// the real ones.
void registerStablehloExternalModels(DialectRegistry &registry);
void registerTensorExternalModels(DialectRegistry &registry);

/// All of the above.
void registerAllExternalModels(DialectRegistry &registry);

} // namespace mlir::remat

#endif // REMAT_EXTERNALMODELS_EXTERNALMODELS_H
