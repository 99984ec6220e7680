//===- Preparation.h - Passes before a step is planned ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_PIPELINES_PREPARATION_H
#define REMAT_LIB_PIPELINES_PREPARATION_H

#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::remat {

/// Adds the passes before planning; `fuse` unset follows the target.
void addPreparation(OpPassManager &pm, const std::string &targetName,
                    const std::string &device, llvm::cl::boolOrDefault fuse);

} // namespace mlir::remat

#endif // REMAT_LIB_PIPELINES_PREPARATION_H
