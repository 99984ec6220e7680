//===- CheckModule.h - What cannot be compiled, said early ------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_CHECKMODULE_H
#define REMAT_TOOLS_REMAT_RUN_CHECKMODULE_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::remat {

/// Fails, with a diagnostic at the place, on a module in which `entry` is in
/// the LLVM dialect already, on a symbol with the name of one that compiled
/// code calls (of the runtimes, of the C library), and on a called function
/// that neither the module nor a runtime defines. O(operations).
LogicalResult checkModule(ModuleOp module, StringRef entry);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_CHECKMODULE_H
