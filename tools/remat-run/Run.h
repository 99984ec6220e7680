//===- Run.h - A step, run and measured -------------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_TOOLS_REMAT_RUN_RUN_H
#define REMAT_TOOLS_REMAT_RUN_RUN_H

#include "Compiler.h"
#include "llvm/Support/Error.h"

namespace mlir::remat {

/// A ranked memref descriptor: both pointers, offset, sizes, strides; eight
/// bytes each.
using Descriptor = llvm::SmallVector<int64_t, 11>;

/// A descriptor of the contiguous `spec` at `data`.
Descriptor makeDescriptor(const TensorSpec &spec, void *data);

/// The descriptor of the arena that the host passes.
Descriptor makeArenaDescriptor(const ArenaFacts &arena, void *data);

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
  /// Of the bytes of all results in order.
  uint64_t resultsHash = 0;
  std::vector<std::vector<char>> results;
};

/// Operands of a step's entry: pointers to the results' descriptors,
/// consecutive as in a struct, and to each argument's.
class EntryOperands {
public:
  EntryOperands(const Signature &signature,
                llvm::MutableArrayRef<Descriptor> arguments);

  void **data() { return pointers.data(); }

  /// After the call: copies the results and their hash to `run` and frees their
  /// buffers, each its own or their shared arena once; nothing if the host
  /// passed the arena.
  void takeResults(
      const CompiledStep &step, RunResult &run,
      llvm::function_ref<void(char *to, const char *from, int64_t bytes)> copy,
      llvm::function_ref<void(void *)> free) const;

private:
  std::vector<int64_t> resultWords;
  llvm::SmallVector<void *> pointers;
};

/// Seconds that `call` takes. Error if it traps; `hint` names causes.
llvm::Expected<double> callSafely(llvm::function_ref<void()> call,
                                  const char *hint);

/// Calls `call` on a fresh result `repeat` times (at least once); returns the
/// fastest run. Errors: those of `call`, and results that differ from the
/// first.
template <typename Result>
llvm::Expected<Result>
keepFastest(unsigned repeat, llvm::function_ref<llvm::Error(Result &)> call) {
  Result best;
  for (unsigned i = 0; i < std::max(1u, repeat); ++i) {
    Result run;
    if (llvm::Error error = call(run))
      return std::move(error);
    if (i > 0 && run.resultsHash != best.resultsHash)
      return llvm::createStringError(
          "repetition %u returned other results than the first: the step "
          "writes its arguments or reads memory that it did not write",
          i);
    if (i == 0 || run.seconds < best.seconds)
      best = std::move(run);
  }
  return std::move(best);
}

/// Calls `step` on inputs from `seed`, `repeat` times (at least once). Errors:
/// the step traps (division by zero, a failed assertion, a wild access), frees
/// foreign memory, leaks, returns other results the second time, or touches
/// bytes of its arena that no buffer owns.
llvm::Expected<RunResult> runStep(const CompiledStep &step, uint64_t seed,
                                  unsigned repeat);

/// Error that names the first result with a nonfinite element (unless
/// `allowNonFinite`), or with several float elements that are all equal (unless
/// `allowConstant`): such a run shows nothing.
llvm::Error checkResults(const Signature &signature, const RunResult &run,
                         bool allowNonFinite, bool allowConstant);

/// Error that names the first differing bits: result, index and both values.
/// The signatures must be equal.
llvm::Error compareResults(const Signature &signature, const RunResult &run,
                           const RunResult &other);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_RUN_H
