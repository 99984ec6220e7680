//===- InteriorPeak.h - What an op's regions need ---------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_ANALYSIS_INTERIORPEAK_H
#define REMAT_LIB_ANALYSIS_INTERIORPEAK_H

#include "InteriorProbe.h"
#include "remat/Analysis/Sharding.h"

namespace mlir::remat {

/// Bytes for the regions of `op`, or its callee, beside its operands and
/// results: the largest sum at a program point, on one device by `shares`.
/// Exact where upstream bufferizes it and it has no branches, else an upper
/// bound; none if a size is unknown. Fails, with a diagnostic, where `probe`
/// does.
FailureOr<std::optional<int64_t>> getInteriorPeak(Operation *op,
                                                  const Target &target,
                                                  const DeviceShares &shares,
                                                  InteriorProbe &probe);

} // namespace mlir::remat

#endif // REMAT_LIB_ANALYSIS_INTERIORPEAK_H
