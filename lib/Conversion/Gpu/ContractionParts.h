//===- ContractionParts.h - Deep sums in several parts ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A contraction with few outputs and a deep sum leaves most of a GPU idle. Its
// depth is then split into parts, each computed by blocks of its own into a
// workspace, and a second kernel adds the parts in order.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_CONVERSION_GPU_CONTRACTIONPARTS_H
#define REMAT_LIB_CONVERSION_GPU_CONTRACTIONPARTS_H

#include "Gpu/ContractionShape.h"
#include "Gpu/KernelBuilder.h"

namespace mlir::remat {

/// A contraction whose outermost batch loop is the parts and whose output is
/// the workspace: part by part, batch by batch, row by row, in the type of the
/// sums.
struct ContractionParts {
  int64_t parts;
  ContractionShape shape;
};

/// Splits `shape` so that it fills a GPU and `workspaceBytes` hold all parts:
/// nullopt if one part is enough, or the outermost reduced loop cannot be split
/// evenly. `shape.buffers[kOutput].memref` of the result is null until
/// `setWorkspace`. O(parts).
std::optional<ContractionParts> splitContraction(const ContractionShape &shape,
                                                 int64_t workspaceBytes);

/// Views `workspace` as the output of `split`.
void setWorkspace(OpBuilder &builder, Location loc, ContractionParts &split,
                  Value workspace);

/// Emits the launch that adds the parts to the output of `shape`, or writes
/// their sum over it if `overwrites`.
void emitSumOfParts(KernelBuilder &b, const ContractionShape &shape,
                    const ContractionParts &split, bool overwrites);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_GPU_CONTRACTIONPARTS_H
