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

/// Read off XLA or fitted to it; docs/xla.md lists the networks.
struct XlaGpuCalibration {
  /// XLA's kXlaAllocatedBufferAlignBytes on GPUs.
  int64_t alignment = 128;
  /// XLA's bytes for a cuBLASLt call on Hopper, read in the buffer assignment
  /// of every step with matrix products.
  int64_t dotWorkspace = int64_t(32) << 20;
  /// The weight (`getFusionWeight`) above which XLA stores a value that several
  /// kernels would compute. Fitted: XLA stores BERT's erfc and masks of
  /// dropout, but not sums of residuals.
  int64_t largestSharedWeight = 100;
  /// Cuts that keep XLA's scheduler to a plan. With one, U-Nets, ViTs and
  /// ResNets are compiled to 10 to 25% more than planned; with 16, ResNets and
  /// U-Nets near their smallest peak to 5 to 15%. Each adds elementwise work.
  int64_t cuts = 64;
  /// For budgets of this share of the peak and more, a few are enough.
  double looseShare = 0.6;
  int64_t looseCuts = 4;
  /// XLA's limit for products that it merges: operands and result of the
  /// smaller one. Read in the compiled attention of a LLaMA, whose products of
  /// 50 MiB are one.
  int64_t largestMergedProduct = int64_t(64) << 20;
  /// Smaller values are recomputed whatever they weigh.
  int64_t smallestStoredElements = 1024;
};
inline constexpr XlaGpuCalibration xlaGpuCalibration;

/// Returns the ops of `block` that XLA computes inside of their readers, by
/// rules F1 to F5 of docs/xla.md: views, constants, virtual ops and ops without
/// readers. O(ops · operands · kernels of a value + ops per
/// select_and_scatter).
FusedOps findXlaFusedOps(Block &block);

/// Whether XLA calls cuBLAS for `op`.
bool isXlaMatrixProduct(Operation *op);

/// (F10) Returns the products of a loop's `body` that are only added to what
/// the loop carries (`AddedProducts`). O(ops + products²).
AddedProducts findXlaAddedProducts(Block &body);

/// Returns the zeros that XLA merges with the start values of a
/// select_and_scatter: the first broadcast of the same constant to the same
/// type in its block, else null. O(ops) for a select_and_scatter.
Value getXlaMergedZeros(Operation *op);

/// Whether cuDNN computes `op` as a forward convolution, to which XLA lets it
/// add a bias and another tensor. So it does the gradient of an input of 1x1
/// kernels.
bool isXlaForwardConvolution(Operation *op);

/// (F11) Returns the convolution that computes the addition `op`: a forward one
/// that only `op` reads, or that only the addition of a bias reads which only
/// `op` reads. Null for most.
Operation *getXlaAddingConvolution(Operation *op);

/// Returns the bytes between the kernels of a split `op`: a convolution's
/// padded input, a select_and_scatter's positions. 0 for others and unknown
/// shapes. Saturates.
int64_t getXlaIntermediateBytes(Operation *op);

} // namespace mlir::remat

#endif // REMAT_LIB_TARGETS_XLAFUSION_H
