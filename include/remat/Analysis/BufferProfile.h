//===- BufferProfile.h - What a function on buffers needs -------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Second opinion on MemoryProfile, from allocations after bufferization instead
// of liveness before it.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_ANALYSIS_BUFFERPROFILE_H
#define REMAT_ANALYSIS_BUFFERPROFILE_H

#include "mlir/Support/LLVM.h"
#include "remat/Targets/Target.h"

#include <cstdint>

namespace mlir::func {
class FuncOp;
} // namespace mlir::func

namespace mlir::remat {

/// Bytes, each buffer rounded as by the target.
struct BufferProfile {
  /// Memref arguments, and each constant (`memref.global`) that the function or
  /// a callee reads, once.
  int64_t residentBytes = 0;
  /// The resident bytes and the most allocated at once.
  int64_t peakBytes = 0;
  /// The most allocated at once in the host's memory (`#remat.host`), which the
  /// other figures leave out.
  int64_t hostPeakBytes = 0;
};

/// Walks the allocations of `function` in program order, by memory effects;
/// `memref.alloca` counts to the end of the scope that frees it. Functions
/// without a body are taken to free their allocations. An upper bound where
/// branches decide about allocations (the larger branch counts), else exact.
///
/// Emits a located diagnostic for sizes unknown before the step runs, loops
/// whose turns allocate more than they free, bodies of several blocks,
/// recursion, sums over int64, and undescribed allocations: `memref.realloc`,
/// `bufferization.dealloc`, indirect calls, buffers returned by functions
/// without a body, operations without declared effects that make memrefs.
/// O(ops), callees once for each call. For `-remat-verify-budget` on memrefs.
FailureOr<BufferProfile> computeBufferProfile(func::FuncOp function,
                                              const Target &target);

/// `residentBytes`, also where the peak cannot be known. Fails on unknown sizes
/// and sums over int64.
FailureOr<int64_t> computeResidentBytes(func::FuncOp function,
                                        const Target &target);

/// The most bytes that `function`, on memrefs whose frees are there, and its
/// callees allocate at once, with the workspaces that `target` makes for their
/// ops, and without arguments, constants and the stack. Diagnostics as above.
/// O(ops), for each call.
FailureOr<int64_t> computeAllocatedPeak(func::FuncOp function,
                                        const Target &target);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_BUFFERPROFILE_H
