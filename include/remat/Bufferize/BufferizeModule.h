//===- BufferizeModule.h - From tensors to buffers --------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_BUFFERIZE_BUFFERIZEMODULE_H
#define REMAT_BUFFERIZE_BUFFERIZEMODULE_H

#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::remat {

/// How every step is bufferized: the options of upstream's
/// `one-shot-bufferize` that the pipelines give it.
bufferization::OneShotBufferizePassOptions getBufferizePassOptions();

/// Adds upstream's models by which arith, bufferization, cf, func, linalg, scf,
/// tensor and vector are bufferized. They take effect when those are loaded.
void registerBufferizeModels(DialectRegistry &registry);

/// Bufferizes `module`, whose destinations are isolated, as a pipeline with
/// `getBufferizePassOptions` does. Fails, with a diagnostic, on what upstream
/// cannot bufferize.
LogicalResult bufferizeModule(ModuleOp module);

} // namespace mlir::remat

#endif // REMAT_BUFFERIZE_BUFFERIZEMODULE_H
