//===- GivenWorkspace.h - Workspaces that the user says ---------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_ANALYSIS_GIVENWORKSPACE_H
#define REMAT_LIB_ANALYSIS_GIVENWORKSPACE_H

#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Targets/Target.h"

namespace mlir::remat {

/// The bytes of `#remat.cost` on `op`, unless the target makes a buffer of its
/// workspace, which has the bytes that the target gives it.
inline std::optional<int64_t> getGivenWorkspace(Operation *op,
                                                const Target &target) {
  CostAttr given = getCostOverride(op);
  return given && !target.allocatesWorkspaceOf(op) ? given.getWorkspace()
                                                   : std::nullopt;
}

/// Bytes beside the buffers of `op`, which is in a loop, a branch or a callee:
/// that of the target, or what the user says.
inline int64_t getNestedWorkspace(Operation *op, const Target &target) {
  return target.allocatesWorkspaceOf(op)
             ? target.getWorkspaceBytes(op)
             : getGivenWorkspace(op, target).value_or(0);
}

} // namespace mlir::remat

#endif // REMAT_LIB_ANALYSIS_GIVENWORKSPACE_H
