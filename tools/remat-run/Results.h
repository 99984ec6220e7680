//===- Results.h - What a step returned and wrote ---------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_RESULTS_H
#define REMAT_TOOLS_REMAT_RUN_RESULTS_H

#include "Signature.h"

#include "llvm/Support/Error.h"

namespace mlir::remat {

/// A memref that is an argument, after the call.
struct ArgumentBuffer {
  /// Empty for other arguments.
  std::vector<char> data;
  /// Whether its bytes changed.
  bool isWritten = false;
};

struct RunResult {
  /// Peak of arguments, constants and the step's allocations.
  int64_t measuredPeakBytes = 0;
  /// Number of the step's allocations.
  int64_t allocations = 0;
  /// If the arena was checked: its buffers, and accesses to it.
  int64_t checkedBuffers = 0;
  int64_t checkedAccesses = 0;
  /// Of the call alone, the fastest repetition.
  double seconds = 0;
  /// Of the bytes of all results in order, then of the written arguments.
  uint64_t resultsHash = 0;
  std::vector<std::vector<char>> results;
  /// One for each argument.
  std::vector<ArgumentBuffer> buffers;
};

/// A result, or an argument that the step wrote.
struct StepOutput {
  bool isArgument = false;
  size_t position = 0;
  const TensorSpec *spec = nullptr;
  const std::vector<char> *data = nullptr;

  /// "result 0 (tensor<4xf32>)", "argument 1 (memref<4xf32>), written,".
  std::string str() const;
};

/// Results first, then written arguments.
std::vector<StepOutput> getOutputs(const Signature &signature,
                                   const RunResult &run);

/// A hash of contents: of one, and of all of `outputs` in order.
uint64_t hashContents(const std::vector<char> &data);
uint64_t hashContents(ArrayRef<StepOutput> outputs);

/// Error that names the first output with a nonfinite element (unless
/// `allowNonFinite`), or with several float elements that are all equal (unless
/// `allowConstant`): such a run shows nothing.
llvm::Error checkResults(const Signature &signature, const RunResult &run,
                         bool allowNonFinite, bool allowConstant);

/// Error that names an argument that only one run wrote; its contents then have
/// no counterpart.
llvm::Error checkSameArgumentsWritten(const RunResult &run,
                                      const RunResult &other);

/// Error that names the first differing bits: output, index and both values.
/// The signatures must be equal.
llvm::Error compareResults(const Signature &signature, const RunResult &run,
                           const RunResult &other);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_RESULTS_H
