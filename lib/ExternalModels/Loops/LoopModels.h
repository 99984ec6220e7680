//===- LoopModels.h - Models of counted loops -------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_EXTERNALMODELS_LOOPS_LOOPMODELS_H
#define REMAT_LIB_EXTERNALMODELS_LOOPS_LOOPMODELS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/OperationSupport.h"

namespace mlir::remat {

/// `CountedLoopOpInterface` for `scf.for` and `scf.while`.
void registerScfLoopModels(DialectRegistry &registry);
/// For `stablehlo.while`, of the real dialect or a stub.
void attachHloLoopModel(RegisteredOperationName loop);

/// Makes an `scf.for` of a while that counts its turns from a constant to a
/// constant; another stays. Upstream's pattern wants bounds from before the
/// loop, a condition of one comparison, and no tensors.
Operation *upliftWhile(scf::WhileOp loop);

} // namespace mlir::remat

#endif // REMAT_LIB_EXTERNALMODELS_LOOPS_LOOPMODELS_H
