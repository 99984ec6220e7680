//===- BufferProfile.h - What a function on buffers needs -------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second opinion on MemoryProfile: read from allocations and deallocations
// after bufferization instead of from liveness before it.
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

/// Bytes that a function on memrefs holds, each buffer rounded as the target
/// rounds.
struct BufferProfile {
  /// The memref arguments, and each constant (a `memref.global`) that the
  /// function or a function it calls reads, once.
  int64_t residentBytes = 0;
  /// The resident bytes and the most that is allocated at once.
  int64_t peakBytes = 0;
};

/// Walks the allocations and deallocations of `function` in program order, by
/// memory effects: `memref.alloca` counts to the end of the scope that frees
/// it. Functions without a body are taken to free what they allocate.
///
/// Exact where control flow does not decide what is allocated; with branches,
/// an upper bound (the larger branch).
///
/// Fails, with a diagnostic that says where, on: buffers whose size is not
/// known before the step runs, a loop whose turns allocate more than they free,
/// bodies of several blocks, recursion, sums over int64, and allocations that
/// nothing describes: `memref.realloc`, `bufferization.dealloc`, indirect
/// calls, buffers that functions without a body return, operations without
/// declared effects that make memrefs. O(ops), callees once for each call.
///
/// This is what `-remat-verify-budget` checks on memrefs.
FailureOr<BufferProfile> computeBufferProfile(func::FuncOp function,
                                              const Target &target);

/// `residentBytes` alone, also where the peak cannot be known. Fails on sizes
/// that are not known and on sums over int64.
FailureOr<int64_t> computeResidentBytes(func::FuncOp function,
                                        const Target &target);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_BUFFERPROFILE_H
