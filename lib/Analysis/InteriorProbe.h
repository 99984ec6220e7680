//===- InteriorProbe.h - Needs of loops, branches and calls -----*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_ANALYSIS_INTERIORPROBE_H
#define REMAT_LIB_ANALYSIS_INTERIORPROBE_H

#include "remat/Targets/Target.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::remat {

/// A plan keeps it whole: a loop, a branch or a call. Such an op needs inside
/// as much as bufferization makes of it.
bool isKeptWhole(Operation *op);

/// Measures ops that are kept whole. One probe serves one state of the IR.
class InteriorProbe {
public:
  explicit InteriorProbe(const Target &target) : target(target) {}

  /// Bytes that `op` needs beside its operands and results: lowers a copy of it
  /// with its callees to buffers, as the pipelines do, and counts these. Exact,
  /// but for branches, of which the largest counts, and loops without a turn.
  /// None where upstream cannot bufferize it. Fails, with a diagnostic, where
  /// the peak of the buffers is not known before the step runs. O(size of the
  /// copy), once for equal ops.
  FailureOr<std::optional<int64_t>> measure(Operation *op);

private:
  FailureOr<std::optional<int64_t>> measureCopy(Operation *op);

  struct Measured {
    Operation *op;
    std::optional<int64_t> bytes;
  };

  const Target &target;
  /// By hash.
  llvm::DenseMap<unsigned, SmallVector<Measured, 1>> measured;
};

} // namespace mlir::remat

#endif // REMAT_LIB_ANALYSIS_INTERIORPROBE_H
