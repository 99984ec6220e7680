//===- RegionDepth.h - How deep the regions of a module nest ----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMATOPT_REGIONDEPTH_H
#define REMAT_TOOLS_REMATOPT_REGIONDEPTH_H

#include "mlir/Pass/Pass.h"

#include <memory>

namespace mlir::remat {

/// A pass for modules read from bytecode, whose reader takes any depth: fails
/// where regions nest deeper than text could, since passes walk recursively.
std::unique_ptr<Pass> createCheckRegionDepth();

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMATOPT_REGIONDEPTH_H
