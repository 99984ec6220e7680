//===- Passes.h - Passes on buffers -----------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_CONVERSION_PASSES_H
#define REMAT_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"
#include "remat/Conversion/Arena.h"

namespace mlir {
class ModuleOp;
namespace func {
class FuncOp;
} // namespace func

namespace remat {

#define GEN_PASS_DECL
#include "remat/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "remat/Conversion/Passes.h.inc"

} // namespace remat
} // namespace mlir

#endif // REMAT_CONVERSION_PASSES_H
