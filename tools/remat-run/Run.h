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
#include "StepArguments.h"
#include "llvm/Support/Error.h"

namespace mlir::remat {

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

/// Calls `step` on `inputs` from `seed`, `repeat` times (at least once).
/// Errors: the step traps (division by zero, a failed assertion, a wild
/// access), frees foreign memory, leaks, returns other results the second time,
/// or touches bytes of its arena that no buffer owns.
llvm::Expected<RunResult> runStep(const CompiledStep &step,
                                  const Inputs &inputs, uint64_t seed,
                                  unsigned repeat);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_RUN_H
