//===- CudaWorkspaces.h - Bytes that ops on a GPU need ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytes that CUDA ops need beside operands, shared by plan, arena and kernels.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TARGETS_CUDAWORKSPACES_H
#define REMAT_TARGETS_CUDAWORKSPACES_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/ArrayRef.h"

#include <cstdint>

namespace mlir::remat {

/// cuMemAlloc's, more than any access needs.
inline constexpr int64_t kCudaAlignment = 256;

/// Of the device that kernels are laid out for, an H100.
inline constexpr int64_t kAssumedMultiprocessors = 132;
/// Fewer rows, columns or reduced iterations of a contraction fill too little
/// of any tile.
inline constexpr int64_t kLeastTiled = 8;

/// Of a library call, in bytes.
inline constexpr int64_t kLibraryWorkspaceLimit = int64_t(32) << 20;

/// `op`, on tensors or buffers, is computed by the runtime's library
/// (rematCudaMatmul): linalg.matmul and linalg.batch_matmul (with the
/// transposed forms of their indexing maps) of f16, bf16, f32 or f64, and
/// linalg.conv_2d_nhwc_hwcf that is a matrix product (a filter of one point,
/// strides of one, all of the image).
bool isLibraryOp(Operation *op);

/// Parts to sum a reduction of `reduced` elements into each of `outputs`
/// results, so that enough blocks fill a GPU; 1 is a single pass. Independent
/// of the device.
int64_t getReductionParts(int64_t outputs, int64_t reduced);

/// Parts to sum a contraction in, with `outputs` results of sums over reduced
/// loops of these `extents` (outermost first), so that enough tiles fill a GPU:
/// they divide the outermost loop evenly. 1 is a single pass. Independent of
/// the device.
int64_t getContractionParts(int64_t outputs, llvm::ArrayRef<int64_t> extents);

/// The most parts, up to `limit`, that divide the outermost of these loops and
/// leave whole vectors in a part.
int64_t getEvenParts(llvm::ArrayRef<int64_t> extents, int64_t limit);

/// A multiple of 256: the library's limit for an op that a library computes,
/// partial results for a reduction or contraction in several parts, else 0.
/// `#remat.cost` on the op overrides the library's limit, and lowers the bytes
/// of a contraction.
int64_t getCudaWorkspaceBytes(Operation *op, bool callsLibraries = true);

} // namespace mlir::remat

#endif // REMAT_TARGETS_CUDAWORKSPACES_H
