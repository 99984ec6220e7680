//===- Tiny.h - The dialect of a compiler of somebody's ---------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINY_H
#define TINY_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "remat/Interfaces/TaskOpInterface.h"

#include "TinyDialect.h.inc"

#define GET_OP_CLASSES
#include "TinyOps.h.inc"

namespace tiny {

/// Adds the dialect, and what Remat is to know of its ops.
void registerTiny(mlir::DialectRegistry &registry);

} // namespace tiny

#endif // TINY_H
