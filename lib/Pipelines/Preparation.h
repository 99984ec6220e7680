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

struct PreparationOptions {
  std::string target, device;
  /// Else, a step that another target reads gets a warning.
  bool choosesTarget = true;
  /// As `findStep` takes them.
  std::string functionName;
  int64_t lossResult = -1;
  /// Unset follows the target.
  llvm::cl::boolOrDefault fuse = llvm::cl::BOU_UNSET;
};

/// Adds the passes before planning, which mark the step and keep to it.
void addPreparation(OpPassManager &pm, const PreparationOptions &options);

} // namespace mlir::remat

#endif // REMAT_LIB_PIPELINES_PREPARATION_H
