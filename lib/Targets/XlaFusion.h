//===- XlaFusion.h - Which ops XLA computes in their readers ----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_TARGETS_XLAFUSION_H
#define REMAT_LIB_TARGETS_XLAFUSION_H

#include "remat/Targets/Target.h"

namespace mlir::remat {

/// Read off XLA or fitted to its results; docs/xla.md says on which networks.
struct XlaGpuCalibration {
  /// XLA's kXlaAllocatedBufferAlignBytes on GPUs.
  int64_t alignment = 128;
  /// XLA's bytes for a cuBLASLt call on Hopper, read in the buffer assignment
  /// of every step with matrix products.
  int64_t dotWorkspace = int64_t(32) << 20;
  /// The weight (`getFusionWeight`) above which XLA stores a value that several
  /// kernels would compute: fitted to BERT's erfc and masks of dropout, which
  /// it stores, and to sums of residuals, which it does not.
  int64_t largestSharedWeight = 100;
  /// Cuts that keep XLA's scheduler to a plan: one is best for BERT and GPT-2,
  /// where more cost packing; ResNet wants 4, U-Net and ViT 16.
  int64_t cuts = 1;
  /// Values of fewer elements are computed again whatever they weigh.
  int64_t smallestStoredElements = 1024;
};
inline constexpr XlaGpuCalibration xlaGpuCalibration;

/// The ops of `block` that XLA computes inside of their readers, by the rules
/// F1 to F5 of docs/xla.md: views, constants, virtual ops, and ops without
/// readers. O(ops · operands · the kernels that share a value + ops for each
/// select_and_scatter).
FusedOps findXlaFusedOps(Block &block);

/// Whether XLA makes a call of cuBLAS of `op`.
bool isXlaMatrixProduct(Operation *op);

/// The zeros that XLA merges with the start values of a select_and_scatter: the
/// first broadcast of the same constant to the same type in its block. Else
/// null. O(ops) for a select_and_scatter.
Value getXlaMergedZeros(Operation *op);

/// Bytes between the kernels that XLA splits `op` into: the padded input of a
/// convolution, the positions of a select_and_scatter. 0 for other ops and
/// unknown shapes. Saturates.
int64_t getXlaIntermediateBytes(Operation *op);

} // namespace mlir::remat

#endif // REMAT_LIB_TARGETS_XLAFUSION_H
