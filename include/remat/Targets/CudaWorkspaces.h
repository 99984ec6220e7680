//===- CudaWorkspaces.h - Bytes that ops on a GPU need ----------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Workspaces for CUDA: bytes that an op needs beside its operands while it
// runs. The plan, the arena and the kernels share these functions.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TARGETS_CUDAWORKSPACES_H
#define REMAT_TARGETS_CUDAWORKSPACES_H

#include "mlir/IR/Operation.h"

#include <cstdint>

namespace mlir::remat {

/// The maximum workspace of a library call, in bytes.
inline constexpr int64_t kLibraryWorkspaceLimit = int64_t(32) << 20;

/// Whether `op`, on tensors or on buffers, is a matrix product or a convolution
/// that the runtime's libraries compute (rematCudaMatmul, rematCudaConv2D):
/// linalg.matmul, linalg.batch_matmul (with the transposed forms of their
/// indexing maps) and linalg.conv_2d_nhwc_hwcf, of f16, bf16, f32 or f64.
bool isLibraryOp(Operation *op);

/// The number of parts in which to sum a reduction of `reduced` elements into
/// each of `outputs` results, so that enough blocks fill a GPU; 1 is a single
/// pass. Does not depend on the device.
int64_t getReductionParts(int64_t outputs, int64_t reduced);

/// Bytes of workspace of `op`, a multiple of 256: the limit of the library for
/// a library op, the partial results for a reduction in several parts, 0 for
/// all else. `#remat.cost` on the op overrides the limit of the library.
int64_t getCudaWorkspaceBytes(Operation *op);

} // namespace mlir::remat

#endif // REMAT_TARGETS_CUDAWORKSPACES_H
